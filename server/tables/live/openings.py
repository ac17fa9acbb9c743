"""How a game comes to a live table: the last one taken up where it stands, or a new one begun."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.core.errors import ArbitableError
from server.errors import warn
from server.store.store import NotWritten, Store
from server.store.values import GameRow
from server.tables.channel import Channel
from server.tables.live.journalled_game import JournalledGame
from server.tables.setup import ReaderStart, Setup, new_game, resumable, resumed_game

#: What an unusable kept game raises, whether its events or its rules make no sense any more.
_UNUSABLE = (ArbitableError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class GameOpener:
    """Opens the games of one table. `start`: what readers start from; `clock`: seconds
    since the epoch."""

    store: Store
    channel: Channel
    table: str
    start: ReaderStart
    clock: Callable[[], float]

    def first(self, setup: Setup) -> JournalledGame | None:
        """The game to go on with, else the one asked for; None where none was. Raises
        NotWritten."""
        kept = resumable(self.store, self.table, setup, self.clock())
        if kept is None:
            return self._asked_for(setup)
        try:
            return self._resumed(kept)
        except NotWritten:
            raise
        except _UNUSABLE as error:
            said = f"The last game cannot be gone on with ({error}); it stays among the evenings."
            warn(said)
            return self._asked_for(setup)

    def new(self, setup: Setup) -> JournalledGame:
        """A new game, written and told. Raises NotWritten; UnknownName for what does not exist."""
        session = new_game(setup, self.start)
        return JournalledGame.begun(self.store, self.channel, self.table, session)

    def _asked_for(self, setup: Setup) -> JournalledGame | None:
        return None if setup.game is None else self.new(setup)

    def _resumed(self, kept: GameRow) -> JournalledGame:
        session = resumed_game(self.store, kept, self.start)
        return JournalledGame(self.store, self.channel, kept, session)
