"""The small projective map that takes points to where they belong, by weighted least squares."""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float

#: A (3, 3) map and the rms residual of the points that count, cells.
Fit = tuple[Float, float]

#: Rounds in which points that do not fit are held down.
_ROUNDS = 6


def small_homography(at: Float, off: Float, sure: Float, far: float, ridge: float) -> Fit:
    """(3, 3) that moves points `at` (N, 2; cells in the board frame) by about `off` (N, 2).

    `sure` (N,) weighs the points; those whose residual exceeds `far` cells count less and less;
    `ridge` times the mean weight holds the eight numbers of the map near the identity.
    """
    centred = at - 6
    u, v = centred.T
    zero, one = np.zeros(len(u)), np.ones(len(u))
    east = np.stack([u, v, one, zero, zero, zero, -u * u, -u * v], 1)
    south = np.stack([zero, zero, zero, u, v, one, -u * v, -v * v], 1)
    rows = np.concatenate([east, south])
    goal = off.T.ravel()
    hold = ridge * np.diag([36, 36, 1, 36, 36, 1, 1296, 1296]) * float(sure.sum())
    held, residual, numbers = sure, np.zeros(len(u)), np.zeros(8)
    for _ in range(_ROUNDS):
        weighed = np.tile(held, 2) * rows.T
        numbers = np.linalg.solve(weighed @ rows + hold, weighed @ goal)
        residual = np.hypot(*(goal - rows @ numbers).reshape(2, -1))
        held = sure / (1 + (residual / far) ** 2)
    a, b, c, d, e, f, g, h = numbers
    small = np.array([[1 + a, b, c], [d, 1 + e, f], [g, h, 1.0]])
    centre = np.array([[1, 0, -6], [0, 1, -6], [0, 0, 1.0]])
    rms = float(np.sqrt((held * residual**2).sum() / max(float(held.sum()), 1e-12)))
    return np.asarray(np.linalg.inv(centre) @ small @ centre), rms
