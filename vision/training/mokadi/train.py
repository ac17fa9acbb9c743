"""Train the net of the Mokadi reader: `python -m vision.training.mokadi.train OUT FOLDER`.

The folder holds pictures of `vision.training.mokadi.pictures`; those that appear while it learns
are taken in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, pixel_shuffle, smooth_l1_loss

from vision.mokadi.pieces.fields import WOOD
from vision.training.feed import Batch
from vision.training.learning import arguments, begun, export, learn
from vision.training.mokadi.cuts import OUTSIDE, Cutter
from vision.training.mokadi.net import UNFOLD, Pieces
from vision.training.mokadi.samples import Samples
from vision.training.narrow import narrow

#: New pictures are looked for after so many batches.
_REFRESH = 40
#: Weights of table, wood, coloured ends and pads; of the losses. With the true parts in place of
#: the net's most of what the reader errs in is gone; the ends of sticks are told for pads only.
_PARTS = (1.0, 1.5, 2.5, 3.0)
_PART, _COLOUR, _TURN, _AXIS, _TIP = 2.0, 0.4, 1.0, 2.0, 1.0
#: Where the offsets' loss turns from square to straight, in their units.
_BEND = 0.1


def batches(samples: Samples, size: int, seed: int) -> Iterator[Batch]:
    """Batches of cuts without end."""
    cutter = Cutter(samples, seed)
    for made in count():
        if made % _REFRESH == 0:
            samples.refresh()
        yield cutter.batch(size)


def losses(net: torch.nn.Module, batch: Batch) -> list[torch.Tensor]:
    """Losses of parts, colours, turns, axes and ends."""
    image, part, colour, ways, weight = batch
    out = pixel_shuffle(net(image.contiguous(memory_format=torch.channels_last)), UNFOLD)
    inside = part != OUTSIDE
    stick = weight * (inside & ((part == WOOD) | (part == WOOD + 1))).float()
    voters = weight * (inside & (part > WOOD)).float()
    by_part = torch.tensor(_PARTS, device=part.device)[part.clamp(max=len(_PARTS) - 1)] * weight
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
    parser = arguments(__doc__, minutes=60, batch=8, rate=1.6e-3, any_device=True)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args(argv)
    made = batches(Samples(args.folder, args.device), args.batch, args.seed)
    net = begun(Pieces(), args, lambda _: tuple(one.cpu() for one in next(made)))
    learn(net, made, lambda batch: losses(net, batch), args)
    export(net, (1, 3, 480, 640), args.out, {2: "h", 3: "w"})
    narrow(args.out)


if __name__ == "__main__":
    main(sys.argv[1:])
