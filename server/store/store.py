"""The event store: tables, games, events, entries and pictures, each step in one transaction."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.core.codec import Json
from rules.core.errors import ArbitableError
from server.errors import warn
from server.store.database import Damaged, open_database
from server.store.named_texts import with_names
from server.store.rescue import rescue
from server.store.values import Disk, GameRow, LogEntry, Picture, Step, TableRow, packed, unpacked

#: Bytes that pictures may take where nobody said otherwise: some ten thousand calls.
DEFAULT_LIMIT_BYTES = 2_000_000_000

#: Share of the limit that is left after old pictures were deleted, so that it is done seldom.
_AFTER_CLEARING = 0.9

#: Seconds that closing waits for a step that is being written.
_CLOSE_S = 0.5

#: What the disk does not take, by SQLite's code.
_TROUBLES = {
    sqlite3.SQLITE_FULL: "There is no room left on the disk. "
    "Nothing is lost: free some room and go on.",
    sqlite3.SQLITE_IOERR: "The disk cannot be written. "
    "Nothing is lost: look after the disk and go on.",
}

_GAME = """
    SELECT id, table_id, game, began,
           coalesce((SELECT at FROM events WHERE game_id = games.id
                     ORDER BY number DESC LIMIT 1), began)
    FROM games
"""


class NotWritten(ArbitableError):  # noqa: N818 - reads as the fact it states
    """The disk takes nothing more; what was written before is safe."""


#: What a step that could not be kept raises: it was not told, and is worth another try.
NOT_KEPT = (NotWritten, sqlite3.Error)


class Store:
    """All games of one `--data` folder. Safe to use from several threads."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: Callable[[], float] = time.time,
        limit_bytes: int = DEFAULT_LIMIT_BYTES,
    ) -> None:
        self.folder = folder
        #: What had to be mended when it was opened, in a sentence; None for nothing.
        self.mended: str | None = None
        try:
            self._database = open_database(folder)
        except Damaged:
            self.mended = rescue(folder)
            self._database = open_database(folder)
        self._clock = clock
        self._limit = limit_bytes
        self._lock = threading.RLock()
        self._deleted = 0
        [self._used] = self._row("SELECT coalesce(sum(size), 0) FROM pictures")

    def close(self) -> None:
        """Lets go of the file, which then holds everything by itself. Where a step is still being
        written it stays beside it, as after a kill."""
        if self._lock.acquire(timeout=_CLOSE_S):
            try:
                self._database.close()
            finally:
                self._lock.release()

    def table(self, ident: str) -> TableRow:
        """A table with its keys; made where there is none of that name."""
        row = self._row("SELECT id, log, watch, camera, keeper FROM tables WHERE id = ?", ident)
        if row is not None:
            return TableRow(*row)
        fresh = TableRow.fresh(ident)
        with self._writing():
            values = (*astuple(fresh), self._clock())
            self._database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", values)
        return fresh

    def camera(self, table: str) -> str | None:
        """What looked at a table last, as `--camera` takes it; None where nothing ever did."""
        row = self._row("SELECT source FROM cameras WHERE table_id = ?", table)
        return None if row is None else str(row[0])

    def keep_camera(self, table: str, source: str) -> None:
        """Keeps what looks at a table now. Where that cannot be written it is said: the camera
        looks all the same."""
        try:
            with self._writing():
                self._database.execute(
                    "INSERT OR REPLACE INTO cameras VALUES (?, ?)", (table, source)
                )
        except NOT_KEPT as error:
            warn(f"after a restart {table} must choose its camera anew ({error})")

    def new_game(self, table: str, game: str, step: Step) -> tuple[GameRow, tuple[LogEntry, ...]]:
        """A game begins at a table, with its first events and entries."""
        now = self._clock()
        with self._writing():
            cursor = self._database.execute(
                "INSERT INTO games (table_id, game, began) VALUES (?, ?, ?)", (table, game, now)
            )
            number = int(cursor.lastrowid or 0)
            entries = self._insert(table, number, step)
        return GameRow(number, table, game, now, now), entries

    def write(self, game: GameRow, step: Step) -> tuple[LogEntry, ...]:
        """Writes a step whole or not at all, and gives the entries with their numbers. When it
        returns, the step survives a kill and a power cut. Then makes room where there is none;
        what fails at that is said, as the step is kept."""
        with self._writing():
            entries = self._insert(game.table, game.number, step)
        try:
            self._make_room()
        except NOT_KEPT as error:
            warn(f"old pictures could not be deleted, which is tried again ({error})")
        return entries

    def games(self, table: str | None = None) -> tuple[GameRow, ...]:
        """The games, oldest first; of one table or of all."""
        rows = self._all(f"{_GAME} WHERE ?1 IS NULL OR table_id = ?1 ORDER BY id", table)
        return tuple(GameRow(*row) for row in rows)

    def events(self, game: GameRow) -> tuple[Json, ...]:
        """The referee's events of a game, in order; where the disk spoilt one, those before it."""
        rows = self._all("SELECT data FROM events WHERE game_id = ? ORDER BY number", game.number)
        found = [unpacked(data) for (data,) in rows]
        whole = found.index(None) if None in found else len(found)
        return tuple(data for data in found[:whole] if data is not None)

    def entries(
        self,
        table: str,
        after: int = 0,
        *,
        game: GameRow | None = None,
        names: Mapping[str, str] | None = None,
    ) -> tuple[LogEntry, ...]:
        """What the live channel of a table told after a number; of one game or of all. With
        `names`: with players by these, else by their marks, as it is kept."""
        rows = self._all(
            "SELECT number, kind, data FROM entries WHERE table_id = ?1 AND number > ?2"
            " AND (?3 IS NULL OR game_id = ?3) ORDER BY number",
            *(table, after, game.number if game else None),
        )
        read = (
            (number, kind, unpacked(data if names is None else with_names(data, names)))
            for number, kind, data in rows
        )
        return tuple(LogEntry(n, kind, data) for n, kind, data in read if data is not None)

    def told(
        self, game: GameRow, kind: str, names: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[Json, ...]:
        """What was told of a game in entries of one kind, oldest first, with players by `names`."""
        rows = self._all(
            # Not by its table as well: SQLite would go through all that was told there.
            "SELECT data FROM entries WHERE game_id = ? AND kind = ? ORDER BY number",
            *(game.number, kind),
        )
        found = (unpacked(with_names(text, names)) for (text,) in rows)
        return tuple(data for data in found if data is not None)

    def earlier_photos(self, game: GameRow) -> tuple[str, ...]:
        """The names of the pictures that earlier games of the table were told of and have."""
        rows = self._all(
            "SELECT DISTINCT CASE WHEN json_valid(data)"
            " AND json_extract(data, '$.pictures.plain') IS NOT NULL"
            " AND json_extract(data, '$.order') IS NULL THEN json_extract(data, '$.photo') END"
            " FROM entries WHERE table_id = ? AND kind = 'moment' AND game_id < ?",
            *(game.table, game.number),
        )
        return tuple(str(name) for (name,) in rows if name is not None)

    def latest(
        self, table: str, kind: str, names: Mapping[str, str] = MappingProxyType({})
    ) -> LogEntry | None:
        """The newest entry of a kind, with players by `names`, or None."""
        row = self._row(
            "SELECT number, kind, data FROM entries WHERE table_id = ? AND kind = ?"
            " ORDER BY number DESC LIMIT 1",
            *(table, kind),
        )
        data = None if row is None else unpacked(with_names(row[2], names))
        return None if data is None else LogEntry(row[0], row[1], data)

    def last(self, table: str) -> int:
        """The number of a table's newest entry, 0 while there is none."""
        query = "SELECT coalesce(max(number), 0) FROM entries WHERE table_id = ?"
        return int(self._row(query, table)[0])

    def picture(self, table: str, ident: str) -> Picture | None:
        """A picture of a table; None where there is none of that name, or no longer."""
        row = self._row(
            "SELECT data, media_type FROM pictures WHERE table_id = ? AND id = ?", table, ident
        )
        return None if row is None else Picture(*row)

    def disk(self) -> Disk:
        """How much room pictures take."""
        with self._lock:
            return Disk(self._used, self._limit, self._deleted)

    def _insert(self, table: str, game: int, step: Step) -> tuple[LogEntry, ...]:
        now = self._clock()
        for picture in step.pictures:
            self._insert_picture(table, picture)
        [first] = self._row("SELECT count(*) FROM events WHERE game_id = ?", game)
        self._database.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?)",
            [(game, n, packed(event), now) for n, event in enumerate(step.events, first)],
        )
        entries = [LogEntry(n, *e) for n, e in enumerate(step.entries, self.last(table) + 1)]
        self._database.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
            [(table, e.number, game, e.kind, packed(e.data), now) for e in entries],
        )
        return tuple(entries)

    def _insert_picture(self, table: str, picture: Picture) -> None:
        cursor = self._database.execute(
            "INSERT OR IGNORE INTO pictures (table_id, id, media_type, size, data)"
            " VALUES (?, ?, ?, ?, ?)",
            (table, picture.ident, picture.media_type, len(picture.data), picture.data),
        )
        if cursor.rowcount > 0:
            self._used += len(picture.data)

    def _make_room(self) -> None:
        """Deletes the oldest pictures where they take more than they may; events stay."""
        with self._lock:
            if self._used <= self._limit:
                return
            with self._writing():
                self._delete_oldest(self._used - int(self._limit * _AFTER_CLEARING))
            self._database.execute("PRAGMA incremental_vacuum").fetchall()

    def _delete_oldest(self, excess: int) -> None:
        last, freed, gone = 0, 0, 0
        for number, size in self._all("SELECT number, size FROM pictures ORDER BY number"):
            if freed >= excess:
                break
            last, freed, gone = number, freed + size, gone + 1
        self._database.execute("DELETE FROM pictures WHERE number <= ?", (last,))
        self._used, self._deleted = self._used - freed, self._deleted + gone

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, whole or not at all. Raises NotWritten where the disk does not take
        it."""
        with self._lock:
            counts = self._used, self._deleted
            try:
                self._database.execute("BEGIN IMMEDIATE")
                yield
                self._database.execute("COMMIT")
            except BaseException as error:
                self._used, self._deleted = counts
                if self._database.in_transaction:  # a full disk may have ended it already
                    self._database.execute("ROLLBACK")
                why = _disk_trouble(error)
                if why is not None:
                    raise NotWritten(why) from None
                raise

    def _all(self, query: str, *values: object) -> list[Any]:
        with self._lock:
            return self._database.execute(query, values).fetchall()

    def _row(self, query: str, *values: object) -> Any:
        with self._lock:
            return self._database.execute(query, values).fetchone()


def _disk_trouble(error: BaseException) -> str | None:
    """What is wrong with the disk, None for an error of another kind."""
    return _TROUBLES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


class TableLog:
    """The log of one table. What is added belongs to its newest game. `names`: what players are
    called now."""

    def __init__(
        self, store: Store, table: str, names: Callable[[], Mapping[str, str]] = dict
    ) -> None:
        self._names = names
        self._store = store
        self._table = table

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""
        return self._store.last(self._table)

    def append(self, kind: str, data: Json) -> LogEntry:
        """Adds an event and returns it with its number."""
        [event] = self._store.write(self._game(), Step(entries=((kind, data),)))
        return event

    def since(self, number: int) -> tuple[LogEntry, ...]:
        """The events after a number, oldest first."""
        return self._store.entries(self._table, max(number, 0), names=self._names())

    def latest(self, kind: str) -> LogEntry | None:
        """The newest event of a kind, or None."""
        return self._store.latest(self._table, kind, self._names())

    def _game(self) -> GameRow:
        return self._store.games(self._table)[-1]
