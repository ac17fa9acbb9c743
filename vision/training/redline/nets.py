"""The two small nets: one finds tiles in a picture, one reads a tile that was laid straight."""

from __future__ import annotations

from torch import nn

from vision.training.nets import MapNet, Stages, block

#: Output channels of the finder, in this order, on a grid of one cell per 8 pixels.
FINDER_CHANNELS = (
    "middle",  # logit: the cell lies near the middle of a tile
    "dx",  # from the cell's centre to the tile's middle, in cells
    "dy",
    "log_xx",  # matrix logarithm of the tile's size tensor, in units of 32 pixels
    "log_xy",
    "log_yy",
    "cos4",  # four times the tile's turn, the same for all four quarter turns
    "sin4",
    "blue",  # logit: the tile is blue
    "cover",  # logit: a hand or a thing covers this cell
)


class FinderNet(MapNet):
    """(N, 3, H, W) BGR 0..1, H and W multiples of 16 -> (N, 10, H/8, W/8)."""

    def __init__(self) -> None:
        super().__init__(len(FINDER_CHANNELS), 48, (1, 2, 4, 1))


class TileNet(Stages):
    """(N, 3, 40, 40) BGR 0..1, the tile filling the middle 32x32 -> (N, 10) logits:
    eight spokes clockwise from north, blue, "a whole tile lies here"."""

    def __init__(self) -> None:
        super().__init__(
            features=nn.Sequential(
                block(3, 24), block(24, 32, 2), block(32, 48), block(48, 64, 2), block(64, 64)
            ),
            head=nn.Sequential(
                nn.Flatten(),
                nn.Dropout(0.1),
                nn.Linear(64 * 10 * 10, 96),
                nn.ReLU(inplace=True),
                nn.Linear(96, 10),
            ),
        )
