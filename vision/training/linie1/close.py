"""Train the close look at single cells, from folders of `pictures`.

Cells under signs and trams are few in a picture and hard, so this net sees hardly anything else,
larger than the cell net does.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from rules.games.linie1.tiles import TILES
from vision.linie1.tiles.cells import FACES
from vision.linie1.tiles.close import CHANNELS, VIEW
from vision.training.learning import arguments, begun, export, learn
from vision.training.linie1.cells import Pool
from vision.training.linie1.close_views import Views
from vision.training.nets import Residual, block

#: How often a path-traced picture is drawn, beside one of another folder.
_TRACED = 7.0
#: (35,) whether a face bears trees: a bush that is seen tells what hidden track does not.
_TREES = torch.tensor([bool(face) and TILES[face].trees for face in range(FACES)])


class CloseNet(nn.Module):
    """(N, 3, 80, 80) BGR 0..1, the cell filling the middle 40 x 40 -> (N, 42) logits: faces, sign,
    trams by line."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(3, 24, 2),
            block(24, 40, 2),
            Residual(40, 1),
            block(40, 72, 2),
            Residual(72, 1),
            Residual(72, 1),
            block(72, 112, 2),
            Residual(112, 1),
            Residual(112, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(112 * 5 * 5, 192),
            nn.ReLU(inplace=True),
            nn.Dropout(0.15),
            nn.Linear(192, CHANNELS),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        y: torch.Tensor = self.head(self.features(x - 0.5))
        return y


def losses(
    out: torch.Tensor, faces: torch.Tensor, things: torch.Tensor, tells: torch.Tensor
) -> list[torch.Tensor]:
    """Losses of faces, of trees or none, of signs and of trams."""
    counts, trees = faces >= 0, _TREES.to(faces.device)
    bushes = torch.log_softmax(out[counts, :FACES], 1).masked_fill(
        trees[faces[counts], None] != trees, -torch.inf
    )
    tree = -torch.logsumexp(bushes, 1).mean()
    face = cross_entropy(out[:, :FACES], faces, ignore_index=-1, label_smoothing=0.002)
    raw = binary_cross_entropy_with_logits(out[:, FACES:], things, reduction="none") * tells
    share = raw.sum(0) / tells.sum(0).clamp(min=1)
    return [face, tree, share[0], share[1:].sum()]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=60, batch=64, rate=2e-3, any_device=True)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args(argv)
    pool = Pool(args.folders, _TRACED)
    print(len(pool), "pictures", flush=True)
    samples, worth = zip(*pool.weighted, strict=True)
    views = Views(samples, np.array(worth), args.device, args.seed)
    net = begun(CloseNet(), args, lambda _: tuple(one.cpu() for one in views.batch(args.batch)))
    batches = (views.batch(args.batch) for _ in count())
    learn(net, batches, lambda batch: losses(net(batch[0]), *batch[1:]), args)
    export(net, (1, 3, VIEW, VIEW), args.out, {0: "n"})


if __name__ == "__main__":
    main(sys.argv[1:])
