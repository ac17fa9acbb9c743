"""What the net says of every spot of a photo: which part of a piece it shows, and where the piece
lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mokadi.limits import FIELDS
from vision.nn.arrays import Float, Indices, Mask, Points, Tensor, to_nchw
from vision.nn.models import Net
from vision.nn.resample import Patch

#: Rows of `Fields.part`.
TABLE, WOOD, BAND, PAD = range(4)
#: What a cell is shown as that shows the bare table.
NOTHING = 0
#: Colours of ends and pads, in the net's order.
COLOURS = ("white", "black", "blue", "red")
#: Pixels of the net's picture to one cell of its answer.
CELL = 2
#: Sides of the net's picture are multiples of this, pixels.
MULTIPLE = 32
#: Units in which the net tells its offsets, pixels of its picture.
_OFF_PX, _VOTE_PX = 8.0, 32.0
#: Whether each look is mirrored left to right, and top to bottom.
_MIRRORED = ((False, False), (True, True))


@dataclass(frozen=True, eq=False)
class Said:
    """What the net said: `maps` (14, H, W) of a part of a photo, a `patch` that shows every spot as
    it was when that was said of it."""

    maps: NDArray[np.float16]
    patch: Patch


@dataclass(frozen=True)
class Fields:
    """Maps of (H, W) cells.

    `part` (4, H, W) and `colour` (4, H, W) probabilities; `turn` (H, W) angle of the stick's axis,
    radians in -pi/2..pi/2; `axis` and `tip` (H, W, 2)
    the nearest point of the axis, and the end of the stick (or the middle of the pad's top) that
    the cell belongs to; `spot` (H, W, 2) the cell itself; all points in pixels of the net's
    picture, which lies in the photo as `patch` says; `said` what all this was told by; `changed`
    (H, W) which cells show something else than the picture before, None where that is not known.
    """

    part: Float
    colour: Float
    turn: Float
    axis: Points
    tip: Points
    spot: Points
    patch: Patch
    said: Said | None = None
    changed: Mask | None = None

    def cells(self, points: Points) -> Indices:
        """(N,) flat numbers of the cells at points (N, 2), of the rim for those outside."""
        height, width = self.turn.shape
        at = np.round((points - (CELL - 1) / 2) / CELL).astype(np.intp)
        return np.asarray(
            np.clip(at[:, 1], 0, height - 1) * width + np.clip(at[:, 0], 0, width - 1)
        )

    @property
    def thick_px(self) -> float | None:
        """The thickness of the sticks: cells of one lie a quarter of it from the axis, as a rule.
        Of sticks thicker than any that the net has learnt it finds several axes side by side, and
        how far from these the sticks' rim lies tells more. A table's edge, a shadow have no
        coloured ends: where these are much thinner than all, they tell. None where too little of
        any is seen."""
        shown, ends = self.stick > FIELDS.shown, self.part[BAND] > FIELDS.shown
        if shown.sum() < FIELDS.least_cells:
            return None
        off = np.hypot(*np.moveaxis(self.axis - self.spot, -1, 0))
        by_axis = float(FIELDS.by_axis * np.median(off[shown]))
        by_ends = (
            float(FIELDS.by_axis * np.median(off[ends])) if ends.sum() >= FIELDS.ends else by_axis
        )
        if by_axis > FIELDS.split * by_ends:
            return by_ends
        middle = shown & (off < CELL)
        if not middle.any():
            return by_axis
        rim = cv2.distanceTransform(np.pad(shown, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
        by_rim = float(2 * CELL * np.median(rim[middle]))
        return by_rim if by_rim > FIELDS.split * by_axis else by_axis

    @cached_property
    def stick(self) -> Float:
        """(H, W) probability that a cell shows a stick."""
        return np.asarray(self.part[WOOD] + self.part[BAND])

    @cached_property
    def shown_as(self) -> NDArray[np.uint8]:
        """(H, W) `NOTHING`, 1 for wood, 2 for a pad, 3 and more for an end of each colour."""
        part = self.part.argmax(0)
        shown = np.array([NOTHING, 1, 3, 2], np.uint8)[part]
        ends = part == BAND
        shown[ends] += self.colour[:, ends].argmax(0).astype(np.uint8)
        return np.asarray(shown)


def fields_of(patch: Patch, net: Net) -> Fields:
    """The net's looks at a part of a photo, whose sides are multiples of `MULTIPLE` pixels."""
    maps = maps_of(patch, net)
    return replace(told(maps, patch), said=Said(maps.astype(np.float16), patch))


def maps_of(patch: Patch, net: Net) -> Float:
    """(14, H, W) what the net says of such a part: as it is, and mirrored, so that what it errs in
    differently is averaged out."""
    looks = np.stack([patch.image[:: _ways(v), :: _ways(h)] for h, v in _MIRRORED])
    answers = zip(net(to_nchw(looks)), _MIRRORED, strict=True)
    first, *others = [_unfolded(answer, h, v) for answer, (h, v) in answers]
    total = first.astype(np.float64)
    for other in others:
        total += other
    return np.asarray(total / len(_MIRRORED))


def _ways(mirrored: bool) -> int:
    return -1 if mirrored else 1


def _unfolded(answer: Tensor, across: bool, down: bool) -> Tensor:
    """(14, 2 h, 2 w) maps of a picture by the net's answer (56, h, w) to it as it is mirrored left
    to right and top to bottom: cells of the answer hold two by two of theirs."""
    deep, h, w = answer.shape
    maps = answer.reshape(deep // 4, 2, 2, h, w).transpose(0, 3, 1, 4, 2)
    x, y = _ways(across), _ways(down)
    maps = maps[:, ::y, ::y, ::x, ::x].reshape(deep // 4, 2 * h, 2 * w)
    maps[9:14] *= np.array([x * y, x, y, x, y], np.float32)[:, None, None]
    return maps


def told(maps: Float, patch: Patch) -> Fields:
    """Fields from maps (14, H, W): logits of parts and colours, the doubled angle, the way to the
    axis and to the end."""
    _, h, w = maps.shape
    spot = _spots(h, w)
    return Fields(
        part=_softmax(maps[:4]),
        colour=_softmax(maps[4:8]),
        turn=np.arctan2(maps[9], maps[8]) / 2,
        axis=spot + maps[10:12].transpose(1, 2, 0) * _OFF_PX,
        tip=spot + maps[12:14].transpose(1, 2, 0) * _VOTE_PX,
        spot=spot,
        patch=patch,
    )


@lru_cache(maxsize=4)
def _spots(h: int, w: int) -> Points:
    """(h, w, 2) where cells are, the same for all pictures of a size."""
    rows, columns = np.mgrid[0:h, 0:w]
    spots = np.stack([columns, rows], -1) * float(CELL) + (CELL - 1) / 2
    spots.flags.writeable = False
    return np.asarray(spots)


def _softmax(logits: Float) -> Float:
    chances = logits - logits.max(0)
    np.exp(chances, out=chances)
    chances /= chances.sum(0)
    return np.asarray(chances)


def apart_deg(one: Float, other: Float | float) -> Float:
    """Angles between axes, degrees 0..90."""
    return np.asarray(np.degrees(np.abs((one - other + np.pi / 2) % np.pi - np.pi / 2)))
