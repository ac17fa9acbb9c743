"""A plane from the radius that every pixel of a board is said to have.

The map from pixels to the rings' plane is known but for the turn about the true centre: seven
numbers. They are fitted to all radii at once, so neither an edge nor an ellipse has to be found,
and the centre is the circles' own and not that of the ellipse that perspective makes of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.homography import Homography, NoFit
from vision.nn.arrays import Points

#: Radius error beyond which a pixel counts less, shares of the board's radius: what the finder's
#: radii scatter by.
_TRUSTED = 0.03
#: How many neighbouring pixels err together, and so count as one.
_TOGETHER = 10.0
_STEPS = 15
#: Pixels (of the finder's grid) below which there is no board.
_FEWEST = 12
#: How far perspective may reasonably go: change of scale across the board's radius.
_PERSPECTIVE = 0.25


@dataclass(frozen=True)
class Plane:
    """`to_photo`: the rings' plane to pixels; `residual`: median error of the radii."""

    to_photo: Homography
    residual: float


def fit_plane(pixels_xy: Points, radii: Points, weights: Points) -> Plane | NoFit:
    """The plane in which pixels (N, 2) have these radii (N,), trusting each by its weight (N,)."""
    if len(pixels_xy) < _FEWEST:
        return NoFit("too few pixels show a board")
    share = weights / weights.sum()
    middle = share @ pixels_xy
    away = pixels_xy - middle
    spread = (away * share[:, None]).T @ away
    values, vectors = np.linalg.eigh(4 * spread)
    if values[0] <= 1e-6 * values[1]:
        return NoFit("the pixels lie on one line")
    unit = float(np.sqrt(np.sqrt(values[0] * values[1])))
    root = vectors @ np.diag(unit / np.sqrt(values)) @ vectors.T
    start = np.array([0.0, 0.0, root[0, 0], root[0, 1], root[1, 1], 0.0, 0.0])
    found = _descend(start, away / unit, radii, weights / (_TOGETHER * _TRUSTED**2))
    if found is None:
        return NoFit("the radii fit no plane")
    residual = float(np.median(np.abs(_radii(found, away / unit) - radii)))
    shrink = np.array(
        [[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]]
    )
    to_plane = _matrix(found) @ shrink
    matrix = np.linalg.inv(to_plane)
    return Plane(Homography(np.asarray(matrix / matrix[2, 2])), residual)


def _matrix(p: Points) -> Points:
    """(3, 3) from the seven numbers: centre, symmetric shape, perspective."""
    shape = np.array([[p[2], p[3], 0], [p[3], p[4], 0], [p[5], p[6], 1]])
    return np.asarray(shape @ np.array([[1, 0, -p[0]], [0, 1, -p[1]], [0, 0, 1]]))


def _radii(p: Points, away: Points) -> Points:
    x, y = away[:, 0] - p[0], away[:, 1] - p[1]
    w = np.maximum(1 + p[5] * x + p[6] * y, 0.2)
    return np.asarray(np.hypot(p[2] * x + p[3] * y, p[3] * x + p[4] * y) / w)


def _descend(start: Points, away: Points, radii: Points, weights: Points) -> Points | None:
    """Levenberg-Marquardt with Huber weights and a weak pull towards little perspective."""
    p, damp = start, 1e-3
    loose = np.array([0, 0, 0, 0, 0, 1, 1]) / _PERSPECTIVE**2
    error = _radii(p, away) - radii
    cost = _cost(error, weights, p, loose)
    for _ in range(_STEPS):
        slope = np.stack(
            [(_radii(p + d, away) - radii - error) / 1e-5 for d in 1e-5 * np.eye(7)], 1
        )
        trust = weights * np.minimum(1, _TRUSTED / np.maximum(np.abs(error), 1e-9))
        normal = slope.T @ (trust[:, None] * slope) + np.diag(loose)
        step = np.linalg.solve(normal + damp * np.diag(np.diag(normal)),
                               -slope.T @ (trust * error) - loose * p)  # fmt: skip
        if not np.isfinite(step).all():
            return None
        trial = _radii(p + step, away) - radii
        lower = _cost(trial, weights, p + step, loose)
        if lower < cost:
            p, error, cost, damp = p + step, trial, lower, damp * 0.3
            if np.abs(step).max() < 1e-6:
                break
        else:
            damp *= 10
    return p


def _cost(error: Points, weights: Points, p: Points, loose: Points) -> float:
    size = np.abs(error)
    huber = np.where(size < _TRUSTED, size**2 / 2, _TRUSTED * (size - _TRUSTED / 2))
    return float(weights @ huber + loose @ p**2 / 2)
