"""Colours that run on under the tiles: prints of a table, cloths, papers. What lies over the table
ends along no tile's edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rules.core.places import Cell
from vision.nn.arrays import Float, Points
from vision.redline.layout.pixels import Reduced
from vision.redline.layout.seen import Seen
from vision.redline.limits import Limits

#: Shares of a tile's edge at which it is looked at; and how far beyond it, in sides: from where its
#: own rim and its shadow do not reach to what outlines are off. By hand.
_ALONG = (np.arange(8)[:, None] + 0.5) / 8
_BEYOND_EDGE = np.array([0.2, 0.16, 0.12, 0.08, 0.04, 0.0, -0.04])

#: Spots along an edge at which a colour must end equally far from it, to one step, for it to run on
#: under the tile. Of ten things over the table beside tiles (drawn, seeds 991540 to 991619) eight
#: end so at five of eight and fewer, two that lie along the edge at seven; prints do at six and
#: more.
_ALONG_EDGE = 6

#: How many times as much colour as its ground shows on the whole a tile has in any light.
_RICHER = 1.5

#: What lies beyond each edge of a tile: that of an outline's first corner to its second, and so on.
_NEXT = ((0, -1), (1, 0), (0, 1), (-1, 0))


def colours_underneath(small: Reduced, tiles: Sequence[Seen], limits: Limits) -> Float:
    """(M, 3) the colours (Lab) that end at an edge of a tile that is read surely, and along it, and
    that no light gives a tile: so tiles that were missed are none."""
    grounds = np.median(small.colours_of([seen.outline_xy for seen in tiles]), axis=1)
    taken = {seen.cell for seen in tiles}
    found = (_runs_on(small, edge, limits) for edge in _free_edges(tiles, taken))
    kept = [one for one in found if one is not None and _of_no_tile(one, grounds, limits)]
    return np.array(kept).reshape(-1, 3)


def _free_edges(tiles: Sequence[Seen], taken: set[Cell | None]) -> Iterator[Points]:
    """Spots (D, N, 2) ever nearer to every edge of a sure tile beyond which none lies."""
    for seen in tiles:
        for k, step in enumerate(_NEXT):
            if seen.is_sure and seen.cell is not None and seen.cell.shifted(*step) not in taken:
                a, b, c, d = np.roll(seen.outline_xy, -k, axis=0)
                edge, far = a + _ALONG * (b - a), d + _ALONG * (c - d)
                yield edge + _BEYOND_EDGE[:, None, None] * (edge - far)


def _runs_on(small: Reduced, spots: Points, limits: Limits) -> Float | None:
    """The colour (3,) outside an edge, of spots (D, N, 2), that ends along it; None where it does
    not: a thing over the table ends across it, or in an arc."""
    depths, count = spots.shape[:2]
    shown = small.colours_at(spots.reshape(-1, 2)).reshape(depths, count, 3)
    colour = np.asarray(np.median(shown[:3].reshape(-1, 3), axis=0))
    like = np.linalg.norm(shown - colour, axis=2) <= limits.same_colour
    ends = np.bincount(np.logical_and.accumulate(like).sum(axis=0), minlength=depths + 1)
    # What ends at once is not of this colour, and what goes on to the last lies over the tile.
    return colour if (ends[2:-2] + ends[3:-1]).max() >= _ALONG_EDGE else None


def _of_no_tile(colour: Float, grounds: Float, limits: Limits) -> bool:
    """Whether no light makes a tile of these grounds (N, 3) look so: a lamp's reflection or a
    shadow takes colour from it, or a strong light gives it some, but its hue stays."""
    hues = grounds[:, 1:]
    along = hues @ colour[1:] / np.maximum((hues**2).sum(axis=1), 1e-9)
    lit = np.clip(along, 0.0, _RICHER)[:, None] * hues
    return bool((np.linalg.norm(lit - colour[1:], axis=1) > limits.tile_colour).all())
