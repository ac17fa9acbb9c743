"""What the trainings of the two nets that find a board share: pictures with and without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.training.feed import Batch
from vision.training.learning import arguments, train
from vision.training.linie1.board.pool import Kept, Pool

#: Makes a batch of `count` cuts from pictures of boards and of other things.
MakeBatch = Callable[[list[Kept], list[Kept], int, np.random.Generator], Batch]


def train_on_boards(
    about: str | None,
    net: nn.Module,
    batch_of: MakeBatch,
    losses_of: Callable[..., list[torch.Tensor]],
    shape: tuple[int, ...],
    free: dict[int, str],
    argv: Sequence[str],
) -> None:
    """Train a net by the command line `argv`, explained by `about`, and write it for inputs of
    `shape`, whose axes `free` may be of any length."""
    parser = arguments(about, minutes=40, batch=8, rate=3e-3)
    parser.add_argument("boards", type=Path)
    parser.add_argument("others", type=Path)
    args = parser.parse_args(argv)
    boards, others = Pool(args.boards), Pool(args.others)

    def make(rng: np.random.Generator) -> Batch:
        return batch_of(boards.now(), others.now(), args.batch, rng)

    train(net, args, make, losses_of, shape, free)
