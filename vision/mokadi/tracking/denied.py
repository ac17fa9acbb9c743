"""Things that people said are none of the game: a pen, a spot of light. They stay away while the
table is known."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.unexplained import off_line
from vision.mokadi.tracking.again_there import SAME_STICK, is_along, is_at, length_of, way_to_now
from vision.mokadi.tracking.memory import Denied, TableMemory

#: How far off the identity the way from one photo to the next is that tells of a moved camera.
_STILL = 1e-6


@dataclass(frozen=True)
class Checked:
    """What was found without what people denied, and where that lies in the photo now."""

    seen: Seen
    denied: Denied = field(default_factory=Denied)


def checked(seen: Seen, before: TableMemory) -> Checked:
    """A picture of a known table without what was denied and lay there in the last one too, as far
    as that is known: pads alone and a camera that moved do not tell it. Nothing is left out where
    the table was not found again."""
    to_now = way_to_now(seen, before)
    if not before.denied or to_now is None:
        return Checked(seen)
    there = before.denied.moved(to_now)
    in_look = there.moved(seen.fields.patch.inverse)
    carried = seen.carried
    pads = [_is_pad(pad, in_look) for pad in seen.pads]
    sticks = [any(is_along(stick, ends) for ends in in_look.sticks) for stick in seen.sticks]
    moved = before.table is None or not np.allclose(to_now, np.eye(3), atol=_STILL)
    kept = (
        [
            k
            for k, (no, one) in enumerate(zip(*ones, strict=True))
            if not (no and one.times == 0 and (moved or one.late))
        ]
        for ones in ((pads, carried.pads), (sticks, carried.sticks))
    )
    return Checked(seen.only(*kept), there)


def _is_pad(pad: FoundPad, denied: Denied) -> bool:
    """Whether it is one that was denied, or the end of a stick that was."""
    return any(is_at(pad, xy) for xy in denied.pads) or any(
        off_line(pad.xy[None], ends)[0] < SAME_STICK * length_of(ends) for ends in denied.sticks
    )
