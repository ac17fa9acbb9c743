"""How well pawns suit each name by their own looks."""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float
from vision.nn.calibration import calibrate, softmax
from vision.rouge.limits import Limits
from vision.rouge.pawns.box import ColoursInPlay


def looks_like(logits: Float, box: ColoursInPlay, limits: Limits) -> Float:
    """(N, 11) how well N pawns suit each name by their own looks; what nobody plays suits less."""
    look = softmax(calibrate(logits, limits.colour_temperature))
    return look * np.where(box.by_nobody(), limits.of_nobody, 1.0)
