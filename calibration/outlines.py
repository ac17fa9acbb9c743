"""The outline of one square: from a blob of pixels to four exact corners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Points, Tensor

#: A blob's share of its quadrangle (and the other way round) below which it is no square.
_FULL = 0.86
#: Longest side over shortest, and widest angle off the square: 45 degrees of tilt give 1.5.
_LONG, _SKEW_DEG = 1.6, 32.0


@dataclass(frozen=True)
class SquareOutline:
    """A rough square: corners (4, 2) in order, `quality` 0..1, its share of its own quadrangle."""

    corners_xy: Points
    quality: float

    @cached_property
    def area(self) -> float:
        """In square pixels."""
        return float(cv2.contourArea(self._contour))

    def overlap(self, other: SquareOutline) -> float:
        """Shared area over the area of both together."""
        reach = max(self.area, other.area) ** 0.5 * 2
        (x, y), (other_x, other_y) = self._middle, other._middle
        if abs(x - other_x) > reach or abs(y - other_y) > reach:
            return 0.0
        shared, _ = cv2.intersectConvexConvex(self._contour, other._contour)
        return float(shared / (self.area + other.area - shared))

    # Of a grained table thousands are compared with each other.

    @cached_property
    def _contour(self) -> Tensor:
        return self.corners_xy.astype(np.float32)

    @cached_property
    def _middle(self) -> tuple[float, float]:
        x, y = self.corners_xy.mean(axis=0)
        return float(x), float(y)


def outline_of(hull: NDArray[np.int32]) -> SquareOutline | None:
    """The quadrangle of a convex blob, or None where it is none or too long or skew for a square
    seen from above or aslant."""
    corners = _four_corners(hull)
    if corners is None or not _squarish(corners):
        return None
    blob, quad = hull.reshape(-1, 2).astype(np.float32), corners.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(blob, quad)
    quality = shared / max(cv2.contourArea(blob) + cv2.contourArea(quad) - shared, 1.0)
    return SquareOutline(corners, float(quality)) if quality >= _FULL else None


def _four_corners(hull: NDArray[np.int32]) -> Points | None:
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08):
        shape = cv2.approxPolyDP(hull, share * length, True)
        if len(shape) == 4:
            return np.asarray(shape.reshape(4, 2), np.float64)
        if len(shape) < 4:
            break
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    return np.asarray(box, np.float64)


def _squarish(corners: Points) -> bool:
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 2 or lengths.max() / lengths.min() > _LONG:
        return False
    units = sides / lengths[:, None]
    cosines = np.abs((units * np.roll(units, -1, axis=0)).sum(axis=1))
    return bool(cosines.max() < np.sin(np.radians(_SKEW_DEG)))
