"""A closer look at every hollow: is a pawn in it, and which colour has it.

A small net sees the hollow enlarged and, beside it, half the board small, so that it knows the
light. Trained by `tests/training/rouge_train.py` on our own pictures.
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

#: Pixels of a view's side.
VIEW = 40
#: Pixels to the board's radius in the near and in the far view, and sides of the straightened
#: pictures that they are cut from.
NEAR_RADIUS, FAR_RADIUS = 134.0, 34.0
NEAR_SIDE, FAR_SIDE = 352, 128
#: How far above a foot the view's middle is, shares of the board's radius: pawns lean upwards.
LIFT = 0.04


@dataclass(frozen=True)
class Close:
    """What the net says of N places: `taken` (N,) logits that a pawn stands there, `colours`
    (N, 11) logits."""

    taken: Points
    colours: Points


class CellReader:
    """Runs the net on places of a board."""

    def __init__(self, net: Net) -> None:
        self._net = net

    def read(self, image: Image, pose: BoardPose, feet: Points, *, mirrored: bool = True) -> Close:
        """A close look at feet (N, 2) in the plane of an upright pose; `mirrored`: a second one in
        the mirror, where a hollow is as good a hollow: two looks err less than one."""
        if not len(feet):
            return Close(np.zeros(0), np.zeros((0, 11)))
        seen = views(image, pose, feet)
        out = self._net(seen).astype(np.float64)
        if mirrored:
            out = (out + self._net(seen[..., ::-1])) / 2
        return Close(out[:, 0], out[:, 1:])


def views(image: Image, pose: BoardPose, feet: Points) -> NDArray[np.float32]:
    """(N, 6, 40, 40) float32 0..1: near and far view (BGR each) of feet (N, 2) in the plane."""
    middles = feet - (0.0, LIFT)
    near, far = (
        np.stack(_cut(image, pose, middles, radius, side))
        for radius, side in ((NEAR_RADIUS, NEAR_SIDE), (FAR_RADIUS, FAR_SIDE))
    )
    return np.concatenate([planes(near), planes(far)], axis=1)


def _cut(image: Image, pose: BoardPose, middles: Points, radius: float, side: int) -> list[Image]:
    flat = straightened(image, to_straight(pose, radius, side), side)
    half = VIEW // 2
    bordered = cv2.copyMakeBorder(flat, VIEW, VIEW, VIEW, VIEW, cv2.BORDER_REPLICATE)
    found = []
    for x, y in middles * radius + (side - 1) / 2:
        left = int(np.clip(round(x + 0.5), -half, side + half)) - half + VIEW
        top = int(np.clip(round(y + 0.5), -half, side + half)) - half + VIEW
        found.append(np.asarray(bordered[top : top + VIEW, left : left + VIEW], np.uint8))
    return found
