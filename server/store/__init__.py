"""Where games are kept: one SQLite file, append only, written before anything is shown."""
