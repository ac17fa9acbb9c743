"""Train the two nets that read a board's letters and digits:
`python -m tests.training.linie1_orientation OUT_FOLDER BOARDS`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.functional import cross_entropy

from calibration.homography import Homography
from tests.render.linie1.board_art import draw_board, random_board_look
from tests.render.linie1.lettering import system_fonts
from tests.render.linie1.tile_art import random_tile_art
from tests.render.shot import expose
from tests.render.style import random_shot
from tests.training.feed import feed
from tests.training.finder import export
from tests.training.linie1_pool import Kept, Pool
from tests.training.linie1_refiner import shaken_little
from tests.training.nets import Residual, block
from vision.linie1.orientation import (
    DIGIT_DEEP,
    DIGIT_WIDE,
    EXPECTED_LETTER,
    EXPECTED_LINE,
    LETTER_SIDE,
    digit_patches,
    letter_patches,
)
from vision.linie1.pose import QUARTERS

#: Share of the boards that are taken from whole photos; the others are drawn for the occasion.
FROM_PHOTOS = 0.5

#: Pixels of a cell in the drawn boards' photos.
CELL_PX = (15.0, 80.0)

Image = NDArray[np.uint8]


class PrintNet(nn.Module):
    """(N, 3, H, W) BGR 0..1, sides multiples of 16 -> (N, names) logits. It looks for the mark
    itself: where it is, is learnt as a share of attention."""

    def __init__(self, names: int, width: int = 44) -> None:
        super().__init__()
        self.names = names
        self.stem = nn.Sequential(block(3, 12), block(12, 28, 2), block(28, width, 2))
        self.body = nn.Sequential(Residual(width, 1), Residual(width, 2), block(width, width))
        self.head = nn.Conv2d(width, names + 1, 1)
        self.ground = nn.Linear(width, names)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        seen = self.body(self.stem(x - 0.5))
        out = self.head(seen).flatten(2)
        share = torch.softmax(out[:, self.names :], 2)
        y: torch.Tensor = (out[:, : self.names] * share).sum(2) + self.ground(seen.mean((2, 3)))
        return y


def drawn(rng: np.random.Generator, fonts: tuple[str, ...]) -> tuple[Image, NDArray[np.float64]]:
    """A photo of nothing but a board, and its board to photo homography."""
    tiles = random_tile_art(rng)
    board = draw_board(random_board_look(rng, tiles, fonts), 64)
    size = float(np.exp(rng.uniform(*np.log(CELL_PX))))
    px, (x0, y0) = board.cell_px, board.origin_xy
    side = int(15.5 * size)
    a, tilt = rng.uniform(0, 2 * np.pi), np.cos(np.radians(rng.uniform(0, 42)))
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    b = rng.uniform(0, 2 * np.pi)
    axis = np.array([[np.cos(b), -np.sin(b)], [np.sin(b), np.cos(b)]])
    linear = turn @ axis @ np.diag([1, tilt]) @ axis.T * size
    plane = np.vstack([np.column_stack([linear, side / 2 - linear @ (6, 6)]), [0, 0, 1]])
    plane = plane @ np.linalg.inv(np.array([[1, 0, 0], [0, 1, 0], [*rng.normal(0, 0.004, 2), 1]]))
    image, grid = (
        board.image,
        np.array([[1 / px, 0, (0.5 - x0) / px], [0, 1 / px, (0.5 - y0) / px], [0, 0, 1]]),
    )
    if size < 0.75 * px:
        factor = size / px / 0.9
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grid = grid @ np.array(
            [[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5], [0, 0, 1]]
        )
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    lit = cv2.warpPerspective(
        image, plane @ grid, (side, side), borderMode=cv2.BORDER_CONSTANT, borderValue=fill
    )
    gain = rng.uniform(0.5, 1.15) * np.exp(rng.normal(0, 0.12, 3))
    light = np.linspace(1 - rng.uniform(0, 0.5), 1, side, dtype=np.float32)
    light = light[:, None, None] if rng.random() < 0.5 else light[None, :, None]
    shot = random_shot(rng)
    return expose((lit * gain.astype(np.float32) * light).astype(np.float32), shot), plane


def batch_of(
    pool: list[Kept], fonts: tuple[str, ...], count: int, rng: np.random.Generator
) -> tuple[torch.Tensor, ...]:
    """Letter patches (12 n, ...), digit patches (12 n, ...), turns (n,) of `count` boards."""
    letters, digits, turns = [], [], []
    while len(turns) < count:
        if pool and rng.random() < FROM_PHOTOS:
            one = pool[rng.integers(len(pool))]
            assert one.board is not None
            image, board = one.image(), one.board
        else:
            image, board = drawn(rng, fonts)
        for _ in range(2):
            turn = int(rng.integers(4))
            seen = Homography(shaken_little(board, rng) @ np.linalg.inv(QUARTERS[turn]))
            letters.append(letter_patches(image, seen))
            digits.append(digit_patches(image, seen))
            turns.append(turn)
    both = (
        torch.from_numpy(np.concatenate(p).transpose(0, 3, 1, 2).astype(np.float32) / 255)
        for p in (letters, digits)
    )
    return (*both, torch.tensor(turns))


def loss_of(
    letters: torch.Tensor, digits: torch.Tensor, turns: torch.Tensor
) -> tuple[torch.Tensor, list[float]]:
    """Each mark by itself, and the turn from the sum of all, also from either kind alone."""
    parts, sums = [], []
    for logits, expected in ((letters, EXPECTED_LETTER), (digits, EXPECTED_LINE)):
        wanted = torch.from_numpy(np.asarray(expected, np.int64))
        parts.append(cross_entropy(logits, wanted[turns].flatten()))
        per_board = logits.view(len(turns), 1, 12, -1).expand(-1, 4, -1, -1)
        index = wanted[None, :, :, None].expand(len(turns), -1, -1, -1)
        sums.append(per_board.gather(3, index)[..., 0].sum(2))
    frames = [cross_entropy(s, turns) for s in (*sums, sums[0] + sums[1])]
    right = ((sums[0] + sums[1]).argmax(1) == turns).float().mean()
    total = torch.stack(parts).sum() + 0.3 * torch.stack(frames).sum()
    return total, [float(p.detach()) for p in (*parts, *frames, right)]


def train(args: argparse.Namespace) -> tuple[PrintNet, PrintNet]:
    """Both nets after `steps` batches, one-cycle learning rate."""
    torch.manual_seed(args.seed)
    pool, fonts = Pool(args.boards), system_fonts()
    make: Callable[[np.random.Generator], tuple[torch.Tensor, ...]]
    make = lambda rng: batch_of(pool.now(), fonts, args.batch, rng)  # noqa: E731
    batches = feed(make, args.seed)
    nets = PrintNet(12), PrintNet(6)
    both = nn.ModuleList(nets)
    if args.start is not None:
        both.load_state_dict(torch.load(args.start))
    best = torch.optim.AdamW(both.parameters(), lr=args.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(best, args.rate, args.steps, pct_start=0.15)
    mean, began = np.zeros(6), time.time()
    for step in range(args.steps):
        letters, digits, turns = next(batches)
        best.zero_grad()
        total, parts = loss_of(nets[0](letters), nets[1](digits), turns)
        total.backward()
        nn.utils.clip_grad_norm_(both.parameters(), 5.0)
        best.step()
        plan.step()
        mean = mean * 0.97 + np.array(parts) * 0.03
        if step % 25 == 24:
            share = 1 - 0.97 ** (step + 1)
            print(step + 1, np.round(mean / share, 3), f"{time.time() - began:.0f} s", flush=True)
        if step % 100 == 99:
            torch.save(both.state_dict(), args.out / "orientation.pt")
    torch.save(both.state_dict(), args.out / "orientation.pt")
    return nets[0].eval(), nets[1].eval()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("boards", type=Path)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--batch", type=int, default=6)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    letters, digits = train(args)
    export(letters, (12, 3, LETTER_SIDE, LETTER_SIDE), args.out / "letters.onnx", {0: "n"})
    export(digits, (12, 3, DIGIT_DEEP, DIGIT_WIDE), args.out / "digits.onnx", {0: "n"})


if __name__ == "__main__":
    main()
