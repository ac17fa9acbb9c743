"""The layout as a picture: a self-contained SVG document, by a pure function.

Tiles bring their own colours and outlines, so the picture stands on a light and on a dark page;
what lies between them (coordinates) is a grey that reads on both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.core.game import NO_MARKS, Marks
from rules.core.places import Cell
from rules.core.toolkit import svg
from rules.core.toolkit.svg import Point
from rules.games.redline.state import Layout, RedlineState
from rules.games.redline.tiles import STEPS, Colour, Tile

#: Drawing units from one cell to the next, and of the margin that carries the coordinates.
PITCH = 60
MARGIN = 26

#: Drawing units kept free between two tiles, so that their outlines show.
GAP = 1.5

_RULES = (
    *svg.MARKS,
    ".yellow{fill:#f2c230;stroke:#8a6a00}",
    ".blue{fill:#2f62c9;stroke:#12306f}",
    ".tile{stroke-width:1.5}",
    ".line{stroke:#d3202a;stroke-width:8}",
    ".edge{stroke:#fff;stroke-width:11;stroke-opacity:.75}",
    ".middle{fill:#d3202a}",
    ".axis{fill:#767676;font:11px sans-serif;text-anchor:middle}",
    ".reward{fill:none;stroke:#1ba34a;stroke-width:5;stroke-linecap:round;stroke-opacity:.85}",
)

# A style inside a picture that is put into a page holds for the whole page: so it names its root.
_STYLE = "".join(f".redline-board {rule}" for rule in _RULES)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Which cells the picture shows."""

    left: int
    top: int
    cols: int
    rows: int

    @classmethod
    def around(cls, cells: Sequence[Cell]) -> _Frame:
        """The smallest frame of these cells; the middle cell where there are none."""
        cols = [cell.col for cell in cells] or [0]
        rows = [cell.row for cell in cells] or [0]
        left, top = min(cols), min(rows)
        return cls(left, top, max(cols) - left + 1, max(rows) - top + 1)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.cols * PITCH + 2 * MARGIN, self.rows * PITCH + 2 * MARGIN

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in the picture."""
        x = MARGIN + (cell.col - self.left + 0.5) * PITCH
        return x, MARGIN + (cell.row - self.top + 0.5) * PITCH


def draw(state: RedlineState, marks: Marks[Cell] = NO_MARKS) -> str:
    """The layout with its marks as an SVG document, described in words for screen readers.

    `marks.reward` holds alignments (a tuple of cells each) or single cells; cells of the other
    marks need not hold a tile.
    """
    layout, rewards = state.layout, _alignments(marks.reward)
    marked = (cell for cells in marks.by_kind().values() for cell in cells)
    frame = _Frame.around([*layout, *marked])
    parts = (
        *_axes(frame),
        *(_tile(frame, cell, layout[cell]) for cell in sorted(layout)),
        *(_outline(frame, cell, "last") for cell in marks.last),
        *(svg.polyline("reward", map(frame.middle, cells)) for cells in rewards),
        *(svg.foul(_outline(frame, cell, "foul"), _corner(frame, cell)) for cell in marks.foul),
        *(svg.doubt(_corner(frame, cell)) for cell in marks.doubt),
    )
    words = described(layout, marks)
    return svg.document("Redline", words, frame.size, _STYLE, parts, own="redline")


def described(layout: Layout, marks: Marks[Cell]) -> str:
    """The picture in words: every tile, then what is marked."""
    tiles = [
        f"{tile.colour.value} tile at {cell.name()} with lines to {', '.join(tile.spokes)}"
        for cell, tile in sorted(layout.items())
    ]
    return svg.said(tiles, marks, "alignment", "No tile on the table")


def _alignments(reward: tuple[Cell | tuple[Cell, ...], ...]) -> list[tuple[Cell, ...]]:
    """Alignments as they are, and single cells together as one."""
    single = tuple(mark for mark in reward if isinstance(mark, Cell))
    several = [tuple(mark) for mark in reward if not isinstance(mark, Cell)]
    return [*several, single] if single else several


def _axes(frame: _Frame) -> Iterator[str]:
    for col in range(frame.left, frame.left + frame.cols):
        x, _ = frame.middle(Cell(col, frame.top))
        yield svg.text("axis", (x, MARGIN - 10), col)
    for row in range(frame.top, frame.top + frame.rows):
        _, y = frame.middle(Cell(frame.left, row))
        yield svg.text("axis", (MARGIN / 2, y + 4), row)


def _tile(frame: _Frame, cell: Cell, tile: Tile) -> str:
    x, y = middle = frame.middle(cell)
    reach = PITCH / 2 - GAP
    ways = [STEPS[d] for d in range(8) if tile.mask >> d & 1]
    ends = [(x + dx * reach, y + dy * reach) for dx, dy in ways]
    # On blue a red line needs a light edge: the two are equally dark to many eyes.
    kinds = ("edge", "line") if tile.colour is Colour.BLUE else ("line",)
    return svg.group(
        svg.box(f"tile {tile.colour.value}", middle, 2 * reach, rounded=6),
        *(svg.line(kind, middle, end) for kind in kinds for end in ends),
        svg.circle("middle", middle, 4),
    )


def _outline(frame: _Frame, cell: Cell, kind: str) -> str:
    return svg.box(kind, frame.middle(cell), PITCH - 2, rounded=7)


def _corner(frame: _Frame, cell: Cell) -> Point:
    """The tile's upper right corner."""
    x, y = frame.middle(cell)
    return x + PITCH / 2 - 10, y - PITCH / 2 + 10
