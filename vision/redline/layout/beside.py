"""What lies beside a layout, told against the table: the bare one, a print on it, or a thing under
which a tile may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.nn.arrays import Float, Mask, Points
from vision.nn.calibration import log_odds, probability
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE
from vision.redline.layout.ground import (
    NO_COLOURS,
    corners_of_the_table,
    in_colours_of_many,
    like_a_tile,
    tile_coloured,
    unlike_the_table,
)
from vision.redline.layout.lattice import Group, cell_outline
from vision.redline.layout.pixels import Reduced
from vision.redline.layout.seen import Free, Seen
from vision.redline.layout.underneath import colours_underneath
from vision.redline.limits import Limits
from vision.redline.tiles.tile_reader import TilePosterior


def told_beside(
    image: Image,
    group: Group,
    tiles: list[Seen],
    free: list[Free],
    limits: Limits,
    apart: Sequence[Seen] = (),
) -> list[Free]:
    """The free cells told against the table beside: what looks like it is bare where the finder,
    too, saw no tile; what looks quite unlike it, or shows a tile's colour, is marked, be it cut by
    the picture's rim. `apart`: the tiles that lie by themselves, which may reach into a cell."""
    shown = [one for one in free if one.inside]
    cut = [one for one in free if not one.inside]
    places = _places(group, shown)
    away = unlike_the_table(image, places, [one.cell for one in shown], limits)
    laid, others = [s.outline_xy for s in tiles], [s.outline_xy for s in apart]
    small = Reduced.until_small(image, laid)
    parts = tile_coloured(small, places, laid, limits, others)
    covered = np.array([one.covered for one in shown])
    doubted = (covered > limits.covered) | (away >= 1)
    doubted |= parts > limits.part_of_tile
    doubted |= np.array([one.posterior.whole > 1 - SURE_CONFIDENCE for one in shown], bool)
    under = colours_underneath(small, tiles, limits) if doubted.any() else NO_COLOURS
    table = in_colours_of_many(small, places, laid, doubted, limits, under)
    # A tile would fill its cell: what shows the table has a thing or a print on a part of it.
    parts[(table >= limits.bare_share) & (covered <= limits.covered)] = 0
    filled = (away >= 1) & (table < limits.shows_table)
    touched = (covered > limits.covered) & (table >= limits.shows_table)
    if (filled | touched).any():
        corners = corners_of_the_table(small, places, laid, filled | touched, limits, under)
        filled &= corners < limits.bare_corners
        touched &= corners >= limits.bare_corners
    odd = (parts > limits.part_of_tile) | filled
    shown = _uncovered(shown, covered, (table >= limits.nothing_else) | touched, limits)
    shown = _bared(shown, _bare(small, places, laid, table, limits), limits)
    rows = zip(shown, odd, away > limits.like_table, strict=True)
    told = [_told(one, limits, odd=bool(marked), unlike=bool(far)) for one, marked, far in rows]
    if not cut:
        return told
    which = np.repeat([False, True], [len(shown), len(cut)])
    every = [*places, *_places(group, cut)]
    parts = tile_coloured(small, every, laid, limits, others, which)[which]
    at_rim = zip(cut, parts > limits.part_of_tile, strict=True)
    return told + [replace(one, odd=bool(marked)) for one, marked in at_rim]


def bare_table(
    image: Image,
    group: Group,
    tiles: list[Seen],
    free: list[Free],
    finds: Sequence[Seen],
    limits: Limits,
) -> bool:
    """Whether all of some finds beside the layout, each a little like a tile, show nothing but the
    table, or no colour that these tiles have and the table has not."""
    if not finds:
        return True
    if len({tile.posterior.blue > 0.5 for tile in tiles}) == 1:
        # A tile of the other ground shows no colour of these: none is known to be another's.
        limits = replace(limits, other_colours=1.0)
    laid, outlines = [s.outline_xy for s in tiles], [s.outline_xy for s in finds]
    cells = _places(group, [one for one in free if one.inside])
    which = np.repeat([False, True], [len(cells), len(outlines)])
    small = Reduced.until_small(image, laid)
    under = colours_underneath(small, tiles, limits)
    every = [*cells, *outlines]
    table = in_colours_of_many(small, every, laid, which, limits, under)[which]
    table_alone = table >= limits.nothing_else
    like = like_a_tile(small, outlines, laid, limits) >= limits.part_of_tile
    owned = tile_coloured(small, every, laid, limits, (), which)[which] >= limits.part_of_tile
    named = np.array([find.posterior.named for find in finds])
    other = np.where(table_alone, ~owned, ~like) & (
        limits.other_colours * named <= limits.half_seen
    )
    return bool((other | (~like & table_alone)).all())


def _places(group: Group, free: Sequence[Free]) -> list[Points]:
    return [cell_outline(group, one.cell) for one in free]


def _bare(
    small: Reduced, outlines: list[Points], laid: list[Points], table: Float, limits: Limits
) -> Mask:
    """(N,) which outlines show nothing but the `table` (N,), a share of each, where that is not of
    a tile's colour itself."""
    bare = table >= limits.nothing_else
    if bare.any():
        bare &= like_a_tile(small, outlines, laid, limits) < limits.part_of_tile
    return np.asarray(bare)


def _bared(free: Sequence[Free], bare: Mask, limits: Limits) -> list[Free]:
    """The free cells, those less likely to hold a tile that show nothing but the table."""
    return [
        replace(one, posterior=_less_square(one.posterior, limits.covered_table)) if clear else one
        for one, clear in zip(free, bare, strict=True)
    ]


def _uncovered(free: list[Free], covered: Float, bare: Mask, limits: Limits) -> list[Free]:
    """The free cells, those less covered (N,) that the finder takes for covered though they are
    `bare` (N,): stripes, checks and print look like the edges of things, and what reaches into a
    cell from one side hides no tile in it."""
    kept = np.where(bare, limits.covered_table, 1.0) * covered
    return [replace(one, covered=float(k)) for one, k in zip(free, kept, strict=True)]


def _told(free: Free, limits: Limits, *, odd: bool, unlike: bool) -> Free:
    if odd or unlike:
        return replace(free, odd=odd)
    return replace(free, posterior=_not_found(free.posterior, limits.not_found))


def _less_square(posterior: TilePosterior, share: float) -> TilePosterior:
    return replace(posterior, square=share * posterior.square)


def _not_found(posterior: TilePosterior, temperature: float) -> TilePosterior:
    """The look of a place where the finder, too, saw no tile: two nets agree."""
    return replace(posterior, square=probability(log_odds(posterior.square) / temperature))
