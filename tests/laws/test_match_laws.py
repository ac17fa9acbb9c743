"""A match of any game is a pure fold over its log: undo, redo and correction re-judge it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.events import Corrected, MatchStarted, Redone, TurnSeen, Undone
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import Match, Status
from tests.laws.games import GAMES, played, players

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

#: Turns of the games that are told.
TURNS = 6


def told(game: Any, turns: list[Any]) -> Match:
    """The match in which these turns were seen one by one."""
    house = game.rulebook.house()
    start = MatchStarted(game.name, tuple(players(game)), tuple(house.values.items()))
    return replayed(game, (start, *(TurnSeen(turn) for turn in turns)))


def some_game(game: Any) -> tuple[list[Any], list[Any]]:
    """Turns of a legal game and the states before and after them."""
    moves = list(played(game, game.rulebook.house(), seed=21, most=TURNS))
    return [turn for _, turn, _ in moves], [moves[0][0], *(after for _, _, after in moves)]


@EACH_GAME
def test_the_log_of_a_legal_game_is_that_game(game: Any) -> None:
    """Every turn is accepted, and extending the match is replaying its log."""
    turns, states = some_game(game)
    match = told(game, turns)
    assert [one.status for one in match.history] == [Status.ACCEPTED] * len(turns)
    assert match.accepted == match.standing == states[-1]
    assert extended(told(game, turns[:-1]), [TurnSeen(turns[-1])]) == match


@EACH_GAME
def test_undo_goes_back_turn_by_turn_and_redo_forth(game: Any) -> None:
    """To the state before the first turn and to the one after the last."""
    turns, states = some_game(game)
    match = told(game, turns)
    for state in reversed(states[:-1]):
        match = extended(match, [Undone()])
        assert match.accepted == state
    for state in states[1:]:
        match = extended(match, [Redone()])
        assert match.accepted == state


@EACH_GAME
def test_a_correction_judges_everything_after_it_anew(game: Any) -> None:
    """The first turn is taken out and put back: whatever was called comes from the log alone."""
    turns, states = some_game(game)
    match = told(game, turns)
    without = extended(match, [Corrected(1, None)])
    assert without.accepted == told(game, turns[1:]).accepted
    assert without.history != match.history
    again = extended(without, [Corrected(1, turns[0])])
    assert again.accepted == states[-1]
    assert [one.status for one in again.history] == [Status.ACCEPTED] * len(turns)
