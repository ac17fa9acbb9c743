"""Every table of this server, by name."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable

from rules.core.errors import ArbitableError
from server.tables.player_commands import CommandRejected
from server.tables.setup import Setup
from server.tables.table import Table

#: What a table may be called: a word that fits into an address and a file name.
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

#: Tables that one server takes; each watches a camera and holds a reader.
MOST_TABLES = 8

#: Makes and starts a table of a name; None where this server has only its own.
OpenTable = Callable[[str, Setup, str | None], Table]

#: Puts a saved game into the store as a table's newest one. Raises ArbitableError.
ImportGame = Callable[[str, bytes], None]

_RECORDING = CommandRejected("not-here", "This server shows a recording only.")


class TableRegistry:
    """Tables by name. Safe to use from several threads."""

    def __init__(
        self,
        tables: Iterable[Table],
        make: OpenTable | None = None,
        import_game: ImportGame | None = None,
    ) -> None:
        self._tables = {table.row.ident: table for table in tables}
        self._make = make
        self._import_game = import_game
        self._lock = threading.RLock()
        self._importing = threading.Lock()

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
        with self._lock:
            refused = self._objection(ident)
            if self._make is None or refused is not None:
                return refused or _RECORDING
            table = self._tables[ident] = self._make(ident, setup, source)
        start(table)
        return table

    def _objection(self, ident: str) -> CommandRejected | None:
        """Why no table of that name can be opened, None where one can."""
        with self._lock:
            if self._make is None:
                return _RECORDING
            if TABLE_NAME.fullmatch(ident) is None:
                return CommandRejected("bad-name", "Give a name of letters a-z, digits and dashes.")
            if ident in self._tables:
                return CommandRejected("taken", "There is a table of that name.")
            if len(self._tables) >= MOST_TABLES:
                return CommandRejected("too-many", f"This server takes {MOST_TABLES} tables.")
        return None

    def open_saved(self, ident: str, data: bytes) -> Table | CommandRejected:
        """A new table on a saved game; refused for what is none. Where no table can be opened
        nothing of the game is kept."""
        with self._importing:
            refused = self._objection(ident)
            if self._import_game is None or refused is not None:
                return refused or _RECORDING
            try:
                self._import_game(ident, data)
            except ArbitableError as error:
                return CommandRejected("no-game", str(error))
            return self.open(ident, Setup(), None)

    def close(self) -> None:
        """Ends every table."""
        for table in self.tables():
            table.close()


def start(table: Table) -> None:
    """Watches a table on a thread of its own until the program ends."""
    threading.Thread(target=table.run, daemon=True, name=f"table {table.row.ident}").start()
