"""The net of the Mokadi reader: what part of a piece every spot shows, and where that lies."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn.functional import interpolate

from vision.training.nets import Residual, block

#: Channels of the answer: parts, colours, the axis' doubled angle, the way to it, the way to the
#: stick's end or to the pad's middle.
CHANNELS = 14
#: Cells along either side that one cell of the deepest answer is unfolded into.
UNFOLD = 2
_WIDTHS = (16, 48, 64, 96, 128)


def _wider(width: int) -> list[Residual]:
    """Steps that see far: a stick's hidden half is told by the half in sight."""
    return [Residual(width, 1), Residual(width, 2)]


class Pieces(nn.Module):
    """(N, 3, H, W) pictures 0..1 to (N, 56, H / 4, W / 4); sides are multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = _WIDTHS
        self.e2 = nn.Sequential(block(3, a, 2), block(a, b, 2), block(b, b))
        self.e3 = nn.Sequential(block(b, c, 2), block(c, c))
        self.e4 = nn.Sequential(block(c, d, 2), block(d, d), *_wider(d))
        self.e5 = nn.Sequential(block(d, e, 2), block(e, e), *_wider(e))
        narrow = ((e, d), (d, c), (c, b))
        self.u = nn.ModuleList([nn.Conv2d(x, y, 1, bias=False) for x, y in narrow])
        self.d = nn.ModuleList(
            [
                block(d, d),
                nn.Sequential(block(c, c), Residual(c, 1)),
                nn.Sequential(block(b, b), block(b, b)),
            ]
        )
        self.head = nn.Conv2d(b, CHANNELS * UNFOLD**2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The answer before it is unfolded."""
        skips = [self.e2(x)]
        for down in (self.e3, self.e4, self.e5):
            skips.append(down(skips[-1]))
        found = skips.pop()
        for narrow, step in zip(self.u, self.d, strict=True):
            wide = interpolate(narrow(found), scale_factor=2, mode="nearest")
            found = step(wide + skips.pop())
        answer: torch.Tensor = self.head(found)
        return answer
