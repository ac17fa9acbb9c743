"""Who lies over whom, by all pictures so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.mokadi.pieces.crossings import IN_SIGHT, Crossing
from vision.mokadi.tracking.memory import KnownStick, Table
from vision.nn.calibration import probability

#: Logarithm of the odds that what was laid since lies over what lay there (nobody slides a stick
#: under another; at 3, ends that meet in a lamp's glare lay the wrong way round: film 57, picture
#: 8); how much a picture adds to what earlier ones said of a crossing, and the most that is ever
#: believed.
_LATER, _HEARD, _MOST = 6.0, 0.3, 5.0


def ordered(
    crossings: Sequence[Crossing], sticks: Sequence[KnownStick], table: Table
) -> list[Crossing]:
    """The crossings with what is known of who lies over whom: what was laid since lies over what
    lay there, and of the others earlier pictures have told."""
    return [_heard(c, sticks[c.one], sticks[c.other], table) for c in crossings]


def _heard(c: Crossing, one: KnownStick, other: KnownStick, table: Table) -> Crossing:
    told = float(np.log(c.over / (1 - c.over))) * (1.0 if c.seen > IN_SIGHT else 0.2)
    before = known_over(table.over, one.number, other.number)
    later = int(_is_new(one, table)) - int(_is_new(other, table))
    if before is None and not later:
        return c
    odds = told + _LATER * later if before is None else before + _HEARD * told
    odds = float(np.clip(odds, -_MOST, _MOST))
    return replace(c, over=probability(odds), seen=1.0)


def _is_new(stick: KnownStick, table: Table) -> bool:
    return stick.number > table.last[1] and not stick.late


def known_over(over: Mapping[tuple[int, int], float], one: int, other: int) -> float | None:
    """Logarithm of the odds that a stick lies over another, by number; None where none is known."""
    if (one, other) in over:
        return over[one, other]
    return -over[other, one] if (other, one) in over else None
