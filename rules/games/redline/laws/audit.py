"""What a layout proves wrong by itself, whatever the order of play (outside contract, `read`).

A layout is possible exactly when some order lays every tile legally, and that can be decided
without search. Under every reading of R6 to R8 the tiles already there constrain a new one in
three ways that only relax as more tiles are there: another tile must come first (its blank side
would cut off a line, or the reverse under `own_only`), one continued neighbour must be there, and
one feeding neighbour of the other colour. So from each first tile, adding whatever can be added
reaches all that can ever be reached. The colour variant (R12) looks at the order itself and is
left aside, which can only acquit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Violation
from rules.games.redline.board import Board, board_of
from rules.games.redline.laws.placement import MOST_DEMAND, neighbour
from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings, foul
from rules.games.redline.state import Layout
from rules.games.redline.tiles import DIRECTIONS, Colour, Tile, opposite

#: Tiles of one colour in the box (leaflet, contents).
OF_A_COLOUR = 24

Linked = Callable[[Cell, Cell], bool]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two neighbouring tiles, seen from the first: whose line reaches whom."""

    cell: Cell
    other: Cell
    direction: int
    gives: bool
    takes: bool

    @property
    def matched(self) -> bool:
        return self.gives and self.takes


def audit(position: Layout, house: House) -> tuple[Violation, ...]:
    """Every foul the layout proves. Never accuses one that some order of legal lays reaches."""
    board, readings = board_of(position), Readings.of(house)
    local = (
        *_twice(board, readings),
        *_too_many(board),
        *_contacts(board, readings),
        *_full_cells(board, readings),
        *_islands(board, readings),
    )
    return local or tuple(_no_order(board, readings))


def _pairs(board: Board, cell: Cell) -> Iterator[_Pair]:
    for direction in range(8):
        other = neighbour(cell, direction)
        if other in board:
            gives = bool(board[cell].mask >> direction & 1)
            takes = bool(board[other].mask >> opposite(direction) & 1)
            yield _Pair(cell, other, direction, gives, takes)


def _twice(board: Board, readings: Readings) -> Iterator[Violation]:
    """A pattern there more than once in a colour (1.2; derived, so it names its reading)."""
    if readings.set != "derived":
        return
    kinds: dict[Tile, list[Cell]] = defaultdict(list)
    for cell, tile in board.items():
        kinds[unturned(tile)].append(cell)
    for tile, cells in kinds.items():
        for other, cell in zip(sorted(cells), sorted(cells)[1:], strict=False):
            yield _foul(
                "tile-twice", (other, cell), tile, named("set", "derived"), cell=cell, other=other
            )


def _too_many(board: Board) -> Iterator[Violation]:
    """More tiles of a colour than the box holds."""
    for colour in Colour:
        cells = tuple(sorted(c for c, t in board.items() if t.colour is colour))
        if len(cells) > OF_A_COLOUR:
            tile = board[cells[0]]
            yield _foul("tile-twice", cells, tile, case="too-many", count=len(cells))


def _contacts(board: Board, readings: Readings) -> Iterator[Violation]:
    """Contacts that are wrong in either order: a line against a blank under `both`, a contact
    without a line under `every`."""
    for cell in sorted(board):
        for pair in _pairs(board, cell):
            if readings.dead_end == "both" and pair.gives and not pair.takes:
                yield _blocked(board, pair)
            if readings.extends == "every" and pair.cell < pair.other:
                yield from _unextended(board, pair, readings)


def _blocked(board: Board, pair: _Pair) -> Violation:
    reading = named("dead_end", "both")
    return _foul(
        "dead-end",
        (pair.cell, pair.other),
        board[pair.other],
        reading,
        cell=pair.other,
        neighbour=pair.cell,
        neighbour_colour=board[pair.cell].colour.value,
        direction=DIRECTIONS[pair.direction],
    )


def _unextended(board: Board, pair: _Pair, readings: Readings) -> Iterator[Violation]:
    if pair.matched or _met(board, pair.cell, pair.other, readings):
        return
    yield _foul(
        "no-extension",
        (pair.cell, pair.other),
        board[pair.cell],
        named("extends", "every"),
        case="every",
        cell=pair.cell,
        neighbours=(pair.other,),
    )


def _full_cells(board: Board, readings: Readings) -> Iterator[Violation]:
    """An open cell that more lines lead to than a tile can continue, where that is forbidden."""
    if readings.full_cell != "forbidden":
        return
    for cell in sorted(board.open_places):
        if board.around(cell).demand.bit_count() > MOST_DEMAND:
            reading = named("full_cell", "forbidden")
            yield foul("dead-end", cell, reading=reading, place=cell, case="full-cell")


def _islands(board: Board, readings: Readings) -> Iterator[Violation]:
    """Tiles that no line joins to the rest, or only lines between tiles of one colour.

    Every tile but the first continues a line, and of a tile of the other colour: so both kinds of
    link must hold the whole layout together, whoever came first.
    """
    joined: Linked = lambda a, b: _continued(board, a, b, readings)  # noqa: E731
    loose = _parts(board, joined)[1:]
    for part in loose:
        case = {"case": "one-alone" if len(part) == 1 else "island"}
        yield _foul("no-extension", part, board[part[0]], cell=part[0], cells=part, **case)
    if loose:
        return
    for part in _parts(board, lambda a, b: _feeds_other_colour(board, a, b, readings))[1:]:
        yield _foul("colour", part, board[part[0]], case="island", cell=part[0], cells=part)


def _parts(board: Board, linked: Linked) -> list[tuple[Cell, ...]]:
    """The layout's parts held together by a link, the largest first, equals by their cells."""
    left = set(board)
    parts = []
    while left:
        part = _reached(board, min(left), linked)
        left -= part
        parts.append(tuple(sorted(part)))
    return sorted(parts, key=lambda part: (-len(part), part))


def _reached(board: Board, start: Cell, linked: Linked) -> set[Cell]:
    reached, edge = {start}, [start]
    while edge:
        here = edge.pop()
        near = (neighbour(here, d) for d in range(8))
        fresh = {c for c in near if c in board and c not in reached and linked(here, c)}
        reached |= fresh
        edge.extend(fresh)
    return reached


def _continued(board: Board, a: Cell, b: Cell, readings: Readings) -> bool:
    """Whether one of two neighbours continues a line of the other."""
    pair = next(pair for pair in _pairs(board, a) if pair.other == b)
    return pair.matched or _met(board, a, b, readings)


def _feeds_other_colour(board: Board, a: Cell, b: Cell, readings: Readings) -> bool:
    """Whether a line leads from one to the other, of different colours.

    Under `own_only` a line that ends at a blank still feeds its cell; else only a continued one.
    """
    if board[a].colour is board[b].colour:
        return False
    pair = next(pair for pair in _pairs(board, a) if pair.other == b)
    blank_counts = readings.dead_end == "own_only"
    return _continued(board, a, b, readings) or (blank_counts and (pair.gives or pair.takes))


def _feeds(board: Board, pair: _Pair, readings: Readings) -> bool:
    """Whether the other tile, of the other colour, sends a line here."""
    if board[pair.cell].colour is board[pair.other].colour:
        return False
    return pair.takes or _met(board, pair.cell, pair.other, readings)


def _met(board: Board, a: Cell, b: Cell, readings: Readings) -> bool:
    """Whether side neighbours' lines meet at a corner, where that counts as continuing (R8)."""
    if readings.right_angle != "extends":
        return False
    cols, rows = b.col - a.col, b.row - a.row
    if cols and rows:
        return False
    side = next(d for d in range(0, 8, 2) if neighbour(a, d) == b)
    ours, theirs = board[a].mask, board[b].mask
    return any(
        ours >> (side + turn) % 8 & 1 and theirs >> (side + 4 - turn) % 8 & 1 for turn in (1, -1)
    )


def _no_order(board: Board, readings: Readings) -> Iterator[Violation]:
    """The layout is held together, and yet no order lays it: names the tiles left over."""
    if len(board) < 2:
        return
    needs = {cell: _Needs.of(board, cell, readings) for cell in board}
    fullest: set[Cell] = set()
    for first in sorted(cell for cell in board if not needs[cell].before):
        laid = _closure(needs, first)
        if len(laid) == len(board):
            return
        fullest = max(fullest, laid, key=len)
    left = tuple(sorted(set(board) - fullest))
    yield _foul("dead-end", left, board[left[0]], case="no-order", cells=left)


@dataclass(frozen=True, slots=True)
class _Needs:
    """What must lie before a tile can be laid: all of `before`, one of each of the others."""

    before: frozenset[Cell]
    continued: frozenset[Cell]
    feeding: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, cell: Cell, readings: Readings) -> _Needs:
        pairs = list(_pairs(board, cell))
        near = [pair.other for pair in pairs]
        return cls(
            frozenset(p.other for p in pairs if _must_wait(p, readings)),
            frozenset(c for c in near if _continued(board, cell, c, readings)),
            frozenset(p.other for p in pairs if _feeds(board, p, readings)),
        )

    def met(self, laid: set[Cell]) -> bool:
        """Whether the tile can be laid now."""
        return self.before <= laid and bool(self.continued & laid) and bool(self.feeding & laid)


def _must_wait(pair: _Pair, readings: Readings) -> bool:
    """Whether the other tile must come first: a line against a blank fixes the order (R7)."""
    if readings.dead_end == "own_only":
        return pair.takes and not pair.gives
    return pair.gives and not pair.takes


def _closure(needs: dict[Cell, _Needs], first: Cell) -> set[Cell]:
    """Every tile that can be laid when this one came first."""
    laid = {first}
    waiting: Iterable[Cell] = [cell for cell in needs if cell != first]
    while True:
        now = {cell for cell in waiting if needs[cell].met(laid)}
        if not now:
            return laid
        laid |= now
        waiting = [cell for cell in waiting if cell not in now]


def _foul(
    code: str,
    places: tuple[Cell, ...],
    tile: Tile,
    reading: str | None = None,
    /,
    **named: Param | None,
) -> Violation:
    return foul(code, *places, reading=reading, colour=tile.colour.value, **named)
