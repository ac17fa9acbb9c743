"""The numbered migrations of the store. A number, once released, is never changed or reused."""

from __future__ import annotations

#: Migration n (counted from 1) brings a file of version n - 1 to version n.
#:
#: `events` are the referee's (a match is their replay), `entries` what the live channel told, and
#: `pictures` the evidence that entries name. Only pictures may ever be deleted.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        log TEXT NOT NULL,
        watch TEXT NOT NULL UNIQUE,
        camera TEXT NOT NULL UNIQUE,
        keeper TEXT NOT NULL UNIQUE,
        created REAL NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id TEXT NOT NULL REFERENCES tables (id),
        game TEXT NOT NULL,
        began REAL NOT NULL
    );

    CREATE TABLE events (
        game_id INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        data TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (game_id, number)
    ) WITHOUT ROWID;

    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        game_id INTEGER NOT NULL REFERENCES games (id),
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;

    CREATE INDEX entries_by_kind ON entries (table_id, kind, number);

    CREATE TABLE pictures (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        table_id TEXT NOT NULL REFERENCES tables (id),
        id TEXT NOT NULL,
        media_type TEXT NOT NULL,
        size INTEGER NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (table_id, id)
    );

    CREATE TRIGGER events_are_kept BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
    CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append only'); END;
    CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are append only'); END;
    CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are append only'); END;
    """,
    # What looked at a table last, as `--camera` takes it. No event: it may hold a password, which
    # no saved game is to take along.
    """
    CREATE TABLE cameras (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        source TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # What was told of one game, without going through all that its table ever told.
    """
    CREATE INDEX entries_by_game ON entries (game_id, kind, number);
    """,
)
