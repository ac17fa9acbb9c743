"""Names of places on a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeAlias, runtime_checkable

#: A place and a label of whichever game: of its own types, which only the game itself can name.
AnyPlace: TypeAlias = Any
AnyLabel: TypeAlias = Any

#: What stands where: place to label, empty places left out.
AnyPosition: TypeAlias = Mapping[AnyPlace, AnyLabel]


class Naming(Enum):
    """How players call the places of a game."""

    #: A letter and a number, counted from the upper left of what lies on the table.
    LAYOUT = "layout"
    #: The row and the column of a printed board.
    BOARD = "board"
    #: The ring and the hollow on it.
    RINGS = "rings"


@runtime_checkable
class Place(Protocol):
    """Somewhere a piece can stand. Each game has its own frozen, hashable, ordered type."""

    def name(self) -> str:
        """The short name players read, such as ``(2, -1)`` or ``C4``."""

    def as_json(self) -> list[int]:
        """The place as the outside contract writes it in `cells`."""

    def __lt__(self, other: Any, /) -> bool:
        """The order of a game's own places; those of two games are never compared."""


@dataclass(frozen=True, order=True, slots=True)
class Cell:
    """A cell of a square lattice: `col` grows to the right, `row` grows downward."""

    col: int
    row: int

    def name(self) -> str:
        """Column and row, as in ``(2, -1)``."""
        return f"({self.col}, {self.row})"

    def as_json(self) -> list[int]:
        """Column and row."""
        return [self.col, self.row]

    def shifted(self, cols: int, rows: int) -> Cell:
        """The cell `cols` to the right and `rows` below."""
        return Cell(self.col + cols, self.row + rows)
