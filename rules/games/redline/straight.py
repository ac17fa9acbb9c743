"""Is a tile on the lattice? (leaflet, A, fig. 3; R4)"""

from __future__ import annotations

from enum import Enum

from rules.games.redline.state import Lay, Layout

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
    angle = abs((lay.askew_deg + 45.0) % 90.0 - 45.0)
    if angle >= ASKEW_DEG:
        return Straightness.ASKEW
    beside = max(abs(lay.offset[0]), abs(lay.offset[1])) >= CENTRED
    return Straightness.CROOKED if angle > STRAIGHT_DEG or beside else Straightness.STRAIGHT
