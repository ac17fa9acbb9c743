"""Places of the board: cells and termini, as the rule document numbers them (1.1 to 1.4).

A place is a row and a column 0..13. Rows and columns 1..12 are the cells; a terminus is named by
the border place in front of the lower of its two cells. Inside the package places are indices
(``row * 14 + col``), which makes bit tables and walks quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rules.core.rulebook import TomlTable, data_file

#: Rows and columns of the frame that includes the border of termini.
SPAN = 14

#: Sides of a cell, clockwise; a side is an index into this.
SIDES = "NESW"

#: From an index to its neighbour across each side.
STEPS = (-SPAN, 1, SPAN, -1)


@dataclass(frozen=True, order=True, slots=True)
class Spot:
    """A cell or a terminus. Row grows downward, column to the right, both from 1 for cells."""

    row: int
    col: int

    def name(self) -> str:
        """Row and column, as in ``(3, 7)``; a terminus by its line and side."""
        terminus = TERMINUS_AT.get(index_of(self))
        return f"({self.row}, {self.col})" if terminus is None else terminus.name

    def as_json(self) -> list[int]:
        """Row and column, in this order, as in the contract's `row` and `col`."""
        return [self.row, self.col]


def index_of(spot: Spot) -> int:
    """The index of a place; -1 for one that lies outside even the border."""
    inside = 0 <= spot.row < SPAN and 0 <= spot.col < SPAN
    return spot.row * SPAN + spot.col if inside else -1


def opposite(side: int) -> int:
    """The side by which a neighbour across this side touches."""
    return (side + 2) % 4


@dataclass(frozen=True, slots=True)
class Terminus:
    """A half circle of printed track with two exits, joined to each other (rule document 1.4).

    `index` names it, `inner` is the side of its cells that faces it, `cells` are the indices its
    exits lead to, `border` the two border places it covers.
    """

    line: int
    side: str
    index: int
    inner: int
    cells: tuple[int, int]
    border: tuple[int, int]

    @property
    def spot(self) -> Spot:
        """Its place."""
        return SPOTS[self.index]

    @property
    def name(self) -> str:
        """Line and side of the board; a "terminus" is one in English and in French."""
        return f"terminus {self.line} {self.side}"


@cache
def board_data() -> TomlTable:
    """The board's data file."""
    return MappingProxyType(data_file(__package__, "board.toml"))


def _terminus(line: int, side: str, faces: list[int]) -> Terminus:
    inner = SIDES.index(side)
    edge = {"N": 1, "W": 1, "S": SPAN - 2, "E": SPAN - 2}[side]
    across = side in "NS"
    cells = tuple(edge * SPAN + at if across else at * SPAN + edge for at in faces)
    border = tuple(cell + STEPS[inner] for cell in cells)
    return Terminus(line, side, border[0], inner, (cells[0], cells[1]), (border[0], border[1]))


#: Every place of the frame by its index.
SPOTS: tuple[Spot, ...] = tuple(Spot(i // SPAN, i % SPAN) for i in range(SPAN * SPAN))

#: The letter of every location by the index of its cell (rule document 1.3).
LOCATION_AT: Mapping[int, str] = MappingProxyType(
    {row * SPAN + col: letter for letter, (row, col) in board_data()["locations"].items()}
)

#: The location letters in order.
LETTERS: tuple[str, ...] = tuple(sorted(LOCATION_AT.values()))

#: The twelve termini (rule document 1.4).
TERMINI: tuple[Terminus, ...] = tuple(_terminus(**entry) for entry in board_data()["termini"])

#: A terminus by each of the two border places it covers.
TERMINUS_AT: Mapping[int, Terminus] = MappingProxyType({b: t for t in TERMINI for b in t.border})

#: The two termini of each line.
TERMINI_OF: Mapping[int, tuple[Terminus, Terminus]] = MappingProxyType(
    {t.line: (s, t) for s in TERMINI for t in TERMINI if s.line == t.line and s.index < t.index}
)

#: Cells that can take a tile: all but the locations, in reading order.
CELLS: tuple[int, ...] = tuple(
    row * SPAN + col
    for row in range(1, SPAN - 1)
    for col in range(1, SPAN - 1)
    if row * SPAN + col not in LOCATION_AT
)

#: The same cells as a set.
CELL_SET = frozenset(CELLS)

#: The cells orthogonally next to each location, where its stop sign may stand (5.8).
BESIDE: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        letter: tuple(at + step for step in STEPS if at + step in CELL_SET)
        for at, letter in LOCATION_AT.items()
    }
)

#: The one location a cell is next to; no cell is next to two (rule document 1.6).
LETTER_BESIDE: Mapping[int, str] = MappingProxyType(
    {cell: letter for letter, cells in BESIDE.items() for cell in cells}
)


def spot_of(row: int, col: int) -> Spot:
    """The place at a row and column; both border places of a terminus are the one place."""
    spot = Spot(row, col)
    terminus = TERMINUS_AT.get(index_of(spot))
    return spot if terminus is None else terminus.spot


#: The index by which each place of the frame is known, and -1 at the end for what lies outside it.
_NODES = (*(index_of(spot_of(spot.row, spot.col)) for spot in SPOTS), -1)


def node_of(spot: Spot | None) -> int:
    """The index of a place where a tram can stand; -1 for no place."""
    return -1 if spot is None else _NODES[index_of(spot)]
