"""A piece that two looks measure a little otherwise is the one that lies there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games.mokadi.moves import LayPad, LayStick, Turn
from rules.games.mokadi.pieces import Contact, Part, pad_spot, stick_spot
from tests.laws.games import GAMES

RESTS = (
    Contact(stick_spot(1), Part.PLAIN, 0.97),
    Contact(pad_spot(2), Part.COLOURED, 0.95),
)
STICK = LayStick("blue", RESTS, ends=((0.1, 0.2), (1.0, 0.4)), number=3)
PAD = LayPad("red", (0.5, 0.5), number=4)


@pytest.mark.parametrize(
    "again",
    [
        STICK,
        replace(STICK, ends=((0.101, 0.199), (1.002, 0.4))),
        replace(STICK, ends=((1.0, 0.4), (0.1, 0.2))),
        replace(STICK, contacts=(replace(RESTS[0], certainty=0.98), RESTS[1])),
        replace(STICK, number=5),
    ],
)
def test_a_stick_as_it_lay_stays(again: Turn) -> None:
    """Whichever end is told first, however surely its sure rests are seen, and whatever number a
    look gives it: no two sticks lie in one place."""
    assert GAMES["mokadi"].stays(STICK, again)


@pytest.mark.parametrize(
    "again",
    [
        replace(STICK, ends=((0.15, 0.2), (1.05, 0.4))),
        replace(STICK, colour="red"),
        replace(STICK, contacts=RESTS[:1]),
        replace(STICK, contacts=(replace(RESTS[0], part=Part.COLOURED), RESTS[1])),
        replace(STICK, contacts=(replace(RESTS[0], certainty=0.5), RESTS[1])),
        PAD,
    ],
)
def test_another_piece_or_another_rest_is_a_new_lay(again: Turn) -> None:
    """A call may hang on each of these."""
    assert not GAMES["mokadi"].stays(STICK, again)


def test_a_pad_stays_where_it_lay() -> None:
    """A twentieth of a stick is somebody's hand."""
    assert GAMES["mokadi"].stays(PAD, replace(PAD, at=(0.502, 0.499)))
    assert not GAMES["mokadi"].stays(PAD, replace(PAD, at=(0.55, 0.5)))
