"""What free cells beside a layout show: the table, light that burns out, or something over them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from rules.core.places import Cell
from vision.nn.arrays import Float, Indices, Mask, Points
from vision.quality import BURNT_LEVEL, washed
from vision.reader import Image
from vision.redline.layout.pixels import LIGHT, Reduced, inner_spots, inside, pixels_at, spread_over
from vision.redline.limits import Limits

#: What a step towards light, or into a shadow, counts beside one towards another colour: lamps
#: shine on tables.
_LIGHTER = 0.25

#: Where lightness (Lab) would begin if it went on as it does above black: colours of one thing in
#: any light lie on a line through it, as far off as the cube root of the light.
_BLACK = 16.0

#: Other free cells that must show a colour before it is one of the table's: parts of tiles under
#: one hand lie in fewer.
_CELLS_OF_TABLE = 4

#: How far from the middle of a free cell its corners are looked at, shares of its sides: a tile
#: that lies a tenth off reaches into three of them at least. By hand.
_CORNER = 0.4

#: Spots looked at round the middle of a corner, along and down, shares of the way to it.
_ROUND = (-0.1, 0.0, 0.1)

#: Cells beside each other, of one colour, from which they are told together: as many as an arm lies
#: over, and more than a print or a reflection fills.
_ROW = 3

#: No colours (0, 3).
NO_COLOURS = np.zeros((0, 3))


def burnt_out(image: Image, outline_xy: Points) -> float:
    """The share of an outline (4, 2) in a photo that is too bright to show anything, 0..1."""
    return float((_pixels(image, outline_xy).min(axis=1) >= BURNT_LEVEL).mean())


def washed_out(image: Image, outlines_xy: list[Points]) -> float:
    """The share of all outlines (4, 2 each) where two of three colours are as bright as they can
    be, 0..1: colours fade from there on."""
    return washed(np.concatenate([_pixels(image, outline) for outline in outlines_xy]))


def unlike_the_table(
    image: Image, outlines_xy: list[Points], cells: Sequence[Cell], limits: Limits
) -> Float:
    """(N,) how far the look of each free cell (4, 2 each) is from that of the others; 1 and more:
    something lies over it. Most show the table; on one of many colours nothing stands out. An arm
    in nearly the table's own tone is told by all the `cells` that it covers."""
    if len(outlines_xy) < limits.cells_tell:
        return np.zeros(len(outlines_xy))
    means = np.array([_pixels(image, o).mean(axis=0) for o in outlines_xy], np.float32) / 255
    lab = np.asarray(cv2.cvtColor(means[None], cv2.COLOR_BGR2LAB)[0], np.float64)
    away = _distance(lab, np.median(lab, axis=0), limits.deepest_shadow)
    away = away / (limits.unlike[0] + limits.unlike[1] * float(np.median(away)))
    return np.asarray(away * np.sqrt(_in_a_row(lab, cells, away > limits.like_table, limits)))


def _in_a_row(lab: Float, cells: Sequence[Cell], unlike: Mask, limits: Limits) -> Float:
    """(N,) how many of the cells that touch each, itself among them, have its colour (N, 3; Lab)
    and not the table's (`unlike`, N); 1 where that is no row."""
    places = np.array([(cell.col, cell.row) for cell in cells])
    touch = np.abs(places[:, None] - places).max(axis=2) <= 1
    alike = _squared(lab * LIGHT, lab * LIGHT) <= limits.same_colour**2
    count = (touch & alike & unlike & unlike[:, None]).sum(axis=1)
    return np.where(count >= _ROW, count, 1)


def tile_coloured(
    small: Reduced,
    free_xy: list[Points],
    tiles_xy: list[Points],
    limits: Limits,
    apart_xy: Sequence[Points] = (),
    which: Mask | None = None,
) -> Float:
    """(N,) the share 0..1 of what is in view of each free cell (4, 2 each) that shows the very
    colour of a tile of the layout (4, 2 each) and not that of the table, nor a tile seen apart from
    the layout (`apart_xy`, 4, 2 each): part of a tile lies there, the rest under a hand or outside
    of the picture. On a table in the tiles' colours nothing shows. Where `which` (N,) is given,
    only these are told; the others get 0."""
    found = np.zeros(len(free_xy))
    if len(free_xy) < limits.cells_tell or not tiles_xy:
        return found
    faces, shown = small.colours_of(tiles_xy), small.colours_of(free_xy)
    grounds = np.median(faces, axis=1)
    asked = np.ones(len(free_xy), bool) if which is None else which
    for number in map(int, np.flatnonzero(asked)):
        pixels = shown[number]
        from_tile = _nearest(pixels, grounds)
        spots = inner_spots(free_xy[number])
        view = small.in_view(spots)
        like = (from_tile < limits.tile_colour) & view
        for other in apart_xy:
            like &= ~inside(spots, other)
        if like.any():
            others = np.delete(shown, number, axis=0)
            table = _from_table(pixels[like], others, _CELLS_OF_TABLE)
            like[like] = from_tile[like] < limits.not_table * table
        found[number] = float(like.sum()) / max(int(view.sum()), 1)
    return found


def like_a_tile(
    small: Reduced, outlines_xy: list[Points], tiles_xy: list[Points], limits: Limits
) -> Float:
    """(N,) the share 0..1 of each outline (4, 2 each) that is near the colour of a tile of the
    layout (4, 2 each), be the table of that colour, too."""
    faces, shown = small.colours_of(tiles_xy), small.colours_of(outlines_xy)
    grounds = np.median(faces, axis=1)
    return np.array([(_nearest(one, grounds) < limits.tile_colour).mean() for one in shown])


def in_colours_of_many(
    small: Reduced,
    free_xy: list[Points],
    tiles_xy: list[Points],
    which: Mask,
    limits: Limits,
    under: Float = NO_COLOURS,
) -> Float:
    """(N,) the share 0..1 of each free cell (4, 2 each) that shows colours which many of the others
    show too, or `under` (M, 3; Lab) a tile: the table, of whatever pattern. Only `which` (N,) are
    looked at, 0 for the rest, and for all where too few are free to tell."""
    found = np.zeros(len(free_xy))
    if len(free_xy) < limits.cells_tell or not tiles_xy or not which.any():
        return found
    shown = small.colours_of(free_xy)
    for number in map(int, np.flatnonzero(which)):
        found[number] = _of_the_table(shown[number], shown, number, under, limits).mean()
    return found


def corners_of_the_table(
    small: Reduced,
    free_xy: list[Points],
    tiles_xy: list[Points],
    which: Mask,
    limits: Limits,
    under: Float = NO_COLOURS,
) -> Indices:
    """(N,) how many corners of each free cell (4, 2 each) show the table, as `in_colours_of_many`
    knows it: where a tile lies, it reaches into most of them."""
    found = np.zeros(len(free_xy), np.int64)
    if len(free_xy) < limits.cells_tell or not tiles_xy or not which.any():
        return found
    shown = small.colours_of(free_xy)
    for number in map(int, np.flatnonzero(which)):
        corners = small.colours_at(_corners(free_xy[number]))
        table = _of_the_table(corners, shown, number, under, limits).reshape(4, -1)
        found[number] = (table.mean(axis=1) >= limits.nothing_else).sum()
    return found


def _corners(outline_xy: Points) -> Points:
    """(36, 2) spots in the four corners of an outline (4, 2), nine in each."""
    middle = outline_xy.mean(axis=0)
    along = (outline_xy[1] - outline_xy[0]) * _CORNER
    down = (outline_xy[3] - outline_xy[0]) * _CORNER
    near = np.array([x * along + y * down for x in _ROUND for y in _ROUND])
    corners = [x * along + y * down for x in (-1, 1) for y in (-1, 1)]
    return np.concatenate([middle + corner + near for corner in corners])


def _of_the_table(pixels: Float, shown: Float, number: int, under: Float, limits: Limits) -> Mask:
    """(N,) which pixels (N, 3) of one free cell have colours that many of the others (M, K, 3) show
    too, or `under` a tile."""
    many = max(_CELLS_OF_TABLE, round(limits.many_cells * len(shown)))
    others = np.delete(shown, number, axis=0)
    away = _from_table(pixels, others, min(many, len(others)))
    if len(under):
        away = np.minimum(away, _nearest(pixels, under))
    return np.asarray(away < limits.same_colour)


def _from_table(pixels: Float, others: Float, cells: int) -> Float:
    """(N,) how far pixels (N, 3) are from the colours of the other free cells (M, K, 3), of which
    so many must show one."""
    apart = _squared(pixels, others.reshape(-1, 3)).reshape(len(pixels), len(others), -1)
    return np.asarray(np.sqrt(np.sort(apart.min(axis=2), axis=1)[:, cells - 1]))


def _nearest(pixels: Float, colours: Float) -> Float:
    """(N,) how far pixels (N, 3) are from the nearest of some colours (M, 3), in Lab."""
    return np.asarray(np.sqrt(_squared(pixels, colours).min(axis=1)))


def _squared(pixels: Float, colours: Float) -> Float:
    """(N, M) the square of how far pixels (N, 3) are from colours (M, 3), in Lab."""
    light, one, other = (np.subtract.outer(pixels[:, k], colours[:, k]) ** 2 for k in range(3))
    return np.asarray(light + one + other)


def _distance(lab: Float, table: Float, deepest: float) -> Float:
    """(N,) how far colours (N, 3) in Lab are from the table's (3,). Of its light the table may have
    more, or less down to `deepest`, which counts little: a shadow leaves its hue as it is."""
    black = np.array([_BLACK, 0.0, 0.0])
    seen, whole = lab + black, table + black
    shade = np.clip(seen @ whole / (whole @ whole), deepest ** (1 / 3), 1.0)[:, None]
    lost, other = (shade - 1) * whole, seen - shade * whole
    light = np.where(other[:, 0] > 0, _LIGHTER * other[:, 0], other[:, 0])
    return np.asarray(np.hypot(light + _LIGHTER * lost[:, 0], np.hypot(other[:, 1], other[:, 2])))


def _pixels(image: Image, outline_xy: Points) -> Image:
    """(64, 3) pixels spread over an outline, as far as it lies in the photo."""
    return pixels_at(image, spread_over(outline_xy))
