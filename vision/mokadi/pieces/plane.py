"""The plane in which the sticks lie, from the sticks themselves: all are equally long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.nn.arrays import Float, Matrix, Points

#: Focal length in shares of the picture's longest side: phones and webcams have 0.67 to 0.95.
FOCAL = 0.8
#: Relative scatter of the sticks' measured lengths (they lie at slopes and heights), and where a
#: length says no more than that it is another one.
_SIGMA, _OTHER = 0.04, 0.16
#: Spread of tilts before any stick was measured, tangent of the angle.
_TILT = 0.35
#: Tangents of tilt tried, along either axis of the picture.
_TRIED = np.linspace(-0.8, 0.8, 17)
_FINER = np.linspace(-0.08, 0.08, 9)


@dataclass(frozen=True)
class Plane:
    """`matrix` (3, 3) takes pixels to the plane, where a stick measures one; x right, y down, not
    mirrored. `sigma` relative uncertainty of that unit."""

    matrix: Matrix
    sigma: float

    def flat(self, pixels: Points) -> Points:
        """(N, 2) pixels in the plane."""
        return through(self.matrix, pixels)

    def pixels(self, points: Points) -> Points:
        """(N, 2) points of the plane in the picture."""
        return through(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def after(self, matrix: Matrix) -> Plane:
        """The same plane for pixels that `matrix` (3, 3) takes to those of this one."""
        return Plane(self.matrix @ matrix, self.sigma)

    def facing(self, other: Plane, pixels: Points) -> Plane:
        """The same plane turned and shifted so that pixels (N, 2) lie in it where they lie in
        another one, but for the size of its unit."""
        mine, there = self.flat(pixels), other.flat(pixels)
        spread = [float(np.sqrt(((one - one.mean(0)) ** 2).sum())) for one in (mine, there)]
        larger = spread[1] / spread[0] if min(spread) > 0 else 1.0
        motion = rigid(mine, there)
        motion[:2, 2] = there.mean(0) / larger - motion[:2, :2] @ mine.mean(0)
        return Plane(motion @ self.matrix, self.sigma)

    def stick_px(self, ends: Points, pads: Points) -> float:
        """How long sticks are in the picture, pixels: those with ends (N, 2, 2); where none lies
        there, one in the middle of pads (M, 2)."""
        if len(ends):
            return float(np.median(np.hypot(*(ends[:, 1] - ends[:, 0]).T)))
        half = np.array([[-0.5, 0.0], [0.5, 0.0]])
        one, other = self.pixels(self.flat(pads).mean(0) + half)
        return float(np.hypot(*(other - one)))

    def length(self, pixels: Points) -> float:
        """The distance in the plane of the first of (2, 2) pixels from the second."""
        one, other = self.flat(pixels)
        return float(np.hypot(*(other - one)))


def through(matrix: Matrix, points: Points) -> Points:
    """(N, 2) points seen through a map (3, 3)."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    if not len(flat):
        return flat.reshape(0, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(-1, 2)


def rigid(one: Points, other: Points) -> Matrix:
    """(3, 3) the rigid motion that takes points (N, 2) nearest to others, by least squares."""
    a, b = one - one.mean(0), other - other.mean(0)
    turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    matrix[:2, 2] = other.mean(0) - matrix[:2, :2] @ one.mean(0)
    return matrix


def _tilted(tilt: Float, size_wh: tuple[int, int]) -> Matrix:
    """(3, 3) from pixels to a plane whose normal leans by `tilt` (2,) against the view."""
    focal = FOCAL * max(size_wh)
    inner = np.array(
        [
            [1 / focal, 0, -size_wh[0] / 2 / focal],
            [0, 1 / focal, -size_wh[1] / 2 / focal],
            [0, 0, 1],
        ]
    )
    normal = np.array([*tilt, 1.0]) / np.sqrt(1 + tilt @ tilt)
    right = np.array([1.0, 0, 0]) - normal[0] * normal
    right /= np.linalg.norm(right)
    down = normal[[1, 2, 0]] * right[[2, 0, 1]] - normal[[2, 0, 1]] * right[[1, 2, 0]]
    return np.asarray(np.array([right, down, normal]) @ inner, np.float64)


@dataclass(frozen=True)
class _Tilts:
    """`tangents` (T, 2) that are tried, and the `matrices` (T, 3, 3) of their planes."""

    tangents: Points
    matrices: Matrix

    @classmethod
    def around(cls, middle: Float, steps: Float, size_wh: tuple[int, int]) -> _Tilts:
        """Those so many steps from one (2,), along both axes."""
        tangents = middle + np.array([[x, y] for x in steps for y in steps])
        return cls(tangents, np.array([_tilted(tilt, size_wh) for tilt in tangents]))


@lru_cache(maxsize=4)
def _first_tilts(size_wh: tuple[int, int]) -> _Tilts:
    """Those tried first, the same for all pictures of a size."""
    return _Tilts.around(np.zeros(2), _TRIED, size_wh)


def _costs(tilts: _Tilts, ends: Points, weight: Float) -> tuple[Float, Float]:
    """(T,) what tilts cost, and (T,) logarithms of the length that most sticks then have."""
    tangents, matrices = tilts.tangents, tilts.matrices
    lifted = np.concatenate([ends, np.ones((*ends.shape[:2], 1))], 2)
    seen = lifted.reshape(-1, 3) @ matrices.transpose(0, 2, 1)
    flat = (seen[..., :2] / seen[..., 2:]).reshape(len(tangents), -1, 2, 2)
    logs = np.log(np.hypot(*np.moveaxis(flat[:, :, 1] - flat[:, :, 0], -1, 0)))
    off = np.minimum(np.abs(logs[:, :, None] - logs[:, None]), _OTHER)
    costs = np.einsum("n,tnm->tm", weight, off**2) / _SIGMA**2
    best = costs.argmin(1)
    each = np.arange(len(tangents))
    return costs[each, best] + (tangents**2).sum(1) / _TILT**2, logs[each, best]


def plane_of(ends: Points, weight: Float, size_wh: tuple[int, int]) -> Plane:
    """The plane in which most sticks with ends (N, 2, 2), pixels, are nearly equally long."""
    tried = _first_tilts(size_wh)
    coarse, _ = _costs(tried, ends, weight)
    tried = _Tilts.around(tried.tangents[coarse.argmin()], _FINER, size_wh)
    costs, middles = _costs(tried, ends, weight)
    best, middle = tried.tangents[costs.argmin()], float(middles[costs.argmin()])
    matrix = _tilted(best, size_wh)
    flat = through(matrix, ends.reshape(-1, 2)).reshape(-1, 2, 2)
    logs = np.log(np.hypot(*(flat[:, 1] - flat[:, 0]).T))
    near = np.abs(logs - middle) < _OTHER / 2
    middle = float(np.average(logs[near], weights=weight[near]))
    sigma = max(_SIGMA, float(np.abs(logs[near] - middle).mean())) / np.sqrt(near.sum())
    scale = float(np.exp(-middle))
    return Plane(np.diag([scale, scale, 1.0]) @ matrix, float(sigma))


def plane_by_unit(unit_px: float, size_wh: tuple[int, int]) -> Plane:
    """The plane seen from right above in which a stick measures so many pixels."""
    matrix = _tilted(np.zeros(2), size_wh)
    scale = FOCAL * max(size_wh) / unit_px
    return Plane(np.diag([scale, scale, 1.0]) @ matrix, 0.25)
