"""Rendered photos instead of simulated readings: the whole way from a picture to a call.

A booth photographs what truly lies on the table with the quick maker, in one set, under one lamp
and from one seat an evening, and reads it as a user's photo is read, each with what the reader
remembers of the one before. What cannot be used is taken again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from rules.core.observation import EMPTY, Issue, Observation
from rules.games.linie1.tiles import KINDS, turned_mask
from tests.people.parts.plain import Part
from tests.people.parts.rouge import PALETTE
from tests.render import redline
from tests.render.linie1 import photo as linie1
from tests.render.linie1.positions import Position
from tests.render.rouge import photo as rouge
from tests.render.rouge.rays import first_ray, first_ray_is_plain
from tests.render.seeds import stream
from vision.reader import Image, load_reader
from vision.second_look import second_look
from vision.teacher import mark_of

#: How often a photo that is refused is taken again, and its size (width, height).
RETAKES, SIZE_WH = 3, (1280, 960)

#: Draws a position, given the number of the photo: (H, W, 3) uint8 BGR.
Draw = Callable[[Mapping[Any, Any], int], Image]

#: Width and height of a picture, pixels.
Size = tuple[int, int]


class PhotoCamera:
    """A camera over a rendered table, with the real reader behind it."""

    def __init__(self, part: Part, seed: int) -> None:
        """Everything that is drawn follows from the seed."""
        self.part = part
        self.reader = load_reader(part.game.name)
        self.draw: Draw = DRAWN[part.game.name](seed, SIZE_WH)
        self.memory: object = None
        self.shots = 0
        self.refused: Counter[str] = Counter()
        self._last: tuple[Image, Mapping[Any, Any]] | None = None

    def picture(self, position: Mapping[Any, Any]) -> Observation[Any, Any]:
        """What is read of a position, in the truth's own frame: a free layout has no north, and
        which ray is the first is nobody's to know."""
        for _ in range(RETAKES):
            self.shots += 1
            image = self.draw(position, self.shots)
            reading = self.reader.read(image, self.memory)
            if reading.observation is not None:
                self.memory = reading.memory or self.memory
                self._last = image, position
                return self._in_frame(position, reading.observation)
            self.refused["refused" if reading.refusal is None else reading.refusal.code] += 1
        return Observation(self.part.game.name, (), issues=(Issue("blurred"),))

    def again(self, seen: Observation[Any, Any]) -> Observation[Any, Any] | None:
        """The second look that a foul gets."""
        if self._last is None:
            return None
        image, position = self._last
        both = second_look(self.reader, image, self.memory, seen)
        return None if both is None else self._in_frame(position, both)

    def _in_frame(
        self, position: Mapping[Any, Any], seen: Observation[Any, Any]
    ) -> Observation[Any, Any]:
        aligned = self.part.game.align(position, seen) or (seen,)

        def right(one: Observation[Any, Any]) -> int:
            read = {s.place: s.belief.best for s in one.sightings if s.belief.best is not EMPTY}
            return sum(read.get(place) == label for place, label in position.items())

        return max(aligned, key=right)


def wide_layout() -> list[tuple[int, int]]:
    """The places, column and row, that a camera over a Redline table shows from the beginning."""
    return [(col, row) for col in range(-4, 5) for row in range(-4, 5)]


def _redline(seed: int, size_wh: Size) -> Draw:
    wide = dict.fromkeys(wide_layout(), ("yellow", (0,)))

    def draw(position: Mapping[Any, Any], number: int) -> Image:
        board = {
            (place.col, place.row): (label.colour.value, spokes_of(label.mask))
            for place, label in position.items()
        }
        image: Image = redline.render(
            board, seed=seed, size_wh=size_wh, shot_seed=1000 * seed + number,
            frame_board=wide | board, occlude=False,
        ).image  # fmt: skip
        return image

    return draw


def spokes_of(mask: int) -> tuple[int, ...]:
    """The directions of a tile's lines, as the quick maker wants them."""
    return tuple(k for k in range(8) if mask >> k & 1)


def rouge_table(seed: int, size_wh: Size) -> rouge.Table:
    """A table whose rings bear no stickers: these would turn with their rings, and no position
    tells how far a ring was turned."""
    tables = (
        rouge.random_table(seed + 1000 * n, size_wh, (0.7, 0.85), sober=True) for n in count()
    )
    table = next(
        one for one in tables if set(PALETTE) <= set(one.pawns.colours) and first_ray_is_plain(one)
    )
    board = replace(table.board, stickers=())
    return replace(table, board=board, rays_deg=first_ray(table))


def _rouge(seed: int, size_wh: Size) -> Draw:
    table = rouge_table(seed, size_wh)

    def draw(position: Mapping[Any, Any], number: int) -> Image:
        cells = {(place.ring - 1, place.cell): label.colour for place, label in position.items()}
        image: Image = rouge.render(table, cells, shot_seed=number, hand=False).image
        return image

    return draw


def _linie1(seed: int, size_wh: Size) -> Draw:
    style = linie1.sober_style(seed)

    def draw(position: Mapping[Any, Any], number: int) -> Image:
        cells = {(place.row, place.col): label for place, label in position.items()}
        tiles = {
            at: _kind(one.tile, stream(seed, "turned", *at, one.tile.mask))
            for at, one in cells.items()
            if one.tile is not None
        }
        stops = tuple(at for at, one in cells.items() if one.stop)
        trams = tuple((line, *at) for at, one in cells.items() for line in one.trams)
        table = linie1.sober_table(seed, Position(tiles, stops, trams))
        grain = replace(style, shot=replace(style.shot, seed=1000 * seed + number))
        image: Image = linie1.take(
            table, grain, size_wh, seed, cover=False, whole=True, still=True
        ).image
        return image

    return draw


def mark_xy(game: str, seed: int, size_wh: Size) -> tuple[float, float] | None:
    """Where in the pictures of a table that lies which tells people which way round its board
    does, pixels; None where there is no such board."""
    mark = mark_of(game)
    if mark is None:
        return None
    table = linie1.sober_table(seed, Position({}, (), ()))
    style = linie1.sober_style(seed)
    taken = linie1.take(table, style, size_wh, seed, cover=False, whole=True, still=True)
    x, y, w = taken.board_to_photo @ np.array([*(12 * v for v in mark.at), 1.0])
    return float(x / w), float(y / w)


def _kind(tile: Any, rng: np.random.Generator) -> tuple[int, int]:
    """A tile as kind and quarter turns clockwise."""
    ways = [(k.number, q) for k in KINDS for q in range(4) if turned_mask(k.mask, q) == tile.mask]
    return ways[int(rng.integers(len(ways)))]


#: Who photographs which game.
DRAWN: Mapping[str, Callable[[int, Size], Draw]] = {
    "redline": _redline,
    "rouge": _rouge,
    "linie1": _linie1,
}
