"""What pages of all sets share: grids to cut, the heading, the ruler, the first page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.printing.paper import UNPRINTABLE_MM
from calibration.printing.shapes import rectangle
from calibration.printing.sheet import BLACK, GREY, Rgb, Sheet

#: Key to sentence, in the user's language.
Words = Mapping[str, str]

#: Length of the ruler, and of its marks at every 1, 5 and 10, millimetres.
RULER_MM = 100
_MARKS_MM = (1.5, 2.5, 4.0)

#: How far cutting marks reach out of a grid, millimetres.
_MARK_MM = 4.0

#: Height of capitals: title, headings, plain text; millimetres.
TITLE, HEADING, PLAIN = 7.0, 3.4, 2.5

_LEFT_MM = 20.0


@dataclass(frozen=True)
class PieceGrid:
    """Pieces side by side, cut apart by straight cuts. Lengths in millimetres."""

    x: float
    y: float
    cols: int
    rows: int
    width: float
    height: float

    def cells(self) -> Iterator[tuple[float, float]]:
        """The upper left corner of every piece, row by row."""
        for row in range(self.rows):
            for col in range(self.cols):
                yield self.x + col * self.width, self.y + row * self.height


def centred(sheet: Sheet, cols: int, rows: int, width: float, height: float) -> PieceGrid:
    """A grid in the middle of the page."""
    x, y = sheet.paper.corner_of(cols * width, rows * height)
    return PieceGrid(x, y, cols, rows, width, height)


def cut_grid(sheet: Sheet, grid: PieceGrid, colour: Rgb = GREY) -> None:
    """Lines to cut along, reaching out of the grid so that a ruler finds them."""
    x1, y1 = grid.x + grid.cols * grid.width, grid.y + grid.rows * grid.height
    for col in range(grid.cols + 1):
        x = grid.x + col * grid.width
        sheet.line(np.array([(x, grid.y - _MARK_MM), (x, y1 + _MARK_MM)]), colour)
    for row in range(grid.rows + 1):
        y = grid.y + row * grid.height
        sheet.line(np.array([(grid.x - _MARK_MM, y), (x1 + _MARK_MM, y)]), colour)


def head(sheet: Sheet, words: str) -> None:
    """What a page holds, above it."""
    y = UNPRINTABLE_MM + PLAIN
    sheet.text(sheet.paper.width / 2, y, words, PLAIN, bold=True, align="middle")


#: The name of a piece, and what draws it where its upper left corner is.
Face = tuple[str, Callable[[float, float], None]]


def piece_page(
    sheet: Sheet, title: str, grid: PieceGrid, kind: str, faces: Sequence[Face], cuts: Rgb = GREY
) -> None:
    """A page of pieces of one kind, side by side, with the lines to cut along."""
    sheet.page()
    head(sheet, title)
    for (name, draw), (x, y) in zip(faces, grid.cells(), strict=True):
        draw(x, y)
        sheet.piece(kind, name, rectangle(x, y, grid.width, grid.height))
    cut_grid(sheet, grid, cuts)


def ruler(sheet: Sheet, x: float, y: float, words: Words) -> float:
    """A ruler to check the print with, and a line for what it measured; the height below it."""
    for mm in range(RULER_MM + 1):
        long = _MARKS_MM[(mm % 5 == 0) + (mm % 10 == 0)]
        sheet.line(np.array([(x + mm, y), (x + mm, y + long)]), BLACK, 0.15)
        if mm % 10 == 0:
            sheet.text(x + mm, y + 6.5, str(mm), 2.0, align="middle")
    sheet.line(np.array([(x, y), (x + RULER_MM, y)]), BLACK, 0.15)
    sheet.piece("ruler", "100 mm", rectangle(x, y, RULER_MM, _MARKS_MM[-1]))
    sheet.text(x, y + 13, words["measured"], PLAIN)
    start = x + sheet.wide(words["measured"], PLAIN) + 2
    sheet.line(np.array([(start, y + 14.5), (start + 22, y + 14.5)]), BLACK, 0.2)
    sheet.text(start + 24, y + 13, "mm", PLAIN)
    return y + 20


def cover(sheet: Sheet, game: str, words: Words, counts: Sequence[tuple[str, int]]) -> float:
    """The first page: what to do, what there is, the ruler; the height below it all. `counts`:
    key of the words for a kind of piece, and how many there are."""
    sheet.page()
    wide = sheet.paper.width - 2 * _LEFT_MM
    sheet.text(_LEFT_MM, 26, words[f"{game}.title"], TITLE, bold=True)
    y = sheet.paragraph(_LEFT_MM, 34, wide, words["made"], PLAIN)
    y = _heading(sheet, y, words["check"])
    y = ruler(sheet, _LEFT_MM, sheet.paragraph(_LEFT_MM, y, wide, words["scale"], PLAIN) + 3, words)
    y = _heading(sheet, y, words["pieces"])
    for key, count in counts:
        sheet.text(_LEFT_MM + 10, y + 2.5, str(count), PLAIN, bold=True, align="right")
        y = sheet.paragraph(_LEFT_MM + 13, y, wide - 13, words[f"{game}.{key}"], PLAIN)
    y = _heading(sheet, y, words["how"])
    for number, step in enumerate(_steps(game, words), start=1):
        sheet.text(_LEFT_MM + 3, y + 2.5, f"{number}.", PLAIN, bold=True, align="right")
        y = sheet.paragraph(_LEFT_MM + 6, y, wide - 6, step, PLAIN) + 1.2
    return y


def _heading(sheet: Sheet, y: float, words: str) -> float:
    sheet.line(np.array([(_LEFT_MM, y + 4), (sheet.paper.width - _LEFT_MM, y + 4)]), GREY, 0.2)
    sheet.text(_LEFT_MM, y + 9, words, HEADING, bold=True)
    return y + 13


def _steps(game: str, words: Words) -> Iterator[str]:
    number = 1
    while f"{game}.step.{number}" in words:
        yield words[f"{game}.step.{number}"]
        number += 1
