"""A closer look at every hollow: is a pawn in it, and which colour has it.

A small net sees the hollow enlarged and, beside it, half the board small, so that it knows the
light. Trained by `tests/training/rouge_train.py` on our own pictures; the one that ships is the
mean of two trainings (`rouge_mean.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import Net, planes
from vision.reader import Image
from vision.rouge.pose import BoardPose, straightened, to_straight

Points = NDArray[np.float64]

#: Pixels of the sides of the near and of the far view. The net gets the near one taken apart into
#: four pictures of every other pixel, each as large as the far one.
NEAR_VIEW, VIEW = 80, 40
#: Pixels to the board's radius in the near and in the far view, and sides of the straightened
#: pictures that they are cut from.
NEAR_RADIUS, FAR_RADIUS = 268.0, 34.0
NEAR_SIDE, FAR_SIDE = 704, 128
#: Channels of what the net sees: the near view in four parts and the far one, BGR each.
CHANNELS = 15
#: In the mirror the parts of the left and of the right columns change places.
_MIRRORED = [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 13, 14]
#: How far above a foot the view's middle is, shares of the board's radius: pawns lean upwards.
LIFT = 0.04


@dataclass(frozen=True)
class Close:
    """What the net says of N places: `taken` (N,) logits that a pawn stands there, `colours`
    (N, 11) logits."""

    taken: Points
    colours: Points


class CellReader:
    """Runs the nets on places of a board: `net`, and where there is time `second`, which learnt
    other boards and confuses other colours (an ensemble, as in Lakshminarayanan et al., 2017)."""

    def __init__(self, net: Net, second: Net) -> None:
        self._net = net
        self._second = second

    def read(self, image: Image, pose: BoardPose, feet: Points, *, glance: bool = False) -> Close:
        """A close look at feet (N, 2) in the plane of an upright pose. A `glance` is one look;
        else the places are also seen in the mirror, where a hollow is as good a hollow, and the
        colours by both nets."""
        if not len(feet):
            return Close(np.zeros(0), np.zeros((0, 11)))
        seen = views(image, pose, feet)
        if glance:
            out = self._net(seen).astype(np.float64)
            return Close(out[:, 0], out[:, 1:])
        swapped = in_the_mirror(seen)
        first, second = (
            (net(seen).astype(np.float64) + net(swapped)) / 2 for net in (self._net, self._second)
        )
        return Close(first[:, 0], (first[:, 1:] + second[:, 1:]) / 2)


def views(image: Image, pose: BoardPose, feet: Points) -> NDArray[np.float32]:
    """(N, 15, 40, 40) float32 0..1: near view in four parts and far view (BGR each) of feet (N, 2)
    in the plane."""
    middles = feet - (0.0, LIFT)
    near = planes(np.stack(_cut(image, pose, middles, NEAR_RADIUS, NEAR_SIDE, NEAR_VIEW)))
    far = planes(np.stack(_cut(image, pose, middles, FAR_RADIUS, FAR_SIDE, VIEW)))
    parts = [near[..., y::2, x::2] for y in (0, 1) for x in (0, 1)]
    return np.concatenate([*parts, far], axis=1)


def in_the_mirror(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Views (N, 15, 40, 40) with left and right swapped."""
    return np.ascontiguousarray(seen[:, _MIRRORED, :, ::-1])


def _cut(
    image: Image, pose: BoardPose, middles: Points, radius: float, side: int, view: int
) -> list[Image]:
    flat = straightened(image, to_straight(pose, radius, side), side)
    half = view // 2
    bordered = cv2.copyMakeBorder(flat, view, view, view, view, cv2.BORDER_REPLICATE)
    found = []
    for x, y in middles * radius + (side - 1) / 2:
        left = int(np.clip(round(x + 0.5), -half, side + half)) - half + view
        top = int(np.clip(round(y + 0.5), -half, side + half)) - half + view
        found.append(np.asarray(bordered[top : top + view, left : left + view], np.uint8))
    return found
