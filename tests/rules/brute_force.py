"""A second judge of Redline, written on purpose from other notions than the first.

No masks, no demand, no packed neighbourhoods: a tile is a square in the plane with exact fractions
for coordinates, a red line is a segment from its middle to a point of its rim, and every rule is
asked of points and vectors. Slow, and meant to be read beside the leaflet.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations

from rules.core.places import Cell
from rules.games.redline.tiles import Tile

HALF = Fraction(1, 2)
COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}

Point = tuple[Fraction, Fraction]
Layout = dict[Cell, Tile]


def middle(cell: Cell) -> Point:
    """The middle of a cell, in the plane."""
    return Fraction(cell.col), Fraction(cell.row)


@cache
def rim_points(cell: Cell, tile: Tile) -> dict[Point, tuple[int, int]]:
    """Where the tile's lines reach its rim, and in which direction they run there."""
    x, y = middle(cell)
    return {(x + COMPASS[s][0] * HALF, y + COMPASS[s][1] * HALF): COMPASS[s] for s in tile.spokes}


def touching(layout: Layout, cell: Cell) -> list[Cell]:
    """Cells of tiles whose squares share a side or a corner with this one."""
    return [
        other
        for other in layout
        if other != cell and abs(other.col - cell.col) <= 1 and abs(other.row - cell.row) <= 1
    ]


@cache
def contact(a: Cell, b: Cell) -> Point:
    """The point of the rim halfway between two middles: where a straight line would pass."""
    (ax, ay), (bx, by) = middle(a), middle(b)
    return (ax + bx) / 2, (ay + by) / 2


class Placement:
    """One tile put on a layout, and what its lines meet."""

    def __init__(self, layout: Layout, cell: Cell, tile: Tile) -> None:
        self.layout, self.cell, self.tile = layout, cell, tile
        self.near = touching(layout, cell)
        self.own = rim_points(cell, tile)
        self.theirs = {other: rim_points(other, layout[other]) for other in self.near}

    def arrives(self, other: Cell) -> bool:
        """Whether the other tile's line runs straight at this one."""
        return contact(self.cell, other) in self.theirs[other]

    def leaves(self, other: Cell) -> bool:
        """Whether this tile's line runs straight at the other one."""
        return contact(self.cell, other) in self.own

    def straight_on(self, other: Cell) -> bool:
        """Whether the line goes on from one tile into the other."""
        return self.arrives(other) and self.leaves(other)

    def square_on(self, other: Cell) -> bool:
        """Lines that end at the same point, one across the other."""
        shared = set(self.own) & set(self.theirs[other])
        vectors = ((self.own[p], self.theirs[other][p]) for p in shared)
        return any(a[0] * b[0] + a[1] * b[1] == 0 for a, b in vectors)

    def extended(self, other: Cell, house: dict[str, object]) -> bool:
        """Whether the other tile is extended, as the house counts it."""
        counts = house["right_angle"] == "extends"
        return self.straight_on(other) or (counts and self.square_on(other))


def fouls(
    layout: Layout,
    cell: Cell,
    tile: Tile,
    house: dict[str, object],
    last: tuple[Cell, Tile] | None = None,
) -> set[tuple[str, frozenset[Cell]]]:
    """Every foul of the place: its code and the cells it concerns."""
    if not layout:
        return set()
    here = Placement(layout, cell, tile)
    found = extension(here, house) | dead_ends(here, house) | over_full(here, house)
    return found | colours(here, house, last)


def extension(here: Placement, house: dict[str, object]) -> set[tuple[str, frozenset[Cell]]]:
    """Rule A."""
    extended = [other for other in here.near if here.extended(other, house)]
    anything = any(here.straight_on(other) for other in here.near)
    if house["extends"] == "every" and here.near:
        missing = [other for other in here.near if other not in extended]
        if missing:
            blamed = missing if anything else here.near
            return {("no-extension", frozenset([here.cell, *blamed]))}
        return set()
    return set() if extended else {("no-extension", frozenset([here.cell, *here.near]))}


def dead_ends(here: Placement, house: dict[str, object]) -> set[tuple[str, frozenset[Cell]]]:
    """Rule B."""
    cut = [o for o in here.near if here.arrives(o) and not here.leaves(o)]
    runs = [o for o in here.near if here.leaves(o) and not here.arrives(o)]
    blamed = {"placed_only": cut, "both": cut + runs, "own_only": runs}[str(house["dead_end"])]
    return {("dead-end", frozenset([here.cell, other])) for other in blamed}


def over_full(here: Placement, house: dict[str, object]) -> set[tuple[str, frozenset[Cell]]]:
    """The house rule on cells that can never be filled."""
    if house["full_cell"] == "allowed":
        return set()
    after = {**here.layout, here.cell: here.tile}
    found = set()
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            spot = here.cell.shifted(dx, dy)
            if spot not in after and lines_to(here.layout, spot) <= 3 < lines_to(after, spot):
                found.add(("dead-end", frozenset([here.cell, spot])))
    return found


def lines_to(layout: Layout, spot: Cell) -> int:
    """How many lines run straight at an open cell."""
    return sum(contact(spot, o) in rim_points(o, layout[o]) for o in touching(layout, spot))


def colours(
    here: Placement, house: dict[str, object], last: tuple[Cell, Tile] | None
) -> set[tuple[str, frozenset[Cell]]]:
    """Rule C and its variant."""
    if not any(here.extended(other, house) for other in here.near):
        return set()
    counts = house["right_angle"] == "extends"
    owners = [o for o in here.near if here.arrives(o) or (counts and here.square_on(o))]
    seen = {here.layout[owner].colour for owner in owners}
    if seen == {here.tile.colour}:
        return {("colour", frozenset([here.cell, *owners]))}
    if house["colour_variant"] and last and len(seen) == 2 and last[1].colour == here.tile.colour:
        return {("colour-variant", frozenset([here.cell, last[0]]))}
    return set()


def alignments(
    layout: Layout, cell: Cell, tile: Tile, *, joined_count: bool = False
) -> set[tuple[str, frozenset[Cell]]]:
    """New alignments, by cutting each line of cells into its maximal patterns as text."""
    after = {**layout, cell: tile}
    found = set()
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [cell.shifted(step[0] * i, step[1] * i) for i in range(-60, 61)]
        for kind, cut, enough in (
            ("same-colour", r"\.+|(?<=Y)(?=B)|(?<=B)(?=Y)", 3),
            ("alternating", r"\.+|(?<=Y)(?=Y)|(?<=B)(?=B)", 4),
        ):
            now = next(p for p in patterns(after, line, cut) if cell in p)
            old = [p for p in patterns(layout, line, cut) if len(p) >= enough and p < now]
            if len(now) >= enough and (not old or (joined_count and len(old) == 2)):
                found.add((kind, now))
    return found


def patterns(layout: Layout, line: list[Cell], cut: str) -> list[frozenset[Cell]]:
    """The maximal pieces of a pattern along a line of cells."""
    text = "".join(layout[c].colour.value[0].upper() if c in layout else "." for c in line)
    borders = [0, *(edge for m in re.finditer(cut, text) for edge in m.span()), len(text)]
    pieces = pairwise(borders)
    return [frozenset(line[a:b]) for a, b in pieces if a < b and "." not in text[a:b]]


def reachable(layout: Layout, house: dict[str, object]) -> bool:
    """Whether any order of legal lays leads to the layout: every order is tried."""
    return any(_all_legal(order, layout, house) for order in permutations(layout))


def _all_legal(order: tuple[Cell, ...], layout: Layout, house: dict[str, object]) -> bool:
    laid: Layout = {}
    for cell in order:
        if fouls(laid, cell, layout[cell], house):
            return False
        laid[cell] = layout[cell]
    return True
