"""One better picture of a table that lies still: the mean of its last frames.

A sensor's grain and a stream's compression differ from frame to frame, the table does not. A frame
that shows anything else than the newest one, or another light, is left out, and a small shake of
the camera is taken back first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.gate.change import change_between, shapes
from vision.gate.view import View, view_from
from vision.live.limits import LIMITS, WatcherLimits
from vision.nn.arrays import Points, Tensor
from vision.reader import Image


@dataclass(frozen=True, slots=True, eq=False)
class RecentFrame:
    """A frame's `image`, (H, W, 3) uint8 BGR, and the gate's `view` of it."""

    image: Image
    view: View


class RecentFrames:
    """The newest frames since something last moved."""

    def __init__(self, limits: WatcherLimits = LIMITS) -> None:
        self._limits = limits
        self._kept: deque[RecentFrame] = deque(maxlen=limits.averaged)

    def keep(self, image: Image, view: View) -> None:
        """Adds the newest frame."""
        self._kept.append(RecentFrame(image, view))

    def forget(self) -> None:
        """Something moved: what was seen before is no part of the next picture."""
        self._kept.clear()

    def picture(self, noise: float) -> Image:
        """What the kept frames show together, as the newest one sees it; that one itself where the
        camera's `noise`, grey levels of the small view, is too little to be worth it."""
        if noise < self._limits.noise_worth:
            return self._kept[-1].image
        return mean_picture(self._kept, noise, self._limits)


def mean_picture(
    frames: Sequence[RecentFrame], noise: float, limits: WatcherLimits = LIMITS
) -> Image:
    """The mean of those frames that show what the newest, the last one, does, laid over it.
    `noise`: the camera's, grey levels of the small view."""
    *older, newest = frames
    laid = [found for one in older if (found := _laid(one, newest, noise, limits)) is not None]
    if not laid:
        return newest.image
    total = newest.image.astype(np.float32)
    for image in laid:
        cv2.accumulate(image, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / (1 + len(laid))), np.uint8)


def _laid(
    one: RecentFrame, newest: RecentFrame, noise: float, limits: WatcherLimits
) -> Image | None:
    """A frame's picture laid over the newest; None where they show different things."""
    if one.view.shape != newest.view.shape or _light(one, newest) > limits.same_light:
        return None
    way, _ = cv2.phaseCorrelate(one.view.brightness, newest.view.brightness, _window(newest))
    shake = np.array(way) / newest.view.scale
    if np.abs(shake).max() > limits.shaken_px:
        return None
    view, image = one.view, one.image
    if np.abs(shake).max() > limits.steady_px:
        view = view_from(_moved(view.bgr, shake * view.scale), view.scale)
        image = _moved(image, shake)
    change = change_between(newest.view, view, noise)
    return None if shapes(change, limits.other_px) else image


def _light(one: RecentFrame, newest: RecentFrame) -> float:
    """How far the light of two frames is apart, natural logarithm of it, in the worst channel."""
    return float(np.abs(np.median(newest.view.blocks - one.view.blocks, axis=(0, 1))).max())


def _window(still: RecentFrame) -> Tensor:
    rows, cols = still.view.shape
    return np.asarray(cv2.createHanningWindow((cols, rows), cv2.CV_32F), np.float32)


def _moved(image: Image, way: Points) -> Image:
    """The picture moved by `way` (2,) pixels."""
    size = (image.shape[1], image.shape[0])
    matrix = np.array([[1, 0, way[0]], [0, 1, way[1]]])
    return np.asarray(
        cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
