"""What the nets of all games are built of."""

from __future__ import annotations

import torch
from torch import nn


def block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """3x3 convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around which the input is carried along."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first = block(width, width, dilation=dilation)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Same shape out as in."""
        return torch.relu(x + self.second(self.first(x)))
