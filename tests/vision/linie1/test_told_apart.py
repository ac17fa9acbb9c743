"""Tiles are believed as far as those told apart look different."""

from __future__ import annotations

import numpy as np
import pytest

from rules.games.linie1.places import LOCATION_AT, SPAN
from rules.games.linie1.tiles import Tile
from vision.linie1.tiles.cells import CELL_PX, FACES, CellReadings
from vision.linie1.tiles.told_apart import as_sure_as_told_apart
from vision.reader import Image

FACE = {pairs: Tile.named([pairs]).face for pairs in ("NS", "EW")}

#: Cells with a tile, and one without.
TILES = [(r, c) for r in (1, 2, 3) for c in range(1, 13) if r * SPAN + c not in LOCATION_AT]
BARE = (8, 8)


def _seen() -> CellReadings:
    """Straights north to south and west to east by turns, surely; all others bare."""
    faces = np.full((SPAN, SPAN, FACES), 1e-4)
    faces[..., 0] = 1
    for k, cell in enumerate(TILES):
        faces[cell][0] = 1e-3
        faces[cell][FACE["NS" if k % 2 else "EW"]] = 1
    faces /= faces.sum(-1, keepdims=True)
    nothing = np.zeros((SPAN, SPAN))
    return CellReadings(faces, nothing, np.zeros((SPAN, SPAN, 6)), nothing)


def _picture(*, drawn: bool) -> Image:
    """Their tiles, with track as it is told or with nothing but grain."""
    grid = np.random.default_rng(0).normal(120, 12, (SPAN * CELL_PX, SPAN * CELL_PX, 3))
    for k, (row, col) in enumerate(TILES if drawn else ()):
        cell = grid[row * CELL_PX : (row + 1) * CELL_PX, col * CELL_PX : (col + 1) * CELL_PX]
        (cell.swapaxes(0, 1) if k % 2 == 0 else cell)[:, 12:20] -= 80
    return np.asarray(grid.clip(0, 255), np.uint8)


def test_tiles_with_track_in_sight_are_believed() -> None:
    """Straights that cross and straights that do not look different."""
    seen = _seen()
    assert as_sure_as_told_apart(seen, _picture(drawn=True)) is seen


def test_tiles_that_look_no_different_are_doubted() -> None:
    """What is told apart by nothing in the picture: each may be another one, or none."""
    seen = _seen()
    found = as_sure_as_told_apart(seen, _picture(drawn=False))
    assert max(found.faces[cell].max() for cell in TILES) < 0.7
    assert found.faces.sum(-1) == pytest.approx(1, abs=1e-6)
    assert found.faces[BARE][0] == seen.faces[BARE][0]


def test_few_tiles_tell_nothing() -> None:
    """A young game's are too few to be compared."""
    seen = _seen()
    for cell in TILES[15:]:
        seen.faces[cell] = seen.faces[BARE]
    assert as_sure_as_told_apart(seen, _picture(drawn=False)) is seen
