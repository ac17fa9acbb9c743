"""Opening the store's file: settings, migrations, and what may be wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from server.errors import UnusableInput
from server.store.migrations import MIGRATIONS

#: The file's name inside the folder of `--data`.
FILE_NAME = "arbitable.sqlite3"

#: Milliseconds to wait for another process that holds the file; then it is said to be in use.
_PATIENCE_MS = 200

# One process writes a file: the exclusive lock goes with the process, however it ends. With FULL a
# committed call survives a power cut as well as a kill.
_SETTINGS = (
    f"PRAGMA busy_timeout = {_PATIENCE_MS}",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class InUse(UnusableInput):
    """Another program holds the store."""


def open_database(folder: Path, migrations: Sequence[str] = MIGRATIONS) -> sqlite3.Connection:
    """The store's file in a folder, made where it is missing and brought up to date. Raises
    Unusable, or InUse where another process has it open."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Autocommit: transactions are begun and ended by the store alone.
        database = sqlite3.connect(
            folder / FILE_NAME, isolation_level=None, check_same_thread=False
        )
        return _prepared(database, folder, migrations)
    except sqlite3.OperationalError as error:
        raise _operational(folder, error) from None
    except (OSError, sqlite3.DatabaseError) as error:
        raise UnusableInput(
            f"the games in {folder} cannot be opened ({error}); give another folder with --data."
        ) from None


def _prepared(
    database: sqlite3.Connection, folder: Path, migrations: Sequence[str]
) -> sqlite3.Connection:
    try:
        for setting in _SETTINGS:
            database.execute(setting)
        _migrate(database, folder, migrations)
    except BaseException:
        database.close()
        raise
    return database


def _migrate(database: sqlite3.Connection, folder: Path, migrations: Sequence[str]) -> None:
    [version] = database.execute("PRAGMA user_version").fetchone()
    if version > len(migrations):
        raise UnusableInput(
            f"the games in {folder} are from a newer Arbitable; update it, or give another "
            "folder with --data."
        )
    for number, script in enumerate(migrations[version:], version + 1):
        # One transaction a migration: a kill in the middle leaves the version before it.
        database.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")


def _operational(folder: Path, error: sqlite3.OperationalError) -> UnusableInput:
    if "locked" in str(error):
        return InUse(f"another Arbitable keeps its games in {folder}; end it, or give --data.")
    return UnusableInput(f"the games in {folder} cannot be opened ({error}); give another --data.")
