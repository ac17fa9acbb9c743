"""Train the net of the Mokadi reader: `python -m vision.training mokadi.train OUT FOLDER...`.

The folders hold pictures of `vision.training.mokadi.pictures`; those that appear while it learns
are taken in.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn.functional import cross_entropy, pixel_shuffle

from vision.mokadi.pieces.fields import WOOD
from vision.training.learning import arguments, train
from vision.training.losses import Parts, number
from vision.training.mokadi.cuts import OUTSIDE, Cutter
from vision.training.mokadi.net import UNFOLD, Pieces
from vision.training.mokadi.samples import Samples
from vision.training.narrow import narrow

#: Weights of table, wood, coloured ends and pads; of the losses. With the true parts in place of
#: the net's most of what the reader errs in is gone; the ends of sticks are told for pads only.
_PARTS = (1.0, 1.5, 2.5, 3.0)
_PART, _COLOUR, _TURN, _AXIS, _TIP = 2.0, 0.4, 1.0, 2.0, 1.0
#: Where the offsets' loss turns from square to straight, in their units.
_BEND = 0.1


def losses(
    out: torch.Tensor,
    part: torch.Tensor,
    colour: torch.Tensor,
    ways: torch.Tensor,
    weight: torch.Tensor,
) -> Parts:
    """Losses of parts, colours, turns, axes and ends."""
    out = pixel_shuffle(out, UNFOLD)
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
        _AXIS * _mean(number(out[:, 10:12], ways[:, 2:4], _BEND), stick[:, None]),
        _TIP * _mean(number(out[:, 12:14], ways[:, 4:6], _BEND), voters[:, None]),
    ]


def _mean(loss: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    return (loss * where).sum() / (where.sum() + 1)


def main(argv: Sequence[str]) -> None:
    """Learn, then write the net."""
    parser = arguments(__doc__, minutes=60, batch=8, rate=1.6e-3, workers=None)
    args = parser.parse_args(argv)
    cutter = Cutter(Samples(*args.folders, device=args.device), args.seed)
    shape, free = (1, 3, 480, 640), {2: "h", 3: "w"}
    train(Pieces(), args, lambda _: cutter.batch(args.batch), losses, shape, free)
    narrow(args.out)
