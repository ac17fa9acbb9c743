"""How sharp the game's part of a frame is, cheaply."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Mask
from vision.reader import Image

#: Largest side of the part that is measured, frame pixels.
_PART_PX = 320


def sharpness(image: Image, mask: Mask, scale: float) -> float:
    """Slope of the steepest edges over the contrast, in the middle of the game.

    `image` (H, W, 3) uint8 BGR at full size, `mask` of the game in small pixels (`scale` of them
    a frame pixel). Comparable between frames of one camera only.
    """
    grey = cv2.cvtColor(_part(image, mask, scale), cv2.COLOR_BGR2GRAY)
    calm = cv2.medianBlur(grey, 3)
    slope_x = cv2.Sobel(calm, cv2.CV_16S, 1, 0, ksize=3)
    slope_y = cv2.Sobel(calm, cv2.CV_16S, 0, 1, ksize=3)
    steep = np.maximum(np.abs(slope_x), np.abs(slope_y))[::2, ::2]
    low, high = np.percentile(calm[::2, ::2], [2, 98])
    return float(np.percentile(steep, 99)) / 8 / max(float(high - low), 8.0)


def _part(image: Image, mask: Mask, scale: float) -> Image:
    rows, cols = image.shape[:2]
    middle_x, middle_y = cols / 2, rows / 2
    if mask.any():
        y, x = np.nonzero(mask)
        middle_x, middle_y = float(x.mean()) / scale, float(y.mean()) / scale
    width, height = min(_PART_PX, cols), min(_PART_PX, rows)
    left = int(np.clip(middle_x - width / 2, 0, cols - width))
    top = int(np.clip(middle_y - height / 2, 0, rows - height))
    return image[top : top + height, left : left + width]
