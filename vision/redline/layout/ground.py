"""What free cells beside a layout show: the table, light that burns out, or something over them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.nn.arrays import Float, Mask, Points
from vision.quality import washed
from vision.reader import Image
from vision.redline.limits import Limits

#: Level from which a pixel's darkest channel shows nothing, and points tried along a side.
_BURNT = 250
_POINTS = 8

#: What a step towards light counts beside one towards dark or another colour: lamps shine on
#: tables.
_LIGHTER = 0.25

#: What a step of light counts beside one of colour, where a tile's colour is looked for, and the
#: share of a cell's side that is looked at: tiles lie askew, and outlines err.
_LIGHT, _INNER = 0.5, 0.76

#: Other free cells that must show a colour before it is one of the table's: parts of tiles under
#: one hand lie in fewer.
_CELLS_OF_TABLE = 4

#: Tile side at which colours are compared, pixels.
_SIDE_PX = 32


def burnt_out(image: Image, outline_xy: Points) -> float:
    """The share of an outline (4, 2) in a photo that is too bright to show anything, 0..1."""
    return float((_pixels(image, outline_xy).min(axis=1) >= _BURNT).mean())


def washed_out(image: Image, outlines_xy: list[Points]) -> float:
    """The share of all outlines (4, 2 each) where two of three colours are as bright as they can
    be, 0..1: colours fade from there on."""
    return washed(np.concatenate([_pixels(image, outline) for outline in outlines_xy]))


def unlike_the_table(image: Image, outlines_xy: list[Points], limits: Limits) -> Float:
    """(N,) how far the look of each free cell (4, 2 each) is from that of the others; 1 and more:
    something lies over it. Most show the table; on one of many colours nothing stands out."""
    if len(outlines_xy) < limits.cells_tell:
        return np.zeros(len(outlines_xy))
    means = np.array([_pixels(image, o).mean(axis=0) for o in outlines_xy], np.float32) / 255
    lab = np.asarray(cv2.cvtColor(means[None], cv2.COLOR_BGR2LAB)[0], np.float64)
    away = _distance(lab - np.median(lab, axis=0))
    return np.asarray(away / (limits.unlike[0] + limits.unlike[1] * float(np.median(away))))


def tile_coloured(
    image: Image, free_xy: list[Points], tiles_xy: list[Points], limits: Limits
) -> Float:
    """(N,) the share 0..1 of each free cell (4, 2 each) that shows the very colour of a tile of the
    layout (4, 2 each) and not that of the table: part of a tile lies there, the rest under a
    hand. On a table in the tiles' colours nothing shows."""
    if len(free_xy) < limits.cells_tell or not tiles_xy:
        return np.zeros(len(free_xy))
    faces, shown = _colours(image, tiles_xy, free_xy)
    grounds = np.median(faces, axis=1)
    shares = []
    for number, pixels in enumerate(shown):
        from_tile = _nearest(pixels, grounds)
        like = from_tile < limits.tile_colour
        if like.any():
            others = np.delete(shown, number, axis=0)
            table = _from_table(pixels[like], others, _CELLS_OF_TABLE)
            like[like] = from_tile[like] < limits.not_table * table
        shares.append(float(like.mean()))
    return np.array(shares)


def in_colours_of_many(
    image: Image, free_xy: list[Points], tiles_xy: list[Points], which: Mask, limits: Limits
) -> Float:
    """(N,) the share 0..1 of each free cell (4, 2 each) that shows colours which many of the others
    show too: the table, of whatever pattern. Only `which` (N,) are looked at, 0 for the rest, and
    for all where too few are free to tell."""
    found = np.zeros(len(free_xy))
    if len(free_xy) < limits.cells_tell or not tiles_xy or not which.any():
        return found
    _, shown = _colours(image, tiles_xy, free_xy)
    many = max(_CELLS_OF_TABLE, round(limits.many_cells * len(free_xy)))
    for number in np.flatnonzero(which):
        others = np.delete(shown, number, axis=0)
        away = _from_table(shown[number], others, min(many, len(others)))
        found[number] = (away < limits.same_colour).mean()
    return found


def _colours(image: Image, tiles_xy: list[Points], free_xy: list[Points]) -> tuple[Float, Float]:
    """The colours (N, K, 3; Lab) that tiles and free cells (4, 2 each) show, as a photo shows them
    from far."""
    smooth, scale = _reduced(image, tiles_xy)
    faces, shown = (
        np.array([_lab(_pixels(smooth, (_inner(o) + 0.5) * scale - 0.5)) for o in some])
        for some in (tiles_xy, free_xy)
    )
    return faces, shown


def _from_table(pixels: Float, others: Float, cells: int) -> Float:
    """(N,) how far pixels (N, 3) are from the colours of the other free cells (M, K, 3), of which
    so many must show one."""
    apart = _squared(pixels, others.reshape(-1, 3)).reshape(len(pixels), len(others), -1)
    return np.asarray(np.sqrt(np.sort(apart.min(axis=2), axis=1)[:, cells - 1]))


def _reduced(image: Image, tiles_xy: list[Points]) -> tuple[Image, float]:
    """The photo reduced until a tile has some 32 pixels, so that grain is averaged, and how much
    smaller it is."""
    side = float(np.median([np.linalg.norm(o - np.roll(o, 1, axis=0), axis=1) for o in tiles_xy]))
    scale = min(1.0, _SIDE_PX / max(side, 1.0))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8), scale


def _nearest(pixels: Float, colours: Float) -> Float:
    """(N,) how far pixels (N, 3) are from the nearest of some colours (M, 3), in Lab."""
    return np.asarray(np.sqrt(_squared(pixels, colours).min(axis=1)))


def _squared(pixels: Float, colours: Float) -> Float:
    """(N, M) the square of how far pixels (N, 3) are from colours (M, 3), in Lab."""
    light, one, other = (np.subtract.outer(pixels[:, k], colours[:, k]) ** 2 for k in range(3))
    return np.asarray(light + one + other)


def _lab(bgr: Float | Image) -> Float:
    """(N, 3) CIE Lab of pixels (N, 3), 0..255; half as much of light as of colour, since a lamp
    lights tiles of one colour unlike."""
    lab = cv2.cvtColor(np.asarray(bgr, np.float32)[None] / 255, cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab * np.array([_LIGHT, 1.0, 1.0]), np.float64)


def _inner(outline_xy: Points) -> Points:
    """The outline (4, 2) without the rim, where a neighbour may reach in."""
    middle = outline_xy.mean(axis=0)
    return np.asarray(middle + _INNER * (outline_xy - middle))


def _distance(steps: Float) -> Float:
    """(N,) lengths of steps (N, 3) in Lab, those towards light held down."""
    light = np.where(steps[:, 0] > 0, _LIGHTER * steps[:, 0], steps[:, 0])
    return np.asarray(np.hypot(light, np.hypot(steps[:, 1], steps[:, 2])))


def _pixels(image: Image, outline_xy: Points) -> Image:
    """(64, 3) pixels spread over an outline, as far as it lies in the photo."""
    nw, ne, se, sw = outline_xy
    steps = (np.arange(_POINTS) + 0.5) / _POINTS
    u, v = np.repeat(steps, _POINTS)[:, None], np.tile(steps, _POINTS)[:, None]
    spots = (1 - v) * ((1 - u) * nw + u * ne) + v * ((1 - u) * sw + u * se)
    xs, ys = np.clip(np.round(spots), 0, np.array(image.shape[1::-1]) - 1).astype(int).T
    return np.asarray(image[ys, xs])
