"""Train the tile finder: `python -m vision.training redline.finder OUT.onnx FOLDER...`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch

from vision.training.feed import Batch, net_input, stacked
from vision.training.learning import arguments, train
from vision.training.losses import Parts, mean_where, number, yes_no
from vision.training.recolour import recolour
from vision.training.redline.nets import FinderNet
from vision.training.redline.samples import Pools, cut, pools_of
from vision.training.redline.targets import finder_targets

CROP = 192
SIDES_PX = (17.0, 76.0)

#: Hands are in one picture of eight and cover a tenth of it: so much more a covered cell counts
#: than a free one, or it is not learnt; and this share of the cuts is taken from such pictures
#: besides, which keeps hands in every batch.
COVER_WEIGHT, HANDS = 6.0, 0.15
#: Of a tile's shape, from where its loss grows straight.
_BEND = 0.05


def batch_of(pools: Pools, count: int, rng: np.random.Generator) -> Batch:
    """Pictures and targets of `count` random cuts; the first of the pools is of hands."""
    rows = []
    for _ in range(count):
        pool = pools[0] if rng.random() < HANDS else pools[rng.integers(len(pools))]
        piece = cut(pool[rng.integers(len(pool))], CROP, rng, SIDES_PX)
        targets = finder_targets(piece.quads, piece.cover)
        rows.append((net_input(recolour(piece.image, rng)), *targets))
    return stacked(rows)


def losses_of(
    out: torch.Tensor, target: torch.Tensor, score: torch.Tensor, shape: torch.Tensor
) -> Parts:
    """The heads' weighted losses."""
    focus = (torch.sigmoid(out[:, 0]) - target[:, 0]).abs().detach() + 0.1
    middle = (yes_no(out[:, 0], target[:, 0]) * score * focus).mean() * 8
    place, form = (
        mean_where(number(out[:, k], target[:, k], _BEND).sum(1), shape)
        for k in (slice(1, 3), slice(3, 8))
    )
    blue = mean_where(yes_no(out[:, 8], target[:, 8]), shape)
    cover = yes_no(out[:, 9], target[:, 9], COVER_WEIGHT).mean()
    return [middle, place, form, blue * 0.3, cover]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    args = arguments(__doc__, minutes=40, batch=12, rate=4e-3).parse_args(argv)
    pools = pools_of(args.folders)
    pools.insert(0, [s for pool in pools for s in pool if s.cover.any()])
    print([len(p) for p in pools], flush=True)
    make = partial(batch_of, pools, args.batch)
    train(FinderNet(), args, make, losses_of, (1, 3, 480, 640), {0: "n", 2: "h", 3: "w"})
