"""From a net's logits to probabilities that are right as often as they say.

A net is surer than it should be (a temperature divides its logits), and it learnt from pictures in
which rare things were shown or counted more often (a prior ratio divides its odds). Both are told
as plain ratios; logarithms are taken here and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Real = TypeVar("_Real", np.float32, np.float64)

#: Logits beyond this are as sure as any, and their exponential stays finite.
_SUREST = 30.0

#: Probabilities nearer to 0 or 1 than this are as sure as any.
_LEAST = 1e-6


def calibrate(
    logits: NDArray[_Real], temperature: float = 1.0, prior_ratio: float = 1.0
) -> NDArray[_Real]:
    """Return logits of the same shape and dtype whose probabilities can be believed.

    Args:
        temperature: divisor of the logits; above 1 for a net that is too sure.
        prior_ratio: how many times higher the odds were in training than they are on tables.
    """
    return np.asarray((logits - math.log(prior_ratio)) / temperature, logits.dtype)


def sigmoid(logits: NDArray[_Real]) -> NDArray[_Real]:
    """Return the probabilities (same shape and dtype) of independent logits."""
    bounded = np.clip(logits, -_SUREST, _SUREST)
    return np.asarray(1 / (1 + np.exp(-bounded)), logits.dtype)


def softmax(logits: NDArray[_Real]) -> NDArray[_Real]:
    """Return logits (..., K) as probabilities of K exclusive classes, same dtype."""
    top = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(top / top.sum(-1, keepdims=True), logits.dtype)


def grown(probabilities: NDArray[np.float64], sure: float, growth: float) -> NDArray[np.float64]:
    """Return probabilities (same shape) whose log odds grow `growth` times as fast beyond those of
    `sure`: for a word that where it is sure is right more often than it says, and only there."""
    least = math.exp(-_SUREST)
    odds = np.log(np.maximum(probabilities, least) / np.maximum(1 - probabilities, least))
    from_here = log_odds(sure)
    beyond = from_here + growth * (odds - from_here)
    return np.where(odds > from_here, sigmoid(beyond), probabilities)


def mixed(logits: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the logits (same shape as each) of the mean of what several nets hold for probable:
    one that is sure and alone leaves a doubt, where a mean of logits follows it."""
    shares = np.mean([sigmoid(one) for one in logits], axis=0)
    return np.asarray(np.log(shares) - np.log1p(-shares))


def log_odds(probability: float) -> float:
    """Return the logit of a probability, which is taken to be no nearer to 0 or 1 than 1e-6."""
    bounded = min(max(probability, _LEAST), 1 - _LEAST)
    return math.log(bounded / (1 - bounded))


def probability(odds: float) -> float:
    """Return the probability of a logit: the inverse of `log_odds`."""
    return 1 / (1 + math.exp(-min(max(odds, -_SUREST), _SUREST)))
