"""A damaged store: kept aside as it is, and what can be read of it put into a new one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

from server.store.database import FILE_NAME, FOLDER_MODE, open_database
from server.store.values import TableRow, unpacked

#: The file and what SQLite keeps beside it.
_FILES = (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm")

#: Where a game is put of which nobody knows any more where it was played.
_USUAL_TABLE = "table"

#: Rows that are stepped over, twice as many each time, until a readable one comes.
_MOST_STEPS = 16


def rescue(folder: Path) -> str:
    """Puts a folder's damaged store aside and what can be read of it into a new one. Gives a
    sentence that says so."""
    aside = _put_aside(folder)
    with closing(open_database(folder)) as fresh:
        games = 0
        with suppress(sqlite3.DatabaseError):  # not even its head can be read
            old = sqlite3.connect(aside / FILE_NAME, isolation_level=None)
            with closing(old):
                games = _copied(old, fresh)
    return (
        f"the games in {folder} were damaged: {games} of them could be read and go on; "
        f"the damaged file is kept in {aside}."
    )


def _put_aside(folder: Path) -> Path:
    base = f"damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (base, *(f"{base}-{number}" for number in range(2, 100)))
    aside = next(folder / name for name in names if not (folder / name).exists())
    aside.mkdir(mode=FOLDER_MODE)
    for name in _FILES:
        if (folder / name).exists():
            (folder / name).rename(aside / name)
    return aside


def _copied(old: sqlite3.Connection, fresh: sqlite3.Connection) -> int:
    """Copies what can be read, in one transaction; gives the number of games."""
    fresh.execute("BEGIN IMMEDIATE")
    _copy_tables(old, fresh)
    rows = {
        row[0]: row
        for row in _after(
            old, "SELECT id, table_id, game, began FROM games WHERE id > ? ORDER BY id"
        )
    }
    rows |= {row[0]: row for row in _told_of(old) if row[0] not in rows}
    games = 0
    for number, row in sorted(rows.items()):
        with suppress(sqlite3.IntegrityError):  # no table can be found, or no event made
            _ensure_table(fresh, row[1])
            fresh.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", row)
            games += _copy_events(old, fresh, number) > 0
    _copy_cameras(old, fresh)
    for (table,) in fresh.execute("SELECT id FROM tables").fetchall():
        _copy_entries(old, fresh, table)
    _copy_pictures(old, fresh)
    fresh.execute("COMMIT")
    return games


def _copy_tables(old: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    with suppress(sqlite3.DatabaseError):
        for row in old.execute("SELECT id, log, watch, camera, keeper, created FROM tables"):
            fresh.execute("INSERT OR IGNORE INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)


def _copy_cameras(old: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """What looked at the tables that could be found."""
    tables = {ident for (ident,) in fresh.execute("SELECT id FROM tables")}
    with suppress(sqlite3.DatabaseError):  # also of a file from before cameras were kept
        for row in old.execute("SELECT table_id, source FROM cameras"):
            if row[0] in tables:
                fresh.execute("INSERT OR IGNORE INTO cameras VALUES (?, ?)", row)


def _told_of(old: sqlite3.Connection) -> Iterator[tuple[int, str, str, float]]:
    """Games by their own first events, where the list of games is lost; their tables by what was
    told there."""
    tables: dict[int, str] = {}
    with suppress(sqlite3.DatabaseError):
        tables |= old.execute("SELECT DISTINCT game_id, table_id FROM entries").fetchall()
    query = "SELECT game_id, data, at FROM events WHERE number = 0 AND game_id > ? ORDER BY game_id"
    for number, data, at in _after(old, query):
        game = (unpacked(data) or {}).get("game")
        if isinstance(game, str):
            yield number, tables.get(number, _USUAL_TABLE), game, at


def _ensure_table(fresh: sqlite3.Connection, ident: str) -> None:
    """A table whose row is lost gets new keys."""
    values = (*astuple(TableRow.fresh(ident)), time.time())
    fresh.execute("INSERT OR IGNORE INTO tables VALUES (?, ?, ?, ?, ?, ?)", values)


def _copy_events(old: sqlite3.Connection, fresh: sqlite3.Connection, game: int) -> int:
    """A game's events up to the first that is lost: what follows it means nothing without it."""
    count = 0
    query = (
        "SELECT number, data, at FROM events"
        f" WHERE game_id = {int(game)} AND number > ? ORDER BY number"
    )
    for number, data, at in _after(old, query, -1):
        if number != count or unpacked(data) is None:
            break
        fresh.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (game, number, data, at))
        count += 1
    return count


def _copy_entries(old: sqlite3.Connection, fresh: sqlite3.Connection, table: str) -> None:
    """What was told, numbered on without gaps."""
    games = {ident for (ident,) in fresh.execute("SELECT id FROM games")}
    query = (
        "SELECT number, game_id, kind, data, at FROM entries"
        " WHERE table_id = ?2 AND number > ?1 ORDER BY number"
    )
    number = 0
    for _, game, kind, data, at in _after(old, query, 0, table):
        if game in games and unpacked(data) is not None:
            number += 1
            row = (table, number, game, kind, data, at)
            fresh.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)


def _copy_pictures(old: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    query = (
        "SELECT number, table_id, id, media_type, size, data FROM pictures"
        " WHERE number > ? ORDER BY number"
    )
    for row in _after(old, query):
        with suppress(sqlite3.IntegrityError):  # of a table that is lost
            fresh.execute("INSERT INTO pictures VALUES (?, ?, ?, ?, ?, ?)", row)


def _after(old: sqlite3.Connection, query: str, last: int = 0, *more: object) -> Iterator[Any]:
    """Rows whose first column grows from `last` on; those that cannot be read are stepped over."""
    steps = 0
    while steps < _MOST_STEPS:
        try:
            for row in old.execute(query, (last, *more)):
                yield row
                last, steps = row[0], 0
            return
        except sqlite3.DatabaseError:
            last, steps = last + 2**steps, steps + 1
