"""What one reading leaves for the next of the same table: where the board was, its first ray, and
which colours were in play."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import Points, size_of
from vision.reader import Image
from vision.rouge.board.pose import BoardPose
from vision.rouge.board.rings import STEP
from vision.rouge.limits import LIMITS, Limits
from vision.rouge.pawns.box import ColoursInPlay

#: Width and height of a glimpse, pixels, and how colours become grey in it.
_GLIMPSE_WH, _GREY = (24, 18), cv2.COLOR_BGR2GRAY


@dataclass(frozen=True)
class BoardMemory:
    """`pose` upright, of a photo of `size_wh`; `first` radians clockwise from x in its plane to the
    first ray; `colours` that are in play; `marks`: the angle of each ring's mark beyond the first
    ray, degrees, None where none was seen; `glimpse` of the photo."""

    pose: BoardPose
    size_wh: tuple[int, int]
    first: float
    colours: ColoursInPlay
    marks: tuple[float | None, float | None, float | None] = (None, None, None)
    glimpse: Points | None = None

    def as_held(self, image: Image, limits: Limits = LIMITS) -> BoardMemory | ColoursInPlay:
        """What this says of a photo (H, W, 3 uint8 BGR) that may be held upside down: a board in
        the middle of both then lies where it lay, and yet every ray is another one. Where that is
        likely but not certain the colours alone stay."""
        if self.glimpse is None or self.size_wh != size_of(image):
            return self
        now = glimpse_of(image)
        turned, upright = (
            float((now * one).sum()) for one in (self.glimpse[::-1, ::-1], self.glimpse)
        )
        if turned <= upright + limits.turned_round:
            return self
        surely = turned >= limits.same_view
        return self.upside_down() if surely else self.colours

    def counted_from(self, cells: int) -> BoardMemory:
        """The same with every hollow told so many cells further clockwise."""
        beyond = float(np.degrees(STEP)) * cells
        inner, middle, outer = (None if m is None else (m + beyond) % 360 for m in self.marks)
        return replace(self, first=self.first - STEP * cells, marks=(inner, middle, outer))

    def upside_down(self) -> BoardMemory:
        """The same as if its photo had been held upside down."""
        w, h = self.size_wh
        half_turn = np.array([[-1.0, 0, w - 1], [0, -1.0, h - 1], [0, 0, 1]])
        pose = replace(self.pose, to_photo=Homography(half_turn @ self.pose.to_photo.matrix))
        glimpse = None if self.glimpse is None else self.glimpse[::-1, ::-1]
        return replace(self, pose=pose, glimpse=glimpse)

    def unmoved(self, pose: BoardPose, size_wh: tuple[int, int], limits: Limits = LIMITS) -> bool:
        """Whether a later pose is the same board under the same camera."""
        if size_wh != self.size_wh:
            return False
        shift = np.hypot(*(pose.middle_xy - self.pose.middle_xy)) / self.pose.radius_px
        size = abs(np.log(pose.radius_px / self.pose.radius_px))
        return bool(shift < limits.unmoved and size < limits.resized)

    def first_in(self, pose: BoardPose, *, moved: bool = False) -> float:
        """The first ray's angle in another pose's plane of the same board: where it was in the
        photo, or, where the board `moved` in it, in the direction that it had there."""
        spot = self.pose.to_photo(np.array([[np.cos(self.first), np.sin(self.first)]]) * 0.6)
        if moved:
            scale = pose.radius_px / self.pose.radius_px
            spot = pose.middle_xy + (spot - self.pose.middle_xy) * scale
        x, y = pose.to_photo.inverse()(spot)[0]
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
