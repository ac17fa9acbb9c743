"""Random Linie 1 tables: which tile lies where, where signs and trams stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rules.core.toolkit.bits import indices
from rules.games.linie1.board import FITTING, Board
from rules.games.linie1.places import (
    BESIDE,
    CELLS,
    SPAN,
    STEPS,
    TERMINI,
    TERMINI_OF,
)
from rules.games.linie1.tiles import (
    FACE_KINDS,
    FACE_MASKS,
    FACE_SIDES,
    KIND_FACES,
    KINDS,
    turned_mask,
)

RowCol = tuple[int, int]

#: Of a late position: counts of tiles, share of the trams on termini, and of these at home.
_LATE_TILES = (40, 60, 80, 100)
_AT_TERMINI, _AT_HOME = 0.4, 0.8

_EXITS = [cell for terminus in TERMINI for cell in terminus.cells]

#: How many times a tile is tried before the table is left as it is.
_TRIES = 1500


@dataclass(frozen=True)
class Position:
    """`tiles`: (row, col) to (kind 1..12, quarter turns clockwise), only cells with a tile;
    `stops`: cells with a sign; `trams`: (line, row, col), rows and columns 0 and 13 at termini."""

    tiles: dict[RowCol, tuple[int, int]]
    stops: tuple[RowCol, ...]
    trams: tuple[tuple[int, int, int], ...]


def random_position(rng: np.random.Generator, count: int | None = None) -> Position:
    """A table with about `count` tiles (any number when None): most as a legal play makes them,
    some with tiles that do not fit, so that nobody learns the rules instead of looking."""
    wanted = int(rng.choice([0, 4, 12, 25, 45, 70, 100, 125])) if count is None else count
    loose = float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.45, 0.2, 0.2, 0.15]))
    board, order = Board(), []
    bag = _bag(rng, even=loose > 0.3 or rng.random() < 0.3)
    for _ in range(_TRIES):
        if len(order) >= wanted:
            break
        at, kind = _place(rng, board), int(bag[rng.integers(len(bag))])
        faces = KIND_FACES[kind]
        if rng.random() >= loose:
            faces &= FITTING[board.asks[at]]
        if board.faces[at] or not faces:
            continue
        board = board.with_face(at, int(rng.choice(list(indices(faces)))))
        order.append(at)
    tiles = {rowcol(at): kind_and_turn(board.faces[at], rng) for at in order}
    return Position(tiles, _stops(rng, order), _trams(rng, order))


def late_position(rng: np.random.Generator) -> Position:
    """A board late in a game: three to six trams, each on a tile or terminus of its own."""
    position = random_position(rng, int(rng.choice(_LATE_TILES)))
    lines = rng.permutation(6)[: int(rng.integers(3, 7))] + 1
    cells = rng.permutation(list(position.tiles))[: len(lines)]
    trams: dict[RowCol, int] = {}
    for line, (row, col) in zip(map(int, lines), cells.tolist(), strict=True):
        ends = TERMINI_OF[line if rng.random() < _AT_HOME else int(rng.integers(1, 7))]
        end = rowcol(ends[int(rng.integers(2))].index)
        away = rng.random() < _AT_TERMINI and end not in trams
        trams[end if away else (row, col)] = line
    return replace(position, trams=tuple((line, *at) for at, line in trams.items()))


def _bag(rng: np.random.Generator, even: bool) -> np.ndarray:
    """Kinds to draw from: as many of each as the box holds, or all alike."""
    if even:
        return np.arange(1, len(KINDS) + 1)
    return np.repeat([k.number for k in KINDS], [k.count for k in KINDS])


def _place(rng: np.random.Generator, board: Board) -> int:
    """A cell to try: where track leads to, an exit, or anywhere."""
    if rng.random() < 0.15:
        return int(rng.choice(CELLS))
    if rng.random() < 0.2:
        return int(rng.choice(_EXITS))
    laid = [at for at in CELLS if board.faces[at]]
    if not laid:
        return int(rng.choice(_EXITS))
    at = int(rng.choice(laid))
    sides = [s for s in range(4) if FACE_SIDES[board.faces[at]] >> s & 1]
    near = at + STEPS[int(rng.choice(sides))]
    return near if near in CELLS else at


def rowcol(at: int) -> RowCol:
    """Row and column of an index of the rules' board."""
    return at // SPAN, at % SPAN


def kind_and_turn(face: int, rng: np.random.Generator) -> tuple[int, int]:
    """A face as kind and quarter turns clockwise; any of the turns that look the same."""
    kind = FACE_KINDS[face]
    turns = [q for q in range(4) if turned_mask(KINDS[kind - 1].mask, q) == FACE_MASKS[face]]
    return kind, int(rng.choice(turns))


def _stops(rng: np.random.Generator, order: list[int]) -> tuple[RowCol, ...]:
    """Signs on the first tile beside each location; at some tables forgotten or put anywhere."""
    if rng.random() < 0.15:
        return ()
    first = [next((at for at in order if at in cells), None) for cells in BESIDE.values()]
    stops = [at for at in first if at is not None]
    if rng.random() < 0.3:
        stops = [at for at in stops if rng.random() < 0.7]
    if rng.random() < 0.25:
        stops += [int(at) for at in rng.choice(CELLS, int(rng.integers(1, 9)), replace=False)]
    return tuple(rowcol(at) for at in dict.fromkeys(stops))


def _trams(rng: np.random.Generator, order: list[int]) -> tuple[tuple[int, int, int], ...]:
    """Trams on tiles or at termini, now and then several on one place."""
    lines = rng.permutation(6)[: int(rng.choice([0, 0, 1, 2, 3, 6]))] + 1
    found: list[tuple[int, int, int]] = []
    for line in map(int, lines):
        terminus = TERMINI_OF[line if rng.random() < 0.6 else int(rng.integers(1, 7))]
        at = terminus[int(rng.integers(2))].index
        if found and rng.random() < 0.1:
            at = found[-1][1] * SPAN + found[-1][2]
        elif order and rng.random() < 0.7:
            at = int(rng.choice(order))
        found.append((line, *rowcol(at)))
    return tuple(found)
