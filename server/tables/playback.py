"""Plays a folder of photos as if they were taken now, one turn after another."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.pipeline.session import Session
from server.store.pictures import Pictures
from server.store.values import Json, Picture, TableRow
from server.tables.channel import Channel
from server.tables.player_commands import Impossible, Order, Press, Stale
from server.tables.table import PlaceRead
from server.views.board import board_now
from server.views.game_state import recorded_state
from server.views.payloads import told_game, told_moment
from server.views.standing_json import Standings
from vision.reader import Image

_RECORDED = Impossible("recorded", "This is a recording; nothing can be added to it.")

#: The buttons of a recording.
_BUTTONS = ("play", "pause", "next", "restart")


class Playback:
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
        self.row = TableRow("demo", channel.ident, *(secrets.token_urlsafe() for _ in range(3)))
        self.channel = channel
        self.pictures = Pictures()
        self._photos = photos
        self._opening = opening
        self._interval_s = interval_s
        self._change = threading.Condition()
        self._first: Session | None = None
        self._session: Session | None = None
        self._index = 0
        self._round = 0
        self._playing = True
        self._wanted = False
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
            self._change.wait_for(self._due, self._interval_s)
            self._change.wait_for(self._may_step)
            self._wanted = False

    def begin(self) -> None:
        """Tells the page which game begins. Each beginning is a round of its own."""
        first = self._first or self._opening()
        with self._change:
            self._first = self._session = first
            self._index, self._round = 0, self._round + 1
            self.channel.publish("started", told_game(first, len(self._photos)))
            self.channel.publish("playing", {"playing": self._playing})

    def step(self) -> bool:
        """Reads the next photo and publishes its calls; False where none is left. What was being
        read when somebody restarted the game is dropped."""
        with self._change:
            session, index, current = self._session, self._index, self._round
        if session is None or index >= len(self._photos):
            return False
        after, moment = session.look(self._photos[index])
        data = told_moment(moment, index, self.pictures)
        with self._change:
            if current == self._round:
                self._session, self._index = after, index + 1
                self.channel.publish("moment", data)
                self._stop_at_the_end()
        return True

    def order(self, order: Order, seen: int) -> Stale | Impossible | None:
        """Carries out `play`, `pause`, `next` or `restart`, unless something happened since the
        event the sender had seen."""
        with self._change, self.channel.held() as last:
            if seen != last:
                return Stale(seen, last)
            if not isinstance(order, Press) or order.name not in _BUTTONS:
                return _RECORDED
            getattr(self, f"_{order.name}")()
            self._change.notify_all()
        return None

    def close(self) -> None:
        """Ends the channel; the playing thread ends with the program."""
        self.channel.close()

    def picture(self, ident: str) -> Picture | None:
        """A picture of the recording by its id."""
        return self.pictures.get(ident)

    def saved(self) -> bytes | None:
        """None: a recording is not kept."""
        return None

    def session(self) -> Session | None:
        """The game as it stands, None before it has begun."""
        with self._change:
            return self._session

    def board(self) -> Json | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        session = self.session()
        return None if session is None else board_now(session, None)

    def readings(self) -> tuple[PlaceRead, ...]:
        """Nothing: a recording is not corrected."""
        return ()

    def view(self) -> Image | None:
        """None: no camera looks on."""
        return None

    def push(self, image: Image) -> Impossible | None:
        """Refuses: a recording has its pictures."""
        return _RECORDED

    def photo(self, image: Image) -> Json | Impossible:
        """Refuses: a recording has its pictures."""
        return _RECORDED

    def standing(self) -> dict[str, Any]:
        """What stands after the photos shown so far."""
        with self._change:
            return self._standings.told(self._session, self.channel.last, paused=False, status={})

    def state(self) -> dict[str, Any]:
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

    def _play(self) -> None:
        self._set_playing(self._index < len(self._photos))

    def _pause(self) -> None:
        self._set_playing(False)

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

    def _stop_at_the_end(self) -> None:
        if self._index >= len(self._photos):
            self._set_playing(False)

    def _due(self) -> bool:
        return self._wanted or not self._playing

    def _may_step(self) -> bool:
        return self._wanted or self._playing
