"""Cameras differ in light, colour, focus and noise: pictures changed at random to bear that."""

from __future__ import annotations

import cv2
import numpy as np

from vision.nn.arrays import Pixels

#: Noise is drawn once and cut anywhere: drawing it anew would take longer than training.
_NOISE = np.random.default_rng(7).standard_normal((1024, 1024, 3), np.float32)


def recolour(image: Pixels, rng: np.random.Generator) -> Pixels:
    """White balance, exposure, contrast, blur and noise changed at random."""
    gain = np.exp(rng.normal(0, 0.10, 3)) * np.exp(rng.normal(0, 0.15))
    tones = np.clip(np.arange(256)[:, None] * gain / 255, 0, 1) ** np.exp(rng.normal(0, 0.2))
    out = cv2.LUT(image, (255 * tones).astype(np.float32)[None])
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.2))
    h, w = out.shape[:2]
    y, x = rng.integers(_NOISE.shape[0] - h), rng.integers(_NOISE.shape[1] - w)
    out = out + np.float32(rng.uniform(0, 6)) * _NOISE[y : y + h, x : x + w]
    return np.clip(out, 0, 255).astype(np.uint8)
