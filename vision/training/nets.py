"""What the nets of all games are built of."""

from __future__ import annotations

from collections import OrderedDict

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


class Stages(nn.Sequential):
    """Named stages, one after the other, of pictures (N, C, H, W) 0..1."""

    def __init__(self, **stages: nn.Module) -> None:
        super().__init__(OrderedDict(stages))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """What the last stage gives."""
        y: torch.Tensor = super().forward(x - 0.5)
        return y


class MapNet(Stages):
    """(N, 3, H, W) BGR 0..1, H and W multiples of 8 -> (N, outputs, H/8, W/8) logits and numbers,
    by residual blocks of some dilations."""

    def __init__(self, outputs: int, width: int, dilations: tuple[int, ...]) -> None:
        super().__init__(
            stem=nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, width, 2)),
            body=nn.Sequential(*(Residual(width, d) for d in dilations)),
            head=nn.Sequential(block(width, width), nn.Conv2d(width, outputs, 1)),
        )
