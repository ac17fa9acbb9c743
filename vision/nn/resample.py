"""Parts of a photo at another scale that know where in the photo they lie, and straight views.

Whole numbers are the middles of pixels. Pictures are made smaller by area, so that thin lines are
averaged and not skipped, before they are warped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.nn.arrays import Float, Matrix, Pixels, Points, Tensor, size_of

#: Sides of the smallest picture that is halved, pixels.
_LEAST_HALVED = 4


@dataclass(frozen=True)
class Patch:
    """A part of a photo: `image` (h, w, 3) uint8 BGR. Its pixel p (x, y) lies at
    (p + 0.5) * `scale_xy` - 0.5 + `origin_xy` in the photo."""

    image: Pixels
    scale_xy: Float
    origin_xy: Float

    @classmethod
    def cut(cls, image: Pixels, low_xy: Points, high_xy: Points) -> Patch:
        """The pixels of a photo (H, W, 3) from `low_xy` up to `high_xy`, at least two by two, of
        the photo's own rim where these lie outside."""
        size = np.array(image.shape[1::-1])
        low = np.clip(low_xy, 0, np.maximum(size - 2, 0)).astype(int)
        high = np.clip(high_xy, low + 2, np.maximum(size, low + 2)).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        return cls(part, np.ones(2), low.astype(np.float64))

    @classmethod
    def around(cls, image: Pixels, points_xy: Points, margin_px: int = 2) -> Patch:
        """The upright part of a photo that holds points (N, 2), with a margin."""
        low, high = np.floor(points_xy.min(0)), np.ceil(points_xy.max(0))
        return cls.cut(image, low - margin_px, high + margin_px + 1)

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the picture, pixels."""
        return size_of(self.image)

    @cached_property
    def matrix(self) -> Matrix:
        """(3, 3) from pixels of the patch to pixels of the photo."""
        (x, y), (dx, dy) = self.scale_xy, (self.scale_xy - 1) / 2 + self.origin_xy
        return np.array([[x, 0, dx], [0, y, dy], [0, 0, 1.0]])

    @cached_property
    def inverse(self) -> Matrix:
        """(3, 3) from pixels of the photo to pixels of the patch."""
        return np.asarray(np.linalg.inv(self.matrix), np.float64)

    def to_photo(self, points: Points) -> Points:
        """(N, 2) points of the patch in the photo."""
        return np.asarray((points + 0.5) * self.scale_xy - 0.5 + self.origin_xy)

    def from_photo(self, points: Points) -> Points:
        """(N, 2) points of the photo in the patch."""
        return np.asarray((points - self.origin_xy + 0.5) / self.scale_xy - 0.5)

    def resized(self, size_wh: tuple[int, int], *, averaged: bool = True) -> Patch:
        """The same part in another size, pixels; not `averaged`: its pixels are interpolated."""
        how = cv2.INTER_AREA if averaged else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(self.image, size_wh, interpolation=how), np.uint8)
        factors = np.array(self.size_wh) / size_wh
        return replace(self, image=image, scale_xy=self.scale_xy * factors)

    def scaled(self, factor: float) -> Patch:
        """The same part smaller or larger by exactly this factor; a rest at its end is cut off."""
        if factor == 1.0:
            return self
        how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
        image = np.asarray(
            cv2.resize(self.image, self._least(factor), fx=factor, fy=factor, interpolation=how),
            np.uint8,
        )
        return replace(self, image=image, scale_xy=self.scale_xy / factor)

    def _least(self, factor: float) -> tuple[int, int] | None:
        """The size after scaling where a side would vanish: that one keeps a pixel."""
        sides = [round(side * factor) for side in self.size_wh]
        return None if min(sides) else (max(1, sides[0]), max(1, sides[1]))

    def in_multiples(self, scale: float, multiple: int) -> Patch:
        """The same part at about a scale, both sides multiples of what a net wants, pixels."""
        w, h = (max(multiple, round(n * scale / multiple) * multiple) for n in self.size_wh)
        return self.resized((w, h), averaged=scale < 1)

    def halved(self) -> Patch:
        """Every two by two pixels as one; an odd last row or column is left out."""
        w, h = (side // 2 * 2 for side in self.size_wh)
        return replace(self, image=self.image[:h, :w]).resized((w // 2, h // 2))

    def halved_to(self, factor: float) -> Patch:
        """Halved as often as leaves at least half as many pixels again as are wanted, where it has
        `factor` times as many along a side."""
        patch = self
        while factor > 2 and min(patch.size_wh) >= _LEAST_HALVED:
            patch, factor = patch.halved(), factor / 2
        return patch

    def warped(self, to_target: Matrix, size_wh: tuple[int, int]) -> Pixels:
        """(h, w, 3) uint8 BGR: the photo seen through a map (3, 3) of its pixels; what lies
        outside the patch repeats its rim."""
        return warped(self.image, to_target @ self.matrix, size_wh)


@dataclass(frozen=True)
class Window:
    """A part of a photo to look at, pixels, and how much to shrink or enlarge it."""

    x: float
    y: float
    w: float
    h: float
    scale: float

    def part(self, image: Pixels) -> Patch:
        """The window's pixels of a photo, as they are."""
        low = np.array([self.x, self.y]).astype(int)
        return Patch.cut(image, low, low + np.array([self.w, self.h]).astype(int))


def warped(image: Pixels, matrix: Matrix, size_wh: tuple[int, int]) -> Pixels:
    """(h, w, 3) uint8 BGR: a picture seen through a map (3, 3) of its pixels, its rim repeated."""
    flat = cv2.warpPerspective(
        image, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def whole(image: Pixels) -> Patch:
    """A whole picture (H, W, 3)."""
    return Patch(image, np.ones(2), np.zeros(2))


def at_most(image: Pixels, longest_px: int) -> Patch:
    """A whole picture (H, W, 3), smaller where its longest side has more than so many pixels."""
    return whole(image).scaled(min(1.0, longest_px / max(image.shape[:2])))


def square_round(points_xy: Points, grow: float = 1.0) -> Points:
    """(4, 2) the upright square round the middle of an outline (N, 2) that holds it, or so many
    times as large; clockwise from the upper left."""
    middle = points_xy.mean(0)
    half = grow * np.abs(points_xy - middle).max()
    return np.asarray(middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))


def cut_square(image: Pixels, corners_xy: Points, side_px: int) -> Pixels:
    """(side, side, 3) uint8 BGR of a square of a picture, by its corners (4, 2) clockwise from that
    which becomes the upper left."""
    goal = np.array([(0, 0), (side_px, 0), (side_px, side_px)], np.float32) - np.float32(0.5)
    matrix = cv2.getAffineTransform(corners_xy[:3].astype(np.float32), goal)
    return np.asarray(cv2.warpAffine(image, matrix, (side_px, side_px)), np.uint8)


def translation(dx: float, dy: float) -> Matrix:
    """(3, 3) that moves points by (dx, dy)."""
    return np.array([[1.0, 0, dx], [0, 1, dy], [0, 0, 1]])


def rotation(angle: float) -> Matrix:
    """(2, 2) that turns points by an angle, radians, from x to y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def quad_area_side(corners_xy: Points | Tensor) -> float:
    """Square root of the area of a polygon (N, 2), pixels."""
    return float(np.sqrt(abs(cv2.contourArea(np.asarray(corners_xy, np.float32)))))
