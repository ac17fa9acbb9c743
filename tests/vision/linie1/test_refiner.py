"""The refiner's geometry: exact from exact places, robust, and it knows a whole-cell shift."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from vision.linie1.board.print_points import landmarks
from vision.linie1.board.refiner import PLACES, RARE, Refiner, draw_to_print, fit_shift

CORNERS = np.array([(0, 0), (12, 0), (12, 12), (0, 12.0)])


def _move(seed: int, size: float) -> Homography:
    """A small projective map that moves the grid's corners by about `size` cells."""
    rng = np.random.default_rng(seed)
    moved = (CORNERS + rng.normal(0, size, (4, 2))).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), moved)
    return Homography(np.asarray(matrix, np.float64))


def _told(true: np.ndarray, off: np.ndarray) -> np.ndarray:
    """(6, N): what the refiner gets for patches that belong at `true` board points."""
    marks = (landmarks(true)) * 8 - 4 + np.log([1, RARE, RARE])[:, None]
    return np.vstack([off.T, np.ones(len(off))[None], marks]).astype(np.float64)


@pytest.mark.parametrize("seed", range(5))
def test_a_third_of_wrong_patches_changes_little(seed: int) -> None:
    """Hands and trams cover patches; the rest must carry the plane."""
    move = _move(seed, 0.1)
    off = move(PLACES) - PLACES
    rng = np.random.default_rng(seed)
    off += rng.normal(0, 0.01, off.shape)
    wrong = rng.random(len(off)) < 0.33
    off[wrong] = rng.uniform(-0.5, 0.5, (int(wrong.sum()), 2))
    fit, residual = fit_shift(_told(move(PLACES), off))
    assert np.abs(Homography(fit)(CORNERS) - move(CORNERS)).max() < 0.05
    assert residual < 0.06


@pytest.mark.parametrize("seed", range(5))
def test_a_board_a_cell_off_is_drawn_to_its_print(seed: int) -> None:
    """Where the places inside the cells lead astray, the printed places lead nearer."""
    move = _move(seed, 0.5)
    fit = draw_to_print(_told(move(PLACES), np.zeros((len(PLACES), 2))))
    assert fit is not None
    left = np.linalg.norm(Homography(fit)(CORNERS) - move(CORNERS), axis=1)
    assert left.max() < 0.5 * np.linalg.norm(move(CORNERS) - CORNERS, axis=1).max()


class _Sees:
    """A net that sees a board right which lies somewhere else in the photo."""

    def __init__(self, shift: tuple[int, int], print_logit: float = 4.0) -> None:
        self._shift = np.array(shift, np.float64)
        self._print = np.array([4.0, print_logit, print_logit])[:, None]

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        board = PLACES - self._shift
        phase = 2 * np.pi * board
        marks = landmarks(board) * (4 + self._print) - 4 + np.log([1, RARE, RARE])[:, None]
        waves = [np.cos(phase[:, 0]), np.sin(phase[:, 0]), np.cos(phase[:, 1]), np.sin(phase[:, 1])]
        return np.vstack([*waves, marks]).reshape(1, 7, 42, 42).astype(np.float32)


@pytest.mark.parametrize("shift", [(0, 0), (1, 0), (-2, 1)])
def test_a_shift_by_whole_cells_is_told(shift: tuple[int, int]) -> None:
    """The cells fit wherever the grid is laid; the print tells where it belongs."""
    board = Homography(np.array([[30.0, 0, 100], [0, 30.0, 100], [0, 0, 1]]))
    image = np.zeros((600, 600, 3), np.uint8)
    refined = Refiner(_Sees(shift)).refine(image, board)  # type: ignore[arg-type]
    moved = refined.board_to_photo.inverse()(board(CORNERS)) - CORNERS
    np.testing.assert_allclose(moved, np.tile(np.round(moved[0]), (4, 1)), atol=0.02)
    # Drawn onto the print at once, or told to shift; both together are the whole way.
    np.testing.assert_allclose(refined.shift_xy - np.round(moved[0]) * 1.0, shift, atol=0.02)


def test_where_no_print_is_seen_no_shift_is_told() -> None:
    """A cloth's checks fit as well a cell farther: to follow them there would be in vain."""
    board = Homography(np.array([[30.0, 0, 100], [0, 30.0, 100], [0, 0, 1]]))
    image = np.zeros((600, 600, 3), np.uint8)
    refined = Refiner(_Sees((2, -2), print_logit=-3.0)).refine(image, board)  # type: ignore[arg-type]
    assert refined.shift_xy == (0, 0)
