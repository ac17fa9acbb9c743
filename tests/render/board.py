"""Random Redline layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

Spokes = tuple[int, ...]
Place = tuple[int, int]
Tile = tuple[str, Spokes]
Board = dict[Place, Tile]

COLOURS = ("yellow", "blue")
# (dcol, drow) of the eight directions N, NE, E, SE, S, SW, W, NW; row grows downward.
STEPS: tuple[Place, ...] = (
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
)
LAYOUTS_TRIED = 12  # a legal layout can die early; the largest of so many is taken
WIDEST = 12  # cells a layout may spread in one direction


def turned(spokes: Spokes, quarters: int) -> Spokes:
    """The spokes after so many clockwise quarter turns, ascending."""
    return tuple(sorted((s + 2 * quarters) % 8 for s in spokes))


def canonical(spokes: Spokes) -> Spokes:
    """The same name for all four turns of a pattern."""
    return min(turned(spokes, q) for q in range(4))


PATTERNS: tuple[Spokes, ...] = tuple(
    sorted({canonical(s) for n in (1, 2, 3) for s in combinations(range(8), n)})
)


def arriving(board: Mapping[Place, Tile], place: Place) -> dict[int, str]:
    """Direction to colour of the neighbour, for every line that ends at this place."""
    found: dict[int, str] = {}
    for direction, (dc, dr) in enumerate(STEPS):
        neighbour = board.get((place[0] + dc, place[1] + dr))
        if neighbour is not None and (direction + 4) % 8 in neighbour[1]:
            found[direction] = neighbour[0]
    return found


def free_places(board: Mapping[Place, Tile], legal: bool) -> list[Place]:
    """Empty places where a tile may go: at the end of a line, or (not legal) beside any tile."""
    spots = {
        (col + STEPS[d][0], row + STEPS[d][1])
        for (col, row), (_, spokes) in board.items()
        for d in (spokes if legal else range(8))
    }
    return sorted(spot for spot in spots - set(board) if _stays_small(board, spot))


def _stays_small(board: Mapping[Place, Tile], spot: Place) -> bool:
    cols = [c for c, _ in board] + [spot[0]]
    rows = [r for _, r in board] + [spot[1]]
    return max(max(cols) - min(cols), max(rows) - min(rows)) < WIDEST


def _fits(lines: Mapping[int, str], tile: Tile) -> bool:
    owners = set(lines.values())
    return set(lines) <= set(tile[1]) and (len(owners) == 2 or tile[0] not in owners)


def _choices(
    board: Board, bag: list[Tile], legal: bool, rng: np.random.Generator
) -> Iterator[tuple[Place, Tile]]:
    """Placements in random order."""
    spots = free_places(board, legal)
    for s in rng.permutation(len(spots)):
        lines = arriving(board, spots[s]) if legal else {}
        for b in rng.permutation(len(bag)):
            for quarters in rng.permutation(4):
                tile = (bag[b][0], turned(bag[b][1], int(quarters)))
                if not legal or _fits(lines, tile):
                    yield spots[s], tile


def _grown(rng: np.random.Generator, count: int, legal: bool) -> Board:
    bag = [(colour, pattern) for colour in COLOURS for pattern in PATTERNS]
    rng.shuffle(bag)
    # Many-spoked tiles early, or a legal layout has no open line left.
    bag.sort(key=lambda tile: len(tile[1]) + 2 * rng.random(), reverse=True)
    first = bag.pop(0)
    board: Board = {(0, 0): (first[0], turned(first[1], int(rng.integers(4))))}
    while len(board) < count:
        choice = next(_choices(board, bag, legal, rng), None)
        if choice is None:
            break
        place, tile = choice
        board[place] = tile
        bag.remove((tile[0], canonical(tile[1])))
    return board


def random_board(rng: np.random.Generator, count: int, legal: bool = True) -> Board:
    """{(col, row): (colour, spokes)} of up to `count` (at most 48) tiles, in the order of laying.

    Legal: every new tile continues every line that arrives at its place and differs in colour from
    the tile it continues, unless both colours arrive. Not legal: any layout connected by sides or
    corners. A pattern occurs at most once in a colour. A legal layout may stop before `count`.
    """
    best: Board = {}
    for _ in range(LAYOUTS_TRIED):
        board = _grown(rng, min(count, 48), legal)
        if len(board) > len(best):
            best = board
        if len(best) >= count:
            break
    return best


def spare_tiles(rng: np.random.Generator, board: Mapping[Place, Tile]) -> list[Tile]:
    """The tiles of a full set that are not on the board, shuffled and turned at random."""
    laid = {(colour, canonical(spokes)) for colour, spokes in board.values()}
    rest = [(c, p) for c in COLOURS for p in PATTERNS if (c, p) not in laid]
    order = rng.permutation(len(rest))
    return [(rest[i][0], turned(rest[i][1], int(rng.integers(4)))) for i in order]
