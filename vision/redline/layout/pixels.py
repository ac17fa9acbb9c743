"""Pixels of a photo spread over tiles and cells, and their colours as they are compared."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.encoding import shrunk_by
from vision.nn.arrays import Float, Mask, Points
from vision.reader import Image

#: Points tried along a side.
_POINTS = 8

#: What a step of light counts beside steps of colour, where colours are compared; and the share of
#: a cell's side that is looked at: tiles lie askew, and outlines err.
LIGHT = np.array([0.5, 1.0, 1.0])
_INNER = 0.76

#: Tile side at which colours are compared, pixels.
_SIDE_PX = 32


@dataclass(frozen=True)
class Reduced:
    """A photo `image` (h, w, 3) uint8 BGR reduced until a tile has some 32 pixels, so that grain is
    averaged, and how much smaller it is."""

    image: Image
    scale: float

    @classmethod
    def until_small(cls, image: Image, tiles_xy: list[Points]) -> Reduced:
        """A photo by the size of the tiles (4, 2 each) in it; as large as it is without any."""
        sides = [np.linalg.norm(o - np.roll(o, 1, axis=0), axis=1) for o in tiles_xy]
        scale = min(1.0, _SIDE_PX / max(float(np.median(sides or [_SIDE_PX])), 1.0))
        small = shrunk_by(image, scale)
        return cls(np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8), scale)

    def colours_of(self, outlines_xy: list[Points]) -> Float:
        """(N, 64, 3) the colours (Lab) of tiles and cells (4, 2 each), as seen from far."""
        found = [self.colours_in(outline) for outline in outlines_xy]
        return np.array(found).reshape(-1, _POINTS**2, 3)

    def colours_in(self, outline_xy: Points) -> Float:
        """(64, 3) the colours (Lab) spread over an outline (4, 2) without its rim."""
        return self.colours_at(inner_spots(outline_xy))

    def in_view(self, spots_xy: Points) -> Mask:
        """(N,) which spots (N, 2) lie in the photo."""
        size_wh = np.array(self.image.shape[1::-1]) / self.scale
        return np.asarray(((spots_xy >= 0) & (spots_xy < size_wh)).all(axis=1))

    def colours_at(self, spots_xy: Points) -> Float:
        """(N, 3) the colours (Lab) at spots of the photo (N, 2)."""
        return _lab(pixels_at(self.image, (spots_xy + 0.5) * self.scale - 0.5))


def inner_spots(outline_xy: Points) -> Points:
    """(64, 2) spots spread over an outline (4, 2) without its rim, where a neighbour may reach
    in."""
    middle = outline_xy.mean(axis=0)
    return spread_over(middle + _INNER * (outline_xy - middle))


def inside(spots_xy: Points, outline_xy: Points) -> Mask:
    """(N,) which spots (N, 2) lie within an outline (4, 2)."""
    edges = np.roll(outline_xy, -1, axis=0) - outline_xy
    (x, y), (along, down) = (spots_xy[:, None] - outline_xy).transpose(2, 0, 1), edges.T
    turns = along * y - down * x
    return np.asarray((turns >= 0).all(axis=1) | (turns <= 0).all(axis=1))


def spread_over(outline_xy: Points) -> Points:
    """(64, 2) spots spread over an outline (4, 2)."""
    nw, ne, se, sw = outline_xy
    steps = (np.arange(_POINTS) + 0.5) / _POINTS
    u, v = np.repeat(steps, _POINTS)[:, None], np.tile(steps, _POINTS)[:, None]
    return np.asarray((1 - v) * ((1 - u) * nw + u * ne) + v * ((1 - u) * sw + u * se))


def pixels_at(image: Image, spots_xy: Points) -> Image:
    """(N, 3) the pixels at spots (N, 2), or the nearest ones of the photo."""
    xs, ys = np.clip(np.round(spots_xy), 0, np.array(image.shape[1::-1]) - 1).astype(int).T
    return np.asarray(image[ys, xs])


def _lab(bgr: Image) -> Float:
    """(N, 3) CIE Lab of pixels (N, 3), 0..255; half as much of light as of colour, since a lamp
    lights tiles of one colour unlike."""
    lab = cv2.cvtColor(np.asarray(bgr, np.float32)[None] / 255, cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab * LIGHT, np.float64)
