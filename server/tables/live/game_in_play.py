"""The game that is played at a live table, taken up where it stands or begun anew, and whether it
pauses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from rules.core.errors import ArbitableError
from server.errors import warn
from server.pipeline.session import Session
from server.store.store import NotWritten, Store
from server.tables.channel import Channel
from server.tables.live.journalled_game import JournalledGame
from server.tables.player_commands import CommandRejected
from server.tables.resuming import (
    ReaderStart,
    Setup,
    knowing_start,
    new_game,
    resumable,
    resumed_game,
)
from server.views.pictures.board import board_now
from server.views.places import PlaceCandidates, place_candidates

#: What an unusable kept game raises, whether its events or its rules make no sense any more.
_UNUSABLE = (ArbitableError, AttributeError, LookupError, TypeError, ValueError)

#: What is said where no game is in play.
NOT_READY = CommandRejected(
    "not-ready", "The table is not ready yet: choose a game, or wait a moment."
)


class GameInPlay:
    """The game of one `table`; who changes it holds the table's lock `change`, which is notified of
    the first one. `start`: what readers start from; `clock`: seconds since the epoch."""

    def __init__(
        self,
        store: Store,
        table: str,
        channel: Channel,
        change: threading.Condition,
        start: ReaderStart,
        clock: Callable[[], float],
    ) -> None:
        #: None before one is chosen.
        self.game: JournalledGame | None = None
        #: Whether nothing is to be judged just now.
        self.paused = False
        self._store = store
        self._table = table
        self._start = start
        self._channel = channel
        self._change = change
        self._clock = clock

    @property
    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""
        game = self.game
        return None if game is None else game.session

    def known_unseen(self) -> object:
        """What the reader knows of the table before it looks at it, in the game as it stands: what
        it would know after a restart."""
        session = self.session
        return None if session is None else knowing_start(session, self._start).memory

    def take_up(self, setup: Setup) -> JournalledGame | None:
        """Takes up the game where it stands, paused where it was, or begins the one asked for; None
        where none was. Raises NotWritten."""
        game = self._first(setup)
        told = self._channel.latest("playing") if game is not None else None
        with self._change:
            self.game = game
            if told is not None and not told.data["playing"]:
                self.paused = True
            self._change.notify_all()
        return game

    def begin(self, setup: Setup) -> None:
        """Begins another game. Raises NotWritten; UnknownName, and the game goes on."""
        self.game = self._begun(setup)
        self.paused = False

    def _first(self, setup: Setup) -> JournalledGame | None:
        """The game to go on with, else the one asked for; None where none was."""
        try:
            kept = resumable(self._store, self._table, setup, self._clock())
            if kept is not None:
                session = resumed_game(self._store, kept, self._start)
                return JournalledGame(self._store, self._channel, kept, session)
        except NotWritten:
            raise
        except _UNUSABLE as error:
            warn(f"The last game cannot be gone on with ({error}); it stays among the evenings.")
        return None if setup.game is None else self._begun(setup)

    def _begun(self, setup: Setup) -> JournalledGame:
        """A new game, written and told."""
        session = new_game(setup, self._start)
        return JournalledGame.begun(self._store, self._channel, self._table, session)

    def set_playing(self, playing: bool) -> None:
        """Goes on, or pauses; what is so already is not told again."""
        if self.paused == playing:
            if self.game is not None:
                self._channel.publish("playing", {"playing": playing})
            self.paused = not playing

    def now(self) -> str:
        """The time of day, as what happens without a photo's name is called."""
        return time.strftime("%H:%M:%S", time.localtime(self._clock()))

    def board(self) -> dict[str, object] | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        with self._change:
            game = self.game
            return None if game is None else board_now(game.session, game.newest)

    def readings(self) -> tuple[PlaceCandidates, ...]:
        """What the newest clear look may show, place by place."""
        with self._change:
            game = self.game
            if game is None or game.newest is None:
                return ()
            session, newest = game.session, game.newest
        return place_candidates(replace(newest, session=session))
