"""How sure the eyes are: probabilities fitted on rendered pictures (`vision/training/mokadi`)."""

from __future__ import annotations

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.sticks import Stick
from vision.mokadi.tips import Spot
from vision.nn.arrays import Float

#: Weights of `stick_features` and of `pad_features`, the constant last. Fitted on 6 quick pictures,
#: 32 path-traced ones (18 of which the net has learnt) and 10 of other games.
STICK = np.array([3.447, -0.279, 0.632, -2.772, -0.69, -0.042, 0.61, -0.034])
PAD = np.array([0.167, -3.419, -0.298, -2.776, 0.435])


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


def chance(weights: Float, features: Float) -> float:
    """The probability that the features stand for, 0.001..0.999."""
    return float(np.clip(1 / (1 + np.exp(-np.clip(weights @ features, -20, 20))), 0.001, 0.999))
