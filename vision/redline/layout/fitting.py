"""Outlines of found tiles, fitted to what is seen: people lay tiles a little off and turned."""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Points
from vision.reader import Image
from vision.redline.limits import Limits
from vision.redline.tiles.tile_reader import TilePosterior, TileReader

#: Moves tried along both axes, shares of the side; turns, degrees; and sizes.
_MOVES = ((0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05))
_FARTHER = tuple((2 * x, 2 * y) for x, y in _MOVES)
_TURNS_DEG = (4.0, -4.0)
_SIZES = (0.94, 1.06)

#: How often the best of these is moved on from: tiles seen at a slant are outlined as squares.
_ROUNDS = 3

#: Of the tries those that are looked at more than once. Of 71 rendered photos none reads otherwise
#: than with all twelve; with three one has four outlines some pixels off.
_LOOKED_AT_AGAIN = 5


def fitted(
    image: Image, reader: TileReader, outlines_xy: list[Points], limits: Limits
) -> list[tuple[Points, TilePosterior]]:
    """Every outline (4, 2; NW, NE, SE, SW) with its look; one that hardly suits a tile is moved,
    turned or sized a little, to where it suits one best. A square without a pattern, as of a cloth,
    stays where it is."""
    looks = list(zip(outlines_xy, reader.read(image, outlines_xy), strict=True))
    return [
        _best_near(image, reader, look, limits) if _worth_moving(look[1], limits) else look
        for look in looks
    ]


def _worth_moving(posterior: TilePosterior, limits: Limits) -> bool:
    return posterior.square >= limits.taken and posterior.named >= limits.worth_moving


def _best_near(
    image: Image, reader: TileReader, look: tuple[Points, TilePosterior], limits: Limits
) -> tuple[Points, TilePosterior]:
    for _ in range(_ROUNDS):
        if look[1].square >= limits.fits:
            break
        best = max(reader.read_best(image, _tries(look[0]), _LOOKED_AT_AGAIN), key=_suits)
        if _suits(best) <= _suits(look):
            break
        look = best
    return look


def _suits(look: tuple[Points, TilePosterior]) -> float:
    """How well an outline suits what is seen in it."""
    return look[1].square


def _tries(outline_xy: Points) -> list[Points]:
    moves = [_moved(outline_xy, move, 0.0, 1.0) for move in (*_MOVES, *_FARTHER)]
    turns = [_moved(outline_xy, (0.0, 0.0), degrees, 1.0) for degrees in _TURNS_DEG]
    return [*moves, *turns, *(_moved(outline_xy, (0.0, 0.0), 0.0, size) for size in _SIZES)]


def _moved(outline_xy: Points, move: tuple[float, float], degrees: float, size: float) -> Points:
    """The outline moved along its own axes, turned and sized in its own frame."""
    nw, ne, se, sw = outline_xy
    middle = outline_xy.mean(0)
    axes = np.stack([(ne + se - nw - sw) / 2, (sw + se - nw - ne) / 2], axis=1)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    own = (outline_xy - middle) @ np.linalg.inv(axes).T
    turned = size * own @ np.array([[c, s], [-s, c]]) + np.array(move)
    return np.asarray(middle + turned @ axes.T)
