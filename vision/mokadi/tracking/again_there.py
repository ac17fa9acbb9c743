"""Whether a piece of one picture lies where something lay in the picture before."""

from __future__ import annotations

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.sticks import Stick, apart_px
from vision.mokadi.tracking.memory import TableMemory
from vision.nn.arrays import Matrix, Points

#: How near a piece lies that is the one which lay there, shares of a pad's reach and of a stick; by
#: hand.
SAME_PAD, SAME_STICK = 0.6, 0.15


def is_at(pad: FoundPad, xy: Points) -> bool:
    """Whether a pad lies at a point (2,), pixels."""
    return float(np.hypot(*(pad.xy - xy))) < SAME_PAD * pad.reach


def is_along(stick: Stick, ends: Points) -> bool:
    """Whether a stick lies where one with these ends (2, 2) lay, pixels."""
    return apart_px(stick.ends, ends) < SAME_STICK * length_of(ends)


def length_of(ends: Points) -> float:
    """The length of a stick with ends (2, 2)."""
    return float(np.hypot(*(ends[1] - ends[0])))


def way_to_now(seen: Seen, before: TableMemory) -> Matrix | None:
    """(3, 3) from the photo that was remembered to this one; None where nothing tells it."""
    if seen.carried.first or seen.plane is None:
        return None
    if before.plane is None:
        return np.eye(3)
    now = seen.plane.after(seen.fields.patch.inverse)
    return np.asarray(np.linalg.inv(now.matrix) @ before.plane.matrix, np.float64)
