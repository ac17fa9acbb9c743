"""Train the board finder:
`python -m vision.training.linie1.board.finder OUT.onnx BOARDS OTHERS`.
"""

from __future__ import annotations

import sys
from functools import cache

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, interpolate, smooth_l1_loss

from vision.training.linie1.board.boards import train_on_boards
from vision.training.linie1.board.pool import Kept
from vision.training.linie1.board.targets import finder_target
from vision.training.nets import Residual, block
from vision.training.recolour import recolour

#: Sides of a training cut, pixels to a cell of the map, and the unit of cells' sizes, pixels.
CROP, STRIDE, UNIT_PX = 256, 4, 16.0

#: Sides of a board's cell in the cuts, pixels.
CELL_PX = (7.0, 23.0)

#: How much locations and termini count against what is none: they fill a tenth of the board.
RARE = 4.0


class BoardNet(nn.Module):
    """(N, 3, H, W) BGR 0..1, H and W multiples of 32 -> (N, 8, H/4, W/4): logits "inside the
    grid", "location", "terminus"; logarithm of a cell's size tensor (xx, xy, yy); cos and sin of
    four times its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3, 16, 2)
        self.quarter = block(16, 32, 2)
        self.eighth = nn.Sequential(block(32, 48, 2), Residual(48, 1))
        self.deep = nn.Sequential(block(48, 48, 2), *(Residual(48, d) for d in (1, 2, 4, 2)))
        self.up = block(48 + 48, 32)
        self.last = block(32 + 32, 24)
        self.head = nn.Conv2d(24, 8, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits and numbers; shapes as the class says."""
        quarter = self.quarter(self.fine(x - 0.5))
        eighth = self.eighth(quarter)
        deep = interpolate(self.deep(eighth), scale_factor=2.0, mode="nearest")
        wide = interpolate(self.up(torch.cat([deep, eighth], 1)), scale_factor=2.0, mode="nearest")
        y: torch.Tensor = self.head(self.last(torch.cat([wide, quarter], 1)))
        return y


@cache
def _small(one: Kept) -> NDArray[np.uint8]:
    """The picture at half its size, decoded once."""
    return one.image(half=True)


def cut(
    one: Kept, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64] | None]:
    """A turned, scaled and slightly tilted piece of a picture, and its homography."""
    image = _small(one)
    board = None if one.board is None else np.diag([0.5, 0.5, 1.0]) @ one.board
    h, w = image.shape[:2]
    focus = np.array([rng.uniform(0, w), rng.uniform(0, h)])
    scale = CROP / max(h, w) * float(np.exp(rng.uniform(-0.1, 0.8)))
    if board is not None:
        edge = board @ np.array([[6.0, 7, 6], [6, 6, 7], [1, 1, 1]])
        edge = edge[:2] / edge[2]
        size = np.sqrt(abs(np.linalg.det(edge[:, 1:] - edge[:, :1])))
        scale = float(np.exp(rng.uniform(*np.log(CELL_PX)))) / size
        if rng.random() < 0.9:
            away = max(0.0, 1.0 - 13 * scale * size / CROP) * 0.5 + 0.08
            focus = edge[:, 0] + rng.uniform(-away, away, 2) * CROP / scale
    matrix = _view(rng, focus, scale)
    shrink = 1.0
    if scale < 0.7:
        shrink = scale / 0.85
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        image = np.asarray(small, np.uint8)
    from_small = matrix @ np.diag([1 / shrink, 1 / shrink, 1.0])
    border = cv2.BORDER_REPLICATE if rng.random() < 0.4 else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    piece = cv2.warpPerspective(
        image, from_small, (CROP, CROP), borderMode=border, borderValue=fill
    )
    return recolour(np.asarray(piece, np.uint8), rng), None if board is None else matrix @ board


def _view(
    rng: np.random.Generator, focus: NDArray[np.float64], scale: float
) -> NDArray[np.float64]:
    """(3, 3): a point of the picture to the middle of the cut, turned anyhow, tilted a little."""
    a = rng.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, CROP / 2 - turn @ focus
    tilt, middle = np.eye(3), np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.12 / CROP, 2)
    middle[:2, 2] = -CROP / 2
    return np.asarray(np.linalg.inv(middle) @ tilt @ middle @ matrix)


def batch_of(
    boards: list[Kept], others: list[Kept], count: int, rng: np.random.Generator
) -> tuple[torch.Tensor, ...]:
    """Pictures, targets and weights of `count` random cuts."""
    images, targets, weights = [], [], []
    for _ in range(count):
        pool = others if others and rng.random() < 0.12 else boards
        image, board = cut(pool[rng.integers(len(pool))], rng)
        target, weight = finder_target(board, (CROP // STRIDE,) * 2, STRIDE, UNIT_PX)
        images.append(image.transpose(2, 0, 1).astype(np.float32) / 255)
        targets.append(target)
        weights.append(weight)
    return tuple(torch.from_numpy(np.stack(a)) for a in (images, targets, weights))


def losses_of(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> list[torch.Tensor]:
    """The heads' weighted losses."""
    inside = binary_cross_entropy_with_logits(out[:, 0], target[:, 0])
    rare = torch.tensor(RARE)
    raw = binary_cross_entropy_with_logits(
        out[:, 1:3], target[:, 1:3], pos_weight=rare, reduction="none"
    )
    focus = (torch.sigmoid(out[:, 1:3]) - target[:, 1:3]).abs().detach() + 0.1
    marks = (raw * focus).mean() * 6
    shape = smooth_l1_loss(out[:, 3:], target[:, 3:], reduction="none", beta=0.05)
    form = (shape * weight[:, None]).sum() / weight.sum().clamp(min=1)
    return [inside * 2, marks, form]


if __name__ == "__main__":
    free = {0: "n", 2: "h", 3: "w"}
    train_on_boards(__doc__, BoardNet(), batch_of, losses_of, (1, 3, 256, 256), free, sys.argv[1:])
