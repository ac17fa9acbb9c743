"""Is a tile on the lattice? (leaflet, A, fig. 3; R4)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from rules.core.observation import Loose
from rules.core.places import Cell
from rules.core.verdict import Violation
from rules.games.redline.readings import foul
from rules.games.redline.state import Lay, Layout
from rules.games.redline.tiles import Tile

#: Degrees against the lattice up to which a tile counts as straight (R4).
STRAIGHT_DEG = 20.0

#: Degrees from which a tile is near 45 and so askew; between the two it is to be straightened.
#: Origin: R4 says "near 45"; a hand that means to lay straight rarely errs by more than 30.
ASKEW_DEG = 35.0

#: Tile sides from the cell's middle up to which a tile counts as in its cell (R4).
CENTRED = 0.25


class Straightness(Enum):
    """The three ways a tile can lie."""

    STRAIGHT = "straight"
    CROOKED = "crooked"
    ASKEW = "askew"


def straightness(layout: Layout, lay: Lay) -> Straightness:
    """How a tile lies against the lattice. The first tile makes the lattice and is straight."""
    if not layout:
        return Straightness.STRAIGHT
    angle = _angle(lay.askew_deg)
    if angle >= ASKEW_DEG:
        return Straightness.ASKEW
    beside = max(abs(lay.offset[0]), abs(lay.offset[1])) >= CENTRED
    return Straightness.CROOKED if angle > STRAIGHT_DEG or beside else Straightness.STRAIGHT


def askew_foul(lay: Lay, case: str | None = None) -> Violation:
    """The foul of a tile that lies on no cell; `case` "covers" for one on top of another."""
    colour, degrees = lay.tile.colour.value, round(abs(lay.askew_deg))
    return foul("askew", lay.cell, cell=lay.cell, colour=colour, degrees=degrees, case=case)


def audit_loose(loose: Sequence[Loose[Tile]], sure: float) -> tuple[Violation, ...]:
    """Tiles that surely lean on the layout near 45 degrees, in one picture (R4)."""
    return tuple(_leaning(loose, sure))


def _leaning(loose: Sequence[Loose[Tile]], sure: float) -> Iterator[Violation]:
    for thing in loose:
        tile, near = thing.belief.best, thing.near
        leans = thing.area == "askew" and _angle(thing.pose.angle_deg) >= ASKEW_DEG
        known = isinstance(tile, Tile) and isinstance(near, Cell)
        if leans and known and thing.belief.confidence >= sure:
            yield askew_foul(Lay(near, tile, thing.pose.angle_deg))  # type: ignore[arg-type]


def _angle(degrees: float) -> float:
    """The angle against the nearest straight direction, 0..45."""
    return abs((degrees + 45.0) % 90.0 - 45.0)
