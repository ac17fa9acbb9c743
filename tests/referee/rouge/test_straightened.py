"""A ring that rested between two steps and is pushed straight was turned by whole cells (U4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.referee.sessions import CLEAR, Rouge
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import position, ring

OPENING = ("", "red 1/0", "red 1/0; blue 1/3", "red 1/0 2/5; blue 1/3")
TURNED = "red 1/1 2/5; blue 1/4"


class Rings(Rouge):
    """Positions with the angle at which the inner ring rests."""

    def rests(self, text: str, off_deg: float) -> list[str]:
        """What is said of a picture of this position."""
        rings = {1: off_deg, 2: 0.0, 3: 0.0}
        return self.shown(seen(position(text), sure=CLEAR, rings=rings), (text, off_deg))


def crooked(off_deg: float = 14.0) -> Rings:
    """Blue turned the inner ring, which rests off the rays."""
    table = Rings()
    assert table.play(*OPENING) == ["legal red"]
    assert table.rests(TURNED, off_deg) == ["foul blue between-cells"]
    return table


@pytest.mark.parametrize("off_deg", [14.0, -14.0, 20.0, 12.0])
def test_a_ring_pushed_straight_was_turned_rightly(off_deg: float) -> None:
    """The foul is taken back; play goes on from the turned position."""
    table = crooked(off_deg)
    assert table.rests(TURNED, 1.0) == ["legal blue (foul-taken-back)"]
    assert table.calls[0].move == ring(1, 1)
    assert table.rests(TURNED, 0.0) == ["nothing red"]
    assert table.rests("red 1/1 2/5 3/3; blue 1/4", 0.5) == ["legal red"]
    assert not table.state.match.open_turns


def test_who_plays_on_at_once_after_pushing_it_straight_is_right() -> None:
    """Both in one picture."""
    table = crooked()
    told = table.rests("red 1/1 2/5 3/3; blue 1/4", 1.0)
    assert [one.split()[:2] for one in told] == [["legal", "blue"], ["legal", "red"]]


@pytest.mark.parametrize("again", [14.0, 14.4, 13.1, 19.0, 9.0])
def test_a_ring_that_still_rests_between_two_steps_is_the_same_foul(again: float) -> None:
    """However its angle is measured."""
    table = crooked()
    assert table.rests(TURNED, again) == ["nothing blue (foul-stands)"]
    told = table.rests("red 1/1 2/5 3/3; blue 1/4", again)
    assert told == ["legal red (foul-stands; over-foul)"]


@pytest.mark.parametrize("looks", [(14.0, 14.2), (-13.9, -14.3), (8.1, 8.4), (14.0, 13.7)])
def test_two_looks_at_one_ring_tell_one_foul(looks: tuple[float, float]) -> None:
    """Live a foul is called once two looks agree, which measure its angle to some tenths."""
    table = Rings()
    assert table.play(*OPENING) == ["legal red"]
    table.state = replace(table.state, confirmations=2)
    first, second = looks
    assert table.rests(TURNED, first) == []
    assert table.rests(TURNED, second) == ["foul blue between-cells"]


def test_a_ring_read_a_hair_straighter_is_not_pushed() -> None:
    """At the limit the foul stays."""
    table = crooked(9.5)
    assert table.rests(TURNED, 7.8) == ["nothing blue (foul-stands)"]


def test_a_ring_turned_back_is_a_foul_taken_back() -> None:
    """Its pawns lie where they lay."""
    table = crooked()
    assert table.rests(OPENING[-1], 0.0) == ["taken-back blue"]
