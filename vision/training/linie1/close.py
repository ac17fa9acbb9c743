"""Train the close look at single cells, from folders of `pictures`.

Cells under signs and trams are few in a picture and hard, so this net sees hardly anything else,
larger than the cell net does.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn.functional import cross_entropy

from rules.games.linie1.tiles import TILES
from vision.linie1.tiles.cells import FACES
from vision.linie1.tiles.close import VIEW
from vision.training.learning import arguments, train
from vision.training.linie1.cells import Pool
from vision.training.linie1.close_views import Views
from vision.training.linie1.nets import CloseNet
from vision.training.losses import Parts, yes_no

#: How often a path-traced picture is drawn, beside one of another folder.
_TRACED = 7.0
#: (35,) whether a face bears trees: a bush that is seen tells what hidden track does not.
_TREES = torch.tensor([bool(face) and TILES[face].trees for face in range(FACES)])


def losses(
    out: torch.Tensor, faces: torch.Tensor, things: torch.Tensor, tells: torch.Tensor
) -> Parts:
    """Losses of faces, of trees or none, of signs and of trams."""
    counts, trees = faces >= 0, _TREES.to(faces.device)
    bushes = torch.log_softmax(out[counts, :FACES], 1).masked_fill(
        trees[faces[counts], None] != trees, -torch.inf
    )
    tree = -torch.logsumexp(bushes, 1).mean()
    face = cross_entropy(out[:, :FACES], faces, ignore_index=-1, label_smoothing=0.002)
    share = (yes_no(out[:, FACES:], things) * tells).sum(0) / tells.sum(0).clamp(min=1)
    return [face, tree, share[0], share[1:].sum()]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=60, batch=64, rate=2e-3, workers=None)
    args = parser.parse_args(argv)
    pool = Pool(*args.folders, traced=_TRACED)
    views = Views(pool.samples, pool.worth, args.device, args.seed)
    train(CloseNet(), args, lambda _: views.batch(args.batch), losses, (1, 3, VIEW, VIEW), {0: "n"})
