"""New alignments: what a lay lines up (leaflet, alignments, fig. 7 to 9; R15 to R17)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.places import Cell
from rules.games.redline.board import Board, board_of, neighbours
from rules.games.redline.state import Layout
from rules.games.redline.tiles import Colour, opposite

#: Axis by the direction of one step along it (an index of DIRECTIONS: E, S, SE, NE).
AXES = {2: "horizontal", 4: "vertical", 3: "diagonal", 1: "diagonal"}

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
    board = board_of(layout)
    found = []
    for way, axis in AXES.items():
        ahead, behind = _run(board, cell, colour, way), _run(board, cell, colour, opposite(way))
        if ahead is behind is _NO_RUN:
            continue
        for kind, length in LENGTHS.items():
            runs = [run.cells for run in (behind, ahead) if run.kind == kind]
            if _creates([len(cells) for cells in runs], length, joined_count):
                found.append(Alignment(kind, axis, _row(cell, behind, ahead, kind)))
    return tuple(found)


def _creates(lengths: list[int], enough: int, joined_count: bool) -> bool:
    if sum(lengths) + 1 < enough:
        return False
    old = sum(length >= enough for length in lengths)
    return old == 0 or (joined_count and old == 2)


@dataclass(frozen=True, slots=True)
class _Run:
    """The cells that carry one pattern on from a cell, nearest first."""

    kind: str
    cells: tuple[Cell, ...]


_NO_RUN = _Run("", ())


def _run(board: Board, cell: Cell, colour: Colour, direction: int) -> _Run:
    """The pattern that goes on in a direction: the nearest tile's colour tells which."""
    here = neighbours(cell)[direction]
    tile = board.at(here)
    if tile is None:
        return _NO_RUN
    alternating = tile.colour is not colour
    cells, wanted = [], tile.colour
    while tile is not None and tile.colour is wanted:
        cells.append(here)
        wanted = wanted.other if alternating else wanted
        here = neighbours(here)[direction]
        tile = board.at(here)
    return _Run("alternating" if alternating else "same-colour", tuple(cells))


def _row(cell: Cell, behind: _Run, ahead: _Run, kind: str) -> tuple[Cell, ...]:
    before = reversed(behind.cells) if behind.kind == kind else ()
    return (*before, cell, *(ahead.cells if ahead.kind == kind else ()))
