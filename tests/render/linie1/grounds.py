"""Printed grounds: what a tile, a board cell or a road is filled with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tests.render.noise import cloud, ramp
from tests.render.style import Colour, hsv

Painter = Callable[[np.random.Generator, int, float], np.ndarray]


@dataclass(frozen=True)
class Ground:
    """A filling: `kind` names the painter, `strength` 0..1 how much of its contrast shows,
    `scale` the size of a stone, stroke or cloud as a share of a cell."""

    kind: str
    colour: Colour
    other: Colour
    strength: float
    scale: float


def _plain(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    return 0.1 * cloud(rng, (px, px), (unit, unit))


def _cloudy(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    return 0.5 + 0.3 * cloud(rng, (px, px), (unit, unit))


def _speckle(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    size = max(1.5, unit / 4)
    return np.clip(cloud(rng, (px, px), (size, size)) - 0.3, 0, 1)


def _strokes(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    """Blades of grass, brush strokes."""
    values = np.zeros((px, px), np.float32)
    slant = rng.uniform(0, np.pi)
    for x, y in rng.uniform(0, px, (int(1.2 * (px / unit) ** 2) + 8, 2)):
        a = slant + rng.normal(0, 0.5)
        end = (int(x + unit * np.cos(a)), int(y + unit * np.sin(a)))
        width = max(1, int(unit * 0.2))
        cv2.line(values, (int(x), int(y)), end, float(rng.uniform(0.3, 1)), width, cv2.LINE_AA)
    return values


def _stones(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    """Cobbles: the cells of random middles, each of its own shade, dark joints between."""
    count = max(2, int(px / unit))
    grid = (np.stack(np.mgrid[0:count, 0:count], -1) + 0.5).reshape(-1, 2) * (px / count)
    seeds = np.clip(grid + rng.normal(0, 0.25 * unit, grid.shape), 0, px - 1).astype(int)
    blank = np.full((px, px), 255, np.uint8)
    blank[seeds[:, 0], seeds[:, 1]] = 0
    _, label = cv2.distanceTransformWithLabels(
        blank, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    shade = rng.uniform(0.4, 1, int(label.max()) + 1).astype(np.float32)
    joint = (label != np.roll(label, 1, 0)) | (label != np.roll(label, 1, 1))
    width = max(1, int(unit * 0.12))
    wide = cv2.dilate(joint.astype(np.uint8), np.ones((width, width), np.uint8)) > 0
    values: np.ndarray = np.where(wide, np.float32(0), shade[label])
    return values


def _bricks(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    """Rows of bricks or square flags, joints between."""
    tall, wide = max(2, int(unit * rng.uniform(0.4, 1))), max(3, int(unit))
    values = np.full((px, px), 0.9, np.float32)
    values += 0.1 * cloud(rng, (px, px), (unit, unit / 2))
    shift = float(rng.choice([0, 0.5]))
    joint = max(1, int(unit * 0.1))
    for k, y in enumerate(range(0, px, tall)):
        values[y : y + joint] = 0
        for x in range(int(shift * wide * (k % 2)), px, wide):
            values[y : y + tall, x : x + joint] = 0
    return values if rng.random() < 0.5 else values.T.copy()


def _hatch(rng: np.random.Generator, px: int, unit: float) -> np.ndarray:
    a = rng.uniform(0, np.pi)
    y, x = np.mgrid[0:px, 0:px].astype(np.float32)
    wave = np.sin((x * np.cos(a) + y * np.sin(a)) * np.float32(6.28 / max(3.0, unit / 2)))
    return np.clip(0.5 + 0.5 * wave, 0, 1)


PAINTERS: dict[str, Painter] = {
    "plain": _plain,
    "cloud": _cloudy,
    "speckle": _speckle,
    "strokes": _strokes,
    "stones": _stones,
    "bricks": _bricks,
    "hatch": _hatch,
}


def paint_ground(ground: Ground, rng: np.random.Generator, px: int) -> np.ndarray:
    """(px, px, 3) uint8 BGR picture of one cell's worth of a ground."""
    values = PAINTERS[ground.kind](rng, px, max(2.0, ground.scale * px))
    values = np.asarray(values, np.float32) * np.float32(ground.strength)
    return ramp(values, np.array(ground.colour), np.array(ground.other))


def random_colour(rng: np.random.Generator) -> Colour:
    """Any printed colour: mostly muted, some strong."""
    saturation = float(rng.beta(1.2, 1.8))
    return hsv(float(rng.uniform(0, 360)), saturation, float(rng.uniform(0.12, 1.0)))


def near_colour(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    """A colour beside another one: its levels off by `spread` (0..255) as a rule, partly together
    (lighter or darker) and partly each by itself."""
    together = rng.normal(0, spread)
    b, g, r = (float(np.clip(v + together + rng.normal(0, spread / 3), 4, 251)) for v in colour)
    return (b, g, r)


def luma(colour: Colour) -> float:
    """How light a BGR colour is, 0..255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def random_ground(rng: np.random.Generator, colour: Colour) -> Ground:
    """Any filling of about this colour."""
    kind = str(rng.choice(list(PAINTERS), p=[0.12, 0.22, 0.14, 0.12, 0.22, 0.1, 0.08]))
    contrast = float(rng.uniform(5, 70)) if rng.random() < 0.8 else float(rng.uniform(40, 120))
    scale = float(np.exp(rng.uniform(np.log(0.03), np.log(0.25))))
    return Ground(kind, colour, near_colour(rng, colour, contrast), 1.0, scale)
