"""Two games of Rouge, written in different ways, agree on every turn of random games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import TRACK
from tests.rules.rouge.naive import Naive, told

COLOURS = ["red", "blue", "green", "yellow"]
OPTIONS = {
    o.name: o.values for o in GAME.rulebook.options if o.name not in {"starter", "draw_offer"}
}

houses = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})


def text(turn: Turn) -> str:
    """A turn as both games write it."""
    action: dict[str, Any] = {"kind": GAME.turn_to_json(turn)["kind"]}
    line = None
    if isinstance(turn, Place | Move):
        action["to"] = (turn.to.ring, turn.to.cell)
        line = turn.line
    if isinstance(turn, Move):
        action["from"] = (turn.origin.ring, turn.origin.cell)
    if isinstance(turn, TurnRing):
        action |= {"ring": turn.ring, "by": turn.by}
    gone = sorted(((t.hollow.ring, t.hollow.cell), t.colour) for t in turn.captures or ())
    return told(action, gone, (line.ring, line.cell) if line else None)


def both(players: int, house: dict[str, Any]) -> tuple[RougeState, Naive]:
    """The same start in both games."""
    full = {o.name: o.default for o in GAME.rulebook.options} | house
    names = COLOURS[:players]
    return GAME.start(names, GAME.rulebook.house(house)), Naive(names, full)


def agree(state: RougeState, naive: Naive, house: Any) -> dict[str, tuple[Turn, Naive]]:
    """The same turns, the same pawns, the same player to move; tells the turns."""
    seen = {(h.ring, h.cell): pawn.colour for h, pawn in GAME.position(state).items()}
    assert seen == naive.standing()
    assert GAME.to_move(state) == naive.mover
    found = {text(turn): turn for turn in GAME.legal_turns(state, house)}
    wanted = dict(naive.turns())
    assert set(found) == set(wanted)
    assert len(found) == len(list(GAME.legal_turns(state, house)))
    assert GAME.count_turns(state, house) == len(found)
    return {name: (found[name], wanted[name]) for name in found}


def pick(turns: list[str], rng: random.Random) -> str:
    """Lines are rare in random play: one that takes pawns is taken three times in four."""
    taking = [t for t in turns if any(f"-{c}" in t for c in COLOURS)]
    return rng.choice(taking if taking and rng.random() < 0.75 else turns)


def play(state: RougeState, naive: Naive, house: Any, rng: random.Random, most: int) -> int:
    """Plays both on, comparing now and then; tells how many turns were compared."""
    compared = 0
    for number in range(most):
        if naive.mover is None:
            assert GAME.outcome(state, house) is not None
            break
        if number < 6 or rng.random() < 0.25:
            turns = agree(state, naive, house)
            compared += len(turns)
            name = pick(sorted(turns), rng)
            turn, naive = turns[name]
        else:
            listed = {text(turn): turn for turn in GAME.legal_turns(state, house)}
            name = pick(sorted(listed), rng)
            turn = listed[name]
            naive = followed(naive, name)
        assert_refused(state, house, rng)
        state = GAME.apply(state, turn, house)
    return compared


def followed(naive: Naive, name: str) -> Naive:
    """The naive game after the turn of that text, without making all the others."""
    return next(game for told_, game in naive.turns_like(name) if told_ == name)


def assert_refused(state: RougeState, house: Any, rng: random.Random) -> None:
    """Random turns are legal exactly if they are listed; of several lines that a listed turn may
    claim (U14) these claim none, which is asked about but no foul."""
    listed = {
        text(replace(turn, line=None) if isinstance(turn, Place | Move) else turn)
        for turn in GAME.legal_turns(state, house)
    }
    for _ in range(6):
        colour = rng.choice([c for c in state.colours if c])
        a, b = rng.choice(TRACK), rng.choice(TRACK)
        turn = rng.choice(
            [
                Place(colour, a, ()),
                Move(colour, a, b, ()),
                TurnRing(a.ring, rng.choice([1, -2]), ()),
            ]
        )
        own = isinstance(turn, TurnRing) or colour == GAME.to_move(state)
        assert GAME.judge(state, turn, house).legal == (own and text(turn) in listed), turn


GAMES = st.tuples(houses, st.integers(2, 4), st.integers(0, 10**6))


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(GAMES)
def test_random_games_under_random_house_rules(game: tuple[dict[str, Any], int, int]) -> None:
    """Every option at any value, two to four players, up to the end."""
    play_both(*game)


@pytest.mark.slow
@settings(max_examples=14, deadline=None, suppress_health_check=list(HealthCheck))
@given(GAMES)
def test_more_games_under_random_house_rules(game: tuple[dict[str, Any], int, int]) -> None:
    """The same."""
    play_both(*game)


def play_both(house: dict[str, Any], players: int, seed: int) -> None:
    """A random game by both."""
    state, naive = both(players, house)
    play(state, naive, GAME.rulebook.house(house), random.Random(seed), 60)


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 5), marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_by_the_leaflet(players: int, seeds: range) -> None:
    """The defaults, further into the game."""
    for seed in seeds:
        state, naive = both(players, {})
        assert play(state, naive, GAME.rulebook.house(), random.Random(seed), 70)
