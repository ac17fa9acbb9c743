"""How usable a picture is at all: light, sharpness, size, as plain measurements."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.nn.arrays import Mask, Pixels
from vision.nn.resample import at_most
from vision.reader import Image

#: Longest side at which light and sharpness are measured, pixels: makes photos comparable.
_MEASURED_PX = 800

#: The same for colour: a sensor's coloured grain is averaged away, pieces stay.
_COLOUR_PX = 240

#: Share of the most colourful pixels that speak for a picture: one pawn on a board.
_VIVID = 0.005

#: Added to every level, so that the grain of what is all but black has no colour.
_BLACK = 4.0

#: Directions (8, 2) in which edges are measured: a jerk is within 11 degrees of one.
_TURNS = np.arange(8) * np.pi / 8
_WAYS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)]).astype(np.float32)

#: Of the steepest slope in any direction, the share that counts at least: of 57 corners of tables
#: 17 are soft with it, 12 with all of it and 24 with none; of nine photos jerked by 30 pixels of
#: 1280 six, none and eight.
_LEAST_SHARE = 0.6

#: Level from which a channel is as bright as it can be: JPEG ripples a little below 255.
BURNT_LEVEL = 250


@dataclass(frozen=True, slots=True)
class Quality:
    """Measurements of one picture.

    `light` the median and `bright` the 98th percentile of grey, 0..255; `burnt` the share of
    pixels at the top of the scale; `contrast` the spread of grey (5th to
    95th percentile); `sharpness` the steepest edges' slope in grey levels a pixel, over the
    contrast, of which a jerk of the camera takes up to two fifths (0.1 is soft, 0.5 is crisp);
    `colour` as `colour_spread`; `longest_px` the longest side, pixels.
    """

    light: float
    bright: float
    burnt: float
    contrast: float
    sharpness: float
    colour: float
    longest_px: int


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
        colour=colour_of(small),
        longest_px=max(image.shape[:2]),
    )


def colour_of(image: Image) -> float:
    """The `colour_spread` of a picture (H, W, 3 uint8 BGR), at a common size."""
    return colour_spread(at_most(image, _COLOUR_PX).image)


def colour_spread(picture: Image) -> float:
    """How far the most colourful pixels of a small picture (..., 3) BGR lie from its usual tint, as
    shares of light: 0 of a grey picture, 0.15 to 0.4 of games in ordinary light. Neither a dim nor
    a tinted lamp changes it much."""
    levels = np.add(picture.reshape(-1, 3).T, np.float32(_BLACK), order="C")
    shares = levels / levels.sum(0)
    away = np.linalg.norm(shares - np.median(shares, axis=1, keepdims=True), axis=0)
    return float(np.quantile(away, 1 - _VIVID))


def washed(picture: Pixels) -> float:
    """The share of pixels (..., 3) BGR where two of three colours are as bright as they can be,
    0..1: colours fade from there on."""
    blue, green, red = np.moveaxis(picture >= BURNT_LEVEL, -1, 0)
    return float((blue & green | blue & red | green & red).mean())


def clipped_pixels(picture: Pixels) -> Mask:
    """Which pixels of a picture (..., 3) BGR have a colour as bright as it can be."""
    return np.asarray((picture >= BURNT_LEVEL).any(axis=-1))


def clipped(picture: Pixels) -> float:
    """The share of pixels (..., 3) BGR of which one colour is as bright as it can be, 0..1."""
    return float(clipped_pixels(picture).mean())


def _sharpness(grey: Pixels) -> float:
    """Slope of the steepest edges in the direction in which it is least, grey levels a pixel, with
    single-pixel noise smoothed away: a jerk of the camera leaves edges along its way as sharp as
    they were. So does the grain of a bare table, which is why a part of the steepest slope
    counts whatever the others have."""
    calm = cv2.medianBlur(grey, 3)
    # Every fourth pixel is enough for a rank.
    steps = np.stack(
        [
            cv2.Sobel(calm, cv2.CV_32F, *axis, ksize=3)[::2, ::2].ravel() / 8
            for axis in ((1, 0), (0, 1))
        ]
    )
    softest = min(_steep(np.abs(way @ steps)) for way in _WAYS)
    return max(softest, _LEAST_SHARE * _steep(np.hypot(*steps)))


def _steep(slopes: Pixels) -> float:
    """The slope that three of a thousand pixels exceed."""
    rank = int(0.997 * (slopes.size - 1))
    return float(np.partition(slopes, rank)[rank])
