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

#: Shares of a tile's edge at which it is looked at; how far outside of it, in sides: beyond the
#: tile's own rim, its shadow and what outlines are off; and how far inside. By hand.
_ALONG = (np.arange(8)[:, None] + 0.5) / 8
_OUTSIDE, _INSIDE = (0.12, 0.2), 0.1

#: Share of the spots inside an edge that may have the colour outside of it: lines reach the rim.
_LINES = 0.25

#: How many times as much colour as its ground shows on the whole a tile has in any light.
_RICHER = 1.5

#: What lies beyond each edge of a tile: that of an outline's first corner to its second, and so on.
_BEYOND = ((0, -1), (1, 0), (0, 1), (-1, 0))


def colours_underneath(small: Reduced, tiles: Sequence[Seen], limits: Limits) -> Float:
    """(M, 3) the colours (Lab) that a photo shows all along an edge of a tile that is read surely,
    and that no light gives a tile: so tiles that were missed are none."""
    grounds = np.median(small.colours_of([seen.outline_xy for seen in tiles]), axis=1)
    taken = {seen.cell for seen in tiles}
    found = (_runs_on(small, *edge, limits) for edge in _free_edges(tiles, taken))
    kept = [one for one in found if one is not None and _of_no_tile(one, grounds, limits)]
    return np.array(kept).reshape(-1, 3)


def _free_edges(tiles: Sequence[Seen], taken: set[Cell | None]) -> Iterator[tuple[Points, Points]]:
    """Spots (N, 2) outside and inside along every edge of a sure tile beyond which none lies."""
    for seen in tiles:
        for k, step in enumerate(_BEYOND):
            if seen.is_sure and seen.cell is not None and seen.cell.shifted(*step) not in taken:
                a, b, c, d = np.roll(seen.outline_xy, -k, axis=0)
                edge, far = a + _ALONG * (b - a), d + _ALONG * (c - d)
                outside = [edge + share * (edge - far) for share in _OUTSIDE]
                yield np.concatenate(outside), edge - _INSIDE * (edge - far)


def _runs_on(small: Reduced, outside: Points, inside: Points, limits: Limits) -> Float | None:
    """The one colour (3,) that all spots outside an edge have and those inside have not; None where
    there is none."""
    shown = small.colours_at(outside)
    colour = np.asarray(np.median(shown, axis=0))
    alike = np.linalg.norm(small.colours_at(inside) - colour, axis=1) <= limits.same_colour
    one = (np.linalg.norm(shown - colour, axis=1) <= limits.same_colour).all()
    return colour if one and alike.mean() <= _LINES else None


def _of_no_tile(colour: Float, grounds: Float, limits: Limits) -> bool:
    """Whether no light makes a tile of these grounds (N, 3) look so: a lamp's reflection or a
    shadow takes colour from it, or a strong light gives it some, but its hue stays."""
    hues = grounds[:, 1:]
    along = hues @ colour[1:] / np.maximum((hues**2).sum(axis=1), 1e-9)
    lit = np.clip(along, 0.0, _RICHER)[:, None] * hues
    return bool((np.linalg.norm(lit - colour[1:], axis=1) > limits.tile_colour).all())
