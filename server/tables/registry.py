"""Every table of this server, by name."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rules.core.errors import ArbitableError
from server.tables.player_commands import CommandRejected
from server.tables.resuming import Setup
from server.tables.table import Table

#: What a table may be called: a word that fits into an address and a file name.
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

#: Tables that one server takes; each watches a camera and holds a reader.
MOST_TABLES = 8

#: Makes a table of a name, to be started; None where this server has only its own.
MakeTable = Callable[[str, Setup, str | None], Table]

#: Puts a saved game into the store as a table's newest one. Raises ArbitableError.
ImportGame = Callable[[str, bytes], None]

_RECORDING = CommandRejected("not-here", "This server shows a recording only.")


class TableRegistry:
    """Tables by name. Safe to use from several threads."""

    def __init__(
        self,
        tables: Iterable[Table],
        make: MakeTable | None = None,
        import_game: ImportGame | None = None,
    ) -> None:
        self._tables = {table.row.ident: table for table in tables}
        #: Names of tables that are being made.
        self._coming: set[str] = set()
        #: Held for the two above, and for no work.
        self._lock = threading.Lock()
        #: One saved game at a time: each is unpacked and judged anew, for up to a minute.
        self._importing = threading.Lock()
        self._make = make
        self._import_game = import_game

    def tables(self) -> tuple[Table, ...]:
        """Every table, in the order they were opened."""
        with self._lock:
            return tuple(self._tables.values())

    def table(self, ident: str) -> Table | None:
        """The table of that name, or None."""
        with self._lock:
            return self._tables.get(ident)

    def games_in_play(self) -> frozenset[int]:
        """The numbers of the kept games that are played now."""
        return frozenset(n for table in self.tables() if (n := table.game_in_play()) is not None)

    def open(self, ident: str, setup: Setup, source: str | None) -> Table | CommandRejected:
        """A new table, watched from now on; refused where there is one of that name."""
        if self._make is None:
            return _RECORDING
        with self._place(ident) as refused:
            return refused or self._opened(self._make(ident, setup, source))

    def open_saved(self, ident: str, data: bytes) -> Table | CommandRejected:
        """A new table on a saved game; refused for what is none. Where no table can be opened
        nothing of the game is kept."""
        if self._make is None or self._import_game is None:
            return _RECORDING
        with self._importing, self._place(ident) as refused:
            if refused is not None:
                return refused
            try:
                self._import_game(ident, data)
            except ArbitableError as error:
                return CommandRejected("no-game", str(error))
            return self._opened(self._make(ident, Setup(), None))

    @contextmanager
    def _place(self, ident: str) -> Iterator[CommandRejected | None]:
        """Keeps the name, and one of the places, while its table is made; gives why there is
        none, None where there is."""
        with self._lock:
            refused = self._objection(ident)
            if refused is None:
                self._coming.add(ident)
        try:
            yield refused
        finally:
            if refused is None:
                with self._lock:
                    self._coming.remove(ident)

    def _objection(self, ident: str) -> CommandRejected | None:
        """Why no table of that name can be opened, None where one can."""
        taken = {*self._tables, *self._coming}
        if TABLE_NAME.fullmatch(ident) is None:
            return CommandRejected("bad-name", "Give a name of letters a-z, digits and dashes.")
        if ident in taken:
            return CommandRejected("taken", "There is a table of that name.")
        if len(taken) >= MOST_TABLES:
            return CommandRejected("too-many", f"This server takes {MOST_TABLES} tables.")
        return None

    def _opened(self, table: Table) -> Table:
        with self._lock:
            self._tables[table.row.ident] = table
        start(table)
        return table

    def close(self) -> None:
        """Ends every table."""
        for table in self.tables():
            table.close()


def start(table: Table) -> None:
    """Watches a table on a thread of its own until the program ends."""
    threading.Thread(target=table.run, daemon=True, name=f"table {table.row.ident}").start()
