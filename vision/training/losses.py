"""What nets of all games are punished for."""

from __future__ import annotations

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, log_softmax, smooth_l1_loss

#: The losses of a batch, each already weighted: their sum is learnt from, each of them is told.
Parts = list[torch.Tensor]


def yes_no(logits: torch.Tensor, truth: torch.Tensor, rare: float = 1.0) -> torch.Tensor:
    """The loss of each logit, `rare` times as large where the truth is 1: so much rarer it is."""
    weight = logits.new_tensor(rare)
    return binary_cross_entropy_with_logits(logits, truth, reduction="none", pos_weight=weight)


def one_of(logits: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """The loss of each choice among labels, these and their true shares along axis 1."""
    return -(log_softmax(logits, 1) * truth).sum(1)


def number(found: torch.Tensor, truth: torch.Tensor, bend: float) -> torch.Tensor:
    """The loss of each number, which from `bend` on grows straight, no longer with the square."""
    return smooth_l1_loss(found, truth, reduction="none", beta=bend)


def mean_where(loss: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The mean of a loss, every place of it counting so much."""
    return (loss * weight).sum() / weight.sum().clamp(min=1)
