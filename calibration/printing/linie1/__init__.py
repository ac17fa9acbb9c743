"""Linie 1 to print: the board in four parts, 126 tiles, cards, signs and trams that stand."""

from __future__ import annotations

from calibration.printing.layout import Words, cover
from calibration.printing.linie1.board import draw_quarters
from calibration.printing.linie1.cards import draw_cards
from calibration.printing.linie1.colours import CELL, GROUND, LINES, RAIL, ROAD
from calibration.printing.linie1.standing import draw_standing
from calibration.printing.linie1.tiles import draw_tiles
from calibration.printing.sheet import Sheet
from rules.games.linie1.cards import LINES as LINE_NUMBERS
from rules.games.linie1.cards import LONG, SHORT
from rules.games.linie1.places import LETTERS
from rules.games.linie1.tiles import KINDS

#: Lines also bear their number wherever they are printed; the tiles have only their colours.
PALETTE = (
    {"cell": CELL, "ground": GROUND},
    {"ground": GROUND, "road": ROAD, "rail": RAIL},
    {str(number): colour for number, colour in LINES.items()},
)


def draw(sheet: Sheet, words: Words) -> None:
    """The first page, the board's quarters, the tiles, what stands, the cards."""
    counts = [
        ("board", 4),
        ("tiles", sum(kind.count for kind in KINDS)),
        ("signs", len(LETTERS)),
        ("trams", len(LINE_NUMBERS)),
        ("routes", len(SHORT) + len(LONG)),
        ("lines", len(LINE_NUMBERS)),
    ]
    cover(sheet, "linie1", words, counts)
    draw_quarters(sheet, words)
    draw_tiles(sheet, words)
    draw_standing(sheet, words)
    draw_cards(sheet, words)
