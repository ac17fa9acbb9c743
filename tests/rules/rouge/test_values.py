"""Look-alikes, alignment, JSON, drawing, what players tell, and games met half-way."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from rules.core.errors import ArbitableError, IllegalTurn, UnknownName
from rules.core.game import Marks
from rules.games.rouge.align import align, rotated
from rules.games.rouge.drawing import described
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pass, Pawn, RougeState, Turn
from rules.games.rouge.track import Hollow
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import (
    after,
    at,
    codes,
    due,
    house,
    judged,
    move,
    place,
    position,
    remarks,
    ring,
    table,
)

HALF_WAY = "red 1/0 1/1 2/2 3/5 3/7; blue 2/4 2/6 3/3 1/5 1/6"


def met(text: str = HALF_WAY, players: tuple[str, ...] = ("A", "B"), **changes: Any) -> RougeState:
    """A game met half-way."""
    return GAME.resume(position(text), players, house(**changes))


# -- what a camera cannot tell


def test_an_empty_or_even_ring_turned_looks_like_nothing() -> None:
    """Every other turn of it as well."""
    state = table("red 1/0 2/0 2/2 2/4 2/6; blue 1/4")
    assert Pass(()) in GAME.look_alike(state, ring(3))
    assert ring(3, -1) in GAME.look_alike(state, ring(3))
    assert ring(2, 2) in GAME.look_alike(state, Pass(()))
    assert ring(2, 1) not in GAME.look_alike(state, Pass(()))


def test_the_only_pawn_of_a_ring_moved_looks_like_its_ring_turned() -> None:
    """Both ways round, with the pawns they take."""
    state = table("red 1/0 2/1 3/1; blue 3/4 3/6")
    turn = move("red", "1/0", "1/1", "blue 3/4")
    assert GAME.look_alike(state, turn) == (ring(1, 1, "blue 3/4"),)
    assert GAME.look_alike(state, ring(1)) == (move("red", "1/0", "1/1"),)
    assert GAME.look_alike(state, place("red", "2/5")) == ()
    assert GAME.look_alike(state, place("white", "2/5")) == ()


def test_a_row_turned_looks_like_its_last_pawn_carried_to_the_front() -> None:
    """Only one hollow empties and one fills."""
    state = table("red 1/0 1/1 1/2; blue 3/4")
    assert GAME.look_alike(state, ring(1)) == (move("red", "1/0", "1/3"),)
    assert GAME.look_alike(state, ring(1, 9)) == (move("red", "1/0", "1/3"),)


def test_a_turn_that_moves_several_pawns_has_no_twin() -> None:
    """Of two colours, or two of one."""
    state = table("red 1/0 1/3; blue 1/5 2/2 2/5; green 3/3", ("red", "blue", "green"))
    assert GAME.look_alike(state, ring(1)) == ()
    assert GAME.look_alike(state, ring(2)) == ()


# -- a game met half-way


@pytest.mark.parametrize(
    "turn",
    [
        place("red", "3/0"),
        place("blue", "3/0"),
        ring(1),
        ring(2, -1),
        move("red", "2/2", "2/3"),
    ],
)
def test_the_unknown_makes_no_foul(turn: Turn) -> None:
    """Whose turn, which ring, how many in hand: nothing is held against the first turn seen."""
    assert judged(met(), turn).legal
    assert GAME.to_move(met()) is None


def test_a_line_of_pawns_that_may_be_locked_may_be_paid_or_not() -> None:
    """Both are legal, and the referee says why it does not know."""
    state = met()
    for captures in (None, "", "blue 2/4"):
        turn = place("red", "1/2", captures)
        assert judged(state, turn).legal
        assert remarks(state, turn) == ["lock-unknown"]
    assert codes(state, place("red", "1/2", "blue 2/4, blue 2/6")) == ["capture-too-many"]
    paid = after(state, place("red", "1/2", "blue 2/4"))
    assert paid.locked[paid.side_named("red")] == at("1/1").bit | at("1/3").bit or paid.locked[1]
    unpaid = after(state, place("red", "1/2", ""))
    assert not any(unpaid.locked)


BLUE = "blue 3/0 3/1 3/3 3/4 1/1; red 1/4 1/6 2/5 2/3"


@pytest.mark.parametrize("which", ["centred", "player"])
@pytest.mark.parametrize("later", [False, True], ids=["at once", "a picture later"])
def test_u14_which_line_locks_is_as_unsure_as_old_end_pawns(which: str, later: bool) -> None:
    """Five in a row, of which any may be an old end pawn: each of three lines may have earned the
    pawn that was taken, so that none of the five surely serves no ray."""
    rule = {"which_line": which}
    state = GAME.tell(met(BLUE, **rule), "turn", {"player": "blue"})
    line = place("blue", "3/2", "red 2/3")
    first = [place("blue", "3/2", None)] if later else []
    state = after(state, *first, line, place("red", "1/3"), **rule)
    assert not any(state.locked)
    for captures in ("red 1/4", ""):
        assert judged(state, place("blue", "2/1", captures), **rule).legal


def test_u15_a_pawn_taken_for_a_ring_line_or_a_ray_leaves_the_lock_open() -> None:
    """Only one of the two earned it; with two taken both did."""
    text = "red 1/0 1/1 2/2 3/2; blue 2/0 2/4 3/4 3/6"
    state = GAME.tell(met(text), "turn", {"player": "red"})
    side = state.side_named("red")
    ends = at("1/0").bit | at("1/2").bit
    one = after(state, place("red", "1/2", "blue 2/0"))
    assert (one.locked[side] & ends, one.doubtful[side] & ends) == (0, ends)
    two = after(state, place("red", "1/2", "blue 2/0, blue 2/4"))
    assert (two.locked[side], two.doubtful[side] & ends) == (ends, 0)


def test_u14_a_line_that_the_player_has_still_to_name_locks_nobody_surely() -> None:
    """Where the player says which three are the line."""
    rule = {"which_line": "player"}
    state = table("red 1/0 1/1 1/3; blue 2/4 2/6", **rule)
    open_ = after(state, place("red", "1/2", "blue 2/4"), **rule)
    said = after(state, place("red", "1/2", "blue 2/4", "1/1"), **rule)
    assert open_.locked[0] == 0
    assert open_.doubtful[0] == sum(at(f"1/{cell}").bit for cell in range(4))
    assert (said.locked[0], said.doubtful[0]) == (at("1/0").bit | at("1/2").bit, 0)


def test_an_open_line_that_may_not_be_one_waits_for_nobody() -> None:
    """The next player may go on; the pawn may still be taken before."""
    state = after(met(), place("red", "1/2", None))
    assert judged(state, place("blue", "3/0")).legal
    assert judged(state, place("red", "1/2", "blue 2/4")).legal
    listed = set(GAME.legal_turns(state, house()))
    assert {
        place("blue", "3/0"),
        place("red", "1/2", "blue 2/4"),
        place("red", "1/2", ""),
    } <= listed
    done = after(state, place("red", "1/2", "blue 2/4"))
    assert done.open is None
    assert any(done.locked)


def test_with_two_colours_the_turn_is_known_from_the_first_one_seen() -> None:
    """Red then red is a second action, whoever plays red."""
    state = after(met(), place("red", "3/0"))
    assert codes(state, place("red", "3/1")) == ["two-moves"]
    assert judged(state, place("blue", "3/1")).legal


def test_with_three_players_the_same_colour_twice_is_a_second_action() -> None:
    """Though the order of play is unknown."""
    state = after(
        met("red 1/0 1/3 1/5; blue 2/4 2/6 2/1; green 3/0 3/2 3/4", ("A", "B", "C")),
        place("red", "3/7"),
    )
    assert GAME.to_move(state) is None
    assert codes(state, place("red", "3/5")) == ["two-moves"]
    assert judged(state, place("green", "3/5")).legal
    assert judged(state, ring(1)).legal


def test_a_colour_that_may_be_out_is_not_waited_for() -> None:
    """Two pawns of a colour whose hand nobody counted: red may be on again."""
    state = after(met("red 1/0 1/3 1/5; blue 2/4 2/6"), place("red", "3/7"))
    assert judged(state, place("red", "3/5")).legal


def test_few_pawns_and_an_uncounted_hand_may_fly_or_place_or_turn() -> None:
    """Once one flew, the hand is empty."""
    state = met("red 1/0 1/2 1/4 1/6; blue 2/4 2/6 2/1 2/0 2/2")
    for turn in (place("red", "3/0"), ring(1), move("red", "1/0", "3/5")):
        assert judged(state, turn).legal
    state = after(state, move("red", "1/0", "3/5"), place("blue", "3/0"))
    assert codes(state, place("red", "3/1")) == ["hand-empty", "must-move"]


def test_two_pawns_beside_an_uncounted_hand_do_not_fly() -> None:
    """With an empty hand their side would be out; where those in the hand count, it may fly."""
    state, far = met("red 1/0 1/2; blue 2/4 2/6 2/1 2/0 2/2"), move("red", "1/0", "3/5")
    assert codes(state, far) == ["not-adjacent"]
    assert far not in GAME.legal_turns(state, house())
    assert judged(state, far, flying_when="total").legal


def test_a_ring_turned_by_nobody_knows_whom() -> None:
    """Its line may be anybody's; the ring is closed all the same."""
    state = met("red 1/0 2/0 3/7 1/5; blue 2/4 2/6 3/3 1/3; green 3/0 2/2 1/7", ("A", "B", "C"))
    turned = after(state, ring(3, 1, "blue 2/4, green 3/1"))
    assert turned.last == turned.side_named("red")
    assert codes(turned, ring(3)) == ["ring-just-turned"]
    own = {"ring_lock": "player", "lock_ends": "broken"}
    state = met("red 1/0 2/0 1/5; blue 2/4 2/6 3/3; green 3/0 2/2 1/7", ("A", "B", "C"), **own)
    twice = after(state, ring(1), ring(1), ring(2), **own)
    assert twice.rings == (0, 0, 0)
    assert codes(after(state, Pass(()), passing="agreed"), ring(1)) == []


def test_locks_are_in_doubt_only_at_lines_where_they_end_with_them() -> None:
    """House rule lock_ends=broken: a pawn in no line is surely free."""
    state = met("red 1/0 1/1 1/2 2/4 2/5; blue 3/3 3/4", lock_ends="broken")
    rule = {"lock_ends": "broken"}
    assert remarks(state, place("red", "2/6", None), **rule) == []
    assert codes(state, place("red", "2/6", ""), **rule) == ["capture-missing"]
    ray = met("red 1/0 1/1 1/2 2/0; blue 3/3 3/4", lock_ends="broken")
    assert remarks(ray, place("red", "3/0", None), **rule) == ["lock-unknown"]


def test_without_players_a_game_is_followed_by_colour() -> None:
    """Names are unknown, the colours play."""
    state = GAME.start((), house())
    assert GAME.to_move(state) is None
    state = after(state, place("red", "1/0"), place("blue", "1/1"), place("red", "1/2"))
    assert GAME.position(state) == position("red 1/0 1/2; blue 1/1")
    state = GAME.resume({}, (), house())
    assert judged(state, ring(1)).legal
    assert len(set(GAME.legal_turns(state, house()))) == 4 * 24 + 6


# -- what players tell


def test_players_tell_colours_turn_hands_ring_and_locks() -> None:
    """Then the game is judged as if seen from the start."""
    state = GAME.tell(met(), "colours", {"B": "red"})
    assert state.names == ("A", "B")
    assert state.colours == ("blue", "red")
    state = GAME.tell(state, "turn", {"player": "A"})
    assert codes(state, place("red", "3/0")) == ["not-your-pawn"]
    state = GAME.tell(state, "ring", {"ring": 3})
    assert codes(state, ring(3)) == ["ring-just-turned"]
    state = GAME.tell(state, "hand", {"player": "A", "count": 0})
    assert codes(state, place("blue", "3/0")) == ["hand-empty"]
    state = GAME.tell(GAME.tell(state, "turn", {"player": "red"}), "unlocked", {})
    assert due(state, place("red", "1/2", None)) == 1
    state = GAME.tell(state, "locked", {"player": "B", "cells": [[1, 0]]})
    assert due(state, place("red", "1/2", None)) == 0


def test_colours_are_told_for_all_and_for_each_his_own() -> None:
    """In a game met half-way all but one must be named."""
    three = met("red 1/0; blue 2/4", ("A", "B", "C"), ring_lock="player")
    seated = GAME.tell(three, "colours", {"A": "blue", "B": "green", "C": "red"})
    assert seated.colours == ("blue", "green", "red")
    assert seated.seated
    fresh = GAME.tell(GAME.start(("A", "B"), house()), "colours", {"A": "black"})
    assert fresh.colours == ("black", None)
    assert codes(fresh, place("white", "1/0")) == ["not-your-pawn"]
    for state, colours in (
        (three, {"A": "blue"}),
        (three, {"X": "blue"}),
        (three, {"A": "blue", "B": "blue"}),
        (fresh, {"B": "black"}),
    ):
        with pytest.raises(UnknownName):
            GAME.tell(state, "colours", colours)


@pytest.mark.parametrize(
    ("fact", "data"),
    [("weather", {}), ("turn", {"player": "Z"}), ("ring", {"ring": 4})],
)
def test_what_cannot_be_told_is_refused(fact: str, data: dict[str, Any]) -> None:
    """By name."""
    with pytest.raises(UnknownName):
        GAME.tell(met(), fact, data)


def test_players_are_two_to_four_and_different() -> None:
    """Anything else is refused in words."""
    for players in (("A",), ("A", "A"), ("A", "B", "C", "D", "E")):
        with pytest.raises(ArbitableError):
            GAME.start(players, house())


def test_players_named_after_colours_play_them() -> None:
    """At the start and half-way; a colour is learnt from the first pawn else."""
    assert GAME.start(("black", "white"), house()).colours == ("black", "white")
    assert met("white 1/0", ("black", "white")).colours == ("black", "white")
    state = after(GAME.start(("A", "B"), house()), place("pink", "1/0"))
    assert state.colours == ("pink", None)
    assert codes(state, place("pink", "1/1")) == ["two-moves"]


# -- force


def test_fouls_can_be_forced_and_stand_on_the_table() -> None:
    """A stranger's pawn, a pawn on another, a pawn taken twice; and apply refuses them."""
    state = table("red 1/0 1/1; blue 2/4 2/6", ring_lock="player")
    strange = GAME.force(state, place("white", "3/0"), house())
    assert GAME.position(strange)[at("3/0")] == Pawn("white")
    assert GAME.to_move(strange) == "red"
    over = GAME.force(state, place("red", "2/4"), house())
    assert GAME.position(over)[at("2/4")] == Pawn("red")
    assert len(GAME.position(over)) == 4
    with pytest.raises(IllegalTurn, match="occupied"):
        GAME.apply(state, place("red", "2/4"), house())
    undue = GAME.force(state, place("red", "2/0", "blue 2/4"), house())
    assert at("2/4") not in GAME.position(undue)


def test_an_unpaid_line_stops_the_game() -> None:
    """Giving it up, or taking wrongly, is a foul; the others wait."""
    state = after(table("red 1/0 1/1; blue 2/4 2/6"), place("red", "1/2", None))
    assert codes(state, place("red", "1/2", "")) == ["capture-missing"]
    assert codes(state, place("red", "1/2", "red 1/0, blue 2/4")) == ["capture-wrong"]
    assert codes(state, place("blue", "3/3")) == ["capture-missing"]
    assert codes(state, place("red", "3/3")) == ["capture-missing", "two-moves"]
    assert set(GAME.legal_turns(state, house())) == {
        place("red", "1/2", "blue 2/4"),
        place("red", "1/2", "blue 2/6"),
    }
    rings = after(table("red 1/0 2/0 3/7; blue 2/4 2/6"), ring(3, 1, None))
    assert set(GAME.legal_turns(rings, house())) == {ring(3, 1, "blue 2/4"), ring(3, 1, "blue 2/6")}
    moved = after(table("red 1/0 2/0 3/7; blue 2/4"), move("red", "3/7", "3/0", None))
    assert set(GAME.legal_turns(moved, house())) == {move("red", "3/7", "3/0", "blue 2/4")}


def test_a_line_with_nobody_to_take_from_is_not_waited_for() -> None:
    """No opponent has a pawn on the track: nothing is required, the next one plays."""
    state = table("red 1/0 1/1; blue")
    assert due(state, place("red", "1/2", None)) == 0
    state = after(state, place("red", "1/2", None))
    assert state.open is None
    assert state.locked[0] == at("1/0").bit | at("1/2").bit
    assert GAME.to_move(state) == "blue"


@pytest.mark.parametrize("value", ["moved", "broken"])
def test_a_line_paid_later_comes_to_the_same_as_one_paid_at_once(value: str) -> None:
    """On the ring and on the ray, whatever ends a lock."""
    rule = {"lock_ends": value}
    for text, whole in (
        ("red 1/0 1/1; blue 2/4 2/6", place("red", "1/2", "blue 2/4")),
        ("red 1/0 2/0; blue 2/4 2/6", place("red", "3/0", "blue 2/4")),
    ):
        state = table(text, **rule)
        at_once = after(state, whole, **rule)
        later = after(state, place("red", whole.to.name(), None), whole, **rule)
        assert later == at_once


# -- alignment


def test_a_picture_is_laid_as_it_is() -> None:
    """Whatever it shows: the base does not turn."""
    picture = seen(position(HALF_WAY))
    assert align(position(HALF_WAY), picture) == (picture,)
    assert align({}, picture) == (picture,)
    turned = seen(position("red 1/1 1/2 2/2 3/5 3/7; blue 2/4 2/6 3/3 1/6 1/7"), first_ray=False)
    assert align(position(HALF_WAY), turned) == (turned,)


def test_a_board_that_was_turned_is_found_where_nothing_else_fits() -> None:
    """Only if the reader does not vouch for its first ray."""
    there = {Hollow(h.ring, (h.cell + 3) % 8): pawn for h, pawn in position(HALF_WAY).items()}
    loose = seen(there, first_ray=False)
    first, second = GAME.align(position(HALF_WAY), loose)
    assert first.occupied() == position(HALF_WAY)
    assert first == rotated(loose, -3)
    assert second == loose
    assert len(align(position(HALF_WAY), seen(there))) == 1


# -- JSON


@pytest.mark.parametrize(
    "turn",
    [
        place("red", "1/0", None),
        place("red", "1/0", "blue 2/4", line="1/1"),
        ring(2, -1, "green 3/3, blue 2/4"),
        ring(2, 1, None, off_deg=12.5),
        move("blue", "1/0", "2/0"),
        Pass(()),
    ],
)
def test_turns_survive_json(turn: Turn) -> None:
    """There and back."""
    assert GAME.turn_from_json(GAME.turn_to_json(turn)) == turn


def test_moves_are_written_as_the_contract_says() -> None:
    """Kinds and fields by name."""
    assert GAME.turn_to_json(place("red", "3/6", "blue 2/4")) == {
        "kind": "place",
        "colour": "red",
        "ring": 3,
        "cell": 6,
        "captures": [{"colour": "blue", "ring": 2, "cell": 4}],
    }
    unknown = {"kind": "turn", "ring": 2, "by": -1, "captures": None}
    assert GAME.turn_to_json(ring(2, -1, None)) == unknown
    data = {"kind": "move", "colour": "red", "from": [1, 0], "to": [2, 0]}
    assert GAME.turn_from_json(data) == move("red", "1/0", "2/0", None)


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "roll"},
        {"kind": "place", "colour": "red", "ring": 4, "cell": 0},
        {"kind": "place", "ring": 1, "cell": 0},
        {"kind": "move", "colour": "red", "from": {"ring": 1}, "to": [1, 1]},
        {"kind": "turn", "ring": 1},
        {"kind": "turn", "ring": 1, "by": "far"},
    ],
)
def test_json_that_is_no_move_is_refused(data: dict[str, Any]) -> None:
    """By an UnknownName, never by a crash."""
    with pytest.raises(UnknownName):
        GAME.turn_from_json(data)


def test_a_pawn_read_otherwise_changes_the_turn_that_set_it() -> None:
    """And no other."""
    assert GAME.reread(place("red", "1/0"), at("1/0"), Pawn("blue")) == place("blue", "1/0")
    assert GAME.reread(place("red", "1/0"), at("1/1"), Pawn("blue")) is None
    assert GAME.reread(ring(1), at("1/1"), Pawn("blue")) is None


# -- drawing


def test_the_drawing_shows_pawns_and_marks_by_shape_and_word() -> None:
    """Well-formed, titled, with every mark; an unknown colour is told by its letters."""
    state = table("red 1/0; mauve 2/4; yellow 3/3", ("red", "mauve", "yellow"))
    marks = Marks((at("1/0"),), (at("2/4"),), ((at("1/0"), at("1/1")),), (at("3/3"),))
    root = ElementTree.fromstring(GAME.draw(state, marks))
    classes = {node.get("class") for node in root.iter()}
    assert {"foul", "last", "reward", "badge", "doubt", "letters dark"} <= classes
    words = described(GAME.position(state), marks)
    assert "mauve pawn at 2/4" in words
    assert "foul: 1/0" in words
    assert "line: 1/0, 1/1" in words
    assert described({}, Marks()) == "No pawn on the track."
