"""How sure the eyes are of what is new on a known table."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from vision.mokadi.confidence import sureness
from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Carried, Seen
from vision.mokadi.pieces.box import NO_VOTES
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import plane_by_unit
from vision.mokadi.pieces.sticks import Stick
from vision.mokadi.tracking.memory import Track

UNIT = 200.0


def pad(x: float, y: float) -> FoundPad:
    """A pad a tenth of a stick in radius, told about as likely as not to be one."""
    return FoundPad(np.array([x, y]) * UNIT, np.array([0.2, 0.8, 0, 0]), 25.0, 5.0, 0.1 * UNIT)


def sure(fresh: FoundPad, times: int = 0) -> float:
    """How sure one is of the third pad, found `times` before, beside two that a stick lies on."""
    ends = np.array([[-0.1, 0.0], [0.9, 0.0]]) * UNIT
    lying = Stick(ends, (False, False), np.eye(4)[0], 1.0, 1.0, 1.0, 200.0)
    pads = (pad(0, 0), pad(0.8, 0), fresh)
    found = (Track(1, times=5), Track(2, times=5), Track(3, times=times))
    carried = Carried(found, (Track(1, times=5),), first=False)
    plane = plane_by_unit(UNIT, (640, 480))
    fields = cast("Any", None)
    seen = Seen(fields, pads, (lying,), (), plane, False, 10, 0.2, 0, 0, NO_VOTES, carried)
    return float(sureness(seen)[0][2])


def test_a_new_pad_in_the_open_is_one_and_one_under_a_stick_is_none() -> None:
    """Pads are laid on the bare table, sticks later; what looks like one at the coloured end of a
    stick is that end."""
    assert sure(pad(0.4, 0.6)) > 0.75
    assert sure(pad(0.4, 0.02)) < LIMITS.told_new
    assert sure(pad(0.4, 2.0)) < sure(pad(0.4, 0.6))


def test_a_pad_that_was_found_before_sticks_lay_on_it_stays_one() -> None:
    """What lies over it now says nothing against it."""
    assert sure(pad(0.4, 0.02), times=3) > LIMITS.told_new


def sure_of(*places: float, times: tuple[int, ...]) -> list[float]:
    """How sure one is of sticks side by side, so far aside in stick lengths, found so often."""
    sticks = tuple(
        Stick(np.array([[0, y], [1, y]]) * UNIT, (False, False), np.eye(4)[0], score, 0.9, firm, 40)
        for score, firm, y in zip((0.9, 0.4), (0.9, 0.6), places, strict=True)
    )
    found = tuple(Track(number, times=often) for number, often in enumerate(times))
    carried = Carried((), found, first=False)
    plane = plane_by_unit(UNIT, (640, 480))
    fields = cast("Any", None)
    seen = Seen(fields, (), sticks, (), plane, False, 10, 0.2, 0, 0, NO_VOTES, carried)
    return sureness(seen)[1].tolist()


def test_a_stick_found_twice_is_one() -> None:
    """Two new sticks that nearly share their ends are one, the surer; a new one may lie so near a
    known one, and farther off it is another."""
    one, double = sure_of(0.0, 0.1, times=(0, 0))
    assert double < LIMITS.told < one
    assert min(sure_of(0.0, 0.1, times=(4, 0))) > LIMITS.told
    assert min(sure_of(0.0, 0.3, times=(0, 0))) > LIMITS.told
