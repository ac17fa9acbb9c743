"""Laying the grid straight, and telling what a net says of a turned grid in the grid's frame."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.homography import Homography, fit_homography
from rules.games.linie1.tiles import FACE_MASKS, FACE_OF, mask_of, pairs_of
from vision.linie1.board.rectify import CELLS_SHOWN, rectified
from vision.linie1.tiles.cells import CELL_PX, CHANNELS, FACES, LINES, SIGN, CellReader, readings_of

SIZE = CELLS_SHOWN * CELL_PX

#: Where a painted tile bears the mark of each side, shares of a cell: x, y.
_MARKS = {"N": (0.5, 0.15), "E": (0.85, 0.5), "S": (0.5, 0.85), "W": (0.15, 0.5)}


def _painted(faces: NDArray[np.intp]) -> NDArray[np.uint8]:
    """A grid whose tiles bear one bright mark for each side with track."""
    grid = np.zeros((SIZE, SIZE, 3), np.uint8)
    for (row, col), face in np.ndenumerate(faces):
        for side in {s for pair in pairs_of(FACE_MASKS[face]) for s in pair}:
            x, y = np.add(_MARKS[side], (col, row)) * CELL_PX
            grid[int(y) - 3 : int(y) + 3, int(x) - 3 : int(x) + 3] = 255
    return grid


class MarkNet:
    """Answers like the cell net by looking for the marks: sure of straights and curves."""

    def __init__(self, certainty: float) -> None:
        self._certainty = certainty

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Logits (1, CHANNELS, 14, 14)."""
        out = np.zeros((1, CHANNELS, CELLS_SHOWN, CELLS_SHOWN), np.float32)
        out[:, SIGN:] = -30
        for row in range(CELLS_SHOWN):
            for col in range(CELLS_SHOWN):
                marked = [s for s in "NESW" if self._bright(batch[0, 0], row, col, s)]
                face = FACE_OF[mask_of(["".join(marked)])] if len(marked) == 2 else 0
                out[0, face, row, col] = self._certainty
        return out

    @staticmethod
    def _bright(plane: NDArray[np.float32], row: int, col: int, side: str) -> bool:
        x, y = np.add(_MARKS[side], (col, row)) * CELL_PX
        return bool(plane[int(y), int(x)] > 0.5)


class NoTrams:
    """Answers like the tram net where there is none."""

    def __call__(self, _batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Logits (1, 6, 14, 14)."""
        return np.full((1, LINES, CELLS_SHOWN, CELLS_SHOWN), -20, np.float32)


@pytest.mark.parametrize("certainty", [20.0, 5.0], ids=["one look", "four looks"])
def test_what_is_said_of_a_turned_grid_is_told_in_its_own_frame(certainty: float) -> None:
    """The six faces with two sides, anywhere on the grid: the four looks agree with the first."""
    rng = np.random.default_rng(3)
    two_sided = [0] + [f for f, m in enumerate(FACE_MASKS) if len(pairs_of(m)) == 1]
    faces = rng.choice(two_sided, (CELLS_SHOWN, CELLS_SHOWN))
    reader = CellReader(MarkNet(certainty), NoTrams())
    found = reader.read_grid(_painted(faces))
    assert (found.faces.argmax(-1) == faces).all()
    assert found.faces.max(-1).min() > 0.75


def test_probabilities_add_up_and_signs_and_trams_stand_alone() -> None:
    """One softmax over the 35 looks, one share each for a sign and six trams."""
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 3, (CELLS_SHOWN, CELLS_SHOWN, CHANNELS))
    trams = rng.normal(0, 3, (CELLS_SHOWN, CELLS_SHOWN, LINES))
    found = readings_of(logits, trams)
    assert np.allclose(found.faces.sum(-1), 1)
    assert (found.faces.argmax(-1) == logits[..., :FACES].argmax(-1)).all()
    order = np.argsort(logits[..., SIGN].ravel())
    assert (np.diff(found.sign.ravel()[order]) >= 0).all()
    assert found.trams.shape == trams.shape
    assert ((found.trams > 0.5) <= (trams > 0)).all()


@pytest.mark.parametrize("width", [480, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_grid_is_laid_straight_from_any_size_of_photo(width: int) -> None:
    """A cell painted in the photo fills its square; a thin line survives shrinking."""
    photo = np.full((width * 3 // 4, width, 3), 90, np.uint8)
    corners = np.array([[0.3, 0.15], [0.72, 0.2], [0.8, 0.9], [0.22, 0.85]])
    grid = np.array([[0, 0], [12, 0], [12, 12], [0, 12]], float)
    view = fit_homography(grid, corners * [width, width * 0.75])
    assert isinstance(view, Homography)
    ys, xs = np.mgrid[0 : photo.shape[0], 0:width]
    board = view.inverse()(np.column_stack([xs.ravel(), ys.ravel()])).reshape(*xs.shape, 2)
    photo[(board[..., 0] // 1 == 4) & (board[..., 1] // 1 == 6)] = (250, 250, 250)
    straight = rectified(photo, view, CELL_PX)
    assert straight.shape == (SIZE, SIZE, 3)
    top, left = 7 * CELL_PX, 5 * CELL_PX  # row 7, col 5 of the rules, one border cell before them
    inside = straight[top + 2 : top + CELL_PX - 2, left + 2 : left + CELL_PX - 2]
    assert inside.min() > 235
    assert straight[: top - 2].max() < 100
    assert straight[:, left + CELL_PX + 2 :].max() < 100


def test_a_board_out_of_the_picture_gives_an_empty_grid() -> None:
    """No crash, nothing invented."""
    away = Homography(np.array([[20.0, 0, 5000], [0, 20, 5000], [0, 0, 1]]))
    assert not rectified(np.full((100, 100, 3), 200, np.uint8), away, CELL_PX).any()
