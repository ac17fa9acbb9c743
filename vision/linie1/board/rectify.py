"""The grid of the board laid straight: every cell a square of the same size, border included."""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from vision.nn.resample import Patch, quad_area_side
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
    repeats its rim; a board all outside it gives nothing but black.
    """
    size = round((12 + 2 * border) * cell_px)
    start = 0.5 / cell_px - border
    cell = np.array([[1 / cell_px, 0, start], [0, 1 / cell_px, start], [0, 0, 1]])
    to_photo = Homography(board_to_photo.matrix @ cell)
    corners = to_photo(np.array([[0.0, 0], [size, 0], [size, size], [0, size]]))
    if (corners.max(0) < 0).any() or (corners.min(0) > image.shape[1::-1]).any():
        return np.zeros((size, size, 3), np.uint8)
    patch = Patch.around(image, corners)
    scale = quad_area_side(corners) / size
    if scale > _SHRINK_FROM:
        w, h = (max(2, round(n / scale)) for n in patch.size_wh)
        patch = patch.resized((w, h))
    return patch.warped(to_photo.inverse().matrix, (size, size))
