"""How sure the eyes are: probabilities fitted on rendered pictures (`vision/training/mokadi`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.sticks import Stick
from vision.mokadi.tips import Spot
from vision.nn.arrays import Float

#: Weights of `stick_features`, of `pad_features`, and of `photo_features`, the constant last.
STICK = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
PAD = np.array([1.0, 0.0, 0.0, 0.0, 0.0])
PHOTO = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def stick_features(seen: Seen, stick: Stick) -> Float:
    """(8,) what tells a stick that was read right from another."""
    colour = float(np.max(stick.colour))
    weight = min(tip.weight for tip in stick.tips)
    hidden = any(stick.hidden)
    length = 0.0 if seen.plane is None else abs(np.log(max(seen.plane.length(stick.ends), 0.1)))
    return np.array(
        [
            stick.score,
            float(hidden),
            float(stick.trace.bare.mean()),
            float(stick.trace.own.mean()),
            np.log(max(1.02 - colour, 0.02)),
            np.log(weight + 1),
            length,
            1.0,
        ]
    )


def pad_features(seen: Seen, pad: Spot) -> Float:
    """(5,) the same for a pad."""
    colour = float(np.max(pad.colour))
    cells = pad.weight / max(seen.thick_px, 3.0) ** 2
    spread = pad.scatter / max(seen.thick_px, 3.0)
    return np.array(
        [np.log(cells + 0.1), spread, np.log(max(1.02 - colour, 0.02)), _ring(pad, seen), 1.0]
    )


def _ring(pad: Spot, seen: Seen) -> float:
    """How far the pad's size is from that of the others."""
    others = [p.reach for p in seen.pads]
    return abs(float(np.log(pad.reach / np.median(others))))


def photo_features(seen: Seen, sure: Sequence[float]) -> Float:
    """(6,) what tells a photo read in full from another; `sure` the pieces' probabilities."""
    cell = max(seen.thick_px, 3.0) ** 2
    doubt = float(np.sum(1 - np.array(sure))) if sure else 1.0
    return np.array(
        [
            np.log(doubt + 0.01),
            np.log(seen.loose_sticks / cell + 0.1),
            np.log(seen.loose_pads / cell + 0.1),
            np.log(len(seen.sticks) + 1),
            float(sum(any(s.hidden) for s in seen.sticks) > 0),
            1.0,
        ]
    )


def chance(weights: Float, features: Float) -> float:
    """The probability that the features stand for, 0.001..0.999."""
    return float(np.clip(1 / (1 + np.exp(-np.clip(weights @ features, -20, 20))), 0.001, 0.999))
