"""Where the rings lie and how far they are turned."""
