"""The grid of the board laid straight: every cell a square of the same size, border included."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from vision.reader import Image

#: Cells round the grid that are shown with it: there the termini are.
BORDER = 1.0

#: Cells along a side of the straightened picture.
CELLS_SHOWN = 14

#: The photo is shrunk before it is warped when its cells are larger than this many times the
#: wanted ones, so that thin rails are averaged and not skipped.
_SHRINK_FROM = 1.35


def rectified(
    image: Image, board_to_photo: Homography, cell_px: int, border: float = BORDER
) -> Image:
    """(14 * cell_px, 14 * cell_px, 3) uint8 BGR of the grid with one cell around it (`border`).

    `board_to_photo` maps board coordinates (x east, y south, unit one cell, the grid's corners at
    (0, 0) and (12, 12)) to pixels whose middles are whole numbers. What lies outside the photo
    repeats its rim.
    """
    size = round((12 + 2 * border) * cell_px)
    start = 0.5 / cell_px - border
    cell = np.array([[1 / cell_px, 0, start], [0, 1 / cell_px, start], [0, 0, 1]])
    matrix = board_to_photo.matrix @ cell
    corners = _mapped(matrix, np.array([[0.0, 0], [size, 0], [size, size], [0, size]]))
    box = _box(corners, image)
    if box is None:
        return np.zeros((size, size, 3), np.uint8)
    x0, y0, x1, y1 = box
    patch = image[y0:y1, x0:x1]
    scale = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / size
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    if scale > _SHRINK_FROM:
        patch, shrink = _shrunk(patch, 1.0 / scale)
        shift = shrink @ shift
    straight = cv2.warpPerspective(
        patch,
        shift @ matrix,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(straight, np.uint8)


def _mapped(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _box(corners: NDArray[np.float64], image: Image) -> tuple[int, int, int, int] | None:
    """The part of the photo that is needed: x0, y0, x1, y1; None where it shows nothing of it."""
    h, w = image.shape[:2]
    low = np.clip(np.floor(corners.min(0)) - 2, 0, [w, h]).astype(int)
    high = np.clip(np.ceil(corners.max(0)) + 3, 0, [w, h]).astype(int)
    if (high - low).min() < 2:
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _shrunk(patch: Image, factor: float) -> tuple[Image, NDArray[np.float64]]:
    """The patch made smaller, and the matrix that takes its old pixels to the new ones."""
    h, w = patch.shape[:2]
    size = (max(2, round(w * factor)), max(2, round(h * factor)))
    small = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)
    fx, fy = size[0] / w, size[1] / h
    matrix = np.array([[fx, 0, (fx - 1) / 2], [0, fy, (fy - 1) / 2], [0, 0, 1]])
    return small, matrix
