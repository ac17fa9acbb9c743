"""A training picture of a board as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from vision.nn.arrays import Mask, Pixels, Tensor


@dataclass(frozen=True)
class BoardSample:
    """`image` (600, 600, 3) uint8 BGR; the rest by row and column 0..13: `faces` (14, 14) uint8,
    face numbers, `signs` (14, 14) bool, `trams` (14, 14, 6) bool, `hidden` (14, 14) float32, the
    share of a cell out of the picture or under a hand or thing."""

    image: Pixels
    faces: Pixels
    signs: Mask
    trams: Mask
    hidden: Tensor
