"""What a camera over the table takes while people play: arms that reach in, and what else happens.

A scene is the table before and after somebody touched it. Time is the film's own, so that the same
seed gives the same frames on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from tests.render.hands import paint_hand
from tests.render.style import hsv
from vision.reader import Image

#: Frames a second while something moves and just after it, and later on.
FAST_FPS, SLOW_FPS = 15.0, 5.0

#: Seconds: an arm's way in and out, how long it rests where it rests, the clear table afterwards,
#: of these the part that is filmed fast.
ARM_S, REST_S, CLEAR_S, FAST_S = 0.8, 2.0, 3.2, 1.0

#: Seconds that the camera is out of focus, or lies on its side.
SOFT_S, KNOCKED_S = 1.2, 1.5

#: Standard deviation of a frame's noise, grey levels, and of a soft lens, pixels.
GRAIN, SOFT_PX = 1.5, 6.0

#: What may happen beside the game, and how often before a picture.
MISHAPS = ("lamp", "knocked", "soft", "rests")
MISHAP_SHARE = 0.2

_SKIN = hsv(22, 0.45, 0.8)


@dataclass(frozen=True, eq=False)
class Shot:
    """One frame: `image` (H, W, 3) uint8 BGR, `seconds` until the next one, whether a `hand` is in
    view, and whether the table is to be `seen` in it: sharp, at rest, nothing over it."""

    image: Image
    seconds: float
    hand: bool = False
    seen: bool = True


class Camera:
    """One camera under one lamp; both may be moved, and stay so."""

    def __init__(self, seed: int) -> None:
        """Everything follows from the seed."""
        self._rng = Random(f"camera {seed}")
        self._noise = np.random.default_rng(seed)
        self._gains = np.ones(3)
        self._shift = self._put_up()
        self._grains: list[Image] = []
        self._still: tuple[Image, np.ndarray, np.ndarray, Image] | None = None

    def scene(self, before: Image, after: Image) -> Iterator[Shot]:
        """A hand changes the table, or nobody touches it where both pictures are the same."""
        mishap = self._rng.choice(MISHAPS) if self._rng.random() < MISHAP_SHARE else None
        if mishap == "knocked":
            yield from self._knocked(before)
        yield from self._reached(before, after, rests=mishap == "rests")
        if mishap == "lamp":
            self._gains = np.array([self._rng.uniform(0.7, 1.2) for _ in range(3)])
        if mishap == "soft":
            for _ in range(round(SOFT_S * FAST_FPS)):
                soft = cv2.GaussianBlur(self._taken(after), (0, 0), SOFT_PX)
                yield Shot(np.asarray(soft, np.uint8), 1 / FAST_FPS, seen=False)
        yield from self.clear(after)

    def seen_at(self, xy: tuple[float, float]) -> tuple[float, float]:
        """Where a spot of the drawn picture is in what this camera takes now, pixels."""
        x, y = self._shift @ np.array([*xy, 1.0])
        return float(x), float(y)

    def clear(self, image: Image) -> Iterator[Shot]:
        """The table for a while."""
        for _ in range(round(FAST_S * FAST_FPS)):
            yield Shot(self._taken(image), 1 / FAST_FPS)
        for _ in range(round((CLEAR_S - FAST_S) * SLOW_FPS)):
            yield Shot(self._taken(image), 1 / SLOW_FPS)

    def _knocked(self, image: Image) -> Iterator[Shot]:
        """The camera falls, lies there, and is put up again nearly as it was."""
        height, width = image.shape[:2]
        for _ in range(round(KNOCKED_S * FAST_FPS / 3)):
            angle = self._rng.uniform(20, 60)
            fallen = cv2.getRotationMatrix2D((0.0, float(height)), angle, 1.6)
            aside = cv2.warpAffine(image, fallen, (width, height))
            yield Shot(np.asarray(aside, np.uint8), 3 / FAST_FPS, seen=False)
        self._shift = self._put_up()
        yield from self.clear(image)

    def _put_up(self) -> np.ndarray:
        """(2, 3) how a camera put up by hand sees the picture: turned and shifted a little."""
        again = cv2.getRotationMatrix2D(
            (640.0, 360.0), self._rng.uniform(-1.5, 1.5), self._rng.uniform(0.97, 1.0)
        )
        again[:, 2] += [self._rng.uniform(-12, 12) for _ in range(2)]
        return np.asarray(again, np.float64)

    def _reached(self, before: Image, after: Image, *, rests: bool) -> Iterator[Shot]:
        """An arm comes to where the table changes, and goes."""
        if before is after:
            return
        target, look = _changed(before, after), self._rng.randrange(1 << 30)
        frames = round(ARM_S * FAST_FPS)
        for frame in range(frames):
            deep = min(1.0, 3 * min(frame + 0.5, frames - frame - 0.5) / frames)
            image = before if 2 * frame < frames else after
            arm, seen = _with_arm(self._taken(image), target, deep, look)
            yield Shot(arm, 1 / FAST_FPS, hand=seen, seen=not seen)
            if rests and frame == frames // 2:
                for _ in range(round(REST_S * FAST_FPS)):
                    arm, _ = _with_arm(self._taken(image), target, deep, look)
                    yield Shot(arm, 1 / FAST_FPS, hand=True, seen=False)

    def _taken(self, image: Image) -> Image:
        """A picture as this camera takes it under this lamp, with the grain of one frame."""
        lit = self._lit(image)
        if not self._grains or self._grains[0].shape != image.shape:
            grains = self._noise.normal(128, GRAIN, (4, *image.shape)).round()
            self._grains = [np.asarray(grain, np.uint8) for grain in grains]
        grain = self._rng.choice(self._grains)
        return np.asarray(cv2.addWeighted(lit, 1.0, grain, 1.0, -128.0), np.uint8)

    def _lit(self, image: Image) -> Image:
        """A picture from where this camera stands, under this lamp; worked out once for all frames
        in which both and the table stay as they are."""
        still = self._still
        if still is None or any(a is not b for a, b in zip(still, self._now(image), strict=False)):
            size_wh = (image.shape[1], image.shape[0])
            held = cv2.warpAffine(image, self._shift, size_wh, borderMode=cv2.BORDER_REPLICATE)
            lit = held if (self._gains == 1).all() else cv2.multiply(held, (*self._gains, 1.0))
            still = self._still = (*self._now(image), np.asarray(lit, np.uint8))
        return still[3]

    def _now(self, image: Image) -> tuple[Image, np.ndarray, np.ndarray]:
        return image, self._shift, self._gains


def _changed(before: Image, after: Image) -> np.ndarray:
    """(2,) the middle of what differs most, pixels; the picture's where nothing does."""
    differs = cv2.absdiff(before, after).max(axis=2)
    soft = cv2.GaussianBlur(differs, (0, 0), before.shape[1] / 60)
    _, most, _, at = cv2.minMaxLoc(soft)
    middle = (before.shape[1] / 2, before.shape[0] / 2)
    return np.array(at if most > 0 else middle, np.float64)


def _with_arm(image: Image, target: np.ndarray, deep: float, look: int) -> tuple[Image, bool]:
    """The same arm in every frame of a scene, `deep` 0 (out of view) to 1 (at the target)."""
    width = image.shape[1]
    tip = target + (1 - deep) * np.array([1.3 * width, 0.2 * width])
    drawn = image.copy()
    rng = np.random.default_rng(look)
    paint_hand(rng, drawn, tip, width / 7, _SKIN, (np.array([18.0, 22.0]), 0.3))
    return drawn, bool((drawn != image).any())
