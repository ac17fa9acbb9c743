"""A second judge of Linie 1, written on purpose from other notions than the first.

No bits, no tables of faces, no weights: track is a set of points in the plane. A cell at (row, col)
has its four side middles at half coordinates; a tile is a set of pairs of such points; two tiles
answer each other when they share a point. Slow, and meant to be read beside the rule text.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

HALF = Fraction(1, 2)
SIDES = {"N": (-HALF, 0), "S": (HALF, 0), "W": (0, -HALF), "E": (0, HALF)}

#: The locations, typed in a second time from the picture of the board.
SITES = {
    (8, 12), (11, 9), (12, 5), (9, 2), (5, 1), (2, 4),
    (1, 8), (4, 11), (6, 9), (9, 7), (7, 4), (4, 6),
}  # fmt: skip

#: The points where a terminus meets a cell: positions 2, 3, 6, 7, 10, 11 of every side.
EXITS = {
    point
    for at in (2, 3, 6, 7, 10, 11)
    for point in (
        (HALF, Fraction(at)),
        (12 + HALF, Fraction(at)),
        (Fraction(at), HALF),
        (Fraction(at), 12 + HALF),
    )
}

#: Sets of connections of the six kinds with trees, by the shape alone: see `locked`.
Point = tuple[Fraction, Fraction]
Cell = tuple[int, int]
Track = frozenset[frozenset[Point]]
Layout = dict[Cell, tuple[str, ...]]


def side_point(cell: Cell, side: str) -> Point:
    """The middle of a cell's side."""
    down, right = SIDES[side]
    return Fraction(cell[0]) + down, Fraction(cell[1]) + right


def track(cell: Cell, pairs: tuple[str, ...]) -> Track:
    """The connections of a tile as pairs of points."""
    return frozenset(frozenset(side_point(cell, side) for side in pair) for pair in pairs)


def ends(cell: Cell, pairs: tuple[str, ...]) -> set[Point]:
    """Where a tile's track leaves it."""
    return {point for pair in track(cell, pairs) for point in pair}


def locked(pairs: tuple[str, ...]) -> bool:
    """Trees: all tiles with more than two connections, and the level crossing."""
    return len(pairs) > 2 or set(pairs) == {"NS", "EW"}


def fits(layout: Layout, cell: Cell, pairs: tuple[str, ...]) -> bool:
    """Rules A to E for a tile on a cell, the other cells as they lie."""
    row, col = cell
    if not (1 <= row <= 12 and 1 <= col <= 12) or cell in SITES:
        return False
    here = ends(cell, pairs)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        other = (row + down, col + right)
        shared = (Fraction(row) + down * HALF, Fraction(col) + right * HALF)
        outside = not (1 <= other[0] <= 12 and 1 <= other[1] <= 12)
        if outside and (shared in here) != (shared in EXITS):
            return False
        if other in SITES and shared in here:
            return False
        if other in layout and (shared in here) != (shared in ends(other, layout[other])):
            return False
    return True


def may_replace(old: tuple[str, ...] | None, new: tuple[str, ...]) -> bool:
    """Whether a tile may lie where the old one lay."""
    return old is None or (not locked(old) and set(old) < set(new))


def legal_single(layout: Layout, cell: Cell, pairs: tuple[str, ...]) -> bool:
    """One tile on a board."""
    return may_replace(layout.get(cell), pairs) and fits(layout, cell, pairs)


def legal_pair(
    layout: Layout, one: tuple[Cell, tuple[str, ...]], other: tuple[Cell, tuple[str, ...]]
) -> bool:
    """Two tiles at once: the exchange one by one, the sides of the position after both."""
    after = dict(layout)
    for cell, pairs in (one, other):
        if not may_replace(after.get(cell), pairs):
            return False
        after[cell] = pairs
    return all(fits(after, cell, after[cell]) for cell in {one[0], other[0]})


def signs_due(layout: Layout, cell: Cell) -> list[Cell]:
    """The locations whose first tile is laid here."""
    near = lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1  # noqa: E731
    return [
        site
        for site in SITES
        if near(site, cell) and not any(near(site, other) for other in layout)
    ]


def drivable(layout: Layout, way: list[Cell]) -> bool:
    """Whether a tram can go through these neighbouring cells in order, by the printed track."""
    shared = [((Fraction(a[0]) + b[0]) / 2, (Fraction(a[1]) + b[1]) / 2) for a, b in pairwise(way)]
    inner = way[1:-1]
    turns = (frozenset(points) for points in pairwise(shared))
    joined = all(pair in track(cell, layout[cell]) for cell, pair in zip(inner, turns, strict=True))
    touches = all(
        point in ends(cell, layout[cell])
        for point, pair in zip(shared, pairwise(way), strict=True)
        for cell in pair
    )
    return joined and touches
