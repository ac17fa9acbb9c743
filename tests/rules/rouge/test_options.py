"""Every house rule of Rouge changes a call, or the order of play: one case for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.verdict import Outcome
from rules.games.rouge.game import GAME
from rules.games.rouge.laws.ending import QUIET_TURNS
from rules.games.rouge.state import Pass, RougeState, Turn
from tests.rules.rouge.tables import after, codes, due, house, move, place, remarks, ring, table

FEW = "red 1/0 1/2 1/4 1/6; blue 2/4 2/6 3/3 3/5"
LOST = "red 1/0 1/1 2/5; blue 2/4 2/6 3/3; green 3/0 3/1 3/6"
RGB = ("red", "blue", "green")


def called(state: RougeState, turn: Turn, **changes: Any) -> list[str]:
    """The codes of a turn, under these house rules."""
    return codes(state, turn, **changes)


def _starter(**changes: Any) -> object:
    ended = Outcome("last-in", ("A",), (("A",), ("C",), ("B",)))
    return GAME.next_order(("A", "B", "C"), ended, 0, house(**changes))


def _ring_lock(**changes: Any) -> object:
    state = table(FEW, **changes)
    return called(after(state, ring(1), **changes), ring(1), **changes)


def _turning_unlocks(**changes: Any) -> object:
    state = table("red 1/0 2/1 3/1 1/4; blue 2/4 2/6", locked={"red": "1/0"}, **changes)
    return due(state, ring(1, 1, None), **changes)


def _lock_ends(**changes: Any) -> object:
    state = table("red 1/0 1/2; blue 2/4 2/6 3/4 3/6", **changes)
    state = after(state, place("red", "1/1", "blue 2/4"), move("blue", "2/6", "2/7"), **changes)
    state = after(state, move("red", "1/1", "2/1"), move("blue", "2/7", "2/6"), **changes)
    state = after(state, place("red", "2/0"), move("blue", "2/6", "2/7"), **changes)
    return due(state, place("red", "3/0", None), **changes)


def _reopened_line(**changes: Any) -> object:
    state = table("red 1/0 1/2; blue 2/4 2/6 3/4 3/6", **changes)
    state = after(state, place("red", "1/1", "blue 2/4"), move("blue", "2/6", "2/7"), **changes)
    state = after(state, move("red", "1/1", "2/1"), move("blue", "2/7", "2/6"), **changes)
    return due(state, move("red", "2/1", "1/1", None), **changes)


def _which_line(**changes: Any) -> object:
    state = table("red 1/0 1/1 1/3 1/4; blue 2/4 2/6", **changes)
    return remarks(state, place("red", "1/2", None), **changes)


def _double_line(**changes: Any) -> object:
    state = table("red 1/0 1/1 2/2 3/2; blue 2/4 2/6 3/6", **changes)
    return due(state, place("red", "1/2", None), **changes)


def _captures_per(**changes: Any) -> object:
    state = table("red 1/0 1/2 2/1 3/1; blue 2/4 2/6 3/6", **changes)
    return due(state, place("red", "1/1", None), **changes)


def _protection(**changes: Any) -> object:
    state = table("red 1/0 1/1; blue 2/4 2/5 2/6 3/3", **changes)
    return called(state, place("red", "1/2", "blue 2/5"), **changes)


def _flying_when(**changes: Any) -> object:
    state = table(FEW, hands={"red": 1}, **changes)
    lost = table("red 1/0 1/2 1/4; blue 2/4 2/6 3/3", hands={"red": 1}, **changes)
    return called(state, ring(1), **changes), called(lost, ring(1), **changes)


def _elimination(**changes: Any) -> object:
    hands = {"blue": 1, "green": 5}
    state = table("red 1/0 1/1; blue 2/4 2/6; green 3/0 3/4 3/6", RGB, hands=hands, **changes)
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"), **changes)
    return state.gone


def _eliminated_pawns(**changes: Any) -> object:
    state = table(LOST, RGB, hands={"blue": 0}, **changes)
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"), **changes)
    state = after(state, place("green", "3/2"), move("red", "2/5", "2/4"), **changes)
    return called(state, place("green", "3/0", "red 1/0"), **changes)


def _draw_offer(**changes: Any) -> object:
    return remarks(table(FEW, **changes).but(quiet=QUIET_TURNS - 1), ring(1), **changes)


#: option: (the value a table may choose instead, what then changes).
CASES: dict[str, tuple[object, Callable[..., object]]] = {
    "starter": ("loser", _starter),
    "passing": ("agreed", lambda **to: called(table(FEW), Pass(()), **to)),
    "turn_steps": ("any", lambda **to: called(table(FEW), ring(1, 2), **to)),
    "ring_lock": ("player", _ring_lock),
    "neighbours": ("diagonal", lambda **to: called(table(FEW), move("red", "1/0", "2/1"), **to)),
    "turning_unlocks": (True, _turning_unlocks),
    "lock_ends": ("broken", _lock_ends),
    "reopened_line": ("pays", _reopened_line),
    "which_line": ("player", _which_line),
    "double_line": ("one", _double_line),
    "captures_per": ("turn", _captures_per),
    "protection": ("lines", _protection),
    "flying_when": ("total", _flying_when),
    "flying_turns": (True, lambda **to: called(table(FEW, hands={"red": 0}), ring(1), **to)),
    "elimination": ("track", _elimination),
    "eliminated_pawns": ("may", _eliminated_pawns),
    "draw_offer": (False, _draw_offer),
}


@pytest.mark.parametrize("option", CASES)
def test_an_option_changes_a_call_or_the_order(option: str) -> None:
    """The same table and turn, with and without it."""
    value, case = CASES[option]
    assert case() != case(**{option: value})


def test_every_option_has_a_case() -> None:
    """None is left that nothing reads."""
    assert set(CASES) == {option.name for option in GAME.rulebook.options}
    for option in GAME.rulebook.options:
        assert CASES[option.name][0] in option.values
        assert CASES[option.name][0] != option.default
