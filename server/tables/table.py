"""A table as the web app sees it, whether it is played now or shown from photos."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from server.pipeline.session import Session
from server.store.values import Json, Picture, TableRow
from server.tables.channel import Channel
from server.tables.player_commands import Impossible, Order, Stale
from vision.reader import Image


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that may lie at a place. `label` is None for nothing, `texts` one a language."""

    label: Mapping[str, Any] | None
    texts: Mapping[str, str]
    probability: float


@dataclass(frozen=True, slots=True)
class PlaceRead:
    """A place of the newest clear look with its likeliest readings, best first. `at`: the
    place's middle as shares 0..1 of the picture's width and height."""

    place: tuple[int, ...]
    name: str
    at: tuple[float, float]
    readings: tuple[Reading, ...]


class Table(Protocol):
    """What pages ask of a table. Safe to use from several threads."""

    @property
    def row(self) -> TableRow:
        """The table's name and keys."""
        ...

    @property
    def channel(self) -> Channel:
        """What happened here, told live."""
        ...

    def run(self) -> None:
        """Watches the table until the program ends; meant for a daemon thread."""
        ...

    def state(self) -> dict[str, Any]:
        """How the table stands, JSON-ready."""
        ...

    def standing(self) -> dict[str, Any]:
        """What stands at the table now, whatever came last, JSON-ready."""
        ...

    def picture(self, ident: str) -> Picture | None:
        """A picture of this table by its id."""
        ...

    def order(self, order: Order, seen: int) -> Stale | Impossible | None:
        """Carries out what a person asks, given the newest event the person had seen."""
        ...

    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""
        ...

    def board(self) -> Json | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        ...

    def readings(self) -> tuple[PlaceRead, ...]:
        """What the newest clear look may show, place by place."""
        ...

    def view(self) -> Image | None:
        """The newest picture (H, W, 3 uint8 BGR) of the table's camera or phone, None before the
        first one."""
        ...

    def push(self, image: Image) -> Impossible | None:
        """Takes a picture (H, W, 3 uint8 BGR, upright) of a phone's film."""
        ...

    def photo(self, image: Image) -> Json | Impossible:
        """Judges one photo (H, W, 3 uint8 BGR, upright) by itself: what the channel is told."""
        ...

    def saved(self) -> bytes | None:
        """The game as one file; None where none is kept."""
        ...

    def close(self) -> None:
        """Ends the watching and the channel."""
        ...
