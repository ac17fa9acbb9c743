"""What the finder must say of a picture, from the corners of the tiles in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]

STRIDE = 8
UNIT_PX = 32.0

#: A cell speaks for a tile when it lies within this share of the tile's half side of its middle.
CORE = 0.42


def half_axes(corners_xy: Float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middle (2,) and half axes (2, 2; columns to the east and the south side) of a quad."""
    nw, ne, se, sw = np.asarray(corners_xy, np.float64)
    middle = np.mean(corners_xy, axis=0, dtype=np.float64)
    return middle, np.stack([(ne + se - nw - sw) / 4, (sw + se - nw - ne) / 4], axis=1)


def shape_code(axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """(5,): the symmetric matrix logarithm of sqrt(A A^T) / UNIT_PX (xx, xy, yy) and cos, sin of
    four times the turn that is left; the same for a tile and its quarter turns."""
    values, vectors = np.linalg.eigh(axes @ axes.T)
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    log = vectors @ np.diag(np.log(np.sqrt(values) / UNIT_PX)) @ vectors.T
    rotation = np.linalg.solve(root, axes)
    turn = 4 * np.arctan2(rotation[1, 0], rotation[0, 0])
    return np.array([log[0, 0], log[0, 1], log[1, 1], np.cos(turn), np.sin(turn)])


def finder_targets(
    corners: list[Float], blue: list[bool], visible: list[float], cover: NDArray[np.bool_]
) -> tuple[Float, Float, Float]:
    """Targets (10, h, w), weight of the middle logit (h, w), weight of the rest (h, w).

    Cells near a middle's rim and tiles half covered are left out of the middle's loss.
    """
    h, w = cover.shape[0] // STRIDE, cover.shape[1] // STRIDE
    target = np.zeros((10, h, w), np.float32)
    score_weight = np.ones((h, w), np.float32)
    shape_weight = np.zeros((h, w), np.float32)
    target[9] = cover[: h * STRIDE, : w * STRIDE].reshape(h, STRIDE, w, STRIDE).mean((1, 3)) > 0.5
    ys, xs = np.mgrid[0:h, 0:w]
    centres = np.stack([xs * STRIDE + STRIDE / 2, ys * STRIDE + STRIDE / 2], axis=-1)
    for quad, is_blue, seen in zip(corners, blue, visible, strict=True):
        middle, axes = half_axes(quad)
        away = centres - middle
        local = np.abs(away @ np.linalg.inv(axes).T).max(-1)
        core = local < CORE
        nearest = np.unravel_index(np.argmin(local), local.shape)
        if local[nearest] < 1:
            core[nearest] = True
        rim = (local < CORE + 0.3) & ~core
        score_weight[rim] = 0
        if seen < 0.4:
            score_weight[core] = 0
            continue
        target[0][core] = 1
        score_weight[core] = 1 if seen > 0.7 else 0
        shape_weight[core] = 1
        target[1][core] = -away[core][:, 0] / STRIDE
        target[2][core] = -away[core][:, 1] / STRIDE
        target[3:8, core] = shape_code(axes)[:, None]
        target[8][core] = is_blue
    return target, score_weight, shape_weight
