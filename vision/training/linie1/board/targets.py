"""What the board finder and the refiner must say of a picture, from its homography."""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from vision.linie1.board.print_points import landmarks
from vision.nn.arrays import Matrix, Points, Tensor
from vision.training.targets import UNIT_PX, shape_code

#: Steps of the lattice on which a cell's shape is worked out, across the board and its rim.
_COARSE = 5


def grid_points(shape_hw: tuple[int, int], stride: float) -> Points:
    """(h * w, 2) pixels of the map's cells' middles in the net's input."""
    ys, xs = np.mgrid[0 : shape_hw[0], 0 : shape_hw[1]]
    return (np.stack([xs.ravel(), ys.ravel()], 1) + 0.5) * stride - 0.5


def finder_target(
    board_to_input: Matrix | None, shape_hw: tuple[int, int], stride: int, unit: float
) -> tuple[Tensor, Tensor]:
    """(8, h, w) target and (h, w) weight of its last five channels: inside, location, terminus,
    and the shape code of a cell in units of `unit` pixels."""
    target = np.zeros((8, *shape_hw), np.float32)
    weight = np.zeros(shape_hw, np.float32)
    if board_to_input is None:
        return target, weight
    pixels = grid_points(shape_hw, stride)
    board = Homography(board_to_input).inverse()(pixels)
    ahead = np.column_stack([board, np.ones(len(board))]) @ board_to_input[2]
    board[ahead * board_to_input[2, 2] <= 0] = 99.0
    for k, plane in enumerate(landmarks(board)):
        target[k] = plane.reshape(shape_hw)
    near = ((board > -0.8) & (board < 12.8)).all(1)
    # The code changes slowly: it is worked out on a coarse lattice and interpolated.
    codes = np.zeros((_COARSE + 1, _COARSE + 1, 5))
    for i, j in np.ndindex(codes.shape[:2]):
        spot = np.array([j, i]) * 14 / _COARSE - 1
        codes[i, j] = shape_code(Homography(board_to_input).jacobian(spot) / 2 * UNIT_PX / unit)
    at = np.clip((board[near] + 1) / 14 * _COARSE, 0, _COARSE - 0.001)
    low, part = at.astype(int), at - at.astype(int)
    flat = np.zeros((len(at), 5))
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        share = np.abs(1 - dx - part[:, 0]) * np.abs(1 - dy - part[:, 1])
        flat += share[:, None] * codes[low[:, 1] + dy, low[:, 0] + dx]
    planes = target.reshape(8, -1)
    planes[3:8, near] = flat.T
    weight.reshape(-1)[near] = 1
    return target, weight
