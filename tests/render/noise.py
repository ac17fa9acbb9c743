"""Cheap random textures."""

from __future__ import annotations

import cv2
import numpy as np

COARSE = 10.0  # blob size in pixels from which a quarter of the resolution will do


def cloud(
    rng: np.random.Generator, shape_hw: tuple[int, int], cell_xy: tuple[float, float]
) -> np.ndarray:
    """(H, W) float32 smooth noise, mean 0, sd about 1, whose blobs measure cell_xy pixels."""
    h, w = shape_hw
    small = (max(2, int(h / cell_xy[1]) + 2), max(2, int(w / cell_xy[0]) + 2))
    grid = rng.standard_normal(small, dtype=np.float32)
    grid *= np.float32(1.3)  # what smoothing takes away
    return cv2.resize(grid, (w, h), interpolation=cv2.INTER_CUBIC)


def layered(
    rng: np.random.Generator,
    shape_hw: tuple[int, int],
    cell_xy: tuple[float, float],
    layers: int = 4,
    fade: float = 0.6,
) -> np.ndarray:
    """(H, W) float32 noise of several sizes, each half as large and `fade` times as strong."""
    h, w = shape_hw
    # Coarse layers are drawn on a quarter-size sheet, which is enlarged once.
    coarse = np.zeros((h // 4 + 1, w // 4 + 1), np.float32)
    fine = []
    for layer in range(layers):
        cx, cy = (max(c / 2**layer, 1.5) for c in cell_xy)
        if min(cx, cy) >= COARSE:
            coarse += np.float32(fade**layer) * cloud(rng, coarse.shape, (cx / 4, cy / 4))
        else:
            fine.append(np.float32(fade**layer) * cloud(rng, shape_hw, (cx, cy)))
    total: np.ndarray = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR)
    for sheet in fine:
        total += sheet
    total *= np.float32(1 / np.sqrt(sum(fade ** (2 * k) for k in range(layers))))
    return total


def ramp(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """(H, W) float values, clipped to 0..1, to (H, W, 3) uint8 colours between two BGR colours."""
    index = np.clip(values * np.float32(255), 0, 255).astype(np.uint8)
    steps = np.linspace(0, 1, 256)[:, None]
    table = np.clip(low * (1 - steps) + high * steps, 0, 255).astype(np.uint8)
    return cv2.applyColorMap(index, table.reshape(256, 1, 3))
