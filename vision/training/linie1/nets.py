"""The two small nets that read a straightened Linie 1 board: cells, and trams by colour."""

from __future__ import annotations

import torch
from torch import nn

from vision.linie1.tiles.cells import CHANNELS, LINES
from vision.training.nets import Residual, block


class CellNet(nn.Module):
    """(N, 3, 32 R, 32 C) BGR 0..1, cells of 32 pixels -> (N, CHANNELS, R, C) logits by cell: faces,
    sign, cover. It sees about two cells to each side."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 64, 2))
        self.lines = Residual(64, 1)
        self.shapes = nn.Sequential(block(64, 96, 2), Residual(96, 1))
        self.cells = nn.Sequential(block(96, 128, 2), Residual(128, 1))
        self.head = nn.Sequential(nn.Dropout2d(0.05), nn.Conv2d(128, CHANNELS, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        y: torch.Tensor = self.head(self.cells(self.shapes(self.lines(self.stem(x - 0.5)))))
        return y


class TramNet(nn.Module):
    """(N, 3, 32 R, 32 C) BGR 0..1, cells of 32 pixels -> (N, 6, R, C) logits by cell and line. It
    sees about two cells to each side: a tram leans out of its cell, and one on a terminus stands
    between two."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 12, 2),
            block(12, 24, 2),
            block(24, 40, 2),
            Residual(40, 1),
            block(40, 64, 2),
            Residual(64, 1),
            block(64, 96, 2),
            Residual(96, 1),
        )
        self.head = nn.Conv2d(96, LINES, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        y: torch.Tensor = self.head(self.body(x - 0.5))
        return y
