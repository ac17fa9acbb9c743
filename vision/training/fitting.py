"""Numbers fitted to what nets say of pictures whose truth is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from vision.nn.arrays import Float, Mask
from vision.nn.calibration import sigmoid


def yes_no_loss(logits: Float, there: Mask) -> float:
    """Mean negative log likelihood of what is there (...) or not, under logits (...)."""
    return float(np.logaddexp(0, logits * (1 - 2.0 * there)).mean())


def best_temperature(loss_at: Callable[[float], float]) -> float:
    """The divisor of logits with the smallest loss."""
    found = minimize_scalar(lambda t: loss_at(float(np.exp(t))), bounds=(-2, 2), method="bounded")
    return float(np.exp(found.x))


def logistic(
    x: Float,
    there: Mask,
    counts: Float | float = 1.0,
    prior: Float | float = 0.0,
    known: Float | float = 0.0,
) -> Float:
    """Weights (K,) with which samples (N, K), each counting so much, tell best what is there (N,).
    `prior` (K,): how strongly a weight is held at 0; `known` (N,): logits added to theirs."""
    against = 1 - 2.0 * there

    def loss(weights: Float) -> tuple[float, Float]:
        odds = against * (x @ weights + known)
        slope = x.T @ (counts * against * sigmoid(odds)) + prior * weights
        held = float((prior * weights**2).sum()) / 2
        return float((counts * np.logaddexp(0, odds)).sum()) + held, slope

    return np.asarray(minimize(loss, np.zeros(x.shape[1]), jac=True, method="BFGS").x)
