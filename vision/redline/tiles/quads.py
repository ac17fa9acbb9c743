"""A tile's outline as a middle and two half axes, and the finder's way of coding it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import Points

#: Signs that lead from the middle along the half axes to the NW, NE, SE and SW corners.
_CORNER_SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)


@dataclass(frozen=True)
class Quad:
    """A found tile: `middle_xy` (2,) and `axes` (2, 2) float64 in pixels of the photo; the
    columns of `axes` lead to the middles of its east and south sides. Which side is called east
    is arbitrary: any quarter turn describes the same tile."""

    middle_xy: Points
    axes: Points
    score: float
    blue: float

    @cached_property
    def side_px(self) -> float:
        """Square root of the area, pixels."""
        return 2.0 * float(np.sqrt(abs(np.linalg.det(self.axes))))

    def corners_xy(self) -> Points:
        """(4, 2) corners NW, NE, SE, SW in the tile's own frame, as a parallelogram."""
        return np.asarray(self.middle_xy + _CORNER_SIGNS @ self.axes.T)

    def local(self, points_xy: Points) -> Points:
        """(N, 2) pixel places in this tile's frame: whole numbers are its neighbours' middles."""
        away = np.atleast_2d(points_xy) - self.middle_xy
        return np.asarray(away @ self._inverse.T / 2)

    @cached_property
    def _inverse(self) -> Points:
        return np.asarray(np.linalg.inv(self.axes))

    def turned(self, quarters: int) -> Quad:
        """The same tile with its east side called a quarter turn (or more) clockwise."""
        axes = self.axes
        for _ in range(quarters % 4):
            axes = np.stack([axes[:, 1], -axes[:, 0]], axis=1)
        return Quad(self.middle_xy, axes, self.score, self.blue)

    def turned_half(self) -> Quad:
        """The tile if it lay turned by 45 degrees about its middle: the one thing that a square
        among straight neighbours is easily mistaken for."""
        half = np.sqrt(0.5)
        axes = self.axes @ np.array([[half, -half], [half, half]])
        return Quad(self.middle_xy, axes, self.score, self.blue)

    def through(self, to_photo: Homography) -> Quad:
        """The tile where a homography of the picture takes it, as a parallelogram."""
        axes = to_photo.jacobian(self.middle_xy) @ self.axes
        return Quad(to_photo(self.middle_xy)[0], axes, self.score, self.blue)


def axes_from_code(code: Points, unit_px: float) -> Points:
    """Half axes from the finder's five numbers: matrix logarithm (xx, xy, yy) of the size tensor
    in units of `unit_px`, cosine and sine of four times the turn."""
    log = np.array([[code[0], code[1]], [code[1], code[2]]])
    values, vectors = np.linalg.eigh(log)
    root = vectors @ np.diag(np.exp(np.clip(values, -4, 4))) @ vectors.T * unit_px
    turn = np.arctan2(code[4], code[3]) / 4
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(root @ np.array([[c, -s], [s, c]]))
