"""The shape of a square in a picture as five numbers, as the finders tell it."""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float, Matrix, Points, Tensor

#: Unit of sizes, pixels.
UNIT_PX = 32.0


def half_axes(corners_xy: Points | Tensor) -> tuple[Float, Matrix]:
    """Middle (2,) and half axes (2, 2; columns to the east and the south side) of a quad."""
    nw, ne, se, sw = corners = np.asarray(corners_xy, np.float64)
    east, south = (ne + se - nw - sw) / 4, (sw + se - nw - ne) / 4
    return corners.mean(axis=0), np.column_stack([east, south])


def shape_code(axes: Matrix) -> Float:
    """(5,): the symmetric matrix logarithm of sqrt(A A^T) / UNIT_PX (xx, xy, yy) and cos, sin of
    four times the turn that is left; the same for a tile and its quarter turns."""
    values, vectors = np.linalg.eigh(axes @ axes.T)
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    log = vectors @ np.diag(np.log(np.sqrt(values) / UNIT_PX)) @ vectors.T
    rotation = np.linalg.solve(root, axes)
    turn = 4 * np.arctan2(rotation[1, 0], rotation[0, 0])
    return np.array([log[0, 0], log[0, 1], log[1, 1], np.cos(turn), np.sin(turn)])
