"""What the net is asked again of a known table, and what it need not be."""

from __future__ import annotations

import numpy as np

from vision.mokadi.limits import RENEW
from vision.mokadi.pieces.renewing import Before
from vision.mokadi.tracking.memory import TableMemory
from vision.nn.arrays import Points

#: Points along a stick around which the net is asked.
_POINTS = 9


def before_of(memory: TableMemory) -> Before | None:
    """What the net said of the table, and where it is asked again in any case, around all that is
    new, or gone: another look at that is one of its own. None where the box was taught: its colours
    are told of a picture as a whole."""
    table = memory.table
    if table is None or table.said is None or memory.looks is not None:
        return None
    new = [pad.pad.xy[None] for pad in table.pads if pad.times < RENEW.settled]
    new += [_along(stick.stick.ends) for stick in table.sticks if stick.times < RENEW.settled]
    new += [one.points for one in memory.gone]
    return Before(table.said, np.vstack([np.empty((0, 2)), *new]))


def _along(ends: Points) -> Points:
    """(N, 2) points along a stick with ends (2, 2)."""
    share = np.linspace(0, 1, _POINTS)[:, None]
    return np.asarray(ends[0] + share * (ends[1] - ends[0]))
