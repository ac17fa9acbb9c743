"""How sure the eyes are of what is new on a known table."""

from __future__ import annotations

import numpy as np

from vision.mokadi.confidence import found_twice, sureness
from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Carried, Seen
from vision.mokadi.pieces.box import NO_VOTES
from vision.mokadi.pieces.fields import PAD, Fields, told
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import plane_by_unit
from vision.mokadi.pieces.sticks import Stick
from vision.mokadi.tracking.memory import Track
from vision.nn.resample import whole

UNIT = 200.0
GREY, WHITE, ORANGE = (90, 90, 90), (240, 240, 240), (40, 120, 240)


def fields_of(*discs: tuple[tuple[float, float], tuple[int, int, int]]) -> Fields:
    """What a perfect net says of a grey picture with pads there, stick lengths, so painted."""
    image = np.full((480, 640, 3), GREY, np.uint8)
    fields = told(np.zeros((14, 240, 320)), whole(image))
    for place, paint in discs:
        middle = np.array(place) * UNIT
        there = np.hypot(*np.moveaxis(fields.spot - middle, -1, 0)) < 0.1 * UNIT
        fields.part[:, there] = np.eye(4)[PAD][:, None]
        fields.tip[there] = middle
        image[np.repeat(np.repeat(there, 2, 0), 2, 1)] = paint
    return fields


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
    seen = Seen(fields_of(), pads, (lying,), (), plane, False, 10, 0.2, 0, 0, NO_VOTES, carried)
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
    seen = Seen(fields_of(), (), sticks, (), plane, False, 10, 0.2, 0, 0, NO_VOTES, carried)
    return sureness(seen)[1].tolist()


def test_a_stick_found_twice_is_one() -> None:
    """Two new sticks that nearly share their ends are one, the surer; a new one may lie so near a
    known one, and farther off it is another."""
    one, double = sure_of(0.0, 0.1, times=(0, 0))
    assert double < LIMITS.told < one
    assert min(sure_of(0.0, 0.1, times=(4, 0))) > LIMITS.told
    assert min(sure_of(0.0, 0.3, times=(0, 0))) > LIMITS.told


def test_what_is_painted_unlike_all_pads_of_its_colour_is_none() -> None:
    """A bottle's orange cap among two white pads, on a table that nothing is known of; a white pad
    in its place is one."""
    places = ((0.5, 0.5), (1.2, 0.5), (0.9, 1.1))
    pads = tuple(pad(*place) for place in places)
    plane = plane_by_unit(UNIT, (640, 480))

    def third(paint: tuple[int, int, int]) -> float:
        fields = fields_of(*zip(places, (WHITE, WHITE, paint), strict=True))
        seen = Seen(fields, pads, (), (), plane, True, 10, 0.2, 0, 0, NO_VOTES)
        return float(sureness(seen)[0][2])

    assert third(ORANGE) < LIMITS.told < third(WHITE)


def test_two_sticks_of_one_colour_in_one_place_are_one() -> None:
    """The sides of a thick stick look like a second one; one of the other colour may lie on it."""
    plane = plane_by_unit(UNIT, (640, 480))

    def second(colour: int) -> tuple[float, bool]:
        sticks = tuple(
            Stick(
                np.array([[0, y], [1, y]]) * UNIT, (False, False), np.eye(4)[c], score, 1, 0.9, 40
            )
            for c, y, score in ((0, 0.0, 0.9), (colour, 0.03, 0.3))
        )
        seen = Seen(fields_of(), (), sticks, (), plane, False, 10, 0.2, 0, 0, NO_VOTES)
        return float(sureness(seen)[1][1]), bool(found_twice(seen)[1])

    assert second(1)[0] > LIMITS.told > second(0)[0]
    assert (second(1)[1], second(0)[1]) == (False, True)
