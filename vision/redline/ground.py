"""What free cells beside a layout show: the table, light that burns out, or something over them."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.nn.arrays import Float, Points
from vision.reader import Image
from vision.redline.limits import Limits

#: Level from which a pixel's darkest channel shows nothing, and points tried along a side.
_BURNT = 250
_POINTS = 8

#: What a step towards light counts beside one towards dark or another colour: lamps shine on
#: tables.
_LIGHTER = 0.25


def burnt_out(image: Image, outline_xy: Points) -> float:
    """The share of an outline (4, 2) in a photo that is too bright to show anything, 0..1."""
    return float((_pixels(image, outline_xy).min(axis=1) >= _BURNT).mean())


def washed_out(image: Image, outlines_xy: list[Points]) -> float:
    """The share of all outlines (4, 2 each) where two of three colours are as bright as they can
    be, 0..1: colours fade from there on."""
    shown = np.concatenate([_pixels(image, outline) for outline in outlines_xy])
    return float((np.median(shown, axis=1) >= _BURNT).mean())


def unlike_the_table(image: Image, outlines_xy: list[Points], limits: Limits) -> Float:
    """(N,) how far the look of each free cell (4, 2 each) is from that of the others; 1 and more:
    something lies over it. Most show the table; on one of many colours nothing stands out."""
    if len(outlines_xy) < limits.cells_tell:
        return np.zeros(len(outlines_xy))
    means = np.array([_pixels(image, o).mean(axis=0) for o in outlines_xy], np.float32) / 255
    lab = np.asarray(cv2.cvtColor(means[None], cv2.COLOR_BGR2LAB)[0], np.float64)
    away = _distance(lab - np.median(lab, axis=0))
    return np.asarray(away / (limits.unlike[0] + limits.unlike[1] * float(np.median(away))))


def _distance(steps: Float) -> Float:
    """(N,) lengths of steps (N, 3) in Lab, those towards light held down."""
    light = np.where(steps[:, 0] > 0, _LIGHTER * steps[:, 0], steps[:, 0])
    return np.asarray(np.hypot(light, np.hypot(steps[:, 1], steps[:, 2])))


def _pixels(image: Image, outline_xy: Points) -> Image:
    """(64, 3) pixels spread over an outline, as far as it lies in the photo."""
    nw, ne, se, sw = outline_xy
    steps = (np.arange(_POINTS) + 0.5) / _POINTS
    spots = [
        (1 - v) * ((1 - u) * nw + u * ne) + v * ((1 - u) * sw + u * se)
        for u, v in product(steps, steps)
    ]
    xs, ys = np.clip(np.round(spots), 0, np.array(image.shape[1::-1]) - 1).astype(int).T
    return np.asarray(image[ys, xs])
