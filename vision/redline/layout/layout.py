"""Which of the found tiles are the layout, which lie in hands, which lie askew.

Tiles that the finder missed are looked for in every empty cell that touches the layout, and every
such cell gets a belief of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.core.places import Cell
from rules.games.redline.tiles import STEPS
from vision.nn.arrays import Points, Tensor, rounded_xy
from vision.nn.calibration import log_odds, probability
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE
from vision.redline.layout.beside import bare_table, told_beside
from vision.redline.layout.choosing import chosen_group
from vision.redline.layout.fitting import fitted
from vision.redline.layout.ground import burnt_out, washed_out
from vision.redline.layout.known import Known
from vision.redline.layout.lattice import Group, Laid, cell_outline, local_offset, outline, turn_of
from vision.redline.layout.seen import Free, Seen
from vision.redline.limits import Limits
from vision.redline.tiles.finder import Found
from vision.redline.tiles.quads import Quad
from vision.redline.tiles.tile_reader import TilePosterior, TileReader


@dataclass(frozen=True)
class Table:
    """The whole table: the layout on its lattice, the free cells round it, the rest. `unambiguous`
    is false where another group of tiles might as well be the layout; `washed` 0..1 the share of
    the layout whose colours fade in too much light."""

    group: Group
    layout: tuple[Seen, ...]
    around: tuple[Free, ...]
    hands: tuple[Seen, ...]
    askew: tuple[Seen, ...]
    unambiguous: bool
    washed: float

    @property
    def hands_alone(self) -> bool:
        """Whether nothing was laid yet, and what lies there are hands."""
        return not self.layout

    @property
    def tiles(self) -> tuple[Seen, ...]:
        """The tiles of the layout, then those in hands."""
        return (*self.layout, *self.hands)

    def with_tiles(self, tiles: Sequence[Seen]) -> Table:
        """The table with these for its `tiles`, one for one."""
        count = len(self.layout)
        return replace(self, layout=tuple(tiles[:count]), hands=tuple(tiles[count:]))


def sort_table(
    image: Image,
    lattices: tuple[Group, ...],
    found: Found,
    reader: TileReader,
    limits: Limits,
    known: Known | None = None,
) -> Table | None:
    """The table of a photo, or None where no whole tile lies; `known`: the layout by the game so
    far."""
    read = [_read_group(image, group, reader, found.occlusion, limits) for group in lattices]
    sure = [[seen for seen in group if seen.posterior.whole >= limits.taken] for group in read]
    if not any(sure):
        return None
    chosen, unambiguous = chosen_group(sure, image, known, limits)
    if chosen is None:
        hands = tuple(s for seen in sure for s in seen if s.posterior.named >= limits.taken)
        return Table(lattices[0], (), (), hands, (), unambiguous, 0.0)
    group = lattices[chosen]
    apart = [s for k, seen in enumerate(sure) if k != chosen for s in seen]
    laid = sure[chosen] + _known_apart(image, group, sure[chosen], apart, known, reader, limits)
    others = [s for s in apart if s.is_sure]
    layout, around = _completed(image, group, laid, others, reader, found.occlusion, limits)
    apart += _reread_askew(image, [s for seen in read for s in seen], reader, limits)
    apart = [s for s in apart if s.posterior.named >= limits.taken]
    apart = [s for s in apart if not _told_in_its_cell(group, s, layout, limits)]
    leaning = [s for s in apart if _leans_on(s, layout, limits)]
    hands = tuple(s for s in apart if all(s is not a for a in leaning))
    askew = tuple(_told_against(group, s, image, reader) for s in leaning)
    rejected = [s for seen in read for s in seen if s.posterior.named < limits.taken]
    unambiguous = unambiguous and not any(_nears(s, layout, limits) for s in hands)
    unambiguous = unambiguous and not any(abs(s.angle_deg) < limits.askew_deg for s in askew)
    half_seen = [s for s in rejected if _half_seen(s, layout, limits)]
    unambiguous = unambiguous and bare_table(image, group, layout, around, half_seen, limits)
    washed = washed_out(image, [s.outline_xy for s in layout])
    return Table(group, tuple(layout), tuple(around), hands, askew, unambiguous, washed)


def sure(table: Table | None) -> int:
    """How many tiles of the layout are read surely; 0 where there is no table."""
    tiles = () if table is None else table.layout
    return sum(seen.posterior.belief().confidence >= SURE_CONFIDENCE for seen in tiles)


def tells_few(found: Found, table: Table | None, limits: Limits) -> bool:
    """Whether a table tells so few of the finds that the others may be tiles that are seen too flat
    to be read: one near the camera can look whole by itself."""
    told = 0 if table is None else len(table.tiles) + len(table.askew)
    return told < limits.hangs_together * len(found.quads)


def shows_more(again: Table | None, first: Table | None) -> bool:
    """Whether a view shows more tiles surely than the first did, and the same layout: a hand that
    was laid straight shows its own tiles alone."""
    if again is None or sure(again) <= sure(first):
        return False
    if first is None:
        return True
    if first.hands_alone:
        return False
    kept = [any(not _apart(seen, one) for one in again.layout) for seen in first.layout]
    return 2 * sum(kept) >= len(kept)


def _read_group(
    image: Image, group: Group, reader: TileReader, occlusion: Tensor, limits: Limits
) -> list[Seen]:
    outlines = [outline(group, laid) for laid in group.tiles]
    looks = fitted(image, reader, outlines, limits)
    outlines = [outline_xy for outline_xy, _ in looks]
    posteriors = [
        _with_colour(posterior, laid.quad.blue, limits.finder_says)
        for (_, posterior), laid in zip(looks, group.tiles, strict=True)
    ]
    covered = [_covered(occlusion, o, image) for o in outlines]
    rows = zip(group.tiles, outlines, posteriors, covered, strict=True)
    return [_seen(*row) for row in rows]


def _with_colour(posterior: TilePosterior, finder_blue: float, weight: float) -> TilePosterior:
    """The look with both nets' word on the colour: their log odds added, the finder's by weight."""
    odds = log_odds(posterior.blue) + weight * log_odds(finder_blue)
    return replace(posterior, blue=probability(odds))


def _seen(laid: Laid, outline_xy: Points, posterior: TilePosterior, covered: float) -> Seen:
    return Seen(laid.quad, outline_xy, posterior, laid.cell, laid.offset, laid.angle_deg, covered)


def _covered(occlusion: Tensor, outline_xy: Points, image: Image) -> float:
    """Mean of the occlusion map (h, w; over the whole photo) at a tile's middle and corners."""
    scale = np.array(occlusion.shape[::-1]) / np.array(image.shape[1::-1])
    points = np.vstack([outline_xy.mean(0), outline_xy]) * scale
    xs, ys = np.clip(points.astype(int), 0, np.array(occlusion.shape[::-1]) - 1).T
    return float(occlusion[ys, xs].mean())


def _reread_askew(image: Image, seen: list[Seen], reader: TileReader, limits: Limits) -> list[Seen]:
    """The found pieces that show no tile as they were outlined but do when turned by 45 degrees."""
    quads = [s.quad.turned_half() for s in seen if s.posterior.whole < limits.taken]
    outlines = [quad.corners_xy() for quad in quads]
    posteriors = reader.read(image, outlines)
    rows = zip(quads, outlines, posteriors, strict=True)
    return [Seen(*row) for row in rows if row[2].whole >= limits.taken]


def _completed(
    image: Image,
    group: Group,
    layout: list[Seen],
    apart: Sequence[Seen],
    reader: TileReader,
    occlusion: Tensor,
    limits: Limits,
) -> tuple[list[Seen], list[Free]]:
    """The layout with tiles that the finder missed, and the cells left free round it; `apart`:
    sure tiles of other groups.

    Cells reached through a tile found this way are looked at in turn.
    """
    taken = {seen.cell: seen for seen in layout if seen.cell is not None}
    free: dict[Cell, Free] = {}
    while todo := sorted(_rim(set(taken)) - free.keys()):
        places = _places(group, todo, taken)
        for cell, place, posterior in zip(todo, places, reader.read(image, places), strict=True):
            inside = _in_picture(place, image)
            if inside and posterior.whole >= limits.taken and not _overlaps(place, layout, limits):
                taken[cell] = _from_cell(place, posterior, cell)
            covered, burnt = _covered(occlusion, place, image), burnt_out(image, place)
            free[cell] = Free(cell, rounded_xy(place.mean(0)), posterior, covered, inside, burnt)
    left = [one for cell, one in free.items() if cell not in taken]
    tiles = list(taken.values())
    return tiles, told_beside(image, group, tiles, left, limits, apart)


def _places(group: Group, cells: list[Cell], taken: dict[Cell, Seen]) -> list[Points]:
    """Outlines of free cells, as far off the lattice as the tiles next to each."""
    offsets = {cell: seen.offset for cell, seen in taken.items()}
    shifts = [local_offset(cell, offsets) or (0.0, 0.0) for cell in cells]
    return [cell_outline(group, *where) for where in zip(cells, shifts, strict=True)]


def _rim(cells: set[Cell]) -> set[Cell]:
    return {cell.shifted(*step) for cell in cells for step in STEPS} - cells


def _from_cell(place: Points, posterior: TilePosterior, cell: Cell) -> Seen:
    nw, ne, se, sw = place
    axes = np.stack([(ne + se - nw - sw) / 4, (sw + se - nw - ne) / 4], axis=1)
    return Seen(Quad(place.mean(0), axes, posterior.whole, posterior.blue), place, posterior, cell)


def _in_picture(place: Points, image: Image) -> bool:
    h, w = image.shape[:2]
    return bool((place >= 0).all() and (place[:, 0] < w).all() and (place[:, 1] < h).all())


def _overlaps(place: Points, layout: list[Seen], limits: Limits) -> bool:
    middle = place.mean(0)
    return any(float(np.abs(s.quad.local(middle)).max()) < limits.covers for s in layout)


def _leans_on(seen: Seen, layout: list[Seen], limits: Limits) -> bool:
    """Whether a tile touches the layout without lying on its lattice (fig. 3)."""
    return any(_gap(seen, s) < limits.leaning_gap and _apart(seen, s) for s in layout)


def _nears(seen: Seen, layout: list[Seen], limits: Limits) -> bool:
    """Whether a tile lies so near the layout that it may belong to it after all."""
    return any(_gap(seen, s) < limits.doubtful_gap and _apart(seen, s) for s in layout)


def _half_seen(seen: Seen, layout: list[Seen], limits: Limits) -> bool:
    """Whether something beside the layout looks a little like a tile: one half under a thing."""
    beside = any(_gap(seen, s) < limits.leaning_gap for s in layout)
    like_one = seen.posterior.named > limits.half_seen
    return beside and like_one and all(_apart(seen, s) for s in layout)


def _gap(seen: Seen, other: Seen) -> float:
    """Distance of a tile's nearest corner from another tile's edge, in sides; below 0 inside."""
    return float(np.abs(other.quad.local(seen.outline_xy)).max(1).min()) - 0.5


def _apart(seen: Seen, other: Seen) -> bool:
    """Whether a tile's middle lies outside another tile."""
    return float(np.abs(other.quad.local(seen.quad.middle_xy)).max()) > 0.5


def _known_apart(
    image: Image,
    group: Group,
    layout: list[Seen],
    apart: list[Seen],
    known: Known | None,
    reader: TileReader,
    limits: Limits,
) -> list[Seen]:
    """The tiles that no longer touch the others since one between them went, each straight in the
    cell in which it was laid."""
    if known is None:
        return []
    likely = [s for s in apart if known.share(s.posterior) >= limits.taken]
    told = [_told_against(group, s, image, reader) for s in likely]
    straight = [
        s
        for s in told
        if abs(s.angle_deg) < limits.straight_deg and max(map(abs, s.offset)) < limits.absorbs
    ]
    return [s for s in straight if known.places(s, layout)]


def _told_in_its_cell(group: Group, seen: Seen, layout: list[Seen], limits: Limits) -> bool:
    """Whether a tile that was found by itself lies straight where a cell of the layout shows one:
    it touches the others by a corner alone, and is told there."""
    degrees, quarters = turn_of(seen.quad, group.homography)
    straight = abs(degrees - 90 * quarters) < limits.askew_deg
    return straight and any(not _apart(seen, one) for one in layout)


def _told_against(group: Group, seen: Seen, image: Image, reader: TileReader) -> Seen:
    """The tile with its angle and its spokes told against the layout's lattice: turned by the
    quarter turns that leave at most 45 degrees."""
    inverse = group.homography.inverse()
    degrees, quarters = turn_of(seen.quad, group.homography)
    quad = seen.quad.turned(-quarters)
    outline_xy = quad.corners_xy()
    posterior = reader.read(image, [outline_xy])[0]
    place = inverse(quad.middle_xy)[0]
    cell = Cell(*(int(n) for n in np.rint(place)))
    offset = (float(place[0] - cell.col), float(place[1] - cell.row))
    return Seen(quad, outline_xy, posterior, cell, offset, degrees - 90 * quarters, seen.covered)
