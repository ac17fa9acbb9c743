"""Counting legal turns to a depth: the sharpest test of the rules, and a measure of their speed."""

from __future__ import annotations

from rules.core.game import Game, StateT, TurnT
from rules.core.rulebook import House


def perft(game: Game[StateT, TurnT], state: StateT, depth: int, house: House) -> int:
    """How many sequences of `depth` legal turns there are; one that ends the game earlier is none.

    The last turns are counted, not made, as chess engines do.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return game.count_turns(state, house)
    turns = game.legal_turns(state, house)
    return sum(perft(game, game.force(state, turn, house), depth - 1, house) for turn in turns)
