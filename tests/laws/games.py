"""What the laws need of any game: every game there is, and positions reached by playing it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from rules.core.discovery import discover
from rules.core.game import Game
from rules.core.rulebook import House

HERE = Path(__file__).parent

#: Every game of Arbitable, and those that lie in this folder. None is named.
GAMES: dict[str, Game[Any, Any]] = dict(discover([HERE]))

#: Turns looked at of a position with thousands of them.
MOST_TURNS = 300


def players(game: Game[Any, Any]) -> list[str]:
    """As few as the game allows."""
    return [chr(ord("A") + seat) for seat in range(game.rulebook.players.start)]


def houses(game: Game[Any, Any]) -> Iterator[House]:
    """The defaults, then every single house rule changed to every other value."""
    yield game.rulebook.house()
    for option in game.rulebook.options:
        for value in option.values:
            if value != option.default:
                yield game.rulebook.house({option.name: value})


def some_turns(game: Game[Any, Any], state: Any, house: House, rng: random.Random) -> list[Any]:
    """Legal turns, a fair sample where there are very many."""
    turns = list(islice(game.legal_turns(state, house), 20 * MOST_TURNS))
    return turns if len(turns) <= MOST_TURNS else rng.sample(turns, MOST_TURNS)


def played(
    game: Game[Any, Any], house: House, seed: int, most: int = 12
) -> Iterator[tuple[Any, Any, Any]]:
    """A random legal game as (state, turn, next state)."""
    rng = random.Random(seed)
    state = game.start(players(game), house)
    for _ in range(most):
        turns = some_turns(game, state, house, rng)
        if game.outcome(state, house) is not None or not turns:
            return
        turn = rng.choice(turns)
        after = game.apply(state, turn, house)
        yield state, turn, after
        state = after
