"""Train the board finder:
`python -m vision.training linie1.board.finder OUT.onnx BOARDS OTHERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn.functional import interpolate

from vision.nn.arrays import Matrix, Pixels, Points
from vision.nn.resample import rotation, translation
from vision.training.cutting import any_colour, seen_at, shrunk
from vision.training.feed import Batch, net_input, stacked
from vision.training.learning import arguments, train
from vision.training.linie1.board.pool import RARE, Kept, Pool, drawn
from vision.training.linie1.board.targets import finder_target
from vision.training.losses import Parts, mean_where, number, yes_no
from vision.training.nets import Residual, block
from vision.training.recolour import recolour

#: Sides of a training cut, pixels to a cell of the map, and the unit of cells' sizes, pixels.
CROP, STRIDE, UNIT_PX = 256, 4, 16.0

#: Sides of a board's cell in the cuts, pixels.
CELL_PX = (7.0, 23.0)

#: Share of cuts from pictures without a board.
OTHERS = 0.12

#: Scale below which a picture is made smaller before a piece of it is cut, so that the cut itself
#: shrinks what is left by `LEFT`.
SHRUNK, LEFT = 0.7, 0.85


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
def _small(one: Kept) -> Pixels:
    """The picture at half its size, decoded once."""
    return one.image(half=True)


def cut(one: Kept, rng: np.random.Generator) -> tuple[Pixels, Matrix | None]:
    """A turned, scaled and slightly tilted piece of a picture, and its homography."""
    image = _small(one)
    board = None if one.board is None else np.diag([0.5, 0.5, 1.0]) @ one.board
    h, w = image.shape[:2]
    focus = np.array([rng.uniform(0, w), rng.uniform(0, h)])
    scale = CROP / max(h, w) * float(np.exp(rng.uniform(-0.1, 0.8)))
    if board is not None:
        middle, size = seen_at(board, 6, 6)
        scale = float(np.exp(rng.uniform(*np.log(CELL_PX)))) / size
        if rng.random() < 0.9:
            away = max(0.0, 1.0 - 13 * scale * size / CROP) * 0.5 + 0.08
            focus = middle + rng.uniform(-away, away, 2) * CROP / scale
    matrix = _view(rng, focus, scale)
    inner = matrix
    if scale < SHRUNK:
        image, inner = shrunk(image, matrix, scale / LEFT)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.4 else cv2.BORDER_CONSTANT
    piece = cv2.warpPerspective(
        image, inner, (CROP, CROP), borderMode=border, borderValue=any_colour(rng)
    )
    return recolour(np.asarray(piece, np.uint8), rng), None if board is None else matrix @ board


def _view(rng: np.random.Generator, focus: Points, scale: float) -> Matrix:
    """(3, 3): a point of the picture to the middle of the cut, turned anyhow, tilted a little."""
    turn = scale * rotation(rng.uniform(0, 2 * np.pi))
    matrix = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, CROP / 2 - turn @ focus
    tilt, middle = np.eye(3), translation(-CROP / 2, -CROP / 2)
    tilt[2, :2] = rng.normal(0, 0.12 / CROP, 2)
    return np.asarray(np.linalg.inv(middle) @ tilt @ middle @ matrix)


def batch_of(boards: Pool, others: Pool, count: int, rng: np.random.Generator) -> Batch:
    """Pictures, targets and weights of `count` random cuts."""
    rows = []
    for _ in range(count):
        image, board = cut(drawn(boards, others, OTHERS, rng), rng)
        targets = finder_target(board, (CROP // STRIDE,) * 2, STRIDE, UNIT_PX)
        rows.append((net_input(image), *targets))
    return stacked(rows)


def losses_of(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> Parts:
    """The heads' weighted losses."""
    inside = yes_no(out[:, 0], target[:, 0]).mean()
    focus = (torch.sigmoid(out[:, 1:3]) - target[:, 1:3]).abs().detach() + 0.1
    marks = (yes_no(out[:, 1:3], target[:, 1:3], RARE) * focus).mean() * 6
    shape = number(out[:, 3:], target[:, 3:], bend=0.05).sum(1)
    return [inside * 2, marks, mean_where(shape, weight)]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    args = arguments(__doc__, minutes=40, batch=8, rate=3e-3).parse_args(argv)
    boards, others = map(Pool, args.folders)
    make = partial(batch_of, boards, others, args.batch)
    train(BoardNet(), args, make, losses_of, (1, 3, CROP, CROP), {0: "n", 2: "h", 3: "w"})
