"""The audit accuses no table that play can reach, and says what a table proves."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.verdict import Violation
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import Concede, Fall, Fallen, LayPad
from rules.games.mokadi.pieces import Label, Pad, Spot, Stick, pad_spot, stick_spot
from rules.games.mokadi.state import Phase
from rules.games.mokadi.stock import Stock
from tests.rules.mokadi.tables import BLACK, WHITE, house, judged, laid, opened, start

#: Under each of these a game is played and the table looked at after every turn.
READINGS = [{}, {"first_round": "first_pad"}, {"pad_distance": "edge"}, {"third_pad": "free"}]


ANY_GAME = given(
    st.integers(0, 2**32), st.sampled_from(["AB", "ABC", "ABCD"]), st.sampled_from(READINGS)
)


@settings(max_examples=10, deadline=None)
@ANY_GAME
def test_never_accuses_a_table_reached_by_legal_play(seed: int, players: str, rules: dict) -> None:
    """Though sticks fall, players go out and shifted sticks touch what they like."""
    never_accused(seed, players, rules)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@ANY_GAME
def test_nor_in_many_games(seed: int, players: str, rules: dict) -> None:
    """The same along more of them."""
    never_accused(seed, players, rules)


def never_accused(seed: int, players: str, rules: dict) -> None:
    """Looks at the table after every turn of a game."""
    rng, state = random.Random(seed), start(*players, **rules)
    for _ in range(14):
        turns = list(GAME.legal_turns(state, house(**rules)))
        if state.sticks and rng.random() < 0.2:
            fallen = Fallen(rng.choice(state.sticks).number)
            state = GAME.force(state, Fall((fallen,), player=state.mover), house(**rules))
        elif turns:
            state = GAME.apply(state, rng.choice(turns), house(**rules))
        assert GAME.audit(GAME.position(state), house(**rules)) == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_accuses_the_pads_that_no_order_lays(seed: int, free: bool) -> None:
    """Against trying every order with `judge`, on distances that the slack does not touch."""
    rng = random.Random(seed)
    at = [(rng.randrange(0, 9) * 0.4, rng.randrange(0, 4) * 0.4) for _ in range(rng.randint(2, 4))]
    rules = {"third_pad": "free"} if free else {}
    pads = {pad_spot(i + 1, xy): Pad(WHITE) for i, xy in enumerate(at)}
    accused = bool(GAME.audit(pads, house(**rules)))
    assert accused == (not any(reached(order, rules) for order in permutations(at)))


def reached(order: tuple, rules: dict) -> bool:
    """Whether every pad is legal in this order."""
    state = replace(start(), phase=Phase.BUILDING, stocks=(Stock(), Stock()))
    for xy in order:
        turn = LayPad(WHITE, xy)
        if not judged(state, turn, **rules).legal:
            return False
        state = GAME.force(state, turn, house(**rules))
    return True


def eight(*colours: str, gap: float = 0.6) -> dict[Spot, Label]:
    """All pads of the box, close enough to each other to be laid in two rows."""
    places = [(gap * (i // 2), gap * (i % 2)) for i in range(8)]
    return {
        pad_spot(i + 1, xy): Pad(c) for i, (c, xy) in enumerate(zip(colours, places, strict=True))
    }


MIXED = [WHITE, BLACK] * 4


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ({}, []),
        (eight(*MIXED), []),
        ({**eight(*MIXED), stick_spot(1): Stick(BLACK)}, []),
        ({stick_spot(1): Stick(BLACK)}, []),
        (eight(*[WHITE] * 5, *[BLACK] * 3), ["share-wrong"]),
        ({stick_spot(i): Stick(BLACK) for i in range(19)}, ["share-wrong"]),
        ({pad_spot(1, (0, 0)): Pad(WHITE), pad_spot(2, (0.4, 0)): Pad(WHITE)}, ["pad-distance"]),
        ({pad_spot(1, (0, 0)): Pad(WHITE), pad_spot(2, (0.43, 0)): Pad(WHITE)}, []),
        ({pad_spot(1, (0, 0)): Pad(WHITE), pad_spot(2, (2, 0)): Pad(WHITE)}, ["pad-distance"]),
        ({pad_spot(1): Pad(WHITE), pad_spot(2): Pad(WHITE)}, []),
    ],
)
def test_what_a_table_proves(table: dict, found: list[str]) -> None:
    """Each kind of proof, and a look-alike that proves nothing."""
    assert [v.code for v in GAME.audit(table, house())] == found


def test_the_first_stick_needed_two_pads_of_one_colour() -> None:
    """Proved only when all eight pads are seen: others may hide under sticks."""
    lone = {pad_spot(i + 1, (0.45 * i, 0.5 * (i % 2))): Pad(c) for i, c in enumerate(MIXED)}
    spread = {pad_spot(i + 1, (1.2 * i, 0.0)): Pad(c) for i, c in enumerate(MIXED)}
    one = {stick_spot(1): Stick(WHITE)}
    assert GAME.audit({**lone, **one}, house()) == ()
    assert "one-support" in {v.code for v in GAME.audit({**spread, **one}, house())}
    del spread[pad_spot(8)]
    assert GAME.audit({**spread, **one}, house()) == ()


def test_shifted_sticks_prove_nothing() -> None:
    """Whatever they touch now (M10)."""
    state = laid(opened(), (WHITE, "P1"), (WHITE, "P1"), (BLACK, "S1:plain"), (BLACK, ""))
    assert GAME.audit(GAME.position(state), house()) == ()


def test_knocked_pads_put_back_a_little_off_are_not_accused() -> None:
    """Up to five hundredths of a stick."""
    table = {pad_spot(1, (0, 0)): Pad(WHITE), pad_spot(2, (1.09, 0)): Pad(WHITE)}
    assert GAME.audit(table, house()) == ()


def test_an_audit_says_the_reading_it_rests_on() -> None:
    """A pad too near a third is wrong only where the table keeps it off."""
    table = {pad_spot(i + 1, xy): Pad(WHITE) for i, xy in enumerate([(0, 0), (0.8, 0), (0.6, 0.1)])}
    (near, *_) = GAME.audit(table, house())
    assert isinstance(near, Violation)
    assert near.reading == "third_pad=kept_off"
    assert GAME.outcome(GAME.force(opened(), Concede(), house()), house()) is not None
