"""What tables are covered with: square pictures (SIDE, SIDE, 3), float32, 0..255, BGR.

`tests/render/tables.py` paints cloths and newspapers as well, but the nets learnt those: these are
drawn in other ways on purpose.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import cv2
import numpy as np

SIDE = 2048

Picture = np.ndarray
Noise = np.random.Generator


def _colour(noise: Noise, least: int = 20, most: int = 240) -> list[int]:
    return [int(v) for v in noise.integers(least, most, 3)]


def _plain(colour: list[int]) -> Picture:
    return np.full((SIDE, SIDE, 3), colour, np.float32)


def _newspaper(rng: Random, noise: Noise) -> Picture:
    """Lines of words, and pictures."""
    image = _plain([235, 235, 235])
    for y in range(8, SIDE, 14):
        x = 0
        while x < SIDE:
            width = int(noise.integers(3, 20))
            if noise.random() < 0.85:
                cv2.rectangle(image, (x, y), (x + width, y + 5), (60, 60, 60), -1)
            x += width + 5
    for _ in range(60):
        x, y = (int(v) for v in noise.integers(0, SIDE, 2))
        size = (int(noise.integers(30, 160)), int(noise.integers(30, 120)))
        cv2.rectangle(image, (x, y), (x + size[0], y + size[1]), _colour(noise, 30), -1)
    return image


def _tartan(rng: Random, noise: Noise) -> Picture:
    """A wide and a narrow band, both ways, half of each thread's colour."""
    image, step = _plain(_colour(noise, 20, 200)), rng.uniform(20, 60)
    for width, shift in ((6, 0.0), (12, step / 3)):
        thread = np.array(_colour(noise), np.float32)
        for k in range(int(SIDE / step)):
            at = slice(int(k * step + shift), int(k * step + shift) + width)
            image[at] = (image[at] + thread) / 2
            image[:, at] = (image[:, at] + thread) / 2
    return image


def _stripes(rng: Random, noise: Noise) -> Picture:
    image, step = _plain(_colour(noise)), int(rng.uniform(16, 60))
    other = _colour(noise)
    for x in range(0, SIDE, 2 * step):
        image[:, x : x + step] = other
    return image


def _stone(rng: Random, noise: Noise) -> Picture:
    coarse = noise.normal(0, 22, (SIDE // 4, SIDE // 4)).astype(np.float32)
    grain = cv2.resize(coarse, (SIDE, SIDE)) + noise.normal(0, 10, (SIDE, SIDE))
    return np.asarray(_plain(_colour(noise, 60, 200)) + grain[..., None], np.float32)


def _red_cloth(rng: Random, noise: Noise) -> Picture:
    weave = noise.normal(0, 10, (SIDE, SIDE, 1))
    return np.asarray(_plain([35, 25, 150]) + weave, np.float32)


def _black_glass(rng: Random, noise: Noise) -> Picture:
    return _plain([14, 14, 14])


def _flowers(rng: Random, noise: Noise) -> Picture:
    image = _plain(_colour(noise, 150, 245))
    for _ in range(1500):
        x, y = noise.integers(0, SIDE, 2)
        colour = _colour(noise, 30)
        for k in range(5):
            a = k * 2 * math.pi / 5
            at = (int(x + 7 * math.cos(a)), int(y + 7 * math.sin(a)))
            cv2.circle(image, at, 5, colour, -1)
    return image


def _squares(rng: Random, noise: Noise) -> Picture:
    """Strewn squares as large as tiles."""
    image = _plain(_colour(noise, 100, 245))
    for _ in range(900):
        x, y = (float(v) for v in noise.integers(0, SIDE, 2))
        side = float(noise.integers(6, 22))
        box = cv2.boxPoints(((x, y), (side, side), float(noise.uniform(0, 90))))
        cv2.fillPoly(image, [box.astype(np.int32)], _colour(noise, 30))
    return image


PATTERNS: dict[str, Callable[[Random, Noise], Picture]] = {
    "newspaper": _newspaper,
    "tartan": _tartan,
    "stripes": _stripes,
    "stone": _stone,
    "red cloth": _red_cloth,
    "black glass": _black_glass,
    "flowers": _flowers,
    "squares": _squares,
}

#: Those that run round a layout like another one.
RESTLESS = ("newspaper", "tartan", "stripes", "stone", "flowers", "squares")


def pattern(kind: str, rng: Random) -> Picture:
    """The picture of a kind of table, the same for a generator in the same state."""
    drawn = PATTERNS[kind](rng, np.random.default_rng(rng.randrange(1 << 30)))
    return np.clip(drawn, 0, 255)
