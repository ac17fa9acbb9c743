"""Train a net of the Rouge reader: `python -m tests.training.rouge_train NET OUT FOLDER`.

NET is `finder`, `reader` or `cells`. The folder holds pictures of
`rouge_pictures`; those that appear while it learns are taken in.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits as bce
from torch.nn.functional import log_softmax, smooth_l1_loss

from tests.training.feed import feed
from tests.training.finder import export
from tests.training.rouge_halve import halve
from tests.training.rouge_nets import BoardFinder, BoardReader, CellReader
from tests.training.rouge_samples import (
    CHANNEL,
    LOOK_WH,
    Cut,
    Pool,
    Rng,
    cell_cut,
    finder_cut,
    reader_cut,
)
from vision.rouge.cells import VIEW
from vision.rouge.pose import SIDE

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


def finder_loss(
    out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of the board's logit and of its radius."""
    board = (bce(out[:, 0], target[:, 0], reduction="none") * weight[:, 0]).mean()
    radius = smooth_l1_loss(out[:, 1], target[:, 1], reduction="none", beta=0.02) * weight[:, 1]
    return [board, 8 * radius.sum() / weight[:, 1].sum().clamp(min=1)]


def reader_loss(
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


def cell_loss(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> list[torch.Tensor]:
    """Losses of "a pawn stands there" and of its colour; (B, 24, ...) targets."""
    target, weight = target.flatten(0, 1), weight.flatten(0, 1)
    taken = bce(out[:, 0], target[:, 0], reduction="none") * weight[:, 0]
    colour = -(log_softmax(out[:, 1:], 1) * target[:, 1:]).sum(1) * weight[:, 1]
    count = weight.sum(0).clamp(min=1)
    return [2 * taken.sum() / count[0], colour.sum() / count[1]]


_ALL = {0: "n", 2: "h", 3: "w"}
#: Net, cuts, losses, shape of the input, free axes.
KINDS = {
    "finder": (BoardFinder, finder_cut, finder_loss, (1, 3, LOOK_WH[1], LOOK_WH[0]), _ALL),
    "reader": (BoardReader, reader_cut, reader_loss, (1, 3, SIDE, SIDE), _ALL),
    "cells": (CellReader, cell_cut, cell_loss, (24, 6, VIEW, VIEW), {}),
}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("net", choices=("finder", "reader", "cells"))
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm", type=float, default=0.08, help="share of the time it speeds up")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    kind, cut, loss_of, shape, free = KINDS[args.net]
    net: torch.nn.Module = kind()
    if args.start is not None:
        net.load_state_dict(torch.load(args.start))
    data = feed(batches(Pool(args.folder), cut, args.batch), args.seed)
    learn(net, data, loss_of, args)
    export(net.eval(), shape, args.out, free)
    halve(args.out)


def learn(net: torch.nn.Module, data: object, loss_of: Callable[..., list[torch.Tensor]],
          args: argparse.Namespace) -> None:  # fmt: skip
    """Learn for so many minutes by the clock; the rate rises, then falls to nothing."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    best = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-4)
    began, step, mean = time.time(), 0, None
    while (done := (time.time() - began) / (60 * args.minutes)) < 1:
        rate = min(done / args.warm, 1) * 0.5 * (1 + np.cos(np.pi * done))
        for group in best.param_groups:
            group["lr"] = args.rate * max(rate, 0.01)
        image, target, weight = next(data)  # type: ignore[call-overload]
        best.zero_grad()
        parts = loss_of(net(image), target, weight)
        torch.stack(parts).sum().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        now = np.array([float(p.detach()) for p in parts])
        mean = now if mean is None else mean * 0.97 + now * 0.03
        step += 1
        if step % 50 == 0:
            print(step, np.round(mean, 4), f"{time.time() - began:.0f} s", flush=True)
            torch.save(net.state_dict(), args.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
