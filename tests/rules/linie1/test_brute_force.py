"""Random legal games, judged a second time by points in the plane."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from rules.games.linie1.game import GAME
from rules.games.linie1.laws.driving import starting_tram, targets
from rules.games.linie1.laws.network import TERMINUS
from rules.games.linie1.laws.placings import placements
from rules.games.linie1.laws.routes import route
from rules.games.linie1.places import CELLS, LETTERS, SPOTS, TERMINI, Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Laid, Lay, Linie1State
from rules.games.linie1.tiles import ALL_FACES, TILES
from tests.rules.linie1.brute_force import (
    Layout,
    drivable,
    legal_pair,
    legal_single,
    signs_due,
)
from tests.rules.linie1.tables import dealt, house, judged, told

#: Hands of which only the number of tiles is known.
UNREAD = [("hand", {"player": p, "tiles": [], "hidden": 5}) for p in ("Ana", "Bo")]

FACES = [tile.connections for tile in TILES[1:]]


def plain(state: Linie1State) -> Layout:
    """The board as the second judge reads it."""
    return {(s.row, s.col): tile.connections for s, tile in state.board.items()}


def grown(seed: int, tiles: int) -> Iterator[Linie1State]:
    """A random game tile by tile; tiles near others are laid more often, so that tracks meet."""
    rng = random.Random(seed)
    state = dealt()
    for _ in range(tiles):
        turns = [t for t in GAME.legal_turns(state, house()) if isinstance(t, Lay)]
        near = [t for t in turns if _touches(state, t)]
        chosen = rng.choice(near if near and rng.random() < 0.8 else turns)
        state = GAME.apply(state, chosen, house())
        yield state


def _touches(state: Linie1State, turn: Lay) -> bool:
    spot = turn.tiles[0].spot
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return any(Spot(spot.row + r, spot.col + c) in state.board for r, c in steps)


@cache
def positions(game: int) -> tuple[Linie1State, ...]:
    """Every position of one of the games; grown when first asked for."""
    return tuple(grown(game, 60))


@pytest.mark.parametrize(
    "game", [0, *(pytest.param(game, marks=pytest.mark.slow) for game in (1, 2))]
)
def test_single_placements_agree_with_the_second_judge(game: int) -> None:
    """Every face on every cell, in positions early and late."""
    for state in positions(game)[4::14]:
        layout = plain(state)
        listed = {
            ((SPOTS[at].row, SPOTS[at].col), TILES[face].connections)
            for at, face, _ in placements(state.board, ALL_FACES, Readings())
        }
        cells = [(SPOTS[at].row, SPOTS[at].col) for at in CELLS]
        told = {(c, f) for c in cells for f in FACES if legal_single(layout, c, f)}
        assert listed == told


@pytest.mark.parametrize("game", range(3))
def test_random_tiles_anywhere_agree_with_the_second_judge(game: int) -> None:
    """Also on locations and outside the grid; the hand and the box are left aside."""
    rng = random.Random(game)
    for state in positions(game)[3::9]:
        unread = told(state, *UNREAD)
        for _ in range(60):
            cell, face = (rng.randrange(14), rng.randrange(14)), rng.choice(TILES[1:])
            turn = Lay((Laid(Spot(*cell), face),))
            found = judged(unread, turn, box="unknown", together="exchanges")
            assert found.legal == legal_single(plain(state), cell, face.connections)


@pytest.mark.parametrize("game", range(3))
def test_pairs_agree_with_the_second_judge(game: int) -> None:
    """Random pairs near each other: exactly those are listed and judged legal."""
    rng = random.Random(game)
    for state in positions(game)[9::24]:
        layout = plain(state)
        open_hands = told(state, *UNREAD, ("turn", {"player": "Ana"}))
        for _ in range(150):
            one = rng.choice(CELLS)
            other = rng.choice([one, one + 1, one + 14, rng.choice(CELLS)])
            tiles = tuple(Laid(SPOTS[at], rng.choice(TILES[1:])) for at in (one, other))
            pairs = [((t.spot.row, t.spot.col), t.tile.connections) for t in tiles]
            verdict = judged(open_hands, Lay(tiles), box="unknown", sign_missing="reminder")
            assert verdict.legal == legal_pair(layout, pairs[0], pairs[1])


@pytest.mark.parametrize("game", range(3))
def test_signs_agree_with_the_second_judge(game: int) -> None:
    """A sign is due exactly where the first tile beside a location is laid."""
    for state in positions(game)[1::6]:
        layout = plain(state)
        for turn in islice(GAME.legal_turns(state, house()), 0, 4000, 37):
            if isinstance(turn, Lay) and len(turn.tiles) == 1:
                spot = turn.tiles[0].spot
                due = [d for d in judged(state, turn).required if d.places == (spot,)]
                assert len(due) == len(signs_due(layout, (spot.row, spot.col)))


@pytest.mark.parametrize("game", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_no_position_of_a_legal_game_is_accused(game: int) -> None:
    """And each comes back from a picture with the same signs."""
    for state in positions(game):
        assert GAME.audit(GAME.position(state), house()) == ()
        again = GAME.resume(GAME.position(state), ("Ana", "Bo"), house())
        assert again.board == state.board
        assert dict(again.first) == dict(state.first)


def full_board() -> Linie1State:
    """The longest of the games, grown on until hardly a cell is free."""
    rng = random.Random(77)
    state = told(positions(1)[-1], *UNREAD)
    for _ in range(50):
        turns = list(placements(state.board, ALL_FACES, Readings()))
        if not turns:
            break
        at, face, _ = rng.choice(turns)
        state = GAME.force(state, Lay((Laid(SPOTS[at], TILES[face]),)), house())
    return state


def test_routes_and_moves_are_drivable_point_by_point() -> None:
    """On a crowded board every step of every route, and every place a tram may reach."""
    state = full_board()
    layout = plain(state)
    routes = [route(state, line, (), Readings()) for line in range(1, 7)]
    for found in routes:
        cells = [(s.row, s.col) for s in found.path]
        inside = [i for i, s in enumerate(found.path) if not _terminus(s)]
        runs = _runs(inside)
        assert all(drivable(layout, [cells[i] for i in run]) for run in runs)
    for terminus in TERMINI:
        tram = starting_tram(terminus.line, terminus.spot)
        reach = targets(state, tram, None, Readings(top_speed="none"))
        assert all(SPOTS[at] in state.board or at in TERMINUS for at in reach)


def _terminus(spot: Spot) -> bool:
    return spot.row * 14 + spot.col in TERMINUS


def _runs(numbers: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def test_letters_are_where_the_second_judge_has_them() -> None:
    """Twelve sites, typed in twice."""
    from tests.rules.linie1.brute_force import SITES  # noqa: PLC0415

    assert len(SITES) == len(LETTERS)
