"""A Rouge game of two seen in sharp pictures, one position after the other."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from rules.core.call import Call
from rules.games.rouge.game import GAME
from rules.referee import limits
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
    state, told = _played(texts, limits.LIMITS)
    return state, list(told)


@lru_cache(maxsize=100)
def _played(texts: tuple[str, ...], by: limits.Limits) -> tuple[State, tuple[Calls, ...]]:
    """The same, looked at once for all games that begin alike and are judged by the same limits."""
    if not texts:
        return begin(GAME, ("red", "blue"), GAME.rulebook.house()), ()
    before, told = _played(texts[:-1], by)
    state, calls = shown(before, texts[-1])
    return state, (*told, calls)
