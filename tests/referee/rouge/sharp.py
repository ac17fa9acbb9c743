"""A Rouge game of two seen in sharp pictures, one position after the other."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core.call import Call
from rules.games.rouge.game import GAME
from rules.referee.referee import RefereeState, begin, observe
from tests.referee.noise import PERFECT
from tests.referee.rouge.sights import seen
from tests.rules.rouge.tables import position

State = RefereeState[Any, Any]
Calls = tuple[Call[Any, Any], ...]


def shown(state: State, text: str) -> tuple[State, Calls]:
    """A sharp picture of a position."""
    return observe(state, seen(position(text) if text else {}, Random(1), PERFECT), text)


def played(*texts: str) -> tuple[State, list[Calls]]:
    """What is said of pictures of positions one after the other, red and blue playing."""
    state, told = begin(GAME, ("red", "blue"), GAME.rulebook.house()), []
    for text in texts:
        state, calls = shown(state, text)
        told.append(calls)
    return state, told
