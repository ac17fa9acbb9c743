"""Linear light: what a scene sent, before a camera wrote it for screens."""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float, Pixels


def linear_light(pixels: Pixels) -> Float:
    """(..., 3) linear light of pixels (..., 3) uint8 BGR, 1 for white."""
    return np.asarray(_OF_LEVEL[pixels])


def linear_of_shares(shares: Float) -> Float:
    """The linear light of what screens take, 0..1 (IEC 61966-2-1, sRGB)."""
    dark = shares / 12.92
    return np.where(shares <= 0.04045, dark, ((shares + 0.055) / 1.055) ** 2.4)


#: Linear light of every level 0..255.
_OF_LEVEL = linear_of_shares(np.arange(256) / 255)
