"""Meanings with their probabilities: the best hypothesis tells a meaning, each picture counts."""

from __future__ import annotations

import pytest

from rules.core.events import MatchStarted
from rules.core.observation import Belief, Observation, Sighting
from rules.core.places import Cell
from rules.referee.inference import weigh
from rules.referee.limits import LIMITS
from rules.referee.match import replayed
from tests.laws.games import GAMES

MATCH = replayed(GAMES["toy"], [MatchStarted("toy", ("A", "B"), ())])
CORNER, MIDDLE = Cell(0, 0), Cell(1, 1)


def picture(cell: Cell, share: float, *, misread: bool = False) -> Observation:
    """A cross on a cell with this probability, its cell else bare; a shadow elsewhere or none."""
    shadow = [Sighting(Cell(2, 2), Belief.of({"O": 0.55, "X": 0.44}))] if misread else []
    return Observation("toy", (Sighting(cell, Belief.of({"X": share})), *shadow))


def test_a_meaning_is_told_by_the_picture_it_fits_best() -> None:
    """Laid over the table in two ways, whichever comes first."""
    good, bad = picture(CORNER, 0.99), picture(CORNER, 0.99, misread=True)
    for both in ([good, bad], [bad, good]):
        ranked = weigh(MATCH, both, {})
        assert ranked[0].hypothesis.observation is good
        (turn,) = ranked[0].hypothesis.turns
        assert (turn.cell, turn.mark) == (CORNER, "X")


def test_probabilities_leave_something_for_what_nobody_proposed() -> None:
    """Alone and without a flaw, a meaning has all but that."""
    ranked = weigh(MATCH, [Observation("toy", ())], {})
    assert [w.hypothesis.turns for w in ranked] == [()]
    other = pytest.approx(1.0 - ranked[0].probability, rel=0.01)
    assert other == 2.718281828459045**LIMITS.other_nats


def test_two_frames_share_what_they_say_and_one_picture_counts_once() -> None:
    """A cross seen in one corner or, told the other way round, in the middle: either may be."""
    ranked = weigh(MATCH, [picture(CORNER, 0.99), picture(MIDDLE, 0.99)], {})
    laid = {w.hypothesis.turns[0].cell: w.probability for w in ranked if w.hypothesis.turns}
    assert laid[CORNER] == pytest.approx(laid[MIDDLE])
    assert laid[CORNER] == pytest.approx(0.5, abs=0.01)
    twice = weigh(MATCH, [picture(CORNER, 0.9)] * 2, {})
    once = weigh(MATCH, [picture(CORNER, 0.9)], {})
    assert [w.probability for w in twice] == pytest.approx([w.probability for w in once], abs=0.01)
