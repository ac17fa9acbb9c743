"""Damaged saved games: one sentence each, or a game."""

import pytest

from tests.hard.saved_games import MOST_S, run


@pytest.mark.parametrize("count", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_no_damaged_game_is_a_fault(count: int) -> None:
    """Whatever is wrong in it: refused in a sentence, or judged, taken in and shown; in time."""
    tally = run(count)
    assert dict(tally.faults) == {}
    assert tally.tried == count
    assert tally.refused > count // 2
    assert tally.judged > count // 20
    assert tally.slowest_s < MOST_S
