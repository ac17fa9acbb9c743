"""A frame made small and logarithmic: what the gate compares."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image

Floats = NDArray[np.float32]

#: Longest side of the gate's picture, pixels: a finger is then still several pixels wide.
LONG_PX = 320

#: Added before the logarithm, grey levels: keeps sensor noise in the dark from looking big.
DARK_OFFSET = 16.0

_LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_OFFSET))


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A small picture of the table.

    `bgr` (h, w, 3) uint8, lightly smoothed; `log` (h, w, 3) float32, natural logarithm of `bgr`
    plus the dark offset, so that a change of light is a sum; `grey` and `log_grey` (h, w) float32,
    the channels' means; `scale` small pixels a frame pixel.
    """

    bgr: Image
    log: Floats
    grey: Floats
    log_grey: Floats
    scale: float

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width, pixels."""
        return (self.bgr.shape[0], self.bgr.shape[1])


def view_of(image: Image) -> View:
    """The small view of a picture (H, W, 3 uint8 BGR)."""
    scale = min(1.0, LONG_PX / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    small = image if scale == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    calm = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)
    return view_from(calm, scale)


def view_from(small: Image, scale: float) -> View:
    """A view of a picture that is small already (h, w, 3 uint8 BGR)."""
    log = np.asarray(cv2.LUT(small, _LOG), np.float32)
    return View(small, log, _mean(small.astype(np.float32)), _mean(log), scale)


def _mean(values: Floats) -> Floats:
    return np.asarray(cv2.transform(values, _THIRDS), np.float32)


_THIRDS = np.full((1, 3), 1 / 3, np.float32)
