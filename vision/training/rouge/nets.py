"""The two small nets of the Rouge reader: one finds the board, one reads the straightened board."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn.functional import interpolate

from tests.render.rouge.looks import NAMES
from vision.rouge.pawns.cells import CHANNELS
from vision.training.nets import Residual, block

#: Output channels of the finder, on a grid of one cell per 8 pixels.
FINDER_CHANNELS = ("board", "radius")

#: Output channels of the reader, on a grid of one cell per 4 pixels. Offsets count in 8 pixels.
READER_CHANNELS = (
    *(f"ring-{k}" for k in range(5)),  # logits: beside, hub, inner, middle, outer ring
    "foot",  # logit: near the foot of a hollow or of a pawn
    "dx",
    "dy",  # to that foot
    "taken",  # logit: a pawn stands there
    "mx",
    "my",  # from the cell to the middle of what stands there, over two
    "seen",  # logit: share of it that can be seen
    "cover",  # logit: a hand or a thing covers this cell
    "sticker",  # logit: a mark on a ring
    *NAMES,  # logits of the pawn's colour
)


class FinderNet(nn.Module):
    """(N, 3, H, W) BGR 0..1, H and W multiples of 32 -> (N, 2, H/8, W/8)."""

    def __init__(self, width: int = 40) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 24, 2), block(24, width, 2))
        self.near = Residual(width, 1)
        self.deep = nn.Sequential(block(width, 56, 2), *(Residual(56, d) for d in (1, 2, 4, 1)))
        self.join = nn.Sequential(block(width + 56, 48), Residual(48, 1))
        self.head = nn.Conv2d(48, len(FINDER_CHANNELS), 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logit of the board and radius; shapes as the class says."""
        near = self.near(self.stem(x - 0.5))
        far = interpolate(self.deep(near), scale_factor=2.0, mode="nearest")
        y: torch.Tensor = self.head(self.join(torch.cat([near, far], 1)))
        return y


class BoardNet(nn.Module):
    """(N, 3, S, S) BGR 0..1, S a multiple of 32 -> (N, 25, S/4, S/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, 2), block(16, 32, 2), Residual(32, 1))
        self.mid = nn.Sequential(block(32, 56, 2), Residual(56, 1), Residual(56, 2))
        self.deep = nn.Sequential(
            block(56, 80, 2), Residual(80, 1), Residual(80, 2), Residual(80, 4), Residual(80, 1)
        )
        self.join_mid = nn.Sequential(block(56 + 80, 56), Residual(56, 1))
        self.join_fine = nn.Sequential(block(32 + 56, 40), Residual(40, 1))
        self.head = nn.Conv2d(40, len(READER_CHANNELS), 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits and offsets; shapes as the class says."""
        fine = self.fine(x - 0.5)
        mid = self.mid(fine)
        far = interpolate(self.deep(mid), scale_factor=2.0, mode="nearest")
        mid = self.join_mid(torch.cat([mid, far], 1))
        near = interpolate(mid, scale_factor=2.0, mode="nearest")
        y: torch.Tensor = self.head(self.join_fine(torch.cat([fine, near], 1)))
        return y


class Alike(nn.Module):
    """(B, N, wide) things of a board -> what those most like it, or most unlike, tell of each:
    attention with several heads (Vaswani et al., 2017)."""

    def __init__(self, wide: int, heads: int = 4) -> None:
        super().__init__()
        self._heads, self._scale = heads, (wide // heads) ** -0.5
        self.asks, self.is_asked, self.tells = (nn.Linear(wide, wide) for _ in range(3))
        self.answer = nn.Linear(wide, wide)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Same shape out as in."""
        asks, asked, tells = (
            part(x).reshape(*x.shape[:2], self._heads, -1).transpose(1, 2)
            for part in (self.asks, self.is_asked, self.tells)
        )
        weight = torch.softmax(asks @ asked.transpose(2, 3) * self._scale, -1)
        y: torch.Tensor = self.answer((weight @ tells).transpose(1, 2).reshape(x.shape))
        return y


class CellNet(nn.Module):
    """(24, 27, 40, 40) near and far views of a board's hollows, BGR 0..1 -> (24, 12) logits: taken,
    and every colour. With (B, 24, 27, 40, 40) of several boards -> (B * 24, 12). The plain one sees
    the first 15 channels only.

    Every hollow is judged beside the others of its board: bare ones look alike, and a pawn of the
    board's own colour is told by how it differs from them. The views are pooled over the board by
    mean and maximum, as in Deep Sets (Zaheer et al., 2017), and each looks at those like it.
    """

    def __init__(self, channels: int = CHANNELS, first: int = 40, wide: int = 112) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(channels, first, 2),
            block(first, 40),
            block(40, 64, 2),
            Residual(64, 1),
            block(64, 80, 2),
        )
        self.alone = nn.Sequential(nn.Flatten(), nn.Linear(80 * 5 * 5, wide), nn.ReLU())
        self.shared = nn.Sequential(nn.Linear(wide, wide), nn.ReLU())
        self.alike = Alike(wide)
        self.beside = nn.Sequential(nn.Dropout(0.1), nn.Linear(3 * wide, wide), nn.ReLU())
        self.head = nn.Linear(wide, 1 + len(NAMES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits; shapes as the class says."""
        boards = x.shape[0] if x.dim() == 5 else 1
        own = self.alone(self.features(x.reshape(-1, *x.shape[-3:]) - 0.5))
        told = self.shared(own).reshape(boards, -1, own.shape[-1])
        pooled = torch.cat([told.mean(1, keepdim=True), told.amax(1, keepdim=True)], -1)
        others = pooled.expand(-1, told.shape[1], -1).reshape(own.shape[0], -1)
        own = own + self.alike(own.reshape(boards, -1, own.shape[-1])).reshape(own.shape)
        y: torch.Tensor = self.head(self.beside(torch.cat([own, others], 1)))
        return y
