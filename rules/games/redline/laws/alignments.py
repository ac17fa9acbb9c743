"""New alignments: what a lay lines up (leaflet, alignments, fig. 7 to 9; R15 to R17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.core.places import Cell
from rules.games.redline.board import SITE_STEPS, board_of, cell_at, site_of
from rules.games.redline.state import Layout
from rules.games.redline.tiles import Colour, Tile

#: Axis by the direction of one step along it (an index of DIRECTIONS: E, S, SE, NE).
AXES = {2: "horizontal", 4: "vertical", 3: "diagonal", 1: "diagonal"}

_AXIS_STEPS = tuple((SITE_STEPS[way], axis) for way, axis in AXES.items())

#: Tiles that make an alignment of each kind.
LENGTHS = {"same-colour": 3, "alternating": 4}


@dataclass(frozen=True, slots=True)
class Alignment:
    """An unbroken row of cells of one kind, from one end to the other.

    Red lines play no part, only that the cells adjoin (R15).
    """

    kind: str
    axis: str
    cells: tuple[Cell, ...]


def new_alignments(
    layout: Layout, cell: Cell, colour: Colour, *, joined_count: bool = False
) -> tuple[Alignment, ...]:
    """The alignments that a tile of this colour on this empty cell creates.

    Axes and kinds are independent (R17). Enlarging an alignment creates none (R16); with
    `joined_count`, joining two does.
    """
    tiles, here = board_of(layout).sites, site_of(cell)
    found = []
    for step, axis in _AXIS_STEPS:
        if not _near_two(tiles, here, step):
            continue
        ahead, behind = _run(tiles, here, colour, step), _run(tiles, here, colour, -step)
        for kind, length in LENGTHS.items():
            runs = [len(run.sites) for run in (behind, ahead) if run.kind == kind]
            if _creates(runs, length, joined_count):
                found.append(Alignment(kind, axis, _row(here, behind, ahead, kind)))
    return tuple(found)


def _near_two(tiles: Mapping[int, Tile], here: int, step: int) -> bool:
    """Whether two tiles at least adjoin along an axis: fewer make no alignment."""
    if here + step in tiles:
        return here - step in tiles or here + 2 * step in tiles
    return here - step in tiles and here - 2 * step in tiles


def _creates(lengths: list[int], enough: int, joined_count: bool) -> bool:
    if sum(lengths) + 1 < enough:
        return False
    old = sum(length >= enough for length in lengths)
    return old == 0 or (joined_count and old == 2)


class _Run(NamedTuple):
    """The sites that carry one pattern on from a cell, nearest first."""

    kind: str
    sites: tuple[int, ...]


_NO_RUN = _Run("", ())


def _run(tiles: Mapping[int, Tile], here: int, colour: Colour, step: int) -> _Run:
    """The pattern that goes on in a direction: the nearest tile's colour tells which."""
    site = here + step
    tile = tiles.get(site)
    if tile is None:
        return _NO_RUN
    alternating = tile.colour is not colour
    sites, wanted = [], tile.colour
    while tile is not None and tile.colour is wanted:
        sites.append(site)
        wanted = wanted.other if alternating else wanted
        site += step
        tile = tiles.get(site)
    return _Run("alternating" if alternating else "same-colour", tuple(sites))


def _row(here: int, behind: _Run, ahead: _Run, kind: str) -> tuple[Cell, ...]:
    before = reversed(behind.sites) if behind.kind == kind else ()
    sites = (*before, here, *(ahead.sites if ahead.kind == kind else ()))
    return tuple(map(cell_at, sites))
