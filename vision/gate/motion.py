"""Whether anything moves, and where something always does."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Mask, Tensor
from vision.gate.change import Shape, change_between, shapes
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.region import GameRegion
from vision.gate.view import View

#: 80th percentile of the absolute difference of two pictures, over their noise (normal).
_P80 = 1.2816 * math.sqrt(2)

#: Bounds of a camera's noise in the small view, grey levels: compressed films look noiseless.
_NOISE = (0.8, 6.0)

#: Views over which the noise is the median.
_NOISE_VIEWS = 31


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """What one view says of motion. `moving` are the shapes that differ from a moment ago,
    `share` the part of the picture that does, `quiet_s` the time since the last motion that
    counts, `noise` the camera's, grey levels of the small view, `steady` (h, w) bool the places
    that do not move all the time."""

    moving: tuple[Shape, ...]
    share: float
    quiet_s: float
    noise: float
    steady: Mask


class MotionDetector:
    """Remembers the last views."""

    def __init__(self, limits: GateLimits = LIMITS) -> None:
        self._limits = limits
        self._views: deque[tuple[float, View]] = deque(maxlen=32)
        self._noises: deque[float] = deque(maxlen=_NOISE_VIEWS)
        self._restless: Tensor | None = None
        self._moved_at = -math.inf

    def see(self, view: View, at: float, region: GameRegion) -> Movement:
        """Compares a view with the one before; motion counts most where the game lies."""
        if not self._views:
            self._moved_at = at
        before = self._earlier(at)
        last_at = self._views[-1][0] if self._views else at
        self._views.append((at, view))
        steady = self._steady(view)
        if before is None:
            return Movement((), 0.0, 0.0, self.noise, steady)
        self._noises.append(_noise_of(view, before))
        change = change_between(view, before, self.noise, self._limits)
        found = shapes(change, self._limits.moving_px)
        counted = tuple(s for s in found if self._counts(s, region, steady))
        self._learn(change.other, at - last_at)
        if counted:
            self._moved_at = at
        return Movement(counted, change.share, at - self._moved_at, self.noise, steady)

    def _earlier(self, at: float) -> View | None:
        """The newest view old enough to compare with, else the oldest there is."""
        for seen_at, view in reversed(self._views):
            if at - seen_at >= self._limits.motion_gap_s:
                return view
        return self._views[0][1] if self._views else None

    @property
    def noise(self) -> float:
        """The camera's noise in the small view, grey levels."""
        typical = float(np.median(self._noises)) if self._noises else 1.0
        return min(max(typical, _NOISE[0]), _NOISE[1])

    def _counts(self, shape: Shape, region: GameRegion, steady: Mask) -> bool:
        """Beside the game, little things and places that never rest say nothing."""
        if region.covered(shape.mask) >= self._limits.moving_px:
            return True
        return int((shape.mask & steady).sum()) >= self._limits.moving_beside_px

    def _steady(self, view: View) -> Mask:
        if self._restless is None:
            self._restless = np.zeros(view.shape, np.float32)
        return np.asarray(self._restless < self._limits.restless)

    def _learn(self, moving: Mask, seconds: float) -> None:
        weight = np.float32(1 - math.exp(-max(seconds, 0.0) / self._limits.restless_s))
        if self._restless is not None:
            self._restless += weight * (moving - self._restless)


def _noise_of(now: View, before: View) -> float:
    difference = _grey(now) - _grey(before)
    difference = np.abs(difference - np.median(difference))
    return float(np.percentile(difference, 80)) / _P80


def _grey(view: View) -> Tensor:
    """Every fourth pixel's mean of the channels, grey levels."""
    return np.asarray(view.bgr[::4, ::4].mean(axis=2, dtype=np.float32), np.float32)
