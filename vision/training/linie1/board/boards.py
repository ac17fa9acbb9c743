"""What the trainings of the two nets that find a board share: pictures with and without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

from vision.training.feed import Batch
from vision.training.learning import arguments, train
from vision.training.linie1.board.pool import Kept, Pool

#: Makes a batch of `count` cuts from pictures of boards and of other things.
MakeBatch = Callable[[list[Kept], list[Kept], int, np.random.Generator], Batch]

#: How much locations and termini count against what is none: they fill a tenth of the board.
RARE = 4.0


def train_on_boards(
    about: str | None,
    argv: Sequence[str],
    net: nn.Module,
    batch_of: MakeBatch,
    losses_of: Callable[..., list[torch.Tensor]],
    shape: tuple[int, ...],
    free: dict[int, str],
) -> None:
    """Train a net by the command line `argv`, explained by `about`, whose folders are one of boards
    and one of other things; and write it for inputs of `shape`, whose axes `free` may be of any
    length."""
    args = arguments(about, minutes=40, batch=8, rate=3e-3).parse_args(argv)
    boards, others = (Pool(folder) for folder in args.folders)

    def make(rng: np.random.Generator) -> Batch:
        return batch_of(boards.now(), others.now(), args.batch, rng)

    train(net, args, make, losses_of, shape, free)


def drawn_from(
    boards: list[Kept], others: list[Kept], share: float, rng: np.random.Generator
) -> Kept:
    """A picture, such a share of them of other things where there are any."""
    pool = others if others and rng.random() < share else boards
    return pool[rng.integers(len(pool))]
