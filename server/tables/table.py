"""A table as the web app sees it, whether it is played now or shown from photos."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping

from server.pipeline.session import Session
from server.store.values import Picture, TableRow
from server.tables.channel import Channel
from server.tables.player_commands import (
    CommandRejected,
    PlayerCommand,
    StaleCommand,
    rests_on_events,
)
from server.views.payloads import MomentPayload
from server.views.places import PlaceCandidates
from vision.reader import Image

#: The answer of a recording to whatever would change it.
RECORDED = CommandRejected("recorded", "This is a recording; nothing can be added to it.")


class Table(ABC):
    """What pages ask of a table; without a camera it shows a recording. Safe to use from several
    threads. `row`: the table's name and keys; `channel`: what happened here, told live."""

    def __init__(self, row: TableRow, channel: Channel) -> None:
        self.row = row
        self.channel = channel
        self._change = threading.Condition(threading.RLock())

    @abstractmethod
    def run(self) -> None:
        """Watches the table until the program ends; meant for a daemon thread."""

    @abstractmethod
    def state(self) -> dict[str, object]:
        """How the table stands, JSON-ready."""

    @abstractmethod
    def standing(self) -> dict[str, object]:
        """What stands at the table now, whatever came last, JSON-ready."""

    @abstractmethod
    def picture(self, ident: str) -> Picture | None:
        """A picture of this table by its id."""

    @abstractmethod
    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""

    @abstractmethod
    def board(self) -> dict[str, object] | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""

    def execute(self, command: PlayerCommand, seen: int) -> StaleCommand | CommandRejected | None:
        """Carries out what a person asks, unless it rests on events and something happened since
        the one that the person had `seen`."""
        with self._change, self.channel.held() as last:
            stale = seen != last and rests_on_events(command)
            return StaleCommand(seen, last) if stale else self._execute(command)

    @abstractmethod
    def _execute(self, command: PlayerCommand) -> CommandRejected | None: ...

    def readings(self) -> tuple[PlaceCandidates, ...]:
        """What the newest clear look may show, place by place; nothing of a recording."""
        return ()

    def view(self) -> Image | None:
        """The newest picture (H, W, 3 uint8 BGR) of the table's camera or phone, None before the
        first one."""
        return None

    def push(self, image: Image) -> CommandRejected | None:
        """Takes a picture (H, W, 3 uint8 BGR, upright) of a phone's film."""
        return RECORDED

    def photo(self, image: Image) -> MomentPayload | CommandRejected:
        """Judges one photo (H, W, 3 uint8 BGR, upright) by itself: what the channel is told."""
        return RECORDED

    def names(self) -> Mapping[str, str]:
        """What players are called now who began the game with another name."""
        session = self.session()
        return {} if session is None else session.names.now

    def game_in_play(self) -> int | None:
        """The number of the kept game that is played here now; None of a recording."""
        return None

    def saved(self) -> bytes | None:
        """The game as one file; None where none is kept."""
        return None

    def close(self) -> None:
        """Ends the watching and the channel."""
        self.channel.close()
