"""The layout as a picture: a self-contained SVG document, by a pure function.

Tiles bring their own colours and outlines, so the picture stands on a light and on a dark page;
what lies between them (coordinates) is a grey that reads on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rules.core.game import NO_MARKS, Marks
from rules.core.places import Cell
from rules.games.redline.state import Layout, RedlineState
from rules.games.redline.tiles import STEPS, Colour, Tile

#: Drawing units from one cell to the next, and of the margin that carries the coordinates.
PITCH = 60
MARGIN = 26

#: Drawing units kept free between two tiles, so that their outlines show.
GAP = 1.5

_RULES = (
    ".yellow{fill:#f2c230;stroke:#8a6a00}",
    ".blue{fill:#2f62c9;stroke:#12306f}",
    ".tile{stroke-width:1.5}",
    ".line{stroke:#d3202a;stroke-width:8}",
    ".edge{stroke:#fff;stroke-width:11;stroke-opacity:.75}",
    ".middle{fill:#d3202a}",
    ".axis{fill:#767676;font:11px sans-serif;text-anchor:middle}",
    ".foul{fill:none;stroke:#e00000;stroke-width:4;stroke-dasharray:8 5}",
    ".cross{stroke:#fff;stroke-width:3;stroke-linecap:round}",
    ".badge{fill:#e00000}",
    ".last{fill:none;stroke:#1ba34a;stroke-width:4}",
    ".reward{fill:none;stroke:#1ba34a;stroke-width:5;stroke-linecap:round;stroke-opacity:.85}",
    ".doubt{fill:#7a3fb0}",
    ".ask{fill:#fff;font:bold 15px sans-serif;text-anchor:middle}",
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


def draw(state: RedlineState, marks: Marks = NO_MARKS) -> str:
    """The layout with its marks as an SVG document, described in words for screen readers.

    `marks.reward` holds alignments (a tuple of cells each) or single cells; cells of the other
    marks need not hold a tile.
    """
    layout, rewards = state.layout, _alignments(marks.reward)
    shown = [*layout, *marks.foul, *marks.last, *marks.doubt, *(c for r in rewards for c in r)]
    frame = _Frame.around(shown)
    width, height = frame.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" class="redline-board" role="img" '
        'aria-labelledby="redline-title redline-desc">',
        '<title id="redline-title">Redline</title>',
        f'<desc id="redline-desc">{escape(described(layout, marks))}</desc>',
        f"<style>{_STYLE}</style>",
        *_axes(frame),
        *(_tile(frame, cell, layout[cell]) for cell in sorted(layout)),
        *(_outline(frame, cell, "last") for cell in marks.last),
        *(_through(frame, cells) for cells in rewards),
        *(_foul(frame, cell) for cell in marks.foul),
        *(_doubt(frame, cell) for cell in marks.doubt),
        "</svg>",
    ]
    return "\n".join(parts)


def described(layout: Layout, marks: Marks) -> str:
    """The picture in words: every tile, then what is marked."""
    tiles = [
        f"{tile.colour.value} tile at {cell.name()} with lines to {', '.join(tile.spokes)}"
        for cell, tile in sorted(layout.items())
    ]
    notes = [
        f"{word}: {', '.join(cell.name() for cell in cells)}"
        for word, cells in (
            ("foul", marks.foul),
            ("last move", marks.last),
            ("alignment", tuple(c for cells in _alignments(marks.reward) for c in cells)),
            ("not sure", marks.doubt),
        )
        if cells
    ]
    return ". ".join([*tiles, *notes]) + "." if tiles or notes else "No tile on the table."


def _alignments(reward: tuple[Any, ...]) -> list[tuple[Cell, ...]]:
    """Alignments as they are, and single cells together as one."""
    single = tuple(mark for mark in reward if isinstance(mark, Cell))
    several = [tuple(mark) for mark in reward if not isinstance(mark, Cell)]
    return [*several, single] if single else several


def _axes(frame: _Frame) -> Iterator[str]:
    for col in range(frame.left, frame.left + frame.cols):
        x, _ = frame.middle(Cell(col, frame.top))
        yield f'<text class="axis" x="{x:g}" y="{MARGIN - 10}">{col}</text>'
    for row in range(frame.top, frame.top + frame.rows):
        _, y = frame.middle(Cell(frame.left, row))
        yield f'<text class="axis" x="{MARGIN / 2:g}" y="{y + 4:g}">{row}</text>'


def _tile(frame: _Frame, cell: Cell, tile: Tile) -> str:
    x, y = frame.middle(cell)
    ends = [STEPS[d] for d in range(8) if tile.mask >> d & 1]
    reach = PITCH / 2 - GAP
    lines = [(x + dx * reach, y + dy * reach) for dx, dy in ends]
    # On blue a red line needs a light edge: the two are equally dark to many eyes.
    edges = lines if tile.colour is Colour.BLUE else []
    return "".join(
        (
            f'<g><rect class="tile {tile.colour.value}" x="{x - reach:g}" y="{y - reach:g}" '
            f'width="{2 * reach:g}" height="{2 * reach:g}" rx="6"/>',
            *(_line("edge", x, y, end) for end in edges),
            *(_line("line", x, y, end) for end in lines),
            f'<circle class="middle" cx="{x:g}" cy="{y:g}" r="4"/></g>',
        )
    )


def _line(kind: str, x: float, y: float, end: tuple[float, float]) -> str:
    return f'<line class="{kind}" x1="{x:g}" y1="{y:g}" x2="{end[0]:g}" y2="{end[1]:g}"/>'


def _outline(frame: _Frame, cell: Cell, kind: str) -> str:
    x, y = frame.middle(cell)
    half = PITCH / 2 - 1
    return (
        f'<rect class="{kind}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{2 * half:g}" height="{2 * half:g}" rx="7"/>'
    )


def _badge(frame: _Frame, cell: Cell, kind: str) -> tuple[float, float, str]:
    """A round badge at the tile's upper right corner."""
    x, y = frame.middle(cell)
    x, y = x + PITCH / 2 - 10, y - PITCH / 2 + 10
    return x, y, f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="9"/>'


def _foul(frame: _Frame, cell: Cell) -> str:
    """A dashed outline and a cross: told by shape, not by colour alone."""
    x, y, badge = _badge(frame, cell, "badge")
    cross = _line("cross", x - 4, y - 4, (x + 4, y + 4)) + _line(
        "cross", x - 4, y + 4, (x + 4, y - 4)
    )
    return f"<g>{_outline(frame, cell, 'foul')}{badge}{cross}</g>"


def _doubt(frame: _Frame, cell: Cell) -> str:
    x, y, badge = _badge(frame, cell, "doubt")
    return f'<g>{badge}<text class="ask" x="{x:g}" y="{y + 5:g}">?</text></g>'


def _through(frame: _Frame, cells: Iterable[Cell]) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in map(frame.middle, cells))
    return f'<polyline class="reward" points="{points}"/>'
