"""Bare cells told by each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.games.linie1.places import SPAN
from rules.games.linie1.tiles import Tile
from vision.linie1.limits import LIMITS
from vision.linie1.tiles.bare import with_bare_alike, with_prints_unlike_tiles
from vision.linie1.tiles.cells import CELL_PX, FACES, CellReadings
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE

NORTH_SOUTH = Tile.named(["NS"]).face

#: Cells of the board below: with a tile, bare as the others (two), under a thing.
LAID, BARE, BESIDE, COVERED = ((3, 4), (3, 5), (8, 8), (9, 8)), (5, 5), (5, 6), (6, 6)


def _board() -> Image:
    """Striped cells that look like track to a net that never met them, and tiles on four."""
    stripes = np.where(np.arange(SPAN * CELL_PX) // 4 % 2, 90, 40)
    grid = np.stack([np.tile(stripes, (SPAN * CELL_PX, 1))] * 3, axis=-1)
    grid = grid + np.random.default_rng(0).normal(0, 3, grid.shape)
    for row, col in LAID:
        grid[row * CELL_PX : (row + 1) * CELL_PX, col * CELL_PX : (col + 1) * CELL_PX] = 200
        middle = slice(col * CELL_PX + 12, col * CELL_PX + 20)
        grid[row * CELL_PX : (row + 1) * CELL_PX, middle] = 30
    row, col = COVERED
    grid[row * CELL_PX : (row + 1) * CELL_PX, col * CELL_PX : (col + 1) * CELL_PX] = (40, 60, 190)
    return np.asarray(grid.clip(0, 255), np.uint8)


def _seen(sure_bare: int, doubted: float) -> CellReadings:
    """So many cells surely bare, all others bare by `doubted` and track for the rest; the tiles,
    but the first, surely tiles."""
    faces = np.full((SPAN, SPAN, FACES), 1e-6)
    faces[..., 0] = doubted
    faces.reshape(-1, FACES)[-sure_bare - SPAN : -SPAN, 0] = 1.0
    for row, col in LAID[1:]:
        faces[row, col, 0] = 1e-4
    faces[..., NORTH_SOUTH] = 1 - faces[..., 0]
    for row, col in (LAID[0], BARE, COVERED):
        faces[row, col, [0, NORTH_SOUTH]] = doubted, 1 - doubted
    nothing = np.zeros((SPAN, SPAN))
    return CellReadings(faces, nothing, np.zeros((SPAN, SPAN, 6)), nothing)


@pytest.mark.parametrize("doubted", [0.1, 0.9])
def test_a_cell_that_looks_like_the_bare_ones_is_bare(doubted: float) -> None:
    """Even if it looks like track as well. A tile, and what something lies on, is left alone."""
    found = with_bare_alike(_seen(60, doubted), _board())
    assert found.faces[BARE][0] > SURE_CONFIDENCE
    assert found.faces[LAID[0]][0] == pytest.approx(doubted, abs=1e-3)
    assert found.faces[COVERED][0] == pytest.approx(doubted, abs=1e-3)
    assert found.faces.sum(axis=-1) == pytest.approx(1, abs=1e-3)


def test_few_bare_cells_tell_nothing() -> None:
    """A full board, or one on which next to nothing is sure, is read cell by cell."""
    seen = _seen(LIMITS.bare_cells - 1, 0.5)
    assert with_bare_alike(seen, _board()) is seen


def test_a_handful_of_bare_cells_is_enough() -> None:
    """Where the net takes nearly all of a print for track, what it does not tells of the rest."""
    found = with_bare_alike(_seen(LIMITS.bare_cells + 1, 0.1), _board())
    assert found.faces[BARE][0] > SURE_CONFIDENCE


def test_a_bare_cell_is_told_though_it_might_bear_a_sign() -> None:
    """What makes a print look like track may make it look a little like a sign; where a sign may
    well stand the cell is left alone."""
    sign = np.zeros((SPAN, SPAN))
    sign[BARE], sign[BESIDE] = 0.1, 0.5
    found = with_bare_alike(replace(_seen(60, 0.1), sign=sign), _board())
    assert found.faces[BARE][0] > SURE_CONFIDENCE
    assert found.faces[BESIDE][0] == pytest.approx(0.1, abs=1e-3)


def test_bare_cells_tell_nothing_where_tiles_look_as_they_do() -> None:
    """What was taken for bare surely may be tiles like the others."""
    alike = np.full((SPAN * CELL_PX, SPAN * CELL_PX, 3), 120.0)
    alike += np.random.default_rng(1).normal(0, 3, alike.shape)
    seen = _seen(60, 0.4)
    assert with_bare_alike(seen, alike.astype(np.uint8)) is seen


def test_some_tiles_that_were_taken_for_bare_make_no_others_bare() -> None:
    """Four of sixty, as of a set whose track is hardly seen."""
    seen, grid = _seen(60, 0.4), _board()
    tile = grid[3 * CELL_PX : 4 * CELL_PX, 4 * CELL_PX : 5 * CELL_PX].copy()
    for col in (2, 4, 6, 8):
        grid[12 * CELL_PX : 13 * CELL_PX, col * CELL_PX : (col + 1) * CELL_PX] = tile
    found = with_bare_alike(seen, grid)
    assert found.faces[LAID[0]][0] == pytest.approx(0.4, abs=1e-3)
    assert found.faces[BARE][0] > SURE_CONFIDENCE


def test_white_cells_tell_nothing() -> None:
    """In a lamp's spot a tile is as white as a bare cell there, which was not seen to be one."""
    grid = _board()
    for row, col in (BARE, *((11, col) for col in range(1, 13))):
        grid[row * CELL_PX : (row + 1) * CELL_PX, col * CELL_PX : (col + 1) * CELL_PX] = 255
    found = with_bare_alike(_seen(60, 0.1), grid)
    assert found.faces[BARE][0] < 0.2


def test_a_location_in_colours_that_no_tile_has_bears_none() -> None:
    """Its picture was taken for track. A tile that somebody laid on a location stays seen."""
    printed, laid_on = (8, 12), (11, 9)
    grid = _board()
    grid[8 * CELL_PX : 9 * CELL_PX, 12 * CELL_PX : 13 * CELL_PX] = (40, 60, 190)
    tile = grid[3 * CELL_PX : 4 * CELL_PX, 4 * CELL_PX : 5 * CELL_PX]
    grid[11 * CELL_PX : 12 * CELL_PX, 9 * CELL_PX : 10 * CELL_PX] = np.rot90(tile)
    seen = _seen(5, 0.1)
    seen.faces[LAID[0]][[0, NORTH_SOUTH]] = 1e-4, 1 - 1e-4
    found = with_prints_unlike_tiles(seen, grid)
    assert found.faces[printed][0] > 0.9
    assert found.faces[laid_on][0] == pytest.approx(0.1, abs=1e-3)
    assert found.faces[BARE][0] == seen.faces[BARE][0]


@pytest.mark.parametrize("over", ["sign", "occlusion"])
def test_of_a_location_under_something_nothing_is_said(over: str) -> None:
    """A sign's or a hand's colours are none of a tile's, and a tile may lie below."""
    location = (11, 9)
    grid = _board()
    grid[11 * CELL_PX : 12 * CELL_PX, 9 * CELL_PX : 10 * CELL_PX] = (30, 30, 200)
    seen = _seen(5, 0.1)
    seen.faces[LAID[0]][[0, NORTH_SOUTH]] = 1e-4, 1 - 1e-4
    there = np.zeros((SPAN, SPAN))
    there[location] = 0.9
    found = with_prints_unlike_tiles(replace(seen, **{over: there}), grid)
    assert found.faces[location][0] == pytest.approx(0.1, abs=1e-3)
    assert with_prints_unlike_tiles(seen, grid).faces[location][0] > 0.9
