"""A learnt set is a second opinion: it helps where it is on the table, else it is silent."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from calibration.learnt_set import Example, LearntSet
from rules.games.linie1.tiles import FACE_OF, KINDS, turned_mask
from tests.render.linie1.tile_art import draw_tile, random_tile_art
from vision.linie1.board.rectify import CELLS_SHOWN
from vision.linie1.tiles.cells import CELL_PX, CellReadings
from vision.linie1.tiles.learnt_looks import LearntLooks, learnt_looks

#: Cells of the made-up board and the kinds and turns that lie there.
LAID = {(2 + k // 4, 2 + k % 4): (k + 1, k % 4) for k in range(12)}
DOUBTFUL = (3, 4)


def art(seed: int, kind: int, copy: int, size: int) -> np.ndarray:
    """One copy of a tile of a random set."""
    look = random_tile_art(np.random.default_rng(seed))
    return draw_tile(look, kind, np.random.default_rng(100 * kind + copy), size)


def learnt(seed: int) -> LearntLooks:
    """The set of a seed, photographed."""
    made = datetime(2026, 5, 1, tzinfo=UTC)
    examples = tuple(
        Example(f"T{k}", 0, (0.0, 0.0), art(seed, k, 0, 96), "set.jpg", made) for k in range(1, 13)
    )
    return learnt_looks(LearntSet("linie1", made, "set.jpg", examples))


def board(seed: int) -> np.ndarray:
    """A straightened picture with other copies of the tiles, dimmer and warmer."""
    side = CELLS_SHOWN * CELL_PX
    grid = np.full((side, side, 3), 90, np.uint8)
    for (row, col), (kind, quarters) in LAID.items():
        tile = cv2.resize(art(seed, kind, 1, 64), (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA)
        warm = tile * np.array([0.5, 0.6, 0.7])
        y, x = row * CELL_PX, col * CELL_PX
        grid[y : y + CELL_PX, x : x + CELL_PX] = np.rot90(warm, -quarters).astype(np.uint8)
    return grid


def face(at: tuple[int, int]) -> int:
    """The face that lies on a cell."""
    kind, quarters = LAID[at]
    return FACE_OF[turned_mask(KINDS[kind - 1].mask, quarters)]


def readings(rival: int) -> CellReadings:
    """All tiles read surely but one, which might as well be a rival face or nothing."""
    shape = (CELLS_SHOWN, CELLS_SHOWN)
    faces = np.zeros((*shape, 35))
    faces[..., 0] = 1.0
    for at in LAID:
        faces[at] = np.eye(35)[face(at)]
    faces[DOUBTFUL] = 0.0
    faces[DOUBTFUL][[0, face(DOUBTFUL), rival]] = (0.2, 0.4, 0.4)
    zeros = np.zeros(shape)
    return CellReadings(faces, zeros, np.zeros((*shape, 6)), zeros)


def rival_of(at: tuple[int, int]) -> int:
    """The same kind lying the other way."""
    kind, quarters = LAID[at]
    return FACE_OF[turned_mask(KINDS[kind - 1].mask, quarters + 1)]


@pytest.mark.parametrize("seed", [3, 8, 21])
def test_the_learnt_set_decides_between_faces(seed: int) -> None:
    """Other copies under another lamp: the right turn wins, what is sure stays as it was."""
    found = readings(rival_of(DOUBTFUL))
    better = learnt(seed).second_opinion(found, board(seed))
    belief = better.faces[DOUBTFUL]
    assert belief[face(DOUBTFUL)] > 2 * belief[rival_of(DOUBTFUL)]
    assert belief.sum() == pytest.approx(1.0)
    assert belief[0] == pytest.approx(0.2)
    others = [at for at in LAID if at != DOUBTFUL]
    assert all((better.faces[at] == found.faces[at]).all() for at in others)


def test_another_set_says_nothing() -> None:
    """Where the surely read tiles do not look like the set, it is not asked."""
    found = readings(rival_of(DOUBTFUL))
    same = learnt(3).second_opinion(found, board(8))
    assert (same.faces == found.faces).all()


def test_every_turn_of_a_tile_is_known() -> None:
    """Twelve pictures show all 34 faces, each most like itself."""
    looks = learnt(3)
    assert set(looks.faces) == set(range(1, 35))
    spots = np.array(list(LAID), np.intp)
    likeness = looks.likeness(board(3), spots)
    assert [int(one.argmax()) for one in likeness] == [face(at) for at in LAID]
