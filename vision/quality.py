"""How usable a picture is at all: light, sharpness, size, as plain measurements."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.nn.arrays import Pixels
from vision.nn.resample import at_most
from vision.reader import Image

#: Longest side at which light and sharpness are measured, pixels: makes photos comparable.
_MEASURED_PX = 800


@dataclass(frozen=True, slots=True)
class Quality:
    """Measurements of one picture.

    `light` the median and `bright` the 98th percentile of grey, 0..255; `burnt` the share of
    pixels at the top of the scale; `contrast` the spread of grey (5th to
    95th percentile); `sharpness` the steepest edges' slope in grey levels a pixel, over the
    contrast (0.1 is soft, 0.5 is crisp).
    """

    light: float
    bright: float
    burnt: float
    contrast: float
    sharpness: float


def measure(image: Image) -> Quality:
    """The quality of a picture (H, W, 3 uint8 BGR), measured at a common size."""
    small = at_most(image, _MEASURED_PX).image
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    under = np.cumsum(np.bincount(grey.ravel(), minlength=256)) / grey.size
    low, light, high, bright = np.searchsorted(under, (0.05, 0.5, 0.95, 0.98))
    contrast = float(high - low)
    return Quality(
        light=float(light),
        bright=float(bright),
        burnt=float(1 - under[252]),
        contrast=contrast,
        sharpness=_sharpness(grey) / max(contrast, 1.0),
    )


def _sharpness(grey: Pixels) -> float:
    """Slope of the steepest edges, grey levels a pixel, with single-pixel noise smoothed away."""
    calm = cv2.medianBlur(grey, 3)
    dx = cv2.Sobel(calm, cv2.CV_32F, 1, 0, ksize=3) / 8
    dy = cv2.Sobel(calm, cv2.CV_32F, 0, 1, ksize=3) / 8
    slopes = cv2.magnitude(dx, dy).ravel()
    steep = int(0.997 * (slopes.size - 1))
    return float(np.partition(slopes, steep)[steep])
