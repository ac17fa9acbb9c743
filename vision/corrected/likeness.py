"""How alike two pieces look in pictures under one light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.nn.arrays import Float
from vision.nn.resample import square_round
from vision.reader import Image

#: Pixels of a straightened piece's side, and those left out at its rim when two are compared:
#: pieces lie askew by that much, and the rest is table.
LOOK_PX, _RIM = 32, 3

#: Size of the square inside an outline of many corners, shares of it.
_INNER = 0.5

#: Shifts that are tried, pixels.
_SHIFTS = (-2, -1, 0, 1, 2)


@dataclass(frozen=True, slots=True)
class Likeness:
    """`structure`: correlation -1..1 of lightness and colour, means taken out; `colour`: distance
    of the mean colours in CIE Lab, 0..100 for lightness."""

    structure: float
    colour: float


def piece_look(image: Image, outline_xy: tuple[tuple[float, float], ...]) -> Image | None:
    """(32, 32, 3) uint8 BGR of a piece: its quad (clockwise from the first corner) laid straight,
    or the upright square inside an outline with more corners. None where it leaves the picture."""
    points = np.asarray(outline_xy, np.float64)
    if len(points) < 4:
        return None
    quad = points if len(points) == 4 else square_round(points, _INNER)
    height, width = image.shape[:2]
    if (quad < 0).any() or (quad > (width - 1, height - 1)).any():
        return None
    # Twice as fine, then halved: thin lines are averaged and not skipped.
    size = 2 * LOOK_PX
    goal = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), goal.astype(np.float32))
    large = cv2.warpPerspective(image, matrix, (size, size), flags=cv2.INTER_LINEAR)
    found = cv2.resize(large, (LOOK_PX, LOOK_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(found, np.uint8)


def likeness(one: Image, other: Image) -> Likeness:
    """How alike two straightened pieces look, the second shifted to where it fits best."""
    a, b = _lab(one), _lab(other)
    size = LOOK_PX - 2 * _RIM
    inner = a[_RIM:-_RIM, _RIM:-_RIM]
    structure = max(
        _correlation(inner, b[_RIM + dy : _RIM + dy + size, _RIM + dx : _RIM + dx + size])
        for dy in _SHIFTS
        for dx in _SHIFTS
    )
    middle = b[_RIM:-_RIM, _RIM:-_RIM]
    return Likeness(structure, float(np.linalg.norm(inner.mean((0, 1)) - middle.mean((0, 1)))))


def _lab(picture: Image) -> Float:
    scaled = picture.astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2LAB), np.float64)


def _correlation(a: Float, b: Float) -> float:
    a, b = a - a.mean((0, 1)), b - b.mean((0, 1))
    return float((a * b).sum() / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-9))
