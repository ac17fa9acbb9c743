"""A homography as a value: fitted by least squares, or a reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Points

#: Smallest usable ratio of the fitted points' spread along their two axes.
_THIN = 1e-3


@dataclass(frozen=True, slots=True)
class NoFit:
    """Why points could not be fitted."""

    reason: str


@dataclass(frozen=True)
class Homography:
    """A projective map of the plane: `matrix` (3, 3) float64, column vectors."""

    matrix: Points

    def __call__(self, points: Points) -> Points:
        """(N, 2) points mapped, float64."""
        flat = np.atleast_2d(np.asarray(points, np.float64))
        lifted = np.column_stack([flat, np.ones(len(flat))]) @ self.matrix.T
        return np.asarray(lifted[:, :2] / lifted[:, 2:])

    def inverse(self) -> Homography:
        """The map back."""
        return Homography(np.asarray(np.linalg.inv(self.matrix), np.float64))

    def jacobian(self, point: Points) -> Points:
        """(2, 2): how small steps at a point are mapped."""
        x, y = np.asarray(point, np.float64).ravel()
        lifted = self.matrix @ np.array([x, y, 1.0])
        mapped = lifted[:2] / lifted[2]
        rows = self.matrix[:2, :2] - np.outer(mapped, self.matrix[2, :2])
        return np.asarray(rows / lifted[2])

    def scale_at(self, point: Points) -> float:
        """How many times longer steps at a point become: the root of how many times areas grow."""
        return float(np.sqrt(abs(np.linalg.det(self.jacobian(point)))))


def fit_homography(source: Points, target: Points) -> Homography | NoFit:
    """The least-squares homography that maps source (N, 2) to target (N, 2), N >= 4.

    Normalised direct linear transform refined by OpenCV on the reprojection error; returns NoFit
    for too few, collinear or mirrored-through-infinity points.
    """
    if len(source) < 4:
        return NoFit("fewer than four points")
    if _spread(source) < _THIN or _spread(target) < _THIN:
        return NoFit("the points lie on one line")
    matrix, _ = cv2.findHomography(
        np.asarray(source, np.float64), np.asarray(target, np.float64), 0
    )
    if matrix is None or not np.isfinite(matrix).all():
        return NoFit("no homography maps these points")
    depth = np.column_stack([source, np.ones(len(source))]) @ matrix[2]
    if depth.min() * depth.max() <= 0:
        return NoFit("the fit runs through the horizon")
    return Homography(np.asarray(matrix, np.float64))


def _spread(points: Points) -> float:
    values = np.linalg.svd(points - np.mean(points, axis=0), compute_uv=False)
    return float(values[-1] / max(values[0], 1e-12))
