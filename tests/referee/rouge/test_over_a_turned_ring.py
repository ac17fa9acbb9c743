"""A pawn set on a ring that a foul turned: it lies where it was set, however often it is seen."""

from __future__ import annotations

from tests.referee.sessions import Rouge

OPENING = ("", "red 1/0", "red 1/0; blue 1/3", "red 1/0 2/5; blue 1/3")
BEFORE = "red 1/0 2/5; blue 1/3 3/2"
TOO_FAR, SET = "red 1/2 2/5; blue 1/5 3/2", "red 1/2 1/1 2/5; blue 1/5 3/2"


def set_on_it() -> Rouge:
    """Red turned the inner ring too far, and sets a pawn on it all the same."""
    table = Rouge()
    assert table.play(*OPENING, BEFORE) == ["legal blue"]
    assert table.see(TOO_FAR) == ["foul red turned-too-far"]
    assert table.see(SET) == ["legal red (foul-stands; over-foul)"]
    return table


def test_the_same_table_seen_again_is_nothing_new() -> None:
    """It was asked whether the foul was taken back, and two turns made since."""
    table = set_on_it()
    for _ in range(2):
        (said,) = table.see(SET)
        assert said.split()[0] == "nothing"
    assert table.see(SET + " 2/0") == ["legal blue (foul-stands; over-foul)"]


def test_the_ring_turned_back_takes_the_pawn_along() -> None:
    """The pawn is in the game where it lies then."""
    table = set_on_it()
    back = "red 1/0 1/7 2/5; blue 1/3 3/2"
    assert table.see(back) == ["legal red (foul-taken-back)"]
    assert table.see(back + " 2/0") == ["legal blue"]


def test_the_pawn_may_stay_where_it_was_set() -> None:
    """Whoever turns the ring back holds it fast."""
    table = set_on_it()
    back = "red 1/0 1/1 2/5; blue 1/3 3/2"
    assert table.see(back) == ["legal red (foul-taken-back)"]
    assert table.see(back + " 2/0") == ["legal blue"]
