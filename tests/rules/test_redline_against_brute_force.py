"""Two judges of Redline, written on different principles, agree on everything."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.board import Board
from rules.games.redline.laws.alignments import new_alignments
from rules.games.redline.laws.legal import fits
from rules.games.redline.laws.placement import placement_fouls, variant_fouls
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import FULL_SET, Tile
from tests.rules import brute_force
from tests.rules.tables import COMBINATIONS, Dealt, any_tile, house, scattered

SEEDS = st.integers(0, 2**32 - 1)
HOUSES = st.sampled_from(COMBINATIONS)


def expected(state: RedlineState, turn: Lay, changes: dict) -> set:
    """What the second judge says."""
    last = (state.last.cell, state.last.tile) if state.last else None
    return brute_force.fouls(dict(state.layout), turn.cell, turn.tile, changes, last)


def agree(state: RedlineState, turn: Lay, changes: dict) -> None:
    """The words, the arithmetic and the brute force say the same of one placement."""
    readings = Readings.of(house(**changes))
    fouls = [*placement_fouls(state.layout, turn, readings)]
    fouls += variant_fouls(state.layout, turn, state.last, readings)
    wanted = expected(state, turn, changes)
    assert {(f.code, frozenset(f.places)) for f in fouls} == wanted, (turn, changes)
    assert fits(state, turn, readings) == (not wanted)


def random_state(rng: random.Random) -> RedlineState:
    """Anything on the table, legal or not; sometimes with a tile known to be the last."""
    layout = scattered(rng, rng.randint(1, 9), 4)
    cell = rng.choice(sorted(layout))
    last = Lay(cell, layout[cell]) if rng.random() < 0.8 else None
    return RedlineState(Board(layout), last=last)


def free_cells(state: RedlineState, reach: int = 1) -> list[Cell]:
    """Cells on and around the small square that hold no tile."""
    cells = (Cell(col, row) for col in range(-reach, 4 + reach) for row in range(-reach, 4 + reach))
    return [cell for cell in cells if cell not in state.layout]


@settings(max_examples=100, deadline=None)
@given(SEEDS, HOUSES)
def test_any_tile_on_any_layout(seed: int, changes: dict) -> None:
    """On layouts no rule has ever seen, every foul has the same code and the same places."""
    rng = random.Random(seed)
    state = random_state(rng)
    for cell in rng.sample(free_cells(state), 4):
        for _ in range(3):
            agree(state, Lay(cell, any_tile(rng)), changes)


@pytest.mark.parametrize("changes", COMBINATIONS, ids=lambda c: "-".join(map(str, c.values())))
def test_every_combination_of_house_rules_in_play(changes: dict) -> None:
    """Along a legal game, under every one of the 48 combinations."""
    game = Dealt(2, seed=7, **changes)
    for _ in range(8):
        if not game.step():
            return
        frontier = sorted(game.state.layout.open_places)
        for _ in range(4):
            agree(game.state, Lay(game.rng.choice(frontier), any_tile(game.rng)), changes)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(SEEDS, HOUSES, st.integers(2, 4))
def test_a_thousand_plays(seed: int, changes: dict, players: int) -> None:
    """The same along a thousand random games, and the alignments too."""
    game = Dealt(players, seed, **changes)
    for _ in range(game.rng.randint(1, 14)):
        if not game.step():
            return
    frontier = sorted(game.state.layout.open_places)
    for _ in range(6):
        turn = Lay(game.rng.choice(frontier), any_tile(game.rng))
        agree(game.state, turn, changes)
        agree_on_alignments(game.state, turn, joined_count=bool(seed % 2))


def agree_on_alignments(state: RedlineState, turn: Lay, *, joined_count: bool) -> None:
    """Both find the same new alignments."""
    ours = new_alignments(state.layout, turn.cell, turn.tile.colour, joined_count=joined_count)
    wanted = brute_force.alignments(
        dict(state.layout), turn.cell, turn.tile, joined_count=joined_count
    )
    assert {(a.kind, frozenset(a.cells)) for a in ours} == wanted
    assert all(turn.cell in a.cells for a in ours)


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.booleans())
def test_alignments_on_any_layout(seed: int, joined_count: bool) -> None:
    """New, enlarged and joined alignments are told apart alike on crowded tables."""
    rng = random.Random(seed)
    state = RedlineState(Board(scattered(rng, rng.randint(8, 26), 6)))
    for cell in rng.sample(free_cells(state), 3):
        agree_on_alignments(state, Lay(cell, any_tile(rng)), joined_count=joined_count)


@settings(max_examples=8, deadline=None)
@given(SEEDS, HOUSES)
def test_legal_turns_are_exactly_those_the_brute_force_allows(seed: int, changes: dict) -> None:
    """With a known hand nothing is missing and nothing is too much."""
    game = Dealt(2, seed, **changes)
    for _ in range(game.rng.randint(1, 9)):
        game.step()
    state = game.state
    if state.mover is None:
        return
    hand = state.hand(state.mover).known
    near = sorted(state.layout.open_places)
    tiles = [turned for t in hand for turned in t.orientations()]
    lays = {Lay(c, t) for c in near for t in tiles if not expected(state, Lay(c, t), changes)}
    found = [turn for turn in GAME.legal_turns(state, game.house) if isinstance(turn, Lay)]
    assert len(found) == len(set(found))
    assert set(found) == lays


@settings(max_examples=2, deadline=None)
@given(SEEDS)
def test_an_unknown_hand_may_lay_any_tile_of_the_set_that_is_not_on_the_table(seed: int) -> None:
    """Where nobody read the hands, completeness is over the whole set."""
    game = Dealt(2, seed)
    for _ in range(4):
        game.step()
    state = GAME.resume(game.state.layout, ("A", "B"), game.house)
    laid = {(t.colour, t.pattern) for t in state.layout.values()}
    left: list[Tile] = [t for t in FULL_SET if (t.colour, t.pattern) not in laid]
    changes = COMBINATIONS[0]
    wanted = {
        Lay(cell, turned)
        for cell in state.layout.open_places
        for t in left
        for turned in t.orientations()
        if not expected(state, Lay(cell, turned), changes)
    }
    found = {turn for turn in GAME.legal_turns(state, game.house) if isinstance(turn, Lay)}
    assert found == wanted
