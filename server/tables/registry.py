"""The hall: every table of this server, and who may do what at which."""

from __future__ import annotations

import hmac
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from rules.core.errors import ArbitableError
from server.tables.player_commands import Impossible
from server.tables.setup import Setup
from server.tables.table import Table

#: What a table may be called: a word that fits into an address and a file name.
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

#: Tables that one server takes; each watches a camera and holds a reader.
MOST_TABLES = 8

#: Makes and starts a table of a name; None where this server has only its own.
Make = Callable[[str, Setup, str | None], Table]

#: Puts a saved game into the store as a table's newest one. Raises ArbitableError.
TakeIn = Callable[[str, bytes], None]


class Role(IntEnum):
    """What a visitor may do; each may also do what stands before it."""

    WATCH = 1  # see the table
    CAMERA = 2  # send its pictures
    KEEPER = 3  # change the game
    HOST = 4  # at this very computer: open tables, choose its cameras


@dataclass(frozen=True, slots=True)
class Key:
    """What a key opens: one table, in one role."""

    table: str
    role: Role


class Hall:
    """Tables by name. Safe to use from several threads."""

    def __init__(
        self, tables: Iterable[Table], make: Make | None = None, take_in: TakeIn | None = None
    ) -> None:
        self._tables = {table.row.ident: table for table in tables}
        self._make = make
        self._take_in = take_in
        self._lock = threading.Lock()

    def tables(self) -> tuple[Table, ...]:
        """Every table, in the order they were opened."""
        with self._lock:
            return tuple(self._tables.values())

    def table(self, ident: str) -> Table | None:
        """The table of that name, or None."""
        with self._lock:
            return self._tables.get(ident)

    def open(self, ident: str, setup: Setup, source: str | None) -> Table | Impossible:
        """A new table, watched from now on; refused where there is one of that name."""
        with self._lock:
            if self._make is None:
                return Impossible("not-here", "This server shows a recording only.")
            if TABLE_NAME.fullmatch(ident) is None:
                return Impossible("bad-name", "Give a name of letters a-z, digits and dashes.")
            if ident in self._tables:
                return Impossible("taken", "There is a table of that name.")
            if len(self._tables) >= MOST_TABLES:
                return Impossible("too-many", f"This server takes {MOST_TABLES} tables.")
            table = self._tables[ident] = self._make(ident, setup, source)
        start(table)
        return table

    def open_saved(self, ident: str, data: bytes) -> Table | Impossible:
        """A new table on a saved game; refused for what is none."""
        if self._take_in is None:
            return Impossible("not-here", "This server shows a recording only.")
        if self.table(ident) is not None:
            return Impossible("taken", "There is a table of that name.")
        try:
            self._take_in(ident, data)
        except ArbitableError as error:
            return Impossible("no-game", str(error))
        return self.open(ident, Setup(), None)

    def key(self, text: str) -> Key | None:
        """What a key opens; None for a key of nothing."""
        for table in self.tables():
            row = table.row
            for role, known in (
                (Role.KEEPER, row.keeper),
                (Role.CAMERA, row.camera),
                (Role.WATCH, row.watch),
            ):
                if hmac.compare_digest(known.encode(), text.encode("utf-8", "replace")):
                    return Key(row.ident, role)
        return None

    def close(self) -> None:
        """Ends every table."""
        for table in self.tables():
            table.close()


def start(table: Table) -> None:
    """Watches a table on a thread of its own until the program ends."""
    threading.Thread(target=table.run, daemon=True, name=f"table {table.row.ident}").start()
