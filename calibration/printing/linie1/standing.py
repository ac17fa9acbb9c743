"""Stop signs and trams that stand when they are folded and glued.

Of the drawings tried, signs on square feet were missed in rendered photos (11 of 57), those on
round ones never; so were trams with a number on the roof (13 of 27; 6 with a dark edge instead).
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from calibration.arrays import Points
from calibration.printing.layout import Words, head
from calibration.printing.linie1.colours import INK, LINES, ink_on
from calibration.printing.shapes import arc, circle, rectangle
from calibration.printing.sheet import GREY, Rgb, Sheet
from rules.games.linie1.places import LETTERS

#: A sign, millimetres: an octagon on a post on two feet, twice, joined at the top where it is
#: folded. Across the octagon, length and width of the post, radius of the feet, half discs both.
SIGN_WIDE, POST_LONG, POST_WIDE, FOOT = 15.0, 9.0, 5.0, 7.0

#: Height of a sign that stands.
SIGN_HIGH = SIGN_WIDE + POST_LONG

#: A tram, millimetres: a tube of side, roof, side, floor and a flap to glue.
TRAM_LONG, TRAM_WIDE, TRAM_HIGH, TRAM_FLAP = 24.0, 12.0, 11.0, 6.0

#: Boxes of the speed track, and the side of one.
_SPEEDS, _SPEED_MM = 10, 16.0

_GAP_MM = 14.0
_SIGN: Rgb = (255, 214, 40)
_PANE: Rgb = (214, 226, 232)


def sign_folds() -> list[float]:
    """Where a sign's strip is folded, from its upper end."""
    return [FOOT, FOOT + SIGN_HIGH, FOOT + 2 * SIGN_HIGH]


def tram_panels() -> list[float]:
    """Heights of a tram's panels, from the upper one: side, roof, side, floor, flap."""
    return [TRAM_HIGH, TRAM_WIDE, TRAM_HIGH, TRAM_WIDE, TRAM_FLAP]


def draw_standing(sheet: Sheet, words: Words) -> None:
    """A page of signs, trams and the speed track."""
    sheet.page()
    head(sheet, words["linie1.page.standing"])
    tall = [2 * (FOOT + SIGN_HIGH), sum(tram_panels()), _SPEED_MM]
    _, y = sheet.paper.corner_of(0, sum(tall) + 2 * _GAP_MM)
    x, _ = sheet.paper.corner_of((len(LETTERS) - 1) * SIGN_WIDE, 0)
    for number, letter in enumerate(LETTERS):
        _sign(sheet, letter, x + number * SIGN_WIDE, y + tall[0] / 2)
    y += tall[0] + _GAP_MM
    gap = 4.0
    x, _ = sheet.paper.corner_of(len(LINES) * (TRAM_LONG + gap) - gap, 0)
    for line in LINES:
        _tram(sheet, line, x + (line - 1) * (TRAM_LONG + gap), y)
    _speed_track(sheet, y + tall[1] + _GAP_MM)


def _half_sign() -> Points:
    """(N, 2) the right lower quarter of a sign's outline, from the fold to just before the foot's
    lowest point, the middle of the fold the origin."""
    flat = SIGN_WIDE / 2 * float(np.tan(np.pi / 8))
    r, low = SIGN_WIDE / 2, SIGN_WIDE
    return np.array(
        [
            (flat, 0.0),
            (r, r - flat),
            (r, r + flat),
            (flat, low),
            (POST_WIDE / 2, low),
            (POST_WIDE / 2, SIGN_HIGH),
            *arc(0, SIGN_HIGH, FOOT, 0, 86),
        ]
    )


def _sign(sheet: Sheet, letter: str, x: float, y: float) -> None:
    """Both faces, the fold between them at y."""
    quarter = _half_sign()
    lower = np.vstack([quarter, quarter[::-1] * (-1, 1)])
    fold_at = np.array([x, y])
    outline = fold_at + np.vstack([lower[:-1], -lower[:-1]])
    sheet.fill(outline, INK)
    for deg in (0.0, 180.0):
        way = 1 if deg == 0 else -1
        octagon = np.vstack([quarter[:4], quarter[:4][::-1] * (-1, 1)])
        sheet.fill(fold_at + way * octagon, _SIGN)
        foot = arc(0, SIGN_HIGH, FOOT - 1.2, 0, 180)
        sheet.fill(fold_at + way * foot, _SIGN)
        middle = y + way * SIGN_WIDE / 2
        sheet.line(circle(x, middle, 5.9), INK, 0.9)
        sheet.text(x, middle, letter, 6.2, bold=True, align="middle", deg=deg, colour=INK)
    sheet.cut(outline, INK)
    for fold in sign_folds():
        wide = POST_WIDE if fold != sign_folds()[1] else 2 * quarter[0, 0]
        at = y + fold - FOOT - SIGN_HIGH
        sheet.fold((x - wide / 2, at), (x + wide / 2, at))
    sheet.piece("sign", letter, outline)


def _tram(sheet: Sheet, line: int, x: float, y: float) -> None:
    panels = tram_panels()
    outline = rectangle(x, y, TRAM_LONG, sum(panels))
    sheet.fill(rectangle(x, y, TRAM_LONG, sum(panels) - TRAM_FLAP), LINES[line])
    _side(sheet, line, x, y, 180.0)
    _edge(sheet, rectangle(x, y + TRAM_HIGH, TRAM_LONG, TRAM_WIDE))
    _side(sheet, line, x, y + TRAM_HIGH + TRAM_WIDE, 0.0)
    sheet.cut(outline)
    for fold in list(accumulate(panels))[:-1]:
        sheet.fold((x, y + fold), (x + TRAM_LONG, y + fold))
    sheet.piece("tram", str(line), outline)


def _edge(sheet: Sheet, panel: Points) -> None:
    """A dark edge, by which a tram stands out from road and board of any colour."""
    inner = (panel - panel.mean(0)) * (1 - 0.8 / np.ptp(panel, axis=0)) + panel.mean(0)
    sheet.closed(inner, INK, 0.8)


def _side(sheet: Sheet, line: int, x: float, y: float, deg: float) -> None:
    """Windows, the number and an arrow to the front, their tops towards the roof."""
    panel = rectangle(x, y, TRAM_LONG, TRAM_HIGH)
    _edge(sheet, panel)
    middle = panel.mean(0)
    way = 1 if deg == 0 else -1

    def at(u: float, v: float) -> tuple[float, float]:
        return float(middle[0] + u), float(middle[1] + way * v)

    for k in range(3):
        u, v = at(-7.6 + 5.0 * k, -1.2)
        pane = rectangle(u - 2.0, v - 2.2, 4.0, 4.4)
        sheet.fill(pane, _PANE)
        sheet.closed(pane, GREY, 0.2)
    u, v = at(6.6, -1.2)
    sheet.text(u, v, str(line), 4.6, bold=True, align="middle", deg=deg, colour=ink_on(line))
    arrow = np.array([at(4.0, 2.4), at(9.6, 3.6), at(4.0, 4.8)])
    sheet.fill(arrow, ink_on(line))


def _speed_track(sheet: Sheet, y: float) -> None:
    """Boxes 1 to 10: a coin on them shows how fast the last tram went."""
    x, _ = sheet.paper.corner_of(_SPEEDS * _SPEED_MM, 0)
    for number in range(_SPEEDS):
        left = x + number * _SPEED_MM
        box = rectangle(left, y, _SPEED_MM, _SPEED_MM)
        sheet.closed(box, INK, 0.3)
        u, v = box.mean(0).tolist()
        sheet.text(u, v, str(number + 1), 6, bold=True, align="middle")
    outline = rectangle(x, y, _SPEEDS * _SPEED_MM, _SPEED_MM)
    sheet.cut(outline)
    sheet.piece("speed track", "1 to 10", outline)
