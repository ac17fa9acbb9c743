"""Route cards and line cards (rule document 3.1 to 3.3)."""

from __future__ import annotations

from functools import partial

import numpy as np

from calibration.printing.layout import Words, centred, piece_page
from calibration.printing.linie1.colours import INK, LINES, ink_on
from calibration.printing.shapes import rectangle
from calibration.printing.sheet import WHITE, Rgb, Sheet
from rules.games.linie1.cards import LONG, SHORT, Card

#: A card, millimetres: nine of them on either paper.
CARD_WIDE, CARD_HIGH = 56.0, 80.0
_COLS, _ROWS = 3, 3

#: Frames of cards with two stops and with three.
_RED: Rgb = (190, 30, 40)
_BLUE: Rgb = (30, 84, 170)


def draw_cards(sheet: Sheet, words: Words) -> None:
    """A page with the cards of three stops and three lines, one with the others."""
    lines = [(f"line {line}", partial(_line_face, sheet, line)) for line in LINES]
    long = [(name, partial(_route_face, sheet, card, _BLUE)) for name, card in LONG.items()]
    short = [(name, partial(_route_face, sheet, card, _RED)) for name, card in SHORT.items()]
    grid = centred(sheet, _COLS, _ROWS, CARD_WIDE, CARD_HIGH)
    for faces in ([*long, *lines[:3]], [*short, *lines[3:]]):
        piece_page(sheet, words["linie1.page.cards"], grid, "card", faces)


def _frame(sheet: Sheet, x: float, y: float, colour: Rgb) -> None:
    sheet.fill(rectangle(x + 2, y + 2, CARD_WIDE - 4, CARD_HIGH - 4), colour)
    sheet.fill(rectangle(x + 3.2, y + 3.2, CARD_WIDE - 6.4, CARD_HIGH - 6.4), WHITE)


def _route_face(sheet: Sheet, card: Card, frame: Rgb, x: float, y: float) -> None:
    """Six bars, one a line, with the letters of its stops."""
    _frame(sheet, x, y, frame)
    high = (CARD_HIGH - 9) / len(card)
    for line, letters in card.items():
        top = y + 4.5 + (line - 1) * high
        _bar(sheet, line, x + 4.5, top, high - 1)
        for k, letter in enumerate(letters):
            sheet.text(x + 19.5 + 10.5 * k, top + high / 2 - 0.5, letter, 6, bold=True)


def _bar(sheet: Sheet, line: int, x: float, y: float, high: float) -> None:
    """A tint of the line's colour, and its number in a box of the full one."""
    sheet.fill(rectangle(x, y, CARD_WIDE - 9, high), _tinted(LINES[line]))
    box = rectangle(x + 1.5, y + 1.5, high - 3, high - 3)
    sheet.fill(box, LINES[line])
    sheet.closed(box, INK, 0.3)
    middle = x + 1.5 + (high - 3) / 2
    sheet.text(middle, y + high / 2, str(line), 5, bold=True, align="middle", colour=ink_on(line))


def _tinted(colour: Rgb) -> Rgb:
    red, green, blue = (round(255 - 0.35 * (255 - value)) for value in colour)
    return red, green, blue


def _line_face(sheet: Sheet, line: int, x: float, y: float) -> None:
    """A tram of the line, and its number."""
    _frame(sheet, x, y, INK)
    colour, middle = LINES[line], x + CARD_WIDE / 2
    sheet.text(middle, y + 20, str(line), 17, bold=True, align="middle")
    body = rectangle(x + 9, y + 38, CARD_WIDE - 18, 22)
    sheet.fill(body, colour)
    sheet.closed(body, INK, 0.4)
    for k in range(4):
        sheet.fill(rectangle(x + 12 + 8.6 * k, y + 41, 6.6, 8), (214, 226, 232))
    for wheel in (x + 17, x + CARD_WIDE - 17):
        sheet.disc(wheel, y + 61, 3.6, INK)
    collector = np.array([(middle - 5, y + 38), (middle, y + 33), (middle + 5, y + 33)])
    sheet.line(collector, INK, 0.6)
    sheet.text(middle, y + 54.5, str(line), 4, bold=True, align="middle", colour=ink_on(line))
    sheet.line(np.array([(x + 7, y + 65), (x + CARD_WIDE - 7, y + 65)]), INK, 0.6)
