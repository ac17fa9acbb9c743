"""Mokadi to print: how to paint which sticks, and covers for sticks and pads (rules 3.1)."""

from __future__ import annotations

from functools import partial

from calibration.printing.layout import (
    PLAIN,
    PieceGrid,
    Words,
    centred,
    cover,
    cut_grid,
    head,
    piece_page,
)
from calibration.printing.shapes import circle, rectangle
from calibration.printing.sheet import GREY, WHITE, Rgb, Sheet

#: A box: sticks and pads of each of two colours (rules 3.1).
STICKS, PADS = 18, 4

#: A stick, millimetres: length, thickness, and how far its ends are coloured.
STICK_MM, THICK_MM, END_MM = 120.0, 4.0, 25.0

#: A pad, millimetres: a slice of a wine cork, and the glue flap of the strip round it.
PAD_MM, PAD_HIGH_MM, FLAP_MM = 24.0, 12.0, 8.0

#: A sleeve for the end of a stick, millimetres wide: once round it, and some to glue.
SLEEVE_MM = 18.0

WOOD: Rgb = (222, 190, 146)
COLOURS: dict[str, Rgb] = {"white": WHITE, "black": (26, 26, 28)}

PALETTE = ({**COLOURS, "wood": WOOD},)

#: Once round a pad, millimetres.
_ROUND_MM = PAD_MM * 3.1416


def draw(sheet: Sheet, words: Words) -> None:
    """The first page, how sticks are painted and pads covered, sleeves instead of paint."""
    counts = [
        ("sticks", STICKS * len(COLOURS)),
        ("pads", PADS * len(COLOURS)),
        ("sleeves", 2 * STICKS * len(COLOURS)),
    ]
    cover(sheet, "mokadi", words, counts)
    _guide(sheet, words)
    _sleeves(sheet, words)


def _guide(sheet: Sheet, words: Words) -> None:
    """A stick of each colour in its true size, then tops and strips of the pads."""
    sheet.page()
    head(sheet, words["mokadi.page.guide"])
    x, y = sheet.paper.corner_of(STICK_MM, 0)[0], 30.0
    for name, colour in COLOURS.items():
        sheet.text(x, y, words[f"mokadi.paint.{name}"], PLAIN, bold=True)
        _stick(sheet, x, y + 7, colour)
        y += 22
    for name, colour in COLOURS.items():
        y = _pads(sheet, name, colour, y + 8)


def _stick(sheet: Sheet, x: float, y: float, colour: Rgb) -> None:
    sheet.fill(rectangle(x, y, STICK_MM, THICK_MM), WOOD)
    for left in (x, x + STICK_MM - END_MM):
        end = rectangle(left, y, END_MM, THICK_MM)
        sheet.fill(end, colour)
        sheet.cut(end)
        sheet.text(left + END_MM / 2, y + 8, f"{END_MM:g} mm", 2.0, align="middle", colour=GREY)
    sheet.cut(rectangle(x, y, STICK_MM, THICK_MM))
    bare, middle = STICK_MM - 2 * END_MM, x + STICK_MM / 2
    sheet.text(middle, y + 8, f"{bare:g} mm", 2.0, align="middle", colour=GREY)
    sheet.text(x + STICK_MM + 3, y + THICK_MM / 2, f"= {STICK_MM:g} mm", 2.0, colour=GREY)


def _pads(sheet: Sheet, name: str, colour: Rgb, y: float) -> float:
    """Four tops in a row, four strips in two rows; the height below them."""
    pitch = PAD_MM + 6
    x, _ = sheet.paper.corner_of(PADS * pitch, 0)
    for number in range(PADS):
        outline = circle(x + (number + 0.5) * pitch, y + PAD_MM / 2, PAD_MM / 2)
        sheet.fill(outline, colour)
        sheet.cut(outline)
        sheet.piece("pad", name, outline)
    y += PAD_MM + 5
    long = _ROUND_MM + FLAP_MM
    x, _ = sheet.paper.corner_of(2 * long, 0)
    grid = PieceGrid(x, y, 2, 2, long, PAD_HIGH_MM)
    for left, top in grid.cells():
        sheet.fill(rectangle(left, top, _ROUND_MM, PAD_HIGH_MM), colour)
        sheet.piece("strip", name, rectangle(left, top, long, PAD_HIGH_MM))
    cut_grid(sheet, grid)
    return y + 2 * PAD_HIGH_MM


def _sleeves(sheet: Sheet, words: Words) -> None:
    def face(colour: Rgb, x: float, y: float) -> None:
        sheet.fill(rectangle(x, y, SLEEVE_MM, END_MM), colour)

    faces = [(n, partial(face, c)) for n, c in COLOURS.items() for _ in range(2 * STICKS)]
    grid = centred(sheet, 9, 8, SLEEVE_MM, END_MM)
    piece_page(sheet, words["mokadi.page.sleeves"], grid, "sleeve", faces)
