"""Train a net of the Rouge reader: `python -m vision.training.rouge.train OUT NET FOLDER`.

NET is `finder`, `reader` (which ships as `board`), `cells` or `plain`. The folder holds pictures of
`rouge_pictures`; those that appear while it learns are taken in.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import log_softmax, smooth_l1_loss

from vision.rouge.board.pose import SIDE
from vision.rouge.pawns.cells import CHANNELS, PLAIN_CHANNELS, VIEW
from vision.training.learning import arguments, train
from vision.training.rouge.nets import BoardFinder, BoardReader, CellReader
from vision.training.rouge.samples import (
    CHANNEL,
    LOOK_WH,
    Cut,
    Pool,
    Rng,
    cell_cut,
    finder_cut,
    plain_cut,
    reader_cut,
)

#: New pictures are looked for after so many batches.
_REFRESH = 40
#: Kinds of channels of the reader, and the weight of each in the loss.
_YES_NO = {"foot": 6.0, "taken": 3.0, "seen": 0.5, "cover": 1.0, "sticker": 1.0}
_PLACES = {"dx": 2.0, "dy": 2.0, "mx": 0.5, "my": 0.5}
_RARE = {"foot": 3.0, "cover": 4.0, "sticker": 10.0}


def batches(
    pool: Pool, cut: Callable[..., Cut], size: int
) -> Callable[[Rng], tuple[torch.Tensor, ...]]:
    """A function that makes one batch of cuts."""
    made = 0

    def make(rng: Rng) -> tuple[torch.Tensor, ...]:
        nonlocal made
        made += 1
        if made % _REFRESH == 0:
            pool.refresh()
        cuts = [cut(pool.draw(rng, board=cut is not finder_cut), rng) for _ in range(size)]
        parts = zip(*((c.image, c.target, c.weight) for c in cuts), strict=True)
        return tuple(torch.from_numpy(np.stack(part)) for part in parts)

    return make


def finder_losses(
    out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of the board's logit and of its radius."""
    board = (bce(out[:, 0], target[:, 0], reduction="none") * weight[:, 0]).mean()
    radius = smooth_l1_loss(out[:, 1], target[:, 1], reduction="none", beta=0.02) * weight[:, 1]
    return [board, 8 * radius.sum() / weight[:, 1].sum().clamp(min=1)]


def reader_losses(
    out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of every kind of channel, each averaged over where it counts."""
    ring = -(log_softmax(out[:, :5], 1) * target[:, :5]).sum(1) * weight[:, 0]
    first = CHANNEL["sticker"] + 1
    colour = -(log_softmax(out[:, first:], 1) * target[:, first:]).sum(1) * weight[:, first]
    parts = [0.5 * ring.mean(), 0.7 * colour.sum() / weight[:, first].sum().clamp(min=1)]
    for name, share in _YES_NO.items():
        k = CHANNEL[name]
        rare = torch.tensor(_RARE.get(name, 1.0))
        raw = bce(out[:, k], target[:, k], reduction="none", pos_weight=rare) * weight[:, k]
        parts.append(share * raw.sum() / weight[:, k].sum().clamp(min=1))
    for name, share in _PLACES.items():
        k = CHANNEL[name]
        raw = smooth_l1_loss(out[:, k], target[:, k], reduction="none", beta=0.1) * weight[:, k]
        parts.append(share * raw.sum() / weight[:, k].sum().clamp(min=1))
    return parts


def cell_losses(
    out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of "a pawn stands there" and of its colour; (B, 24, ...) targets."""
    target, weight = target.flatten(0, 1), weight.flatten(0, 1)
    taken = bce(out[:, 0], target[:, 0], reduction="none") * weight[:, 0]
    colour = -(log_softmax(out[:, 1:], 1) * target[:, 1:]).sum(1) * weight[:, 1]
    count = weight.sum(0).clamp(min=1)
    return [2 * taken.sum() / count[0], colour.sum() / count[1]]


Cutter = Callable[..., Cut]
Losses = Callable[..., list[torch.Tensor]]
_ALL = {0: "n", 2: "h", 3: "w"}
#: Net, cuts, losses, shape of the input, free axes.
KINDS: dict[
    str, tuple[Callable[[], nn.Module], Cutter, Losses, tuple[int, ...], dict[int, str]]
] = {
    "finder": (BoardFinder, finder_cut, finder_losses, (1, 3, LOOK_WH[1], LOOK_WH[0]), _ALL),
    "reader": (BoardReader, reader_cut, reader_losses, (1, 3, SIDE, SIDE), _ALL),
    "cells": (CellReader, cell_cut, cell_losses, (24, CHANNELS, VIEW, VIEW), {}),
    "plain": (
        partial(CellReader, PLAIN_CHANNELS, first=24),
        plain_cut,
        cell_losses,
        (24, PLAIN_CHANNELS, VIEW, VIEW),
        {},
    ),
}


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=30, batch=8, rate=3e-3)
    parser.add_argument("net", choices=tuple(KINDS))
    parser.add_argument("folder", type=Path)
    args = parser.parse_args(argv)
    kind, cut, losses_of, shape, free = KINDS[args.net]
    make = batches(Pool(args.folder), cut, args.batch)
    train(kind(), args, make, losses_of, shape, free)


if __name__ == "__main__":
    main(sys.argv[1:])
