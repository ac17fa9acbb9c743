"""The arrays that readers pass on, and the form in which nets take pictures."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Float, Indices, Mask, Matrix, Pixels, Points, Tensor

__all__ = [
    "Float", "Indices", "Mask", "Matrix", "Pixels", "Points", "Tensor",
    "rounded_xy", "size_of", "to_nchw", "usual_step",
]  # fmt: skip


def size_of(image: Pixels) -> tuple[int, int]:
    """Return width and height of a picture (H, W, ...), pixels."""
    return (image.shape[1], image.shape[0])


def rounded_xy(point: Float) -> tuple[float, float]:
    """Return a point (2,) as it is told outside: pixels to hundredths."""
    return (round(float(point[0]), 2), round(float(point[1]), 2))


def usual_step(points: Points) -> float:
    """Return how far the nearest other one of two or more points (N, 2) usually is, in their unit:
    the median."""
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)))


def to_nchw(images: Pixels) -> Tensor:
    """Return pictures (N, H, W, 3) uint8 BGR as (N, 3, H, W) float32 0..1."""
    return np.ascontiguousarray(images.transpose(0, 3, 1, 2)).astype(np.float32) * np.float32(
        1 / 255
    )
