"""The nets that read a straightened Linie 1 board: cells, trams by colour, single cells closely."""

from __future__ import annotations

from torch import nn

from vision.linie1.tiles.cells import CHANNELS, LINES
from vision.linie1.tiles.close import CHANNELS as CLOSE_CHANNELS
from vision.training.nets import Residual, Stages, block


class CellNet(Stages):
    """(N, 3, 32 R, 32 C) BGR 0..1, cells of 32 pixels -> (N, CHANNELS, R, C) logits by cell: faces,
    sign, cover. It sees about two cells to each side."""

    def __init__(self) -> None:
        super().__init__(
            stem=nn.Sequential(block(3, 16, 2), block(16, 32, 2), block(32, 64, 2)),
            lines=Residual(64, 1),
            shapes=nn.Sequential(block(64, 96, 2), Residual(96, 1)),
            cells=nn.Sequential(block(96, 128, 2), Residual(128, 1)),
            head=nn.Sequential(nn.Dropout2d(0.05), nn.Conv2d(128, CHANNELS, 1)),
        )


class TramNet(Stages):
    """(N, 3, 32 R, 32 C) BGR 0..1, cells of 32 pixels -> (N, 6, R, C) logits by cell and line. It
    sees about two cells to each side: a tram leans out of its cell, and one on a terminus stands
    between two."""

    def __init__(self) -> None:
        fine = (block(3, 12, 2), block(12, 24, 2), block(24, 40, 2), Residual(40, 1))
        wide = (block(40, 64, 2), Residual(64, 1), block(64, 96, 2), Residual(96, 1))
        super().__init__(body=nn.Sequential(*fine, *wide), head=nn.Conv2d(96, LINES, 1))


class CloseNet(Stages):
    """(N, 3, 80, 80) BGR 0..1, the cell filling the middle 40 x 40 -> (N, 42) logits: faces, sign,
    trams by line."""

    def __init__(self) -> None:
        fine = (block(3, 24, 2), block(24, 40, 2), Residual(40, 1))
        wide = (block(40, 72, 2), Residual(72, 1), Residual(72, 1))
        deep = (block(72, 112, 2), Residual(112, 1), Residual(112, 1))
        super().__init__(
            features=nn.Sequential(*fine, *wide, *deep),
            head=nn.Sequential(
                nn.Flatten(),
                nn.Linear(112 * 5 * 5, 192),
                nn.ReLU(inplace=True),
                nn.Dropout(0.15),
                nn.Linear(192, CLOSE_CHANNELS),
            ),
        )
