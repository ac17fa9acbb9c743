"""What is done to a photo, axis by axis, from hardly at all to far too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from tests.robust.grounds import busy, hidden
from tests.robust.lens import bent, shrunk, slanted, webcam
from tests.robust.scene import Scene
from vision.reader import Image

Rng = np.random.Generator

#: Makes a scene worse by a level; None where that cannot be done to it.
Change = Callable[[Scene, float, Rng], Scene | None]

#: Width for which blurs are told, pixels.
_WIDE = 1280
#: What a display's levels are made of light by.
_GAMMA = 2.2


@dataclass(frozen=True)
class Axis:
    """One thing that goes wrong with photos: `levels` in `unit`, the first the mildest."""

    unit: str
    levels: tuple[float, ...]
    change: Change

    @property
    def few(self) -> tuple[float, ...]:
        """Every other level, the worst among them."""
        return self.levels[::-2][::-1]

    def at(self, scene: Scene, level: float) -> Scene | None:
        """The scene at a level: the same pixels every time."""
        seed = [len(scene.name), *scene.name.encode(), round(abs(level) * 1000)]
        return self.change(scene, level, np.random.default_rng(seed))


def _pictured(change: Callable[[Image, float, Rng], Image]) -> Change:
    """A change of the pixels' values, which moves nothing."""
    return lambda scene, level, rng: scene.shows(change(scene.image, level, rng))


def _blurred(image: Image, level: float, _rng: Rng) -> Image:
    sigma = level * max(image.shape[:2]) / _WIDE
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def _shaken(image: Image, level: float, rng: Rng) -> Image:
    """A straight jerk of the camera."""
    length = level * max(image.shape[:2]) / _WIDE
    half, turn = int(np.ceil(length / 2)) + 1, rng.uniform(0, np.pi)
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 8 * half):
        x, y = half + share * length * np.array([np.cos(turn), np.sin(turn)])
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _noisy(image: Image, level: float, rng: Rng) -> Image:
    return _levels(image + level * rng.standard_normal(image.shape, np.float32))


def _packed(image: Image, level: float, _rng: Rng) -> Image:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(level)])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _exposed(image: Image, level: float, _rng: Rng) -> Image:
    """So many stops more light on the sensor; what it cannot hold is burnt out. Too little light
    brings out the sensor's grain, of two levels."""
    return _through(image, np.full(3, 2.0**level))


def _tinted(image: Image, level: float, _rng: Rng) -> Image:
    """A lamp with so many stops more red than green, and as many less blue."""
    return _through(image, 2.0 ** np.array([-level, 0.0, level]))


def _through(image: Image, gains: np.ndarray) -> Image:
    """A picture in another light: gains (3,) of B, G, R as linear light."""
    lit = (np.arange(256)[:, None] / 255) ** _GAMMA * gains
    table = (lit.clip(0, 1) ** (1 / _GAMMA) * 255).round().astype(np.uint8)
    return np.asarray(cv2.LUT(image, table[:, None, :]), np.uint8)


def _paled(image: Image, level: float, _rng: Rng) -> Image:
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return _levels(grey + level * (image.astype(np.float32) - grey))


def _levels(values: np.ndarray) -> Image:
    return np.asarray(values.round().clip(0, 255), np.uint8)


#: Every axis by name.
AXES: Mapping[str, Axis] = {
    "none": Axis("", (0,), lambda scene, _level, _rng: scene),
    "slant": Axis("degrees more", (15, 30, 40, 50, 55, 60, 65), slanted),
    "size": Axis("pixels a tile", (32, 24, 20, 16, 12), shrunk),
    "blur": Axis("pixels (sigma)", (1, 2, 3, 4, 6), _pictured(_blurred)),
    "motion": Axis("pixels", (4, 8, 12, 20), _pictured(_shaken)),
    "noise": Axis("levels (sd)", (8, 16, 30, 50), _pictured(_noisy)),
    "jpeg": Axis("quality", (50, 25, 12, 6), _pictured(_packed)),
    "exposure": Axis("stops", (-4, -3, -2, -1, 0.5, 1, 1.5, 2, 3), _pictured(_exposed)),
    "cast": Axis("stops red to blue", (-1, -0.5, 0.5, 1, 1.5), _pictured(_tinted)),
    "saturation": Axis("of its own", (1.5, 0.5, 0.3, 0.2, 0.1, 0), _pictured(_paled)),
    "distortion": Axis("k1", (-0.1, -0.2, -0.28, 0.1), bent),
    "webcam": Axis("degrees of view", (90, 120), webcam),
    "hidden": Axis("share of the game", (0.05, 0.1, 0.2, 0.4), hidden),
    "table": Axis("strength of its pattern", (0.25, 0.5, 1), busy),
}
