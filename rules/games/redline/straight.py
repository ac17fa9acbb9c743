"""Is a tile on the lattice? (leaflet, A, fig. 3; R4)"""

from __future__ import annotations

from enum import Enum

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


def straightness_of(askew_deg: float, offset: tuple[float, float]) -> Straightness:
    """How a tile lies against the lattice: by its angle, and how far from a cell's middle, sides of
    a tile."""
    angle = angle_off(askew_deg)
    if angle >= ASKEW_DEG:
        return Straightness.ASKEW
    beside = max(abs(offset[0]), abs(offset[1])) >= CENTRED
    return Straightness.CROOKED if angle > STRAIGHT_DEG or beside else Straightness.STRAIGHT


def angle_off(degrees: float) -> float:
    """The angle against the nearest straight direction, 0..45."""
    return abs((degrees + 45.0) % 90.0 - 45.0)
