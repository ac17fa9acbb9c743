"""What the net says of every spot of a photo: which part of a piece it shows, and where the piece
lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.nn.arrays import Float, Indices, Points, to_nchw
from vision.nn.models import Net
from vision.nn.resample import Patch

#: Rows of `Fields.part`.
TABLE, WOOD, BAND, PAD = range(4)
#: Colours of ends and pads, in the net's order.
COLOURS = ("white", "black", "blue", "red")
#: Pixels of the net's picture to one cell of its answer.
CELL = 2
#: Sides of the net's picture are multiples of this, pixels.
MULTIPLE = 32
#: Units in which the net tells its offsets, pixels of its picture.
_OFF_PX, _VOTE_PX = 8.0, 32.0


@dataclass(frozen=True)
class Fields:
    """Maps of (H, W) cells.

    `part` (4, H, W) and `colour` (4, H, W) probabilities; `turn` (H, W) angle of the stick's axis,
    radians in -pi/2..pi/2; `axis` and `tip` (H, W, 2)
    the nearest point of the axis, and the end of the stick (or the middle of the pad's top) that
    the cell belongs to; `spot` (H, W, 2) the cell itself; all points in pixels of the net's
    picture, which lies in the photo as `patch` says.
    """

    part: Float
    colour: Float
    turn: Float
    axis: Points
    tip: Points
    spot: Points
    patch: Patch

    def cells(self, points: Points) -> Indices:
        """(N,) flat numbers of the cells at points (N, 2), of the rim for those outside."""
        height, width = self.turn.shape
        at = np.round((points - (CELL - 1) / 2) / CELL).astype(np.intp)
        return np.asarray(
            np.clip(at[:, 1], 0, height - 1) * width + np.clip(at[:, 0], 0, width - 1)
        )

    @property
    def thick_px(self) -> float | None:
        """The thickness of the sticks: cells of one lie a quarter of it from the axis, as a rule;
        None where too little of any is seen."""
        shown = self.stick > 0.7
        if shown.sum() < 40:
            return None
        off = np.hypot(*(self.axis[shown] - self.spot[shown]).T)
        return float(4.2 * np.median(off))

    @property
    def stick(self) -> Float:
        """(H, W) probability that a cell shows a stick."""
        return np.asarray(self.part[WOOD] + self.part[BAND])


def fields_of(patch: Patch, net: Net) -> Fields:
    """The net's look at a part of a photo, whose sides are multiples of `MULTIPLE` pixels."""
    return told(net(to_nchw(patch.image[None]))[0], patch)


def told(answer: np.ndarray, patch: Patch) -> Fields:
    """Fields from the net's answer, (56, h, w): every cell holds two by two cells of 14 maps."""
    deep, h, w = answer.shape
    maps = answer.reshape(deep // 4, 2, 2, h, w).transpose(0, 3, 1, 4, 2)
    maps = maps.reshape(deep // 4, 2 * h, 2 * w).astype(np.float64)
    rows, columns = np.mgrid[0 : 2 * h, 0 : 2 * w]
    spot = np.stack([columns, rows], -1) * float(CELL) + (CELL - 1) / 2
    cos, sin = maps[8], maps[9]
    return Fields(
        part=_softmax(maps[:4]),
        colour=_softmax(maps[4:8]),
        turn=np.arctan2(sin, cos) / 2,
        axis=spot + maps[10:12].transpose(1, 2, 0) * _OFF_PX,
        tip=spot + maps[12:14].transpose(1, 2, 0) * _VOTE_PX,
        spot=spot,
        patch=patch,
    )


def _softmax(logits: Float) -> Float:
    top = np.exp(logits - logits.max(0))
    return np.asarray(top / top.sum(0))


def apart_deg(one: Float, other: Float | float) -> Float:
    """Angles between axes, degrees 0..90."""
    return np.asarray(np.degrees(np.abs((one - other + np.pi / 2) % np.pi - np.pi / 2)))
