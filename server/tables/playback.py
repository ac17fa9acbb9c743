"""Plays a folder of photos as if they were taken now, one turn after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from server.pipeline.session import Session
from server.store.memory import PictureStore
from server.store.values import Picture, TableRow
from server.tables.channel import Channel
from server.tables.player_commands import CommandRejected, PlayerCommand, PressButton
from server.tables.table import RECORDED, Table
from server.views.now.game_state import recorded_state
from server.views.now.standing_json import Standings
from server.views.payloads import game_payload, moment_payload
from server.views.pictures.board import board_now
from server.views.pictures.spot import spot_of


class Playback(Table):
    """One table shown from photos. Every photo is read when its turn comes, never before.

    `opening` gives the session before the first photo; it runs on the playing thread, as loading
    a reader takes a moment. `interval_s`: seconds from one call to the next photo.
    """

    def __init__(
        self,
        photos: tuple[Path, ...],
        opening: Callable[[], Session],
        channel: Channel,
        *,
        interval_s: float = 4.0,
    ) -> None:
        super().__init__(replace(TableRow.fresh("demo"), log=channel.ident), channel)
        self.pictures = PictureStore()
        self._photos = photos
        self._opening = opening
        self._interval_s = interval_s
        self._first: Session | None = None
        self._session: Session | None = None
        self._index = 0
        self._round = 0
        self._playing = True
        self._wanted = False
        self._buttons: dict[str, Callable[[], None]] = {
            "play": lambda: self._set_playing(self._index < len(self._photos)),
            "pause": lambda: self._set_playing(False),
            "next": self._next,
            "restart": self._restart,
        }
        self._standings = Standings()

    def run(self) -> None:
        """Plays until the program ends; meant for a daemon thread."""
        try:
            self.begin()
            while True:
                self.step()
                self._wait()
        except Exception as error:  # the page must learn that nothing more will come
            self.channel.publish("fault", {"kind": type(error).__name__, "message": str(error)})

    def _wait(self) -> None:
        with self._change:
            self._change.wait_for(lambda: self._wanted or not self._playing, self._interval_s)
            self._change.wait_for(lambda: self._wanted or self._playing)
            self._wanted = False

    def begin(self) -> None:
        """Tells the page which game begins. Each beginning is a round of its own."""
        first = self._first or self._opening()
        with self._change:
            self._first = self._session = first
            self._index, self._round = 0, self._round + 1
            self.channel.publish("started", game_payload(first, len(self._photos)))
            self.channel.publish("playing", {"playing": self._playing})

    def step(self) -> bool:
        """Reads the next photo and publishes its calls; False where none is left. What was being
        read when somebody restarted the game is dropped."""
        with self._change:
            session, index, current = self._session, self._index, self._round
        if session is None or index >= len(self._photos):
            return False
        after, moment = session.look(self._photos[index])
        data = moment_payload(moment, index, self.pictures, spot=spot_of(moment))
        with self._change:
            if current == self._round:
                self._session, self._index = after, index + 1
                self.channel.publish("moment", data)
                if self._index >= len(self._photos):
                    self._set_playing(False)
        return True

    def _execute(self, command: PlayerCommand) -> CommandRejected | None:
        if not isinstance(command, PressButton) or command.name not in self._buttons:
            return RECORDED
        self._buttons[command.name]()
        self._change.notify_all()
        return None

    def picture(self, ident: str) -> Picture | None:
        """A picture of the recording by its id."""
        return self.pictures.get(ident)

    def session(self) -> Session | None:
        """The game as it stands, None before it has begun."""
        with self._change:
            return self._session

    def board(self) -> dict[str, object] | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        session = self.session()
        return None if session is None else board_now(session, None)

    def standing(self) -> dict[str, object]:
        """What stands after the photos shown so far."""
        with self._change:
            return self._standings.told(self._session, self.channel.last, paused=False, status={})

    def state(self) -> dict[str, object]:
        """Where the playback stands, as a page needs to know it."""
        with self._change:
            return {
                "event": self.channel.last,
                "playing": self._playing,
                "shown": self._index,
                "total": len(self._photos),
                "live": False,
                "standing": self.standing(),
                **recorded_state(self._session),
            }

    def _next(self) -> None:
        self._wanted = True
        self._set_playing(False)

    def _restart(self) -> None:
        self._playing = True
        self._wanted = True
        self.begin()

    def _set_playing(self, playing: bool) -> None:
        if playing != self._playing:
            self._playing = playing
            self.channel.publish("playing", {"playing": playing})
