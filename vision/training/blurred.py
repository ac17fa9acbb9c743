"""Pictures out of focus, each by as much as it is told, on the device where they lie."""

from __future__ import annotations

import torch
from torch.nn.functional import conv2d, pad

#: Pixels that a blur reaches.
_REACH = 5


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
