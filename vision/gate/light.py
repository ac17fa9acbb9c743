"""How the light differs between two views: a smooth change of every channel.

A lamp switched on, a cloud, the camera's own exposure and white balance scale whole regions
smoothly. That part of a difference is fitted robustly (arms and pieces are outliers) and taken
away, so that what remains is things and hard shadows.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Float, Tensor
from vision.gate.view import View

#: Log difference at which a block counts half: pieces and arms exceed it, lamps are fitted.
_ODD = 0.10

#: Rounds of reweighting; the fit hardly moves after the fourth on the films at hand.
_ROUNDS = 4


def without_light(now: View, before: View) -> Tensor:
    """The difference of two views' tones with the smooth change of light taken away, (h, w, 3)
    float32."""
    rows, cols = now.shape
    smooth = cv2.resize(_fit(now.blocks - before.blocks), (cols, rows))
    return np.asarray(cv2.subtract(cv2.subtract(now.tones, before.tones), smooth), np.float32)


def _fit(blocks: Tensor) -> Tensor:
    """A quadratic surface through each channel of (r, c, 3), robust against odd blocks."""
    rows, cols, channels = blocks.shape
    terms = _terms(rows, cols)
    values = blocks.reshape(-1, channels).astype(np.float64)
    model = np.zeros((6, channels))
    model[0] = np.median(values, axis=0)
    for _ in range(_ROUNDS):
        miss = np.abs(values - terms @ model).max(axis=1)
        weight = 1.0 / (1.0 + (miss / _ODD) ** 2)
        # A little ridge: where few blocks agree the surface stays flat.
        weighted = (terms * weight[:, None]).T
        model = np.linalg.solve(weighted @ terms + _FLAT, weighted @ values)
    return np.asarray((terms @ model).reshape(rows, cols, channels), np.float32)


_FLAT = np.diag([0.0, 1.0, 1.0, 1.0, 1.0, 1.0])


@lru_cache(maxsize=8)
def _terms(rows: int, cols: int) -> Float:
    """The terms of a quadratic surface at every block, (rows * cols, 6)."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : cols * 1j]
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], -1).reshape(-1, 6)
