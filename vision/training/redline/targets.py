"""What the finder must say of a picture, from the corners of the tiles in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.redline.tiles.finder import STRIDE
from vision.training.targets import half_axes, shape_code

Float = NDArray[np.float32]

#: A cell speaks for a tile when it lies within this share of the tile's half side of its middle.
CORE = 0.42


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
