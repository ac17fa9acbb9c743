"""Random numbers where a net learns."""

from __future__ import annotations

import torch


class Chance:
    """Draws numbers on a device, the same for a seed."""

    def __init__(self, device: torch.device | str, seed: int) -> None:
        self.rng = torch.Generator(device).manual_seed(seed)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        """Numbers from `low` to `high`, all as likely."""
        drawn = torch.rand(shape, generator=self.rng, device=self.rng.device)
        return low + (high - low) * drawn

    def normal(self, *shape: int) -> torch.Tensor:
        """Numbers about 0 with a standard deviation of 1."""
        return torch.randn(shape, generator=self.rng, device=self.rng.device)

    def below(self, end: int, count: int) -> torch.Tensor:
        """(count,) whole numbers from 0 on, all as likely."""
        return torch.randint(end, (count,), generator=self.rng, device=self.rng.device)


def turns(c: torch.Tensor, s: torch.Tensor, side: torch.Tensor | float = 1.0) -> torch.Tensor:
    """(N, 2, 2) that turn points by angles of these cosines and sines (N,), x mirrored first where
    `side` (N,) is -1."""
    return torch.stack([torch.stack([c * side, -s], -1), torch.stack([s * side, c], -1)], 1)
