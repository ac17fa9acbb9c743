"""What was taken from the table stays gone in every picture until the game knows it: the one in
which it was missed first may not have been judged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.tracking.again_there import is_along, is_at, way_to_now
from vision.mokadi.tracking.memory import Gone, TableMemory


def with_gone(seen: Seen, before: TableMemory) -> Seen:
    """A picture of a known table, and what was gone in the one `before`, unless a piece is found
    there again. Nothing is said of it where the camera's way is not known."""
    to_now = way_to_now(seen, before)
    if not before.gone or to_now is None:
        return seen
    carried = seen.carried
    to_look = np.asarray(seen.fields.patch.inverse @ to_now, np.float64)
    told = {one.place for one in carried.gone}
    still = (one.moved(to_look) for one in before.gone if one.place not in told)
    gone = (*carried.gone, *(one for one in still if not _is_there(one, seen)))
    return replace(seen, carried=replace(carried, gone=gone))


def _is_there(gone: Gone, seen: Seen) -> bool:
    if gone.kind == "pad":
        return any(is_at(pad, gone.points[0]) for pad in seen.pads)
    return any(is_along(stick, gone.points) for stick in seen.sticks)
