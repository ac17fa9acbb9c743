"""The frames of the drawings on the page: where each place of a game lies in its own, in the units
of `static/boards/GAME.js`. A game without a frame is shown as the camera saw it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from calibration.arrays import Points
from rules.core.places import AnyPlace, Cell

if TYPE_CHECKING:  # a table of one game loads only that one
    from rules.games.linie1 import places as linie1
    from rules.games.mokadi import pieces as mokadi
    from rules.games.rouge.track import Hollow

XY: TypeAlias = tuple[float, float]

#: Left, top, right, bottom in the units of the game's drawing on the page.
Rect: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DrawingFrame:
    """How places lie in a game's drawing. `middle`: the middle of a place, None where the drawing
    has no room for it; `step`: a length of the drawing that is about a piece's; `whole`: what it
    shows, None where that is what lies there, with a `margin` around, in whole `cells` or not."""

    middle: Callable[[AnyPlace], XY | None]
    step: float = 1.0
    whole: Rect | None = None
    margin: float = 0.0
    cells: bool = False

    def rect(self, points: Points) -> Rect:
        """What the drawing shows where pieces lie at `points` (N, 2)."""
        if self.whole is not None:
            return self.whole
        lying = np.round(points) if self.cells else points
        low, high = lying.min(axis=0) - self.margin, lying.max(axis=0) + self.margin
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _on_layout(cell: Cell) -> XY:
    """Columns to the right, rows down."""
    return float(cell.col), float(cell.row)


def _in_pile(spot: mokadi.Spot) -> XY | None:
    """The middle between a stick's ends."""
    return tuple(np.mean(spot.points, axis=0)) if spot.points else None


def _on_tram_board(spot: linie1.Spot) -> XY | None:
    """The middle of a cell inside the border of termini."""
    inside = 1 <= spot.row <= _TRAM_CELLS and 1 <= spot.col <= _TRAM_CELLS
    return (spot.col + 0.5, spot.row + 0.5) if inside else None


def _on_rings(hollow: Hollow) -> XY:
    """Cell 0 lies at twelve o'clock, cells count clockwise."""
    angle, radius = math.tau * hollow.cell / 8, _INNER_RING + _RING_STEP * (hollow.ring - 1)
    return _CENTRE + radius * math.sin(angle), _CENTRE - radius * math.cos(angle)


#: Cells of the printed board in a row; its drawing has the termini's at both ends of it, too.
_TRAM_CELLS = 12
_TRAM_SPAN = float(_TRAM_CELLS + 2)

#: Of the drawing of three rings: its middle, which is half of its size, the radius of the inner
#: one, and from ring to ring.
_CENTRE, _INNER_RING, _RING_STEP = 235.0, 66.0, 58.0

#: By game, for as many as the page draws (`static/boards`).
FRAMES: Mapping[str, DrawingFrame] = {
    "redline": DrawingFrame(_on_layout, margin=1.0, cells=True),
    "linie1": DrawingFrame(_on_tram_board, whole=(0.0, 0.0, _TRAM_SPAN, _TRAM_SPAN)),
    "rouge": DrawingFrame(_on_rings, _RING_STEP, whole=(0.0, 0.0, 2 * _CENTRE, 2 * _CENTRE)),
    "mokadi": DrawingFrame(_in_pile, margin=0.19),
}
