"""Which faces fit an open place: rules A, B and C as bit arithmetic (leaflet, A to C; R5 to R12).

`placement` states the same laws in words, with the reasons; the property tests hold the two, and a
third written on other principles, to one another.
"""

from __future__ import annotations

from functools import lru_cache

from rules.games.redline.board import Surroundings
from rules.games.redline.masks import ALL_FACES, AVOIDING, FACE, HOLDING, SHARING, Faces
from rules.games.redline.readings import Readings
from rules.games.redline.tiles import MASKS, Colour

#: Surroundings remembered before starting afresh; a long game meets some thousands.
REMEMBERED = 1 << 17


class Fitting(dict[int, Faces]):
    """The faces that fit, by packed surroundings, under one set of readings.

    Yellow and blue faces that may be laid there, the colour variant (R12) left aside. Whatever is
    asked for is worked out once.
    """

    def __init__(self, readings: Readings) -> None:
        """Nothing is worked out before it is asked for."""
        super().__init__()
        self.readings = readings

    def __missing__(self, packed: int) -> Faces:
        if len(self) >= REMEMBERED:
            self.clear()
        found = self[packed] = faces_for(Surroundings.unpacked(packed), self.readings)
        return found


@lru_cache(maxsize=64)
def fitting(readings: Readings) -> Fitting:
    """The one shared instance of these readings."""
    return Fitting(readings)


def faces_for(around: Surroundings, readings: Readings) -> Faces:
    """Yellow and blue faces that satisfy A, B and C at a place with these surroundings."""
    if readings.right_angle == "extends":
        return _one_by_one(around, readings)
    faces = _extending(around, readings) & _free_of_dead_ends(around, readings)
    return (
        faces if around.blue or not around.yellow else 0,
        faces if around.yellow or not around.blue else 0,
    )


def _extending(around: Surroundings, readings: Readings) -> int:
    """A: a line that arrives is continued (R6)."""
    demand = around.demand
    if readings.extends == "every":
        return HOLDING[demand] if around.occupied == demand and demand else 0
    return SHARING[demand]


def _free_of_dead_ends(around: Surroundings, readings: Readings) -> int:
    """B: whose line may not end at a blank side or corner (R7)."""
    blank = around.occupied & ~around.demand
    faces = ALL_FACES
    if readings.dead_end != "own_only":
        faces &= HOLDING[around.demand]
    if readings.dead_end != "placed_only":
        faces &= AVOIDING[blank]
    return faces


def _one_by_one(around: Surroundings, readings: Readings) -> Faces:
    """Where lines that meet at a right angle count, what is continued depends on the face (R8)."""
    free = _free_of_dead_ends(around, readings)
    yellow = blue = 0
    for mask in MASKS:
        if not FACE[mask] & free or not continues(around, mask, readings):
            continue
        feeds = feeding(around, mask, readings)
        yellow |= FACE[mask] if feeds != {Colour.YELLOW} else 0
        blue |= FACE[mask] if feeds != {Colour.BLUE} else 0
    return yellow, blue


def continues(around: Surroundings, mask: int, readings: Readings) -> bool:
    """Whether a face satisfies A."""
    if readings.extends == "every":
        return bool(around.occupied) and not passed_over(around, mask, readings)
    return bool(mask & around.demand or met_corners(around, mask, readings))


def met_corners(around: Surroundings, mask: int, readings: Readings) -> int:
    """The corners where the face meets a line at a right angle and that counts (R8)."""
    return mask & around.corners if readings.right_angle == "extends" else 0


def passed_over(around: Surroundings, mask: int, readings: Readings) -> int:
    """Directions of touched tiles of which no line is continued."""
    met = met_corners(around, mask, readings)
    before, after = met & around.before, met & around.after
    continued = mask & around.demand | _rotated(before, -1) | _rotated(after, 1)
    return around.occupied & ~continued


def _rotated(mask: int, steps: int) -> int:
    """The mask turned by eighths, clockwise."""
    shift = steps % 8
    return (mask << shift | mask >> (8 - shift)) & 0xFF


def feeding(around: Surroundings, mask: int, readings: Readings) -> set[Colour]:
    """Colours of the tiles whose lines arrive, and of those met at a counting right angle."""
    met = met_corners(around, mask, readings)
    yellow = around.yellow or met & (around.yellow_before | around.yellow_after)
    blue = around.blue or met & (around.blue_before | around.blue_after)
    return {c for c, fed in ((Colour.YELLOW, yellow), (Colour.BLUE, blue)) if fed}
