"""What differs between two views once the light is taken away: pixels, then connected shapes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Mask, Tensor
from vision.gate.light import without_light
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.view import View

#: Window over which structure is compared, small pixels.
_WINDOW_PX = 9

#: A ratio of two channels is noisier than the brightness of three.
_COARSE = np.float32(1.6)

#: Contrast (standard deviation of log brightness) under which a window has no structure.
_FLAT = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class ViewChange:
    """Where two views differ, (h, w) bool: `other` in any way that smooth light does not explain,
    `thing` in a way that no shadow does either."""

    other: Mask
    thing: Mask

    @property
    def share(self) -> float:
        """Share of the picture that differs."""
        return float(self.other.mean())


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One connected difference: `box_xywh` and `area` in small pixels, `mask` (h, w) bool, the
    part of it that no shadow explains (`thing`), and whether it touches the picture's border."""

    box_xywh: tuple[int, int, int, int]
    area: int
    mask: Mask
    thing: Mask
    at_border: bool

    @property
    def thing_share(self) -> float:
        """The share of it that no shadow explains."""
        return float(self.thing.sum()) / self.area


def change_between(
    now: View, before: View, noise: float, limits: GateLimits = LIMITS
) -> ViewChange:
    """The difference of two views of one size. `noise`: the camera's, grey levels."""
    light, blue, red = cv2.split(without_light(now, before))
    grain = cv2.max(now.grain, before.grain) * np.float32(noise * limits.noise_sigmas)
    by_light = cv2.divide(light, np.maximum(grain, np.float32(limits.brightness)))
    by_colour = cv2.divide(
        cv2.magnitude(blue, red), np.maximum(grain * _COARSE, np.float32(limits.colour))
    )
    if cv2.norm(by_light, cv2.NORM_INF) > 1:
        by_light[_same_structure(now, before, limits)] = 0
    other = cv2.magnitude(by_light, by_colour) > 1
    low, high = limits.shade_range
    no_shade = (by_colour > 1) | (other & ((light < low) | (light > high)))
    return ViewChange(np.asarray(other), np.asarray(no_shade))


def _same_structure(now: View, before: View, limits: GateLimits) -> Mask:
    """Where both views show the same texture, whatever the light."""
    a, b = now.brightness, before.brightness
    mean_a, mean_b = _mean(a), _mean(b)
    var_a, var_b = _mean(a * a) - mean_a**2, _mean(b * b) - mean_b**2
    both = _mean(a * b) - mean_a * mean_b
    textured = (var_a > _FLAT**2) & (var_b > _FLAT**2)
    return np.asarray(
        textured & (both > limits.same_structure * np.sqrt(np.maximum(var_a * var_b, 0)))
    )


def _mean(values: Tensor) -> Tensor:
    return np.asarray(cv2.boxFilter(values, -1, (_WINDOW_PX, _WINDOW_PX)), np.float32)


def shapes(change: ViewChange, least_px: int) -> tuple[Shape, ...]:
    """The connected differences of at least so many small pixels, largest first."""
    # Opened first: a camera that moved by half a small pixel leaves lines, not shapes.
    solid = cv2.morphologyEx(change.other.astype(np.uint8), cv2.MORPH_OPEN, _JOIN)
    joined = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, _JOIN)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    order = sorted(range(1, count), key=lambda i: -int(stats[i, cv2.CC_STAT_AREA]))
    return tuple(
        _shape(labels == i, stats[i], change)
        for i in order
        if stats[i, cv2.CC_STAT_AREA] >= least_px
    )


_JOIN = np.ones((3, 3), np.uint8)


def _shape(mask: Mask, stats: NDArray[np.int32], change: ViewChange) -> Shape:
    x, y, width, height, area = (int(v) for v in stats)
    rows, cols = mask.shape
    at_border = x <= 1 or y <= 1 or x + width >= cols - 1 or y + height >= rows - 1
    return Shape((x, y, width, height), area, mask, mask & change.thing, at_border)
