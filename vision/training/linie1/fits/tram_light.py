"""Fit how far too much light hides whose tram it is, as photos are read:
`python -m vision.training linie1.fits.tram_light FIRST COUNT`.

Boards late in a game are drawn by seeds, each in its own light and with the spot of a lamp on it.
Prints how often the nets take a tram for another line's, by the share of burnt-out pixels round it,
and which power of that share, and which weight of it (`faded_power`, `faded_line`), make the lines
likeliest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from unittest.mock import patch

import numpy as np

from rules.games.linie1.places import CELLS, SPAN
from tests.asked_seeds import asked_seeds
from tests.render.linie1.photo import random_photo
from tests.render.linie1.positions import late_position
from tests.render.seeds import stream
from vision.linie1 import reader as reading
from vision.linie1.limits import LIMITS
from vision.linie1.tiles.cells import LINES
from vision.linie1.tiles.tram_lines import burnt_round
from vision.nn.arrays import Float
from vision.reader import Image
from vision.training.linie1.fits.cells_read import cells_read
from vision.training.linie1.pictures import Tram

#: Powers and weights that are tried.
_POWERS = (1.0, 2.0, 3.0, 4.0, 6.0)
_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
#: Probability of any tram from which one is seen at all.
_SEEN = 0.2
#: Shares of burnt-out pixels between which misread lines are counted.
_BOUNDS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.01)
#: Probability that is told apart from none, at least.
_LEAST = 1e-6


@dataclass(frozen=True)
class SeenTram:
    """A tram that the nets see: the share of burnt-out pixels round it, how likely they have it of
    its own line, and whether of another one rather."""

    burnt: float
    right: float
    misread: bool


def with_lamp(image: Image, rng: np.random.Generator) -> Image:
    """A photo (H, W, 3 uint8 BGR) with the spot of a lamp on its middle, in its colour."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[:height, :width]
    x, y = rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height
    reach = rng.uniform(0.15, 0.35) * width
    spot = rng.uniform(0.8, 2.0) * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 2 / reach**2)
    tint = rng.uniform((0.6, 0.6, 0.8), 1.0)
    light = (image / 255.0) ** 2.2 + spot[..., None] * tint
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def collect(first: int, count: int, *, lamp: bool) -> Iterator[SeenTram]:
    """The trams of drawn boards that stand alone on their cells and are seen."""
    reader, grids = reading.load(), list[Image]()

    def faded(grid: Image, *more: object) -> Float:
        grids.append(grid)
        return np.zeros((SPAN, SPAN))

    with cells_read() as told, patch.object(reading, "faded", faded):
        for seed in range(first, first + count):
            photo = random_photo(seed, late_position(stream(seed, "late")))
            image = with_lamp(photo.image, np.random.default_rng(seed)) if lamp else photo.image
            told.clear()
            reader.read(image)
            if told:
                yield from _seen(told[-1].trams, burnt_round(grids[-1]), photo.trams)


def _seen(trams: Float, burnt: Float, stand: Iterable[Tram]) -> Iterator[SeenTram]:
    """Of the trams that `stand` on a board those that are alone on a cell and are seen; `trams`
    (14, 14, 6) probabilities by the nets, `burnt` (14, 14) shares."""
    on = Counter((row, col) for _, row, col in stand)
    for line, row, col in stand:
        told = trams[row, col]
        if row * SPAN + col not in CELLS or on[row, col] > 1 or 1 - np.prod(1 - told) < _SEEN:
            continue
        misread = int(told.argmax()) != line - 1
        yield SeenTram(float(burnt[row, col]), float(told[line - 1] / told.sum()), misread)


def loss(trams: Sequence[SeenTram], power: float, weight: float) -> float:
    """Nats against whose the trams are, were they any line's by so much."""
    burnt, right = np.array([(one.burnt, one.right) for one in trams]).T
    any_line = weight * burnt**power
    return float(-np.log((1 - any_line) * right + any_line / LINES + _LEAST).sum())


def main(argv: Sequence[str]) -> None:
    """Command line."""
    first, count, _ = asked_seeds(__doc__, argv)
    trams = [*collect(first, count, lamp=False), *collect(first, count, lamp=True)]
    for low, high in pairwise(_BOUNDS):
        some = [one for one in trams if low <= one.burnt < high]
        print(f"{low:.1f} burnt out: {sum(one.misread for one in some)} of {len(some)} misread")
    ways = sorted((loss(trams, p, w), p, w) for p, w in product(_POWERS, _WEIGHTS))
    print(f"{loss(trams, 1.0, 0.0):.1f} nats as the nets say")
    print(f"{loss(trams, LIMITS.faded_power, LIMITS.faded_line):.1f} as is")
    for nats, power, weight in ways[:3]:
        print(f"{nats:.1f} with power {power} and weight {weight}")
