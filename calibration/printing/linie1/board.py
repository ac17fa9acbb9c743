"""The board, 14 by 14 cells with its rim, on four pages that meet at its middle (1.1 to 1.4)."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Points
from calibration.printing.layout import Words, head
from calibration.printing.linie1.colours import (
    BADGE,
    CELL,
    GRID,
    INK,
    LAWN,
    LINES,
    RIM,
    STATION,
    ink_on,
)
from calibration.printing.linie1.houses import draw_house
from calibration.printing.linie1.tracks import draw_track
from calibration.printing.shapes import arc, rectangle, turned
from calibration.printing.sheet import GREY, Sheet
from rules.games.linie1.places import LETTERS, LOCATION_AT, SPAN, SPOTS, TERMINI, Terminus

#: Side of a cell, millimetres: seven of them fit on either paper.
CELL_MM = 27.0

#: Cells of a quarter's side.
_HALF = SPAN // 2

#: Quarter turns clockwise from a terminus at the top to one at each side.
_QUARTERS = {"N": 0, "E": 1, "S": 2, "W": 3}

#: Corners of the station behind a terminus at the top: half width and depth, in cells, from the
#: middle between its two cells.
_STATION = (0.9, 0.92)


def draw_quarters(sheet: Sheet, words: Words) -> None:
    """A page for each quarter, from the upper left one, row by row."""
    for quarter in range(4):
        row, col = divmod(quarter, 2)
        sheet.page()
        head(sheet, words[f"linie1.page.board.{quarter + 1}"])
        side = _HALF * CELL_MM
        x, y = sheet.paper.corner_of(side, side)
        with sheet.within(x, y, side, side):
            draw_board(sheet, x - col * side, y - row * side)
        outline = rectangle(x, y, side, side)
        sheet.cut(outline)
        sheet.piece("board", f"{row}{col}", outline)


def draw_board(sheet: Sheet, x: float, y: float) -> None:
    """The whole board, its rim's upper left corner at x, y."""
    whole = SPAN * CELL_MM
    sheet.fill(rectangle(x, y, whole, whole), RIM)
    gx, gy = x + CELL_MM, y + CELL_MM
    inner = (SPAN - 2) * CELL_MM
    sheet.fill(rectangle(gx, gy, inner, inner), CELL)
    for terminus in TERMINI:
        _terminus(sheet, terminus, np.array([gx, gy]))
    for at, letter in LOCATION_AT.items():
        spot = SPOTS[at]
        _location(sheet, letter, x + spot.col * CELL_MM, y + spot.row * CELL_MM)
    for k in range(SPAN - 1):
        a = k * CELL_MM
        sheet.line(np.array([(gx + a, gy), (gx + a, gy + inner)]), GRID, 0.5)
        sheet.line(np.array([(gx, gy + a), (gx + inner, gy + a)]), GRID, 0.5)


def _location(sheet: Sheet, letter: str, x: float, y: float) -> None:
    """A house on a lawn, and the letter in its badge."""
    sheet.fill(rectangle(x, y, CELL_MM, CELL_MM), LAWN)
    draw_house(sheet, LETTERS.index(letter), x, y, CELL_MM)
    cx, cy, r = x + 0.3 * CELL_MM, y + 0.7 * CELL_MM, 0.26 * CELL_MM
    sheet.disc(cx, cy, r, INK)
    sheet.disc(cx, cy, r - 0.8, BADGE)
    sheet.text(cx, cy, letter, 0.3 * CELL_MM, bold=True, align="middle", colour=INK)


def _terminus(sheet: Sheet, terminus: Terminus, grid: Points) -> None:
    """Station, half circle and number, the number's top towards the outside of the board."""
    middle = grid + CELL_MM * _middle_of(terminus)
    deg = 90 * _QUARTERS[terminus.side]

    def placed(points: Points) -> Points:
        return middle + turned(points * CELL_MM, deg)

    half, deep = _STATION
    sheet.fill(placed(rectangle(-half, -deep, 2 * half, deep)), STATION)
    outline = placed(np.array([(-half, 0.0), (-half, -deep), (half, -deep), (half, 0.0)]))
    sheet.line(outline, GREY, 0.3)
    draw_track(sheet, [placed(arc(0, 0, 0.5, 180, 360))], CELL_MM)
    x, y = placed(np.array([(1.18, -0.5)]))[0].tolist()
    line, radius = terminus.line, 0.24 * CELL_MM
    sheet.disc(x, y, radius, INK)
    sheet.disc(x, y, radius - 0.8, LINES[line])
    high, ink = 0.32 * CELL_MM, ink_on(line)
    sheet.text(x, y, str(line), high, bold=True, align="middle", deg=deg, colour=ink)


def _middle_of(terminus: Terminus) -> Points:
    """The point between a terminus' two cells on the edge of the grid, cells from its corner."""
    spots = [SPOTS[cell] for cell in terminus.cells]
    col, row = (
        sum(values) / 2 - 0.5 for values in zip(*((s.col, s.row) for s in spots), strict=True)
    )
    step = {"N": (0, -0.5), "E": (0.5, 0), "S": (0, 0.5), "W": (-0.5, 0)}[terminus.side]
    return np.array([col, row]) + step
