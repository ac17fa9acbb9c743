"""What the net says of the straightened board: maps, and votes for feet.

Trained by `vision/training/rouge/train.py` on our own pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from vision.nn.arrays import Float, Indices, Mask, Points, Tensor, to_nchw
from vision.nn.calibration import calibrate, sigmoid, softmax
from vision.nn.symmetries import Forward
from vision.reader import Image
from vision.rouge.board.pose import RADIUS_PX, SIDE, BoardPose, straightened, to_straight

#: Pixels of the straightened picture to a cell of the net's grid; unit of its offsets, pixels.
STRIDE = 4
UNIT = 8.0

#: Names of the net's colours, in its order.
COLOURS = (
    "red",
    "blue",
    "yellow",
    "green",
    "black",
    "white",
    "orange",
    "purple",
    "pink",
    "brown",
    "grey",
)

#: The net's channels before the colours.
_RING, _FOOT, _DX, _DY, _TAKEN, _MX, _MY, _SEEN, _COVER, _STICKER, _COLOUR = (
    0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
)  # fmt: skip

#: From the area near a hollow that the net takes for a foot to the hollow's radius: how far round a
#: foot is looked, share of the board's radius, and a line's start and slope. Fitted to 320 boards
#: (drawn and path-traced) with hollows of 0.037 to 0.116 of the board's radius; it errs by 0.006.
_FOOT_REACH, _FOOT_START, _FOOT_SLOPE = 0.12, -0.0725, 1.0735

#: Probability of a hand below which a place is no part of one: on boards that look like none the
#: net learnt, less lies over all of them and adds up to hands of 0.05 of the board; of six such
#: boards 0.01 and less remains so, and 0.03 and more under nine rendered hands.
_MAY_COVER = 0.3

#: How many times rare kinds counted in training.
_FOOT_WEIGHT, _COVER_WEIGHT, _STICKER_WEIGHT = 3.0, 4.0, 10.0


@dataclass(frozen=True)
class Votes:
    """Cells that vote for a foot: `feet` (N, 2) in the rings' plane, upright frame; `weight` (N,)
    probability; `ring` (N, 5) probabilities: beside, hub, inner, middle, outer ring; `at` (N, 2)
    the cells' own places."""

    feet: Points
    weight: Float
    ring: Float
    at: Points


@dataclass(frozen=True)
class HeatMaps:
    """The net's maps over a straightened board. `flat`: photo to straightened picture, `pose` the
    upright pose it was made with, `radius_px` of the board in it."""

    out: Tensor  # (25, S/4, S/4)
    flat: Homography
    pose: BoardPose
    radius_px: float

    def votes(self, least: float) -> Votes:
        """All cells whose probability of a foot is at least `least`."""
        foot = self._share(_FOOT, _FOOT_WEIGHT)
        ys, xs = np.nonzero(foot >= least)
        at = np.column_stack([xs, ys]) * STRIDE + (STRIDE - 1) / 2
        feet = at + UNIT * np.column_stack([self.out[_DX][ys, xs], self.out[_DY][ys, xs]])
        ring = softmax(self.out[_RING : _RING + 5, ys, xs].T.astype(np.float64))
        weight = foot[ys, xs]
        return Votes(self._plane(feet), weight, ring, self._plane(at))

    @property
    def covered(self) -> float:
        """Share of the board under hands and things, where these are likely at all."""
        over = self.occlusion().ravel()[np.hypot(*self.spots().T) < 1.0]
        return float(np.where(over > _MAY_COVER, over, 0.0).mean())

    def sampled(self, spots: Points) -> Sample:
        """The maps at (N, 2) places of the plane, averaged as a hollow's middle is wide."""
        pixels = self._pixels(spots)
        span = np.arange(-2, 3)
        base = np.round((pixels - (STRIDE - 1) / 2) / STRIDE).astype(int)
        size = self.out.shape[1]
        xs = np.clip(base[:, 0, None] + span, 0, size - 1)
        ys = np.clip(base[:, 1, None] + span, 0, size - 1)
        dx = xs * STRIDE + (STRIDE - 1) / 2 - pixels[:, 0, None]
        dy = ys * STRIDE + (STRIDE - 1) / 2 - pixels[:, 1, None]
        near = np.exp(-(dy[:, :, None] ** 2 + dx[:, None] ** 2) / (2 * (0.75 * STRIDE) ** 2))
        near /= near.sum((1, 2), keepdims=True)
        values = self.out[:, ys[:, :, None], xs[:, None]].astype(np.float64)
        mean = (values * near).sum((2, 3))
        return Sample(
            taken=mean[_TAKEN],
            foot=sigmoid(calibrate(mean[_FOOT], prior_ratio=_FOOT_WEIGHT)),
            seen=sigmoid(mean[_SEEN]),
            occlusion=sigmoid(calibrate(mean[_COVER], prior_ratio=_COVER_WEIGHT)),
            middle=spots + UNIT * mean[[_MX, _MY]].T / self.radius_px,
            colours=mean[_COLOUR:].T,
            ring=softmax(mean[_RING : _RING + 5].T),
        )

    def hollow_radius(self, feet: Points) -> float:
        """The mean radius of the hollows at `feet` (N, 2), in the plane."""
        away = self.spots()[:, None] - feet[None]
        near = np.hypot(*away.transpose(2, 0, 1)).min(1) < _FOOT_REACH
        area = self._share(_FOOT, _FOOT_WEIGHT).ravel()[near].sum() / len(feet)
        return float(_FOOT_START + _FOOT_SLOPE * np.sqrt(area) * STRIDE / self.radius_px)

    def occlusion(self) -> Float:
        """(S/4, S/4) probability that a hand or a thing lies over the board."""
        return self._share(_COVER, _COVER_WEIGHT)

    def stickers(self) -> Float:
        """(S/4, S/4) probability of a mark on a ring."""
        return self._share(_STICKER, _STICKER_WEIGHT)

    def _share(self, channel: int, counted: float) -> Float:
        """(S/4, S/4) probabilities of a kind that counted so many times in training."""
        logits = self.out[channel].astype(np.float64)
        return sigmoid(calibrate(logits, prior_ratio=counted))

    def spots(self) -> Points:
        """(N, 2) places in the plane of all cells of a map, row by row."""
        size = self.out.shape[1]
        ys, xs = np.mgrid[0:size, 0:size]
        at = np.column_stack([xs.ravel(), ys.ravel()]) * STRIDE + (STRIDE - 1) / 2
        return self._plane(at)

    def to_photo(self, spots: Points) -> Points:
        """(N, 2) places of the plane as pixels of the photo."""
        return self.pose.to_photo(spots)

    def _plane(self, pixels: NDArray[np.floating]) -> Points:
        return np.asarray((pixels - (SIDE - 1) / 2) / self.radius_px, np.float64)

    def _pixels(self, spots: Points) -> Points:
        return np.asarray(spots * self.radius_px + (SIDE - 1) / 2, np.float64)


@dataclass(frozen=True)
class Sample:
    """The maps at some places, one row each: `taken` (N,) logit that a pawn stands there; `foot`,
    `seen`, `occlusion` (N,) probabilities; `middle` (N, 2) of what stands there, in the plane;
    `colours` (N, 11) logits; `ring` (N, 5)."""

    taken: Float
    foot: Float
    seen: Float
    occlusion: Float
    middle: Points
    colours: Float
    ring: Float

    @property
    def in_sight(self) -> float:
        """How many feet are seen at these places, with no hand over them."""
        return float(self.foot @ (1 - self.occlusion))

    @property
    def likeness(self) -> float:
        """The mean probability of a foot where no hand is over the place; 0 under hands alone."""
        return self.in_sight / max(float((1 - self.occlusion).sum()), 1e-6)

    def rows(self, which: Mask | Indices) -> Sample:
        """The word on some of the places, by number or marked (N,)."""
        return Sample(**{one.name: getattr(self, one.name)[which] for one in fields(self)})

    @classmethod
    def joined(cls, samples: Sequence[Sample]) -> Sample:
        """The word on all places of several samples."""
        parts = {one.name: [getattr(s, one.name) for s in samples] for one in fields(cls)}
        return cls(**{name: np.concatenate(values) for name, values in parts.items()})


class BoardReader:
    """Runs the net on a board."""

    def __init__(self, net: Forward) -> None:
        self._net = net

    def read(self, image: Image, pose: BoardPose, radius_px: float = RADIUS_PX) -> HeatMaps:
        """The maps of a board at a pose; a smaller radius shows more of the table round it."""
        upright = pose.upright()
        flat = to_straight(upright, radius_px)
        out = self._net(to_nchw(straightened(image, flat)[None]))[0]
        return HeatMaps(out, flat, upright, radius_px)
