"""Cells that show a piece which nothing found on a photo explains."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mokadi.pieces.fields import CELL, PAD, Fields
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.sticks import Stick
from vision.nn.arrays import Float, Points

#: Probability from which a cell shows a piece, and how far from a stick's axis one lies by it,
#: thicknesses.
SHOWN, _BY = 0.6, 2.5
#: Cells this near each other show one thing, and so many cells from the rim it is cut off by it;
#: by hand.
_GAPS, _AT_RIM = np.ones((5, 5), np.uint8), 3


def loose(
    fields: Fields, sticks: Sequence[Stick], pads: Sequence[FoundPad], width_px: float
) -> tuple[float, float]:
    """Cells that show a stick, and a pad, which nothing found explains."""
    stick, pad = (
        float(_left(fields.spot[part > SHOWN], sticks, pads, width_px).sum())
        for part in (fields.stick, fields.part[PAD])
    )
    return stick, pad


def loose_near(
    fields: Fields, sticks: Sequence[Stick], pads: Sequence[FoundPad], thick_px: float
) -> list[int]:
    """For every stick the cells by it that show a stick which nothing found explains."""
    shown = fields.spot[fields.stick > SHOWN]
    left = shown[_left(shown, sticks, pads, thick_px)]
    near = [off_line(left, stick.ends) < _BY * thick_px for stick in sticks]
    return [int(cells.sum()) for cells in near]


def strays(
    fields: Fields,
    sticks: Sequence[Stick],
    pads: Sequence[FoundPad],
    width_px: float,
    size_wh: tuple[int, int],
) -> float:
    """Cells that show a piece which nothing found on a photo of `size_wh` explains, without what
    its rim cuts off: no piece of a game is out of sight when it begins."""
    shown = (fields.stick > SHOWN) | (fields.part[PAD] > SHOWN)
    left = np.zeros(shown.shape, bool)
    left[shown] = _left(fields.spot[shown], sticks, pads, width_px)
    _, things = cv2.connectedComponents(cv2.dilate(shown.astype(np.uint8), _GAPS))
    photo = fields.patch.to_photo(fields.spot.reshape(-1, 2)).reshape(fields.spot.shape)
    scale = float(fields.patch.scale_xy.max())
    to_rim = np.minimum(photo, np.array(size_wh) - 1 - photo).min(axis=2)
    at_rim = photo[shown & (to_rim < _AT_RIM * CELL * scale)]
    return float(sum(
        (things[left] == thing).sum() for thing in np.unique(things[left])
        if not _goes_on_to(at_rim, photo[shown & (things == thing)], width_px * scale)
    ))  # fmt: skip


def _goes_on_to(rim: Points, points: Points, width: float) -> bool:
    """Whether a thing of points (N, 2), gone on straight, meets one of those at the rim (M, 2)."""
    middle = points.mean(axis=0)
    along = np.linalg.svd(points - middle, full_matrices=False)[2][0]
    off = np.abs((rim - middle) @ np.array([-along[1], along[0]]))
    return bool((off < width).any())


def _left(
    spots: Points, sticks: Sequence[Stick], pads: Sequence[FoundPad], width_px: float
) -> NDArray[np.bool_]:
    """(N,) which spots lie on nothing that was found."""
    left = np.ones(len(spots), bool)
    for stick in sticks:
        left &= off_line(spots, stick.ends) >= 0.75 * width_px
    for pad in pads:
        left &= np.hypot(*(spots - pad.xy).T) >= pad.reach + 6
    return left


def off_line(spots: Points, ends: Points) -> Float:
    """(N,) distances from a segment (2, 2)."""
    along = ends[1] - ends[0]
    share = np.clip((spots - ends[0]) @ along / (along @ along), 0, 1)
    return np.asarray(np.hypot(*(spots - ends[0] - share[:, None] * along).T))
