"""Pieces found in one picture, in the pixels of another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mokadi.pieces.pads import Spot
from vision.mokadi.pieces.plane import through
from vision.mokadi.pieces.sticks import Stick
from vision.nn.arrays import Matrix


def moved_spot(spot: Spot, matrix: Matrix) -> Spot:
    """A pad in other pixels."""
    xy, rim = through(matrix, np.array([spot.xy, spot.xy + np.array([spot.reach, 0.0])]))
    return replace(spot, xy=xy, reach=float(np.hypot(*(rim - xy))))


def moved_stick(stick: Stick, matrix: Matrix) -> Stick:
    """A stick in other pixels."""
    return replace(stick, ends=through(matrix, stick.ends))
