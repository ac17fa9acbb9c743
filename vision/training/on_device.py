"""Random numbers, turns and blurs on the device where a net learns."""

from __future__ import annotations

import torch
from torch.nn.functional import conv2d, pad

#: Pixels that a blur reaches.
_REACH = 5


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


def blurred(image: torch.Tensor, sigma: torch.Tensor) -> torch.Tensor:
    """Return pictures (N, 3, h, w) each blurred by its own spread (N,) in pixels, 0 for not."""
    reach = torch.arange(-_REACH, _REACH + 1, device=image.device)
    kernel = (-(reach**2) / (2 * sigma.clamp(min=1e-3)[:, None] ** 2)).exp()
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(3, 0)
    flat = image.reshape(1, -1, *image.shape[2:])
    across = pad(flat, (_REACH, _REACH, 0, 0), "reflect")
    flat = conv2d(across, kernel[:, None, None], groups=len(kernel))
    down = pad(flat, (0, 0, _REACH, _REACH), "reflect")
    return conv2d(down, kernel[:, None, :, None], groups=len(kernel)).reshape(image.shape)
