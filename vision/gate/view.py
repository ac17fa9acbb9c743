"""A frame made small and logarithmic: what the gate compares."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Tensor
from vision.reader import Image

#: Longest side of the gate's picture, pixels: a finger is then still several pixels wide.
LONG_PX = 320

#: Added before the logarithm, grey levels: keeps sensor noise in the dark from looking big.
DARK_OFFSET = 16.0

#: Side of the blocks that changes of light are fitted on, small pixels.
BLOCK_PX = 16

_LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK_OFFSET))

#: From logarithms of B, G, R to brightness (their mean) and the ratios B/G and R/G.
_TONES = np.array([[1 / 3, 1 / 3, 1 / 3], [1, -1, 0], [0, -1, 1]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A small picture of the table.

    `bgr` (h, w, 3) uint8, lightly smoothed; `tones` (h, w, 3) float32, natural logarithms of
    brightness and of the ratios blue/green and red/green, so that a change of light is a sum;
    `blocks` their means over blocks of `BLOCK_PX`; `brightness` (h, w) float32, the first of
    them; `grain` (h, w) float32, change of logarithm a grey level; `scale` small pixels a frame
    pixel.
    """

    bgr: Image
    tones: Tensor
    blocks: Tensor
    brightness: Tensor
    grain: Tensor
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
    return view_from(np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8), scale)


def view_from(small: Image, scale: float) -> View:
    """A view of a picture that is small already (h, w, 3 uint8 BGR)."""
    tones = tones_of(small)
    rows, cols = small.shape[:2]
    grid = (max(2, round(cols / BLOCK_PX)), max(2, round(rows / BLOCK_PX)))
    blocks = np.asarray(cv2.resize(tones, grid, interpolation=cv2.INTER_AREA), np.float32)
    brightness = np.asarray(cv2.extractChannel(tones, 0), np.float32)
    grain = np.asarray(cv2.exp(-brightness), np.float32)
    return View(small, tones, blocks, brightness, grain, scale)


def tones_of(picture: Image) -> Tensor:
    """(h, w, 3) float32, natural logarithms of brightness and of the ratios blue/green and
    red/green of a picture (h, w, 3 uint8 BGR)."""
    return np.asarray(cv2.transform(cv2.LUT(picture, _LOG), _TONES), np.float32)
