"""Opening the store's file: settings, migrations, and what may be wrong with it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
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

#: SQLite's own codes of a file that is damaged, or none of its files at all.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

#: A folder and a file that only the user may look into: the tables' keys lie there.
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class InUse(UnusableInput):
    """Another program holds the store."""


class Damaged(Exception):  # noqa: N818 - it is mended, and only its mender sees it
    """The store's file is damaged."""


def open_database(folder: Path, migrations: Sequence[str] = MIGRATIONS) -> sqlite3.Connection:
    """The store's file in a folder, made where it is missing and brought up to date. Raises
    UnusableInput, InUse where another process has it open, and Damaged."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
        _make_private(folder / FILE_NAME)
        # Autocommit: transactions are begun and ended by the store alone.
        database = sqlite3.connect(
            folder / FILE_NAME, isolation_level=None, check_same_thread=False
        )
        return _prepared(database, folder, migrations)
    except sqlite3.OperationalError as error:
        raise _operational(folder, error) from None
    except (OSError, sqlite3.DatabaseError) as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            raise Damaged(str(error)) from None
        why = getattr(error, "strerror", None) or error
        raise UnusableInput(
            f"the games in {folder} cannot be opened ({why}); give another folder with --data."
        ) from None


def _make_private(file: Path) -> None:
    """Makes the file where it is missing; either way only the user may read it. What SQLite writes
    beside it gets the same rights."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, FILE_MODE))
    with suppress(PermissionError):  # it is another user's
        file.chmod(FILE_MODE)


def _prepared(
    database: sqlite3.Connection, folder: Path, migrations: Sequence[str]
) -> sqlite3.Connection:
    try:
        for setting in _SETTINGS:
            database.execute(setting)
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise Damaged(str(found))
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
