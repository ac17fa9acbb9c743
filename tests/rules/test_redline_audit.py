"""The audit accuses no layout that play can reach, and misses none that it cannot."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.tiles import DIRECTIONS, MASKS, STEPS, Colour, Tile
from tests.rules import brute_force
from tests.rules.tables import COMBINATIONS, Dealt, any_tile, house, layout

SEEDS = st.integers(0, 2**32 - 1)
ORDERED = [c for c in COMBINATIONS if not c["colour_variant"] and c["full_cell"] == "allowed"]


def accusations(tiles: dict[Cell, Tile], **changes: object) -> list[str]:
    """The codes of an audit."""
    return [v.code for v in GAME.audit(tiles, house(**changes))]


ANY_GAME = given(SEEDS, st.sampled_from(COMBINATIONS), st.integers(2, 4))


@settings(max_examples=20, deadline=None)
@ANY_GAME
def test_never_accuses_a_layout_reached_by_legal_play(seed: int, changes: dict, seats: int) -> None:
    """Not at any moment of a random game, under any house rules."""
    never_accused(seed, changes, seats)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@ANY_GAME
def test_nor_in_many_games(seed: int, changes: dict, seats: int) -> None:
    """The same along more of them."""
    never_accused(seed, changes, seats)


def never_accused(seed: int, changes: dict, seats: int) -> None:
    """Looks at the layout after every turn of a game."""
    game = Dealt(seats, seed, **changes)
    for _ in range(16):
        if not game.step():
            break
        assert GAME.audit(game.state.layout, game.house) == ()


def linked(rng: random.Random, count: int) -> dict[Cell, Tile]:
    """A small layout in which most neighbours share lines: near the edge of what is possible."""
    tiles: dict[Cell, Tile] = {Cell(0, 0): any_tile(rng)}
    while len(tiles) < count:
        from_cell = rng.choice(sorted(tiles))
        direction = rng.randrange(8)
        cell = from_cell.shifted(*STEPS[direction])
        if cell in tiles:
            continue
        wish = 1 << (direction + 4) % 8
        masks = [m for m in MASKS if m & wish] if rng.random() < 0.9 else list(MASKS)
        tiles[cell] = Tile(rng.choice(list(Colour)), rng.choice(masks))
        if rng.random() < 0.9 and not tiles[from_cell].mask >> direction & 1:
            grown = tiles[from_cell].mask | 1 << direction
            if grown in MASKS:
                tiles[from_cell] = Tile(tiles[from_cell].colour, grown)
    return tiles


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.sampled_from(ORDERED))
def test_accuses_exactly_what_no_order_of_play_reaches(seed: int, changes: dict) -> None:
    """On small layouts, where every order can be tried."""
    rng = random.Random(seed)
    tiles = linked(rng, rng.randint(2, 5))
    accused = accusations(tiles, set="unknown", **changes)
    assert bool(accused) == (not brute_force.reachable(tiles, changes)), (tiles, accused)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(SEEDS, st.sampled_from(ORDERED))
def test_accuses_exactly_what_no_order_reaches_at_length(seed: int, changes: dict) -> None:
    """The same with a thousand layouts."""
    rng = random.Random(seed)
    tiles = linked(rng, rng.randint(2, 6))
    accused = accusations(tiles, set="unknown", **changes)
    assert bool(accused) == (not brute_force.reachable(tiles, changes))


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_one_tile_misread_is_accused_only_if_no_order_reaches_it(seed: int) -> None:
    """A single mutation of a legal layout."""
    game = Dealt(2, seed)
    for _ in range(5):
        game.step()
    tiles = dict(game.state.layout)
    tiles[game.rng.choice(sorted(tiles))] = any_tile(game.rng)
    accused = accusations(tiles, set="unknown")
    assert bool(accused) == (not brute_force.reachable(tiles, COMBINATIONS[0]))


@pytest.mark.parametrize(
    ("tiles", "changes", "expected"),
    [
        ([(0, 0, "Y E")], {}, []),
        ([(0, 0, "Y E"), (1, 0, "B N")], {}, ["no-extension"]),
        ([(0, 0, "Y E"), (2, 0, "B W")], {}, ["no-extension"]),
        ([(0, 0, "Y E"), (1, 0, "Y W+S")], {}, ["colour"]),
        ([(0, 0, "Y E"), (1, 0, "B W"), (4, 0, "Y E+S"), (5, 0, "B W+N")], {}, ["no-extension"]),
        ([(0, 0, "Y E"), (1, 0, "B W+E"), (2, 0, "Y W+N"), (3, 0, "B N")], {}, ["no-extension"]),
        (
            [(0, 0, "Y E"), (1, 0, "B W+E"), (2, 0, "B W+E"), (3, 0, "Y W+N")],
            {},
            ["tile-twice", "colour"],
        ),
        ([(0, 0, "Y E"), (1, 0, "B W"), (0, 1, "B N+NE")], {}, ["no-extension"]),
        ([(0, 0, "Y E+S"), (1, 0, "B W+SW"), (0, 1, "B N")], {}, []),
        ([(0, 0, "Y E+S"), (1, 0, "B W+SW"), (0, 1, "B N")], {"dead_end": "both"}, ["dead-end"]),
        ([(0, 0, "Y E"), (1, 0, "B W")], {"set": "unknown"}, []),
        ([(0, 0, "Y E"), (1, 0, "B W"), (1, 1, "Y E")], {"set": "unknown"}, ["no-extension"]),
        (
            [(0, 0, "Y E"), (1, 0, "B W+SE"), (2, 1, "Y NW")],
            {"extends": "every"},
            [],
        ),
        (
            [(0, 0, "Y E+S"), (1, 0, "B W+S"), (0, 1, "B N+E+S"), (1, 1, "Y N+W+S")],
            {"extends": "every"},
            ["no-extension", "no-extension"],
        ),
    ],
)
def test_what_a_layout_proves(tiles: list, changes: dict, expected: list[str]) -> None:
    """Each kind of proof, and a look-alike that proves nothing."""
    assert accusations(layout(*tiles), **changes) == expected


def test_a_layout_held_together_by_lines_that_no_order_of_play_reaches() -> None:
    """(1, 1) must come before (0, 0), that before (0, -1), and that before (1, 0): a ring."""
    ring = layout((0, 0, "Y N+E+SE"), (1, 0, "B W+S+NW"), (1, 1, "Y N"), (0, -1, "B S"))
    assert not brute_force.reachable(ring, COMBINATIONS[0])
    (foul,) = GAME.audit(ring, house())
    assert (foul.code, ("case", "no-order") in foul.params) == ("dead-end", True)


def test_more_tiles_of_a_colour_than_the_box_holds() -> None:
    """A twenty-fifth yellow tile proves a misread or a strange tile even if the set is unknown."""
    many = {Cell(i, 0): Tile.named("yellow", ["E", "W"]) for i in range(25)}
    found = [v for v in GAME.audit(many, house(set="unknown")) if v.code == "tile-twice"]
    assert [("case", "too-many") in v.params for v in found] == [True]


def test_a_cell_beyond_filling_where_the_house_forbids_it() -> None:
    """Four lines lead to one open cell."""
    around = {"N": "S", "E": "W", "S": "N", "W": "E"}
    tiles = {
        Cell(0, 0).shifted(*STEPS[DIRECTIONS.index(side)]): Tile.named("blue", [back])
        for side, back in around.items()
    }
    fouls = GAME.audit(tiles, house(full_cell="forbidden", set="unknown"))
    assert [v.places for v in fouls if v.code == "dead-end"] == [(Cell(0, 0),)]
