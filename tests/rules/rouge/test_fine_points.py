"""Exact facts of verdicts: who, how many, where, and nothing besides."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.core.texts import render
from rules.core.verdict import Violation
from rules.games.rouge.blame import actor
from rules.games.rouge.captures import choices, moved, ways
from rules.games.rouge.game import GAME
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import RougeState, Turn
from tests.rules.rouge.tables import codes, house, judged, move, place, position, ring, table

THREE = ("red", "blue", "green")

#: A pawn on 1/2 makes a line on the ring and one on the ray: two pawns of each opponent. Blue has
#: a line of its own, on 3/4 to 3/6, and two pawns besides; green a single pawn.
TWO_LINES = "red 1/0 1/1 2/2 3/2; blue 3/4 3/5 3/6 2/0 2/4; green 2/6"


def violation(state: RougeState, turn: Turn, **changes: Any) -> Violation:
    """The only violation of a turn."""
    (found,) = judged(state, turn, **changes).violations
    return found


def test_a_pawn_of_no_player_takes_nothing() -> None:
    """What it took is named, of whichever side; without captures it is one violation."""
    state = table("red 1/0 1/4; blue 2/4")
    assert codes(state, place("white", "3/0")) == ["not-your-pawn"]
    both = place("white", "3/0", "red 1/0, blue 2/4")
    assert codes(state, both) == ["not-your-pawn", "capture-undue", "capture-undue"]
    assert codes(state, place("white", "3/0", "blue 3/7")) == ["not-your-pawn", "capture-wrong"]


def unknown_mover(text: str) -> RougeState:
    """Both hands told, whose turn it is not."""
    state = GAME.resume(position(text), ("red", "blue"), house())
    for player, count in (("red", 0), ("blue", 5)):
        state = GAME.tell(state, "hand", {"player": player, "count": count})
    return state


def test_whoever_may_have_made_a_turn_is_given_the_doubt() -> None:
    """Red, with an empty hand and four pawns, must move a pawn; blue may turn a ring."""
    state = unknown_mover("red 1/0 1/2 1/4 1/6; blue 2/4 2/6")
    assert state.mover is None
    assert judged(state, ring(1)).legal
    assert actor(state, ring(1), Readings()) == 1
    alone = table("red 1/0 1/2 1/4 1/6; blue 2/4 2/6", hands={"red": 0})
    assert codes(alone, ring(1)) == ["must-move"]


def test_who_made_a_foul_is_known_where_one_side_alone_can_have_made_it() -> None:
    """A foul is laid to the player on turn; where two may have played legally, to nobody."""
    state = table("red 1/0 1/2 1/4 1/6; blue 2/4 2/6", last_ring=2)
    assert codes(state, ring(2)) == ["ring-just-turned"]
    assert actor(state, ring(2), Readings()) == 0
    unsure = GAME.resume(position("red 1/0 1/2; blue 2/4 2/6"), ("red", "blue"), house())
    assert actor(unsure, ring(1), Readings()) is None


def test_four_colours_are_the_box_and_the_rarest_of_five_is_shown() -> None:
    """Nobody can tell which is too many, so all are named; the fewest pawns are pointed at."""
    four = "red 1/0 1/1; blue 2/1 2/2; green 3/2 3/3; yellow 1/3 1/4"
    assert GAME.audit(position(four), house()) == ()
    (found,) = GAME.audit(position(f"{four}; black 2/6"), house())
    assert [place.name() for place in found.places] == ["2/6"]
    (found,) = GAME.audit(position(four.replace(" 3/3", "") + "; black 2/6 2/7"), house())
    assert [place.name() for place in found.places] == ["3/2"]


def test_ten_pawns_of_a_colour_are_the_box() -> None:
    """Eleven are named with their number and places."""
    ten = "red " + " ".join(f"{number}/{cell}" for number in (1, 2) for cell in range(5))
    assert GAME.audit(position(ten), house()) == ()
    (found,) = GAME.audit(position(f"{ten} 3/0"), house())
    assert dict(found.params)["count"] == 11
    assert len(found.places) == 11


@pytest.mark.parametrize(
    ("captures", "missing"),
    [("", {"blue": 2, "green": 1}), ("blue 2/0", {"blue": 1, "green": 1})],
)
def test_what_is_missing_is_counted(captures: str, missing: dict[str, int]) -> None:
    """Two lines earn two pawns of each opponent, or as many as stand on the track."""
    state = table(TWO_LINES, THREE)
    verdict = judged(state, place("red", "1/2", captures))
    found = {dict(v.params)["colour"]: dict(v.params)["count"] for v in verdict.violations}
    assert {v.code for v in verdict.violations} == {"capture-missing"}
    assert found == missing
    where = [place.name() for place in verdict.violations[0].places]
    assert where == ["1/0", "1/1", "1/2", "2/2", "3/2"]


def test_a_protected_line_is_named_pawn_by_pawn() -> None:
    """Where lines protect, a pawn of a line is not taken while another stands alone: also where
    too few were taken, and only the pawns of the line are pointed at."""
    state = table(TWO_LINES, THREE)
    wrong = place("red", "1/2", "blue 3/4, blue 2/0, green 2/6")
    found = violation(state, wrong, protection="lines")
    assert (found.code, [p.name() for p in found.places]) == ("capture-wrong", ["3/4"])
    assert "blue" in render(GAME.rulebook, found)
    assert found.reading == "protection=lines"
    assert judged(state, wrong).legal
    few = place("red", "1/2", "blue 3/4, green 2/6")
    assert codes(state, few, protection="lines") == ["capture-missing", "capture-wrong"]
    right = place("red", "1/2", "blue 2/4, blue 2/0, green 2/6")
    assert judged(state, right, protection="lines").legal


def out(state: RougeState) -> RougeState:
    """The state with green out, its pawn still on the track."""
    from dataclasses import replace  # noqa: PLC0415 - only here

    return replace(state, out=((2,),))


def test_pawns_of_the_eliminated_are_taken_as_the_table_plays() -> None:
    """They must be taken like any others; under the other reading they may, and nobody else's."""
    state = out(table(TWO_LINES, THREE))
    with_green = place("red", "1/2", "blue 2/0, blue 2/4, green 2/6")
    without = place("red", "1/2", "blue 2/0, blue 2/4")
    few = place("red", "1/2", "blue 2/0, green 2/6")
    assert judged(state, with_green).legal
    assert codes(state, without) == ["capture-missing"]
    assert judged(state, with_green, eliminated_pawns="may").legal
    assert judged(state, without, eliminated_pawns="may").legal
    assert codes(state, few, eliminated_pawns="may") == ["capture-missing"]


@pytest.mark.parametrize("protection", ["none", "lines"])
@pytest.mark.parametrize("eliminated", ["must", "may"])
def test_ways_to_take_are_counted_as_they_are_listed(protection: str, eliminated: str) -> None:
    """In any position, for one line and for two, with somebody out or not."""
    readings = Readings(protection=protection, eliminated_pawns=eliminated)
    rng = random.Random(7)
    cells = [f"{number}/{cell}" for number in (1, 2, 3) for cell in range(8)]
    for _ in range(12):
        some = rng.sample(cells, 15)
        text = f"red {' '.join(some[:4])}; blue {' '.join(some[4:10])}; green {' '.join(some[10:])}"
        state = table(text, THREE)
        for now in (state, out(state)):
            for pawns in (0, 1, 2):
                listed = choices(now, now.pawns, 0, pawns, pawns, readings)
                assert len(set(listed)) == len(listed)
                assert len(listed) == ways(now, now.pawns, 0, pawns, readings)


def test_a_pawn_that_comes_to_stand_where_another_stood_leaves_one_pawn_there() -> None:
    """What players insist on: the pawn that was there is off the track."""
    state = table("red 1/0 1/4; blue 1/1 2/4")
    boards = moved(state, 0, move("red", "1/0", "1/1"))
    assert [board.bit_count() for board in boards] == [2, 1]
    assert not boards[0] & boards[1]
