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
from vision.training.mokadi.samples import OUTSIDE, Cut, Pool, cut

#: New pictures are looked for after so many batches.
_REFRESH = 40
#: Weights of table, wood, coloured ends and pads; of the losses that follow.
_PARTS = (1.0, 1.5, 2.5, 3.0)
_COLOUR, _TURN, _AXIS, _TIP = 0.4, 1.0, 2.0, 2.5
_SKIPPED = -100
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
        cuts: list[Cut] = []
        while len(cuts) < size:
            one = cut(pool.draw(rng), rng)
            cuts += [] if one is None else [one]
        image, part, colour, ways = (np.stack(p) for p in zip(*cuts, strict=True))
        return (
            torch.from_numpy(image.astype(np.float32)),
            torch.from_numpy(part.astype(np.int64)),
            torch.from_numpy(colour.astype(np.int64)),
            torch.from_numpy(ways.astype(np.float32)),
        )

    return make


def losses(net: torch.nn.Module, batch: Batch) -> list[torch.Tensor]:
    """Losses of parts, colours, turns, axes and ends."""
    image, part, colour, ways = batch
    out = pixel_shuffle(net(image.contiguous(memory_format=torch.channels_last)), UNFOLD)
    inside = part != OUTSIDE
    stick = (inside & ((part == WOOD) | (part == WOOD + 1)))[:, None].float()
    painted = inside & (part > WOOD)
    skipped = torch.tensor(_SKIPPED)
    parts = cross_entropy(
        out[:, :4], torch.where(inside, part, skipped), torch.tensor(_PARTS), ignore_index=_SKIPPED
    )
    named = torch.where(painted, colour, skipped)
    colours = cross_entropy(out[:, 4:8], named, ignore_index=_SKIPPED, reduction="sum")
    voters = painted[:, None].float()
    return [
        parts,
        _COLOUR * colours / (voters.sum() + 1),
        _TURN * _mean((out[:, 8:10] - ways[:, :2]) ** 2, stick),
        _AXIS * _mean(_off(out[:, 10:12], ways[:, 2:4]), stick),
        _TIP * _mean(_off(out[:, 12:14], ways[:, 4:6]), voters),
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
    net = begun(Pieces(), args)
    learn(net, batches(Pool(args.folder), args.batch), lambda batch: losses(net, batch), args)
    export(net, (1, 3, 480, 640), args.out, {2: "h", 3: "w"})


if __name__ == "__main__":
    main(sys.argv[1:])
