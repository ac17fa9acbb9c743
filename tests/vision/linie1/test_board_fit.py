"""The plane from the finder's maps: exact from perfect maps, robust, and never one cell off."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from tests.render.camera import Pose, camera_at
from vision.linie1.board.fit import UNIT_PX, fit_board, fit_from_spots
from vision.linie1.board.pose import QUARTERS
from vision.linie1.board.sheet import RARE, STRIDE
from vision.training.linie1.board.targets import finder_target

SIZE = (320, 256)
CORNERS = np.array([(x, y) for x in (0, 6, 12) for y in (0, 6, 12.0)])


def _board(yaw: float, tilt: float, shift: tuple[float, float] = (6.0, 6.0)) -> np.ndarray:
    """(3, 3) board to pixels of a camera that looks at a point of the board."""
    return camera_at(Pose(yaw, tilt, 3.0, 28.0), shift, 17.0, SIZE).plane(0.0)


def _maps(board: np.ndarray | None, noise: float = 0.0, seed: int = 0) -> np.ndarray:
    """(8, h, w) float32: what a finder that is right says, with noise."""
    shape = (SIZE[1] // STRIDE, SIZE[0] // STRIDE)
    target, _ = finder_target(board, shape, STRIDE, UNIT_PX)
    rng = np.random.default_rng(seed)
    maps = target.copy()
    maps[:3] = 8 * target[:3] - 4 + np.log([1, RARE, RARE])[:, None, None]
    maps[:3] += 2 * noise * rng.standard_normal(maps[:3].shape)
    maps[3:] += 0.3 * noise * rng.standard_normal(maps[3:].shape)
    return maps.astype(np.float32)


def _off(found: Homography, board: np.ndarray) -> float:
    """Largest error in cells over the grid, whichever side is taken as north."""
    pixels = Homography(board)(CORNERS)
    seen = found.inverse()(pixels)
    return min(float(np.linalg.norm(Homography(q)(seen) - CORNERS, axis=1).max()) for q in QUARTERS)


@pytest.mark.parametrize("yaw", [0, 20, 44, 46, 95, 200, 311])
@pytest.mark.parametrize("tilt", [0, 25, 40])
def test_perfect_maps_give_the_plane(yaw: int, tilt: int) -> None:
    """Any turn and tilt, to a quarter of a cell."""
    board = _board(yaw, tilt)
    found = fit_board(_maps(board), 60)
    assert found is not None
    assert _off(found, board) < 0.25


@pytest.mark.parametrize("seed", range(6))
def test_noise_does_not_shift_the_grid(seed: int) -> None:
    """Noise as strong as half the signal moves no corner by a cell."""
    rng = np.random.default_rng(seed)
    board = _board(float(rng.uniform(0, 360)), float(rng.uniform(0, 40)))
    found = fit_board(_maps(board, 1.0, seed), 60)
    assert found is not None
    assert _off(found, board) < 0.5


@pytest.mark.parametrize("look_at", [(2.0, 6.0), (10.0, 3.0), (6.0, 11.0)])
def test_a_board_cut_off_by_the_picture(look_at: tuple[float, float]) -> None:
    """What lies outside says nothing, and the rest is enough."""
    board = _board(30.0, 20.0, look_at)
    found = fit_board(_maps(board, 0.5), 60)
    assert found is not None
    assert _off(found, board) < 0.6


def test_an_empty_map_holds_no_board() -> None:
    """No map cell on a grid, no board."""
    assert fit_board(_maps(None), 60) is None


@pytest.mark.parametrize("yaw", [15, 100])
def test_a_cloth_that_looks_like_a_grid(yaw: int) -> None:
    """Where half the map tells other cells than the board's, the board's own spots find it."""
    board = _board(float(yaw), 15.0, (9.0, 6.0))
    maps = _maps(board)
    cloth = np.zeros(maps.shape[1:], bool)
    cloth[:, : maps.shape[2] // 2] = True
    cloth &= maps[0] < 0
    maps[0, cloth] = 2.0
    maps[3:8, cloth] = np.array([0.7, 0.2, 0.6, 0.1, -0.9], np.float32)[:, None]
    found = fit_from_spots(maps)
    assert found is not None
    assert _off(found, board) < 0.6
