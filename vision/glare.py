"""Spots of a picture that are burnt out: lamps mirrored in the pieces, sun on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.nn.resample import at_most
from vision.quality import BURNT_LEVEL
from vision.reader import Image

#: Longest side at which spots are looked for, pixels.
_LOOKED_PX = 800

#: Share of the picture that a spot must cover to hide anything: an eighth of a tile of 40 pixels
#: in a picture of 1280 x 960.
_LEAST_SHARE = 0.00016

#: Spots worth marking; more than that is a picture that is burnt out as a whole.
_MOST = 12


@dataclass(frozen=True, slots=True)
class GlareSpot:
    """A burnt-out spot: its middle and radius in pixels of the picture."""

    xy: tuple[float, float]
    radius: float


def glare_spots(
    image: Image, outline_xy: Sequence[tuple[float, float]] = ()
) -> tuple[GlareSpot, ...]:
    """The burnt-out spots of a picture (H, W, 3 uint8 BGR), largest first; where an outline of
    the game (pixels) is given, only those inside it."""
    small = at_most(image, _LOOKED_PX)
    scale = 1 / small.scale_xy[0]
    clipped = (small.image.min(axis=2) >= BURNT_LEVEL).astype(np.uint8)
    if len(outline_xy) >= 3:
        inside = np.zeros_like(clipped)
        hull = np.round(np.array(outline_xy) * scale).astype(np.int32)
        cv2.fillPoly(inside, [hull], 1)
        clipped &= inside
    calm = cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(calm)
    areas = stats[1:count, cv2.CC_STAT_AREA]
    order = np.argsort(-areas, kind="stable")[:_MOST] + 1
    least = max(_LEAST_SHARE * calm.size, 4.0)
    return tuple(_spot(labels == n, scale) for n in order if stats[n, cv2.CC_STAT_AREA] >= least)


def _spot(mask: np.ndarray, scale: float) -> GlareSpot:
    ys, xs = np.nonzero(mask)
    points = np.column_stack([xs, ys]).astype(np.float32)
    (x, y), radius = cv2.minEnclosingCircle(points)
    return GlareSpot((float(x) / scale, float(y) / scale), float(radius) / scale)
