"""The 126 tiles: two pages of 63, each kind as often as the box has it (rule document 2.1)."""

from __future__ import annotations

from functools import partial

import numpy as np

from calibration.printing.layout import Words, centred, piece_page
from calibration.printing.linie1.colours import BUSH, BUSH_SHADE, GROUND
from calibration.printing.linie1.tracks import draw_track, path_of
from calibration.printing.shapes import rectangle
from calibration.printing.sheet import BLACK, Sheet
from rules.games.linie1.tiles import KINDS, Kind, pairs_of

#: Side of a tile, a little less than a cell so that cut tiles lie side by side; millimetres.
TILE_MM = 26.5
_COLS, _ROWS = 7, 9

#: Bushes as (x, y, radius) in shares of a side: in two corners, which no track of a locked tile
#: crosses.
_BUSHES = ((0.115, 0.115, 0.085), (0.885, 0.885, 0.07))


def draw_tiles(sheet: Sheet, words: Words) -> None:
    """All tiles, the kinds one after the other."""
    box = [kind for kind in KINDS for _ in range(kind.count)]
    a_page = _COLS * _ROWS
    grid = centred(sheet, _COLS, _ROWS, TILE_MM, TILE_MM)
    for start in range(0, len(box), a_page):
        tiles = box[start : start + a_page]
        faces = [(f"T{kind.number}", partial(draw_face, sheet, kind)) for kind in tiles]
        # cuts in grey would not be seen on the tiles' ground
        piece_page(sheet, words["linie1.page.tiles"], grid, "tile", faces, BLACK)


def draw_face(sheet: Sheet, kind: Kind, x: float, y: float) -> None:
    """A tile the way round that the rule document prints it."""
    corner = np.array([x, y])
    with sheet.within(x, y, TILE_MM, TILE_MM):
        sheet.fill(rectangle(x, y, TILE_MM, TILE_MM), GROUND)
        paths = [corner + TILE_MM * path_of(pair) for pair in pairs_of(kind.mask)]
        draw_track(sheet, paths, TILE_MM)
        for u, v, radius in _BUSHES if kind.trees else ():
            _bush(sheet, x + u * TILE_MM, y + v * TILE_MM, radius * TILE_MM)


def _bush(sheet: Sheet, x: float, y: float, radius: float) -> None:
    sheet.disc(x, y, radius, BUSH_SHADE)
    for deg in (200, 320, 80):
        a = np.radians(deg)
        off = 0.38 * radius
        sheet.disc(x + off * float(np.cos(a)), y + off * float(np.sin(a)), 0.5 * radius, BUSH)
