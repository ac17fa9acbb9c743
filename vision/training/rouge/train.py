"""Train a net of the Rouge reader: `python -m vision.training rouge.train OUT FOLDER... --net NET`.

NET is `finder`, `reader` (which ships as `board`), `cells` or `plain`. The folders hold those of
`rouge.pictures`; those that appear while it learns are taken in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from vision.rouge.board.pose import SIDE
from vision.rouge.pawns.cells import CHANNELS, PLAIN_CHANNELS, VIEW
from vision.training.feed import Batch, stacked
from vision.training.learning import arguments, train
from vision.training.losses import Parts, mean_where, number, one_of, yes_no
from vision.training.rouge.nets import BoardNet, CellNet, FinderNet
from vision.training.rouge.samples import (
    CHANNEL,
    FIRST_COLOUR,
    LOOK_WH,
    Cut,
    Pool,
    Rng,
    cell_cut,
    finder_cut,
    plain_cut,
    reader_cut,
)

#: Kinds of channels of the reader, and the weight of each in the loss.
_YES_NO = {"foot": 6.0, "taken": 3.0, "seen": 0.5, "cover": 1.0, "sticker": 1.0}
_PLACES = {"dx": 2.0, "dy": 2.0, "mx": 0.5, "my": 0.5}
_RARE = {"foot": 3.0, "cover": 4.0, "sticker": 10.0}


#: From where the losses of a radius, and of offsets, grow straight.
_RADIUS_BEND, _OFFSET_BEND = 0.02, 0.1


def batch_of(pool: Pool, cut: Callable[..., Cut], count: int, rng: Rng) -> Batch:
    """Some cuts."""
    cuts = [cut(pool.draw(rng, board=cut is not finder_cut), rng) for _ in range(count)]
    return stacked([(one.image, one.target, one.weight) for one in cuts])


def finder_losses(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> Parts:
    """Losses of the board's logit and of its radius."""
    board = (yes_no(out[:, 0], target[:, 0]) * weight[:, 0]).mean()
    radius = mean_where(number(out[:, 1], target[:, 1], _RADIUS_BEND), weight[:, 1])
    return [board, 8 * radius]


def reader_losses(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> Parts:
    """Losses of every kind of channel, each averaged over where it counts."""
    ring = (one_of(out[:, :5], target[:, :5]) * weight[:, 0]).mean()
    colour = one_of(out[:, FIRST_COLOUR:], target[:, FIRST_COLOUR:])
    parts = [0.5 * ring, 0.7 * mean_where(colour, weight[:, FIRST_COLOUR])]
    for name, share in _YES_NO.items():
        k = CHANNEL[name]
        raw = yes_no(out[:, k], target[:, k], _RARE.get(name, 1.0))
        parts.append(share * mean_where(raw, weight[:, k]))
    for name, share in _PLACES.items():
        k = CHANNEL[name]
        raw = number(out[:, k], target[:, k], _OFFSET_BEND)
        parts.append(share * mean_where(raw, weight[:, k]))
    return parts


def cell_losses(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> Parts:
    """Losses of "a pawn stands there" and of its colour; (B, 24, ...) targets."""
    target, weight = target.flatten(0, 1), weight.flatten(0, 1)
    taken = mean_where(yes_no(out[:, 0], target[:, 0]), weight[:, 0])
    colour = mean_where(one_of(out[:, 1:], target[:, 1:]), weight[:, 1])
    return [2 * taken, colour]


@dataclass(frozen=True)
class NetKind:
    """How one of the nets learns: `shape` of its input, whose axes `free` may be of any length."""

    net: Callable[[], nn.Module]
    cut: Callable[..., Cut]
    losses: Callable[..., Parts]
    shape: tuple[int, ...]
    free: dict[int, str]


_ALL = {0: "n", 2: "h", 3: "w"}
_PLAIN_NET = partial(CellNet, PLAIN_CHANNELS, first=24)
KINDS = {
    "finder": NetKind(FinderNet, finder_cut, finder_losses, (1, 3, LOOK_WH[1], LOOK_WH[0]), _ALL),
    "reader": NetKind(BoardNet, reader_cut, reader_losses, (1, 3, SIDE, SIDE), _ALL),
    "cells": NetKind(CellNet, cell_cut, cell_losses, (24, CHANNELS, VIEW, VIEW), {}),
    "plain": NetKind(_PLAIN_NET, plain_cut, cell_losses, (24, PLAIN_CHANNELS, VIEW, VIEW), {}),
}


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=30, batch=8, rate=3e-3)
    parser.add_argument("--net", choices=tuple(KINDS), required=True)
    args = parser.parse_args(argv)
    kind = KINDS[args.net]
    make = partial(batch_of, Pool(*args.folders), kind.cut, args.batch)
    train(kind.net(), args, make, kind.losses, kind.shape, kind.free)
