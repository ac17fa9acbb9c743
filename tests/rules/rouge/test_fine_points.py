"""Exact facts of verdicts: who, how many, where, and nothing besides."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

import pytest

from rules.core.texts import render
from rules.core.verdict import Violation
from rules.games.rouge.game import GAME
from rules.games.rouge.laws.blame import actor
from rules.games.rouge.laws.captures import choices, moved, ways
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Turn
from rules.games.rouge.track import HOLLOWS, lined, near, subsets
from tests.rules.rouge.tables import (
    at,
    codes,
    house,
    judged,
    move,
    place,
    position,
    remarks,
    ring,
    table,
)

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


def test_the_line_of_a_foul_that_is_let_stand_takes_nothing() -> None:
    """A foul earns nothing: the next player is on turn, and no pawn is missing."""
    state = table("red 1/0 1/1 3/4; blue 2/4 2/6", hands={"red": 0})
    placed = place("red", "1/2", None)
    called = judged(state, placed)
    assert {v.code for v in called.violations} == {"hand-empty", "must-move"}
    after = GAME.force(state, placed, house())
    assert after.open is not None
    stands = GAME.waive(after, called.violations, house())
    assert (stands.open, stands.mover) == (None, 1)
    assert codes(stands, place("blue", "3/0")) == []


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


def test_u04_up_to_eight_degrees_a_ring_lies_on_the_rays() -> None:
    """Beyond, its hollows are between the rays."""
    state = table("red 1/0 1/4; blue 2/4")
    assert judged(state, ring(1, off_deg=8.0)).legal
    assert codes(state, ring(1, off_deg=8.1)) == ["between-cells"]


def test_u04_a_ring_between_two_steps_stays_one_foul_until_it_is_straight() -> None:
    """However far off it is measured; the table remembers it until it is turned straight."""
    state, crooked = table("red 1/0"), ring(1, off_deg=14.0)
    assert GAME.stays(crooked, ring(1, off_deg=-9.0))
    assert not GAME.stays(crooked, ring(1))
    assert not GAME.stays(crooked, ring(2, off_deg=14.0))
    standing = GAME.force(state, crooked, house())
    assert standing.between == {1}
    assert GAME.force(standing, ring(2), house()).between == {1}
    assert GAME.force(standing, ring(1), house()).between == frozenset()
    assert GAME.waive(standing, (), house()).between == frozenset()


def test_u04_seven_steps_are_one_step_back_where_any_number_is_allowed() -> None:
    """And earn what that one earns; once round is no turn at all."""
    state = table("red 1/0 2/0 3/1; blue 2/4")
    back, on = ring(3, -1, "blue 2/4"), ring(3, 7, "blue 2/4")
    assert judged(state, back).legal
    assert judged(state, on, turn_steps="any").legal
    assert codes(state, ring(3, 7), turn_steps="any") == ["capture-missing"]


def test_u14_every_line_that_could_be_meant_is_listed_where_the_player_says() -> None:
    """Both where there are two; a line that is the only one needs no naming."""
    two = table("red 1/0 1/1 1/3 1/4; blue 2/4")
    listed = GAME.legal_turns(two, house(which_line="player"))
    lines = {t.line.name() for t in listed if isinstance(t, Place) and t.to == at("1/2") and t.line}
    assert lines == {"1/1", "1/2", "1/3"}
    ends = table("red 1/0 1/1; blue 2/4")
    listed = GAME.legal_turns(ends, house(which_line="player"))
    assert {t.line for t in listed if isinstance(t, Place) and t.to == at("1/2")} == {None}


def test_u02_whose_turn_nobody_saw_lists_the_turns_of_all_who_may_be() -> None:
    """Of both sides; but not of the one that has just played."""
    state = GAME.resume(position("red 1/0 1/2; blue 2/4 2/6"), ("red", "blue"), house())
    colours = {t.colour for t in GAME.legal_turns(state, house()) if isinstance(t, Place)}
    assert colours == {"red", "blue"}
    played = replace(state, last=0)
    colours = {t.colour for t in GAME.legal_turns(played, house()) if isinstance(t, Place)}
    assert colours == {"blue"}


def test_u19_every_flight_into_a_line_is_listed_with_its_pawn() -> None:
    """From anywhere: what is listed is legal, and 1/6 to 1/3 takes a pawn."""
    state = table("red 1/1 1/2 1/6 3/0; blue 2/4 2/6 3/3", hands={"red": 0})
    turns = list(GAME.legal_turns(state, house()))
    assert all(judged(state, turn).legal for turn in turns)
    flown = [t for t in turns if isinstance(t, Move) and (t.origin, t.to) == (at("1/6"), at("1/3"))]
    assert [len(turn.captures or ()) for turn in flown] == [1, 1, 1]


def test_what_looks_like_a_turn_is_another_turn() -> None:
    """An empty ring turned either way, or not at all."""
    state = table("red 2/0; blue 3/4")
    others = GAME.look_alike(state, ring(1, -1))
    assert ring(1, 1) in others
    assert ring(1, -1) not in others


def test_u10_a_gift_names_its_line_and_whose_it_is() -> None:
    """Made for blue by turning; a ring turned all the way round gives nothing."""
    state = table("red 1/4 2/5; blue 1/0 2/0 3/1")
    found = {r.code: dict(r.params) for r in judged(state, ring(3, -1)).remarks}["gift"]
    assert found["colour"] == "blue"
    assert [cell.name() for cell in found["cells"]] == ["1/0", "2/0", "3/0"]


def test_u10_whose_line_it_is_hangs_on_who_turned_the_ring() -> None:
    """Where nobody knows that, nothing is due, and the line is no gift yet; with players known it
    is one, or earns pawns."""
    text = "red 1/0 2/0 3/1; blue 2/4 2/6"
    met = GAME.tell(GAME.resume(position(text), (), house()), "unlocked", {})
    for captures in (None, ""):
        verdict = judged(met, ring(3, -1, captures))
        assert verdict.legal
        assert verdict.required == ()
        assert [r.code for r in verdict.remarks] == ["whose-line"]
    assert [r.kind for r in judged(table(text), ring(3, -1, None)).required] == ["capture"]
    assert "gift" in remarks(table(text, to_move="blue"), ring(3, -1))


def test_u20_nobody_is_out_by_a_ring_turned_by_nobody_knows_whom() -> None:
    """As by one whose maker is known: pawns are counted when some are taken or placed."""
    text = "red 1/0 2/3; blue 2/4 2/6 3/1; green 3/3 3/5 1/4"
    known = table(text, THREE, to_move="blue").but(hands=(0, 7, 7))
    unknown = known.but(mover=None, last=None)
    for state in (known, unknown):
        assert GAME.force(state, ring(3, 1), house()).out == ()


def test_u08_what_stands_in_a_line_with_a_hollow_is_near_it() -> None:
    """Of any two pawns more that make a line with it, and no others."""
    for index in range(HOLLOWS):
        own = 1 << index
        pairs = [1 << a | 1 << b for a in range(HOLLOWS) for b in range(a) if index not in (a, b)]
        lines = [pair for pair in pairs if lined(own | pair) & own]
        assert near(index) == reduce(or_, lines)
    assert sorted(subsets(0b1010)) == [0b0000, 0b0010, 0b1000, 0b1010]


def test_u14_a_line_to_be_named_is_told_by_its_middle() -> None:
    """The one that is taken to be meant."""
    state = table("red 1/0 1/1 1/3 1/4; blue 2/4 2/6")
    verdict = judged(state, place("red", "1/2", "blue 2/4"), which_line="player")
    assert [dict(r.params)["cell"].name() for r in verdict.remarks if r.code == "which-line"] == [
        "1/2"
    ]


def test_u04_once_round_makes_no_line_and_nine_steps_are_one() -> None:
    """What stands on a ray already is not new."""
    state = table("red 1/0 2/0 3/0; blue 2/4")
    assert codes(state, ring(3, 8), turn_steps="any") == ["turned-too-far"]
    assert GAME.force(state, ring(3, 8, None), house(turn_steps="any")).open is None
    gift = table("red 1/4 2/5; blue 1/0 2/0 3/1")
    found = judged(gift, ring(3, -9), turn_steps="any").remarks
    assert [r.code for r in found] == ["gift"]


def test_u16_the_hollows_of_a_line_on_a_ray_are_named() -> None:
    """With the pawn just placed."""
    state = table("red 2/3 3/3; blue 2/4 2/6")
    (found,) = judged(state, place("red", "1/3", None)).required
    assert [hollow.name() for hollow in found.places] == ["1/3", "2/3", "3/3"]


def test_u12_where_reopened_lines_pay_no_other_pawns_do() -> None:
    """A pawn two hollows from another one makes no line, whatever line is remembered."""
    rule = {"reopened_line": "pays"}
    state = table("red 1/0 1/1 2/5; blue 3/1 3/3 3/4", **rule)
    state = GAME.apply(state, place("red", "1/2", "blue 3/1"), house(**rule))
    state = GAME.apply(state, place("blue", "3/7"), house(**rule))
    for hollow in ("2/3", "2/7"):
        assert judged(state, place("red", hollow, None), **rule).required == ()
