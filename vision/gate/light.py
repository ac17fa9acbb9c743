"""How the light differs between two views: a smooth change of every channel.

A lamp switched on, a cloud, the camera's own exposure and white balance scale whole regions
smoothly. That part of a difference is fitted robustly (arms and pieces are outliers) and taken
away, so that what remains is things and hard shadows.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.gate.view import Floats

#: Side of the blocks the light is fitted on, small pixels.
_BLOCK_PX = 16

#: Log difference at which a block counts half: pieces and arms exceed it, lamps are fitted.
_ODD = 0.10

#: Rounds of reweighting; the fit hardly moves after the fourth on the films at hand.
_ROUNDS = 5


def without_light(difference: Floats) -> Floats:
    """A log difference (h, w, 3) with the smooth change of light taken away, float32."""
    height, width = difference.shape[:2]
    grid = (max(2, round(width / _BLOCK_PX)), max(2, round(height / _BLOCK_PX)))
    blocks = cv2.resize(difference, grid, interpolation=cv2.INTER_AREA)
    fitted = _fit(np.asarray(blocks, np.float64))
    smooth = cv2.resize(fitted, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(difference - smooth, np.float32)


def _fit(blocks: NDArray[np.float64]) -> Floats:
    """A quadratic surface through each channel of (r, c, 3), robust against odd blocks."""
    rows, cols, channels = blocks.shape
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : cols * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], -1).reshape(-1, 6)
    values = blocks.reshape(-1, channels)
    model = np.zeros((6, channels))
    model[0] = np.median(values, axis=0)
    for _ in range(_ROUNDS):
        miss = np.abs(values - terms @ model).max(axis=1)
        weight = 1.0 / (1.0 + (miss / _ODD) ** 2)
        # A little ridge: where few blocks agree the surface stays flat.
        normal = (terms * weight[:, None]).T @ terms + np.diag([0.0, *[1.0] * 5])
        model = np.linalg.solve(normal, (terms * weight[:, None]).T @ values)
    return np.asarray((terms @ model).reshape(rows, cols, channels), np.float32)
