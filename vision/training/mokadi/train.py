"""Train the net of the Mokadi reader: `python -m vision.training.mokadi.train OUT FOLDER`.

The folder holds pictures of `vision.training.mokadi.pictures`; those that appear while it learns
are taken in.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import cross_entropy, pixel_shuffle, smooth_l1_loss

from vision.mokadi.pieces.fields import WOOD
from vision.training.feed import Batch
from vision.training.learning import arguments, begun, export, learn
from vision.training.mokadi.net import UNFOLD, Pieces
from vision.training.mokadi.samples import OUTSIDE, Cut, Pool, cuts
from vision.training.narrow import narrow

#: New pictures are looked for after so many batches.
_REFRESH = 40
#: Weights of table, wood, coloured ends and pads; of the losses. With the true parts in place of
#: the net's most of what the reader errs in is gone; the ends of sticks are told for pads only.
_PARTS = (1.0, 1.5, 2.5, 3.0)
_PART, _COLOUR, _TURN, _AXIS, _TIP = 2.0, 0.4, 1.0, 2.0, 1.0
#: Where the offsets' loss turns from square to straight, in their units.
_BEND = 0.1


def batches(pool: Pool, size: int) -> Callable[[np.random.Generator], Batch]:
    """A function that makes one batch of cuts."""
    made = 0

    def make(rng: np.random.Generator) -> Batch:
        nonlocal made
        if made % _REFRESH == 0:
            pool.refresh()
        made += 1
        found: list[Cut] = []
        while len(found) < size:
            found += cuts(pool.draw(rng), rng)
        image, part, colour, ways, weight = (np.stack(p) for p in zip(*found[:size], strict=True))
        return (
            torch.from_numpy(image.astype(np.float32)),
            torch.from_numpy(part.astype(np.int64)),
            torch.from_numpy(colour.astype(np.int64)),
            torch.from_numpy(ways.astype(np.float32)),
            torch.from_numpy(weight.astype(np.float32)),
        )

    return make


def losses(net: torch.nn.Module, batch: Batch) -> list[torch.Tensor]:
    """Losses of parts, colours, turns, axes and ends."""
    image, part, colour, ways, weight = batch
    out = pixel_shuffle(net(image.contiguous(memory_format=torch.channels_last)), UNFOLD)
    inside = part != OUTSIDE
    stick = weight * (inside & ((part == WOOD) | (part == WOOD + 1))).float()
    voters = weight * (inside & (part > WOOD)).float()
    by_part = torch.tensor(_PARTS)[part.clamp(max=len(_PARTS) - 1)] * weight
    parts = cross_entropy(out[:, :4], part, ignore_index=OUTSIDE, reduction="none")
    colours = cross_entropy(out[:, 4:8], colour, reduction="none")
    return [
        _PART * (parts * by_part).sum() / (by_part * inside).sum(),
        _COLOUR * _mean(colours, voters),
        _TURN * _mean((out[:, 8:10] - ways[:, :2]) ** 2, stick[:, None]),
        _AXIS * _mean(_off(out[:, 10:12], ways[:, 2:4]), stick[:, None]),
        _TIP * _mean(_off(out[:, 12:14], ways[:, 4:6]), voters[:, None]),
    ]


def _off(out: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return smooth_l1_loss(out, target, reduction="none", beta=_BEND)


def _mean(loss: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    return (loss * where).sum() / (where.sum() + 1)


def main(argv: Sequence[str]) -> None:
    """Learn, then write the net."""
    parser = arguments(__doc__, minutes=60, batch=8, rate=1.6e-3)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args(argv)
    make = batches(Pool(args.folder), args.batch)
    net = begun(Pieces(), args, make)
    learn(net, make, lambda batch: losses(net, batch), args)
    export(net, (1, 3, 480, 640), args.out, {2: "h", 3: "w"})
    narrow(args.out)


if __name__ == "__main__":
    main(sys.argv[1:])
