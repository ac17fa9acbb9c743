"""Every code of Rouge is called from two clean pictures: the position before, and the track as it
lies after the foul. What pictures cannot show is told, and the reason stands with the test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.games.rouge.game import GAME
from rules.games.rouge.state import RougeState, Turn
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import after, at, house, move, place, position, ring, table
from tests.rules.rouge.weighing import Codes, shares_of_codes, weighed

#: What a fused reading says of a clear place, and the share from which a foul is called.
SURE, FOUL_SHARE = 0.9995, 0.97

FEW = "red 1/0 1/2 1/4 2/1; blue 1/5 2/4 2/6 3/3 3/5"
LINE = "red 1/0 1/1 2/5 2/7; blue 2/4 2/6 3/3 3/4"
THREE = LINE + "; green 3/0 3/1 3/6 2/1"
RGB = ("red", "blue", "green")
RAY = "red 1/0 2/0 3/7 1/3 1/5; blue 2/4 2/6 3/3 3/5"
FOUR = "red 1/0 1/2 1/5 2/1; blue 2/4 2/6 3/3 3/5"
LINED = "red 1/0 1/1 2/7; blue 2/4 2/5 2/6 3/3 3/5"

#: name: (state before, the foul turns as they lie on the track, code).
FOULS: dict[str, tuple[RougeState, tuple[Turn, ...], str]] = {
    "another's pawn placed": (table(FEW), (place("blue", "3/0"),), "not-your-pawn"),
    "another's pawn moved": (table(FEW), (move("blue", "3/3", "3/2"),), "not-your-pawn"),
    "the third of three": (table(THREE, RGB), (place("green", "3/7"),), "not-your-pawn"),
    "a colour nobody plays": (table(FEW), (place("white", "3/0"),), "not-your-pawn"),
    "placed on another": (table(FEW), (place("red", "2/4"),), "occupied"),
    "placed on another into a line": (table(LINE), (place("red", "2/6"),), "occupied"),
    "moved onto another": (table(FEW), (move("red", "1/4", "1/5"),), "occupied"),
    "two hollows on": (table(FEW), (move("red", "1/0", "3/0"),), "not-adjacent"),
    "across the track": (table(FEW), (move("red", "2/1", "3/7"),), "not-adjacent"),
    "the ring turned last": (table(FEW, last_ring=2), (ring(2),), "ring-just-turned"),
    "two steps": (table(FEW), (ring(1, 2),), "turned-too-far"),
    "three steps": (table(FEW), (ring(2, 3),), "turned-too-far"),
    "none in hand": (
        table(FEW + "; red 3/7", hands={"red": 0}), (place("red", "3/0"),), "hand-empty"),
    "a flying player turns a ring": (
        table(FOUR, hands={"red": 0}), (ring(1),), "must-move"),
    "twice in a row": (after(table(FEW), place("red", "3/0")), (place("red", "3/1"),), "two-moves"),
    "placed, then moved": (
        after(table(FEW), place("red", "3/0")), (move("red", "2/1", "2/2"),), "two-moves"),
    "one colour not taken": (
        table(THREE, RGB), (place("red", "1/2", "green 3/0"),), "capture-missing"),
    "nothing taken, the next one plays": (
        after(table(THREE, RGB), place("red", "1/2", None)), (place("blue", "3/7"),),
        "capture-missing"),
    "an own pawn taken": (
        table(RAY), (ring(3, 1, "blue 2/4, red 1/3"),), "capture-wrong"),
    "two taken for one line": (
        table(LINE), (place("red", "1/2", "blue 2/4, blue 2/6"),), "capture-too-many"),
    "two of one colour of two": (
        table(THREE, RGB), (place("red", "1/2", "blue 2/4, blue 2/6, green 3/0"),),
        "capture-too-many"),
    "taken with a placed pawn": (
        table(THREE, RGB), (place("red", "1/5", "blue 2/4"),), "capture-undue"),
    "taken with a moved pawn": (
        table(THREE, RGB), (move("red", "2/7", "2/0", "blue 2/4"),), "capture-undue"),
    "taken with a turned ring": (
        table(THREE, RGB), (ring(2, 1, "blue 3/3"),), "capture-undue"),
    "the only pawn of its ring taken": (
        table("red 1/0; blue 2/0"), (place("red", "3/3", "blue 2/0"),), "capture-undue"),
}  # fmt: skip


def shares(
    state: RougeState,
    *turns: Turn,
    rings: Mapping[int, float] | None = None,
    **changes: Any,
) -> dict[Codes, float]:
    """What a clean picture of the track after these turns would be called, with its share."""
    home = house(**changes)
    standing = state
    for turn in turns:
        standing = GAME.force(standing, turn, home)
    picture = seen(GAME.position(standing), sure=SURE, rings=rings)
    return shares_of_codes(state, picture, home)


@pytest.mark.parametrize("name", FOULS)
def test_a_foul_is_called_from_two_clean_pictures(name: str) -> None:
    """Exactly its code, surely enough."""
    state, turns, code = FOULS[name]
    found = shares(state, *turns)
    assert found.get((code,), 0.0) >= FOUL_SHARE, found


#: Fouls that are none if the player in between turned an empty ring.
OUT_OF_TURN: dict[str, tuple[RougeState, Turn, str]] = {
    "the second player begins": (
        GAME.start(("red", "blue"), house()), place("blue", "1/0"), "not-your-pawn"),
    "twice in a row": (
        after(table("red 1/0; blue 2/0"), place("red", "1/3")), place("red", "3/3"), "two-moves"),
}  # fmt: skip


@pytest.mark.parametrize("name", OUT_OF_TURN)
def test_who_plays_out_of_turn_beside_an_empty_ring_is_not_accused(name: str) -> None:
    """An empty ring turns without a trace (rules/rouge.md, what a camera cannot tell, 1): it is
    asked about, the foul first."""
    state, turn, code = OUT_OF_TURN[name]
    found = shares(state, turn)
    assert 0.8 < found[(code,)] < FOUL_SHARE
    assert found[()] > 0.01


def test_a_ring_between_two_steps_is_called() -> None:
    """Its angle is seen beside its pawns."""
    found = shares(table(FEW), ring(1, 1), rings={1: 17.0, 2: 0.5, 3: 1.0})
    assert found[("between-cells",)] >= FOUL_SHARE, found


def test_a_protected_pawn_taken_is_called_where_lines_protect() -> None:
    """The house rule alone makes it a foul."""
    turn = place("red", "1/2", "blue 2/5")
    found = shares(table(LINED), turn, protection="lines")
    assert found[("capture-wrong",)] >= FOUL_SHARE, found
    assert shares(table(LINED), turn)[()] >= FOUL_SHARE


def test_every_code_is_called_from_pictures() -> None:
    """Of the thirteen, two have a test of their own above."""
    called = {code for _, _, code in FOULS.values()} | {"between-cells"}
    assert called == {code.code for code in GAME.rulebook.codes}


def test_an_empty_hand_is_told_where_nobody_counted_it() -> None:
    """A game met half-way: how many pawns were lost before, no picture shows."""
    state = GAME.resume(position(FEW), ("red", "blue"), house())
    state = GAME.tell(state, "turn", {"player": "red"})
    assert shares(state, place("red", "3/0"))[()] >= 0.93
    state = GAME.tell(state, "hand", {"player": "red", "count": 0})
    assert shares(state, place("red", "3/0"))[("hand-empty", "must-move")] >= FOUL_SHARE


def test_doing_nothing_is_told() -> None:
    """A pass changes no hollow: the picture says that nothing happened, and so does the call."""
    assert shares(table(FEW))["nothing"] >= 0.93


def test_a_pawn_that_went_without_a_turn_is_asked_about() -> None:
    """Nobody moved, so nobody took it."""
    for text, gone in ((FEW, "3/5"), ("red 1/0; blue 2/0", "2/0")):
        pawns = {h: p for h, p in position(text).items() if h != at(gone)}
        found = shares_of_codes(table(text), seen(pawns, sure=SURE), house())
        assert found["disturbed"] >= 0.93, found


def test_an_owed_pawn_taken_in_a_later_picture_is_no_question() -> None:
    """Though it stood alone on its ring, which may have been turned unseen."""
    state = after(table("red 1/0 1/1; blue 2/0 3/4"), place("red", "1/2", None))
    found = shares(state, place("red", "1/2", "blue 3/4"))
    assert found[()] >= 0.99, found
    picture = seen(position("red 1/0 1/1 1/2; blue 2/0"), sure=SURE)
    best = weighed(state, picture, house())[0]
    assert best.told.turns == (place("red", "1/2", "blue 3/4"),)


def test_a_line_not_paid_before_the_next_turn_is_told_of_who_made_it() -> None:
    """Both in one picture: blue too early, or red forgetful; no third thing."""
    found = shares(table(LINE), place("red", "1/2", None), place("blue", "3/7"))
    assert found[("capture-missing",)] + found[("not-your-pawn",)] > 0.93, found


def test_a_misread_colour_beside_a_turn_stays_a_question() -> None:
    """One place read wrongly by a reader that is rather sure is no `occupied`, and a pawn misread
    as none no `capture-undue`."""
    for truth, code in (("red 2/4", "occupied"), ("", "capture-undue")):
        look = position(FEW.replace(" 2/4", "") + ("; " + truth if truth else "") + "; red 3/0")
        clear = seen(look, sure=SURE)
        doubtful = seen(look, sure=0.9)
        picture = clear.with_sightings(
            doubtful.at(s.place) if s.place == at("2/4") else s  # type: ignore[misc]
            for s in clear.sightings
        )
        found = shares_of_codes(table(FEW), picture, house())
        assert max(v for k, v in found.items() if code in k) < FOUL_SHARE, found
