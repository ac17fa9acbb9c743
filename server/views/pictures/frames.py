"""The frames of the drawings on the page: where each place of a game lies in its own, in the units
of `static/boards/GAME.js`. A game without a frame is shown as the camera saw it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

import numpy as np

from calibration.homography import Points
from rules.core.places import Cell, Place

if TYPE_CHECKING:  # a table of one game loads only that one
    from rules.games.linie1 import places as linie1
    from rules.games.mokadi import pieces as mokadi
    from rules.games.rouge.track import Hollow

XY: TypeAlias = tuple[float, float]

#: Left, top, right, bottom in the units of the game's drawing on the page.
Rect: TypeAlias = tuple[float, float, float, float]


class Frame(Protocol):
    """How places lie in a game's drawing."""

    @property
    def step(self) -> float:
        """A length of the drawing that is about a piece's."""
        ...

    def middle(self, place: Place) -> XY | None:
        """The middle of a place, None where the drawing has no room for it."""
        ...

    def rect(self, points: Points) -> Rect:
        """What the drawing shows where pieces lie at `points` (N, 2)."""
        ...


@dataclass(frozen=True, slots=True)
class FreeLayout:
    """Cells of a layout that grows, a margin around those that are taken."""

    margin: float = 1.0
    step: float = 1.0

    def middle(self, place: Place) -> XY | None:
        """Columns to the right, rows down."""
        cell = cast("Cell", place)
        return float(cell.col), float(cell.row)

    def rect(self, points: Points) -> Rect:
        """From the first cell to the last."""
        return _around(np.round(points), self.margin)


@dataclass(frozen=True, slots=True)
class Pile:
    """Sticks and pads where they lie, in stick lengths, a margin around them."""

    margin: float = 0.19
    step: float = 1.0

    def middle(self, place: Place) -> XY | None:
        """The middle between a stick's ends."""
        points = cast("mokadi.Spot", place).points
        return tuple(np.mean(points, axis=0)) if points else None

    def rect(self, points: Points) -> Rect:
        """From the first end to the last."""
        return _around(points, self.margin)


@dataclass(frozen=True, slots=True)
class TramBoard:
    """The printed board with the border of its termini, `span` cells across."""

    span: float = 14.0
    step: float = 1.0
    cells: int = 12

    def middle(self, place: Place) -> XY | None:
        """The middle of a cell inside the border."""
        spot = cast("linie1.Spot", place)
        inside = 1 <= spot.row <= self.cells and 1 <= spot.col <= self.cells
        return (spot.col + 0.5, spot.row + 0.5) if inside else None

    def rect(self, points: Points) -> Rect:
        """The whole board."""
        return 0.0, 0.0, self.span, self.span


@dataclass(frozen=True, slots=True)
class Rings:
    """Three rings around `centre`: the radius of the inner one, the step from ring to ring."""

    size: float = 470.0
    centre: float = 235.0
    inner: float = 66.0
    step: float = 58.0

    def middle(self, place: Place) -> XY | None:
        """Cell 0 lies at twelve o'clock, cells count clockwise."""
        hollow = cast("Hollow", place)
        angle, radius = math.tau * hollow.cell / 8, self.inner + self.step * (hollow.ring - 1)
        return self.centre + radius * math.sin(angle), self.centre - radius * math.cos(angle)

    def rect(self, points: Points) -> Rect:
        """The whole board."""
        return 0.0, 0.0, self.size, self.size


#: By game, for as many as the page draws (`static/boards`).
FRAMES: Mapping[str, Frame] = {
    "redline": FreeLayout(),
    "linie1": TramBoard(),
    "rouge": Rings(),
    "mokadi": Pile(),
}


def _around(points: Points, margin: float) -> Rect:
    (left, top), (right, bottom) = points.min(axis=0) - margin, points.max(axis=0) + margin
    return float(left), float(top), float(right), float(bottom)
