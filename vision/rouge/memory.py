"""What one reading leaves for the next of the same table: where the board was, its first ray, and
which colours were in play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import Homography
from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Points, size_of
from vision.reader import Image
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS, Limits

#: Width and height of a glimpse, pixels, and how colours become grey in it.
_GLIMPSE_WH, _GREY = (24, 18), cv2.COLOR_BGR2GRAY


@dataclass(frozen=True)
class ColoursInPlay:
    """What is known of a box before its board is seen: `colours` (11,) pawns of each name."""

    colours: Points

    @classmethod
    def of(cls, names: Iterable[str]) -> ColoursInPlay:
        """A box with all pawns of the colours named."""
        there = set(names)
        return cls(np.array([PAWNS if name in there else 0 for name in COLOURS], np.float64))


@dataclass(frozen=True)
class BoardMemory:
    """`pose` upright, of a photo of `size_wh`; `first` radians clockwise from x in its plane to the
    first ray; `colours` (11,) pawns of each name; `marks`: the angle of each ring's mark beyond
    the first ray, degrees, None where none was seen; `glimpse` of the photo."""

    pose: BoardPose
    size_wh: tuple[int, int]
    first: float
    colours: Points
    marks: tuple[float | None, float | None, float | None] = (None, None, None)
    glimpse: Points | None = None

    def turned_round(self, image: Image, limits: Limits = LIMITS) -> bool:
        """Whether a photo (H, W, 3 uint8 BGR) shows upside down what this one showed: a board in
        the middle of both lies where it lay, and yet every ray is another one."""
        if self.glimpse is None or self.size_wh != size_of(image):
            return False
        now = glimpse_of(image)
        turned, upright = (
            float((now * one).sum()) for one in (self.glimpse[::-1, ::-1], self.glimpse)
        )
        return turned > upright + limits.turned_round

    def unmoved(self, pose: BoardPose, size_wh: tuple[int, int], limits: Limits = LIMITS) -> bool:
        """Whether a later pose is the same board under the same camera."""
        if size_wh != self.size_wh:
            return False
        shift = np.hypot(*(pose.middle_xy - self.pose.middle_xy)) / self.pose.radius_px
        size = abs(np.log(pose.radius_px / self.pose.radius_px))
        return bool(shift < limits.unmoved and size < limits.unmoved)

    def first_in(self, pose: BoardPose) -> float:
        """The first ray's angle in another pose's plane of the same board."""
        spot = np.array([[np.cos(self.first), np.sin(self.first)]]) * 0.6
        x, y = pose.to_photo.inverse()(self.pose.to_photo(spot))[0]
        return float(np.arctan2(y, x))


def glimpse_of(image: Image) -> Points:
    """A photo (H, W, 3 uint8 BGR) at a glance: (18, 24) grey levels about their mean, their squares
    adding up to 1."""
    grey = cv2.cvtColor(cv2.resize(image, _GLIMPSE_WH, interpolation=cv2.INTER_AREA), _GREY)
    levels = grey - np.mean(grey, dtype=np.float64)
    return np.asarray(levels / max(float(np.linalg.norm(levels)), 1.0))


def corrected(pose: BoardPose, correction: Homography, size_wh: tuple[int, int]) -> BoardPose:
    """A pose whose plane was measured better: `correction` maps the old plane to the true one."""
    matrix = pose.to_photo.matrix @ np.linalg.inv(correction.matrix)
    return BoardPose.of(Homography(np.asarray(matrix / matrix[2, 2])), size_wh)
