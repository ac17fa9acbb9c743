"""Rouge to print: a base and three discs that turn on a pin, 40 pawns (leaflet, contents).

A mark on each ring tells a ring that was turned from a pawn that was moved.
"""

from __future__ import annotations

import numpy as np

from calibration.printing.layout import Words, centred, cover, head
from calibration.printing.shapes import band, circle
from calibration.printing.sheet import WHITE, Rgb, Sheet
from rules.games.rouge.state import PAWNS
from rules.games.rouge.track import CELLS, RING_NAMES, RINGS

#: Inner and outer radius of each ring, millimetres; the base reaches beyond them by its rim.
HUB_MM, WIDE_MM = 17.0, 23.0
BASE_MM = 94.0

#: Radius of a hollow, of a pawn and of a ring's mark, millimetres.
HOLLOW_MM, PAWN_MM, MARK_MM = 8.5, 7.5, 3.4

#: How far a mark's middle lies in from its ring's rim, so that it touches no hollow.
_MARK_IN_MM = 5.5

#: Degrees from ray to ray; a mark lies between two hollows.
_STEP_DEG = 360 / CELLS

RING: Rgb = (240, 235, 224)
HOLLOW: Rgb = (196, 194, 186)
BASE: Rgb = (120, 112, 100)
MARK: Rgb = (0, 128, 96)
PAWN_COLOURS: dict[str, Rgb] = {
    "red": (214, 36, 44),
    "blue": (40, 98, 204),
    "yellow": (255, 200, 20),
    "black": (26, 26, 28),
}

PALETTE = ({**PAWN_COLOURS, "hollow": HOLLOW},)


def draw(sheet: Sheet, words: Words) -> None:
    """The first page, the base, the three discs, the pawns."""
    counts = [("base", 1), ("discs", len(RINGS)), ("pawns", PAWNS * len(PAWN_COLOURS))]
    cover(sheet, "rouge", words, counts)
    _base(sheet, words)
    _disc_page(sheet, words["rouge.page.outer"], (3,))
    _disc_page(sheet, words["rouge.page.others"], (2, 1))
    _pawn_page(sheet, words)


def bounds_mm(ring: int) -> tuple[float, float]:
    """Inner and outer radius of ring 1 (inner) to 3."""
    return HUB_MM + (ring - 1) * WIDE_MM, HUB_MM + ring * WIDE_MM


def middle_mm(ring: int) -> float:
    """Radius of the circle of hollows of ring 1 (inner) to 3."""
    return sum(bounds_mm(ring)) / 2


def _base(sheet: Sheet, words: Words) -> None:
    sheet.page()
    head(sheet, words["rouge.page.base"])
    x, y = sheet.paper.width / 2, sheet.paper.height / 2
    sheet.disc(x, y, BASE_MM, BASE)
    sheet.disc(x, y, bounds_mm(3)[1] - 6, WHITE)  # under the discs ink would be wasted
    for ray in range(CELLS):
        ends = [_at(x, y, r, ray * _STEP_DEG) for r in (bounds_mm(3)[1] - 8, BASE_MM - 1.5)]
        sheet.fill(band(np.array(ends), 2.0), WHITE)
    _pin(sheet, x, y, BASE)
    outline = circle(x, y, BASE_MM)
    sheet.cut(outline)
    sheet.piece("base", "base", outline)


def _disc_page(sheet: Sheet, title: str, rings: tuple[int, ...]) -> None:
    """Discs below each other; the smaller ones lie on the larger ones, so each shows its rim."""
    sheet.page()
    head(sheet, title)
    gap = 6.0
    high = sum(2 * bounds_mm(ring)[1] for ring in rings) + gap * (len(rings) - 1)
    x, y = sheet.paper.corner_of(0, high)
    for ring in rings:
        radius = bounds_mm(ring)[1]
        _disc(sheet, x, y + radius, ring)
        y += 2 * radius + gap


def _disc(sheet: Sheet, x: float, y: float, ring: int) -> None:
    inner, outer = bounds_mm(ring)
    sheet.disc(x, y, outer, RING)
    sheet.line(circle(x, y, outer - 1.0), BASE, 0.5)
    for cell in range(CELLS):
        _hollow(sheet, *_at(x, y, middle_mm(ring), cell * _STEP_DEG))
    _mark(sheet, *_at(x, y, outer - _MARK_IN_MM, _STEP_DEG / 2))
    _hub(sheet, x, y, inner, ring)
    outline = circle(x, y, outer)
    sheet.cut(outline)
    sheet.piece("disc", RING_NAMES[ring], outline)


def _hollow(sheet: Sheet, x: float, y: float) -> None:
    """Plain and pale: outlined or dark hollows were taken for pawns in up to half of the rendered
    photos, these in none."""
    sheet.disc(x, y, HOLLOW_MM, HOLLOW)


def _mark(sheet: Sheet, x: float, y: float) -> None:
    sheet.disc(x, y, MARK_MM, MARK)


def _hub(sheet: Sheet, x: float, y: float, inner: float, ring: int) -> None:
    """The middle: seen on the inner disc, under the next disc on the others."""
    if ring == 1:
        sheet.disc(x, y, inner, BASE)
    _pin(sheet, x, y, WHITE if ring == 1 else BASE)


def _pin(sheet: Sheet, x: float, y: float, colour: Rgb) -> None:
    """Where the pin goes through."""
    for step in np.array([(1.0, 0.0), (0.0, 1.0)]):
        middle = np.array([(x, y), (x, y)])
        sheet.line(middle + np.array([[-4.0], [4.0]]) * step, colour, 0.3)


def _at(x: float, y: float, radius: float, deg: float) -> tuple[float, float]:
    """A point by its radius and degrees clockwise from the top."""
    a = np.radians(deg - 90)
    return x + radius * float(np.cos(a)), y + radius * float(np.sin(a))


def _pawn_page(sheet: Sheet, words: Words) -> None:
    sheet.page()
    head(sheet, words["rouge.page.pawns"])
    pitch = 2 * PAWN_MM + 3
    grid = centred(sheet, PAWNS, len(PAWN_COLOURS), pitch, pitch)
    colours = [name for name in PAWN_COLOURS for _ in range(PAWNS)]
    for name, (x, y) in zip(colours, grid.cells(), strict=True):
        at = (x + pitch / 2, y + pitch / 2)
        sheet.disc(*at, PAWN_MM, PAWN_COLOURS[name])
        outline = circle(*at, PAWN_MM)
        sheet.cut(outline)
        sheet.piece("pawn", name, outline)
