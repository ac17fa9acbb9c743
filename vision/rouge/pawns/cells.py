"""Second-stage classifier of every hollow: is a pawn in it, and which colour has it.

A small net sees the hollow enlarged, the same with faint differences made strong, and half the
board small, so that it knows the light. Trained by `vision/training/rouge/train.py` on our own
pictures. A net without the strong differences has a smaller say. Either is the mean of two
trainings (`vision/training/mean.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.nn.arrays import Points, Tensor, to_nchw
from vision.nn.calibration import mixed
from vision.nn.symmetries import Forward
from vision.reader import Image
from vision.rouge.board.pose import BoardPose, straightened_parts, to_straight

#: Pixels of the sides of the near and of the far view. The net gets the near one taken apart into
#: four pictures of every other pixel, each as large as the far one.
NEAR_VIEW, VIEW = 80, 40
#: Pixels to the board's radius in the near and in the far view, and sides of the straightened
#: pictures that they are cut from.
NEAR_RADIUS, FAR_RADIUS = 268.0, 34.0
NEAR_SIDE, FAR_SIDE = 704, 128
#: Channels of what the net sees: the near view in four parts, the far one, and the near one in
#: four parts with faint differences made strong, BGR each. The plain net knows the first fifteen.
CHANNELS, PLAIN_CHANNELS = 27, 15
#: In the mirror the parts of the left and of the right columns change places.
_SWAPPED = [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8]
_MIRRORED = [*_SWAPPED, 12, 13, 14, *(PLAIN_CHANNELS + k for k in _SWAPPED)]
#: The difference from a view's middle tone that is shown half as strong as any can be, 0..1.
#: Noise of a phone's camera is a few levels of 255, and so is what is left of a white pawn's rim
#: where a lamp burns out a white ring.
FAINT = 16 / 255
#: How far above a foot the view's middle is, shares of the board's radius: pawns lean upwards.
LIFT = 0.04


@dataclass(frozen=True)
class Close:
    """What the net says of N places: `taken` (N,) logits that a pawn stands there, `colours`
    (N, 11) logits."""

    taken: Points
    colours: Points


class CellReader:
    """Runs the nets on places of a board: `plain` on plain views, and `net`, which learnt other
    boards from views with faint differences made strong and errs elsewhere (an ensemble, as in
    Lakshminarayanan et al., 2017): pawns of their ring's colour are bare hollows to the plain
    one."""

    def __init__(self, net: Forward, plain: Forward) -> None:
        self._net = net
        self._plain = plain

    def read(
        self,
        image: Image,
        pose: BoardPose,
        feet: Points,
        closer: float = 1.0,
        *,
        glance: bool = False,
    ) -> Close:
        """Return the word on feet (N, 2) in the plane of an upright pose, seen so many times
        `closer` than usual. At a `glance` each net looks once, and what they disagree on is left in
        doubt; else the net looks twice, once in the mirror, where a hollow is as good a hollow, and
        the plain one has a third of the say. On 85 boards (2040 hollows) no other shares erred
        less.
        """
        if not len(feet):
            return Close(np.zeros(0), np.zeros((0, 11)))
        seen = plain_views(image, pose, feet, closer)
        faint = with_faint(seen)
        told = [self._net(faint), self._plain(seen)]
        if not glance:
            told.append(self._net(in_the_mirror(faint)))
        out = np.stack(told).mean(0, dtype=np.float64)
        taken = mixed([one[:, 0].astype(np.float64) for one in told]) if glance else out[:, 0]
        return Close(taken, out[:, 1:])


def plain_views(image: Image, pose: BoardPose, feet: Points, closer: float = 1.0) -> Tensor:
    """(N, 15, 40, 40) float32 0..1: near view in four parts and far view (BGR each) of feet (N, 2)
    in the plane, enlarged by `closer`."""
    middles = feet - (0.0, LIFT / closer)
    near, far = (
        _cut(image, pose, middles, radius * closer, round(side * closer), view)
        for radius, side, view in (
            (NEAR_RADIUS, NEAR_SIDE, NEAR_VIEW),
            (FAR_RADIUS, FAR_SIDE, VIEW),
        )
    )
    quarters = [near[..., y::2, x::2] for y in (0, 1) for x in (0, 1)]
    return np.concatenate([*quarters, far], axis=1)


def with_faint(plain: Tensor) -> Tensor:
    """(N, 27, 40, 40) float32 0..1: plain views (N, 15, 40, 40), and after them the parts of the
    near one as differences from its own middle tone, mostly the ring's: faint ones grow, strong
    ones saturate."""
    near = plain[:, :12].reshape(len(plain), 4, 3, VIEW, VIEW)
    middle = np.median(near[..., ::2, ::2], axis=(1, 3, 4), keepdims=True)
    away = near - middle
    strong = 0.5 + 0.5 * away / (FAINT + np.abs(away))
    return np.concatenate([plain, strong.reshape(len(plain), 12, VIEW, VIEW)], axis=1)


def in_the_mirror(seen: Tensor) -> Tensor:
    """Views (N, 15 or 27, 40, 40) with left and right swapped."""
    return np.ascontiguousarray(seen[:, _MIRRORED[: seen.shape[1]], :, ::-1])


def _cut(
    image: Image, pose: BoardPose, middles: Points, radius: float, side: int, view: int
) -> Tensor:
    """(N, 3, view, view) float32 0..1 round places of the plane, to the nearest pixel."""
    wanted = np.round(middles * radius + side / 2).astype(int)
    corners = np.clip(wanted, -(view // 2), side + view // 2) - view // 2
    flat = to_straight(pose, radius, side)
    return to_nchw(straightened_parts(image, flat, side, corners, view))
