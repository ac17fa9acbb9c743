"""Where the board lies in a photo, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.homography import Homography

#: Board frame of this package: x east, y south, unit one cell, the grid's corners at (0, 0) and
#: (GRID, GRID); cell (row, col) of the rules has its middle at (col - 0.5, row - 0.5).
GRID = 12

#: (4, 2) the grid's corners, clockwise from the north-west.
GRID_CORNERS = np.array([(0.0, 0.0), (GRID, 0.0), (GRID, GRID), (0.0, GRID)])


@dataclass(frozen=True)
class BoardPose:
    """The board's plane in the photo.

    `board_to_photo` maps the board frame to pixels (whole numbers at pixels' middles).
    `residual` is how far what the photo shows lies off this map, rms, cells. `turns` are the
    probabilities that the true frame is this one turned k quarter turns clockwise; the first is
    the largest and already applied.
    """

    board_to_photo: Homography
    residual: float
    turns: tuple[float, float, float, float]

    def turned(self, quarters: int) -> BoardPose:
        """The same place with another side of the board taken as north."""
        k = quarters % 4
        matrix = self.board_to_photo.matrix @ QUARTERS[k]
        turns = tuple(self.turns[(k + i) % 4] for i in range(4))
        return replace(
            self, board_to_photo=Homography(matrix), turns=(turns[0], turns[1], turns[2], turns[3])
        )


def _quarter(k: int) -> np.ndarray:
    """(3, 3): board coordinates of a frame turned k quarters clockwise, in the old frame."""
    c, s = round(np.cos(k * np.pi / 2)), round(np.sin(k * np.pi / 2))
    half = GRID / 2
    turn = np.array([[c, -s], [s, c]], np.float64)
    shift = np.array([half, half]) - turn @ np.array([half, half])
    return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])


#: (3, 3) maps from the board frame turned k quarters clockwise to the board frame.
QUARTERS = tuple(_quarter(k) for k in range(4))
