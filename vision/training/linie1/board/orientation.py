"""Train the two nets that read a board's letters and digits:
`python -m vision.training linie1.board.orientation OUT_FOLDER BOARDS...`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.nn.functional import adaptive_avg_pool2d, adaptive_max_pool2d, cross_entropy

from calibration.homography import Homography
from tests.render.linie1.lettering import system_fonts
from vision.linie1.board.orientation import (
    DIGIT_DEEP,
    DIGIT_WIDE,
    EXPECTED_LETTER,
    EXPECTED_LINE,
    LETTER_SIDE,
    digit_patches,
    letter_patches,
)
from vision.linie1.board.pose import QUARTERS
from vision.nn.arrays import Indices, Points
from vision.training.feed import Batch, feed, net_input
from vision.training.learning import arguments, begun, export, learn
from vision.training.linie1.board.marks import digit_pixels, drawn, letter_pixels, of_photo
from vision.training.linie1.board.pool import Kept, Pool
from vision.training.linie1.board.refiner import shaken_little
from vision.training.losses import Parts
from vision.training.nets import Residual, block

#: Share of the boards that are taken from whole photos; the others are drawn for the occasion.
FROM_PHOTOS = 0.5

#: Pixels of a cell in the drawn boards' photos: easy ones for the first steps, then all.
EASY_PX, CELL_PX = (45.0, 80.0), (15.0, 80.0)

#: Pixels of a patch to a cell of the nets' maps.
STRIDE = 4


class PrintNet(nn.Module):
    """(N, 3, H, W) BGR 0..1, sides multiples of 16 -> (N, names) logits. The mark may be anywhere
    in the patch: the place that shows a name best speaks for it."""

    def __init__(self, names: int) -> None:
        super().__init__()
        self.names = names
        self.stem = nn.Sequential(block(3, 10), block(10, 24, 2), block(24, 44, 2))
        self.body = nn.Sequential(Residual(44, 1), Residual(44, 1), block(44, 64))
        self.head = nn.Conv2d(64, names + 1, 1)
        self.ground = nn.Linear(64, names)

    def places(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """(N, names + 1, H/4, W/4) logits of each place, "nothing" last, and (N, names)."""
        seen = self.body(self.stem(x - 0.5))
        each = self.head(seen)
        odds = each[:, : self.names] - each[:, self.names :]
        best = adaptive_max_pool2d(odds, 1).flatten(1)
        return each, best + self.ground(adaptive_avg_pool2d(seen, 1).flatten(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        return self.places(x)[1]


def batch_of(
    pool: list[Kept],
    fonts: tuple[str, ...],
    count: int,
    sizes: tuple[float, float],
    rng: np.random.Generator,
) -> Batch:
    """Of `count` boards: letter patches (12 n, ...) and digit patches (12 n, ...), the map cells
    where their marks are (12 n,), and the turns (n,)."""
    turns: list[int] = []
    letters, digits, at_letter, at_digit = [], [], [], []
    while len(turns) < count:
        if pool and rng.random() < FROM_PHOTOS:
            one = of_photo(pool[rng.integers(len(pool))], fonts)
        else:
            one = drawn(rng, fonts, sizes)
        for _ in range(2):
            turn = int(rng.integers(4))
            seen = Homography(shaken_little(one.board, rng) @ np.linalg.inv(QUARTERS[turn]))
            letters.append(letter_patches(one.image, seen))
            digits.append(digit_patches(one.image, seen))
            turns.append(turn)
            at_letter.append(_map_cell(letter_pixels(one.letters, turn), letters[-1].shape))
            at_digit.append(_map_cell(digit_pixels(one.digits, turn), digits[-1].shape))
    patches = (torch.from_numpy(net_input(np.concatenate(p))) for p in (letters, digits))
    spots = (torch.from_numpy(np.concatenate(a)) for a in (at_letter, at_digit))
    return (*patches, *spots, torch.tensor(turns))


def _map_cell(pixels: Points, shape: tuple[int, ...]) -> Indices:
    """(12,) number of the map's cell, row by row, that a pixel lies in."""
    rows, cols = shape[1] // STRIDE, shape[2] // STRIDE
    cell = np.clip((pixels + 0.5) / STRIDE, 0, [cols - 1, rows - 1]).astype(np.int64)
    return np.asarray(cell[:, 1] * cols + cell[:, 0])


def _place_loss(each: torch.Tensor, spot: torch.Tensor, name: torch.Tensor) -> torch.Tensor:
    """The mark's own place must say its name, the places away from it nothing."""
    _, names, rows, cols = each.shape
    flat = each.flatten(2)
    there = flat.gather(2, spot[:, None, None].expand(-1, names, 1))[..., 0]
    nothing = torch.log_softmax(flat, 1)[:, names - 1]
    cell, spot = torch.arange(rows * cols, device=spot.device), spot[:, None]
    away = torch.maximum((cell // cols - spot // cols).abs(), (cell % cols - spot % cols).abs())
    quiet = -(nothing * (away > 2)).sum() / (away > 2).sum()
    return cross_entropy(there, name) + quiet


def losses_of(nets: tuple[PrintNet, PrintNet], data: Batch) -> Parts:
    """Each mark at its place and in its patch, and the turn from the sum of all, also from either
    kind alone."""
    turns = data[4]
    parts, places, sums = [], [], []
    for net, x, spot, expected in zip(
        nets, data[:2], data[2:4], (EXPECTED_LETTER, EXPECTED_LINE), strict=True
    ):
        wanted = torch.from_numpy(np.asarray(expected, np.int64)).to(turns.device)
        each, logits = net.places(x)
        names = wanted[turns].flatten()
        places.append(_place_loss(each, spot, names))
        parts.append(cross_entropy(logits, names))
        per_board = logits.view(len(turns), 1, 12, -1).expand(-1, 4, -1, -1)
        index = wanted[None, :, :, None].expand(len(turns), -1, -1, -1)
        sums.append(per_board.gather(3, index)[..., 0].sum(2))
    frames = [cross_entropy(s, turns) for s in (*sums, sums[0] + sums[1])]
    right = ((sums[0] + sums[1]).argmax(1) == turns).float().mean()
    return [*places, *parts, *(0.1 * frame for frame in frames), right.detach()]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=40, batch=6, rate=3e-3)
    parser.add_argument("--easy", action="store_true")
    args = parser.parse_args(argv)
    pool, fonts = Pool(*args.folders), system_fonts()
    sizes = EASY_PX if args.easy else CELL_PX
    letters, digits = nets = PrintNet(12), PrintNet(6)

    def make(rng: np.random.Generator) -> Batch:
        return batch_of(pool.now(), fonts, args.batch, sizes, rng)

    both = begun(nn.ModuleList(nets), args, make)
    learn(both, feed(make, args.seed, args.workers), lambda batch: losses_of(nets, batch), args)
    export(letters, (12, 3, LETTER_SIDE, LETTER_SIDE), args.out / "letters.onnx", {0: "n"})
    export(digits, (12, 3, DIGIT_DEEP, DIGIT_WIDE), args.out / "digits.onnx", {0: "n"})
