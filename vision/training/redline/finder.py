"""Train the tile finder: `python -m vision.training.redline.finder OUT.onnx [PHOTO_FOLDER...]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, smooth_l1_loss

from vision.training.feed import Batch
from vision.training.learning import arguments, train
from vision.training.recolour import recolour
from vision.training.redline.nets import Finder
from vision.training.redline.samples import Sample, cut, from_folder
from vision.training.redline.targets import finder_targets

CROP = 192
SIDES_PX = (17.0, 76.0)

#: How much a covered cell counts against a free one.
COVER_WEIGHT = 6.0


def batch_of(
    pools: list[list[Sample]], count: int, rng: np.random.Generator
) -> tuple[torch.Tensor, ...]:
    """Pictures and targets of `count` random cuts."""
    images, targets, scores, shapes = [], [], [], []
    for _ in range(count):
        # Hands are in one picture of eight: half as often again keeps them in every batch.
        pool = pools[0] if rng.random() < 0.15 else pools[rng.integers(len(pools))]
        piece = cut(pool[rng.integers(len(pool))], CROP, rng, SIDES_PX)
        quads = piece.quads
        target, score, shape = finder_targets(
            [q.corners_xy for q in quads],
            [q.blue for q in quads],
            [q.visible for q in quads],
            piece.cover,
        )
        images.append(recolour(piece.image, rng).transpose(2, 0, 1).astype(np.float32) / 255)
        targets.append(target)
        scores.append(score)
        shapes.append(shape)
    return tuple(torch.from_numpy(np.stack(a)) for a in (images, targets, scores, shapes))


def losses_of(
    out: torch.Tensor, target: torch.Tensor, score: torch.Tensor, shape: torch.Tensor
) -> list[torch.Tensor]:
    """The heads' weighted losses."""
    raw = binary_cross_entropy_with_logits(out[:, 0], target[:, 0], reduction="none")
    focus = (torch.sigmoid(out[:, 0]) - target[:, 0]).abs().detach() + 0.1
    middle = (raw * score * focus).mean() * 8
    count = shape.sum().clamp(min=1)
    place = (
        smooth_l1_loss(out[:, 1:3], target[:, 1:3], reduction="none", beta=0.05) * shape[:, None]
    ).sum() / count
    form = (
        smooth_l1_loss(out[:, 3:8], target[:, 3:8], reduction="none", beta=0.05) * shape[:, None]
    ).sum() / count
    blue = (
        binary_cross_entropy_with_logits(out[:, 8], target[:, 8], reduction="none") * shape
    ).sum() / count
    # Hands are in one picture of eight and cover a tenth of it: without weight they are not learnt.
    rare = torch.tensor(COVER_WEIGHT, device=out.device)
    cover = binary_cross_entropy_with_logits(out[:, 9], target[:, 9], pos_weight=rare)
    return [middle, place, form, blue * 0.3, cover]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    parser = arguments(__doc__, minutes=40, batch=12, rate=4e-3, any_device=True)
    parser.add_argument("folders", nargs="*", type=Path)
    args = parser.parse_args(argv)
    pools = [p for p in (list(from_folder(f)) for f in args.folders) if p]
    pools.insert(0, [s for pool in pools for s in pool if s.cover.any()])
    print([len(p) for p in pools], flush=True)

    def make(rng: np.random.Generator) -> Batch:
        return batch_of(pools, args.batch, rng)

    train(Finder(), args, make, losses_of, (1, 3, 480, 640), {0: "n", 2: "h", 3: "w"})


if __name__ == "__main__":
    main(sys.argv[1:])
