"""What the finder must say of a picture, from the corners of the tiles in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.nn.arrays import Mask, Tensor
from vision.redline.tiles.finder import STRIDE
from vision.training.redline.samples import Quad
from vision.training.targets import half_axes, shape_code

#: A cell speaks for a tile when it lies within this share of the tile's half side of its middle;
#: nearer than the second it speaks neither for nor against one.
CORE, RIM = 0.42, 0.72
#: Share of a tile in sight below which it is none, and above which it surely is one.
HIDDEN, PLAIN = 0.4, 0.7


def finder_targets(quads: Sequence[Quad], cover: Mask) -> tuple[Tensor, Tensor, Tensor]:
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
    for quad in quads:
        middle, axes = half_axes(quad.corners_xy)
        away = centres - middle
        local = np.abs(away @ np.linalg.inv(axes).T).max(-1)
        core = local < CORE
        nearest = np.unravel_index(np.argmin(local), local.shape)
        if local[nearest] < 1:
            core[nearest] = True
        score_weight[(local < RIM) & ~core] = 0
        score_weight[core] = quad.visible > PLAIN
        if quad.visible < HIDDEN:
            continue
        target[0][core] = shape_weight[core] = 1
        target[1:3, core] = -away[core].T / STRIDE
        target[3:8, core] = shape_code(axes)[:, None]
        target[8][core] = quad.blue
    return target, score_weight, shape_weight
