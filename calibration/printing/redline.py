"""Redline to print: the 48 tiles, each pattern once in yellow and once in blue (rules 1.1, 1.2)."""

from __future__ import annotations

from functools import partial

import numpy as np

from calibration.printing.layout import Words, centred, cover, piece_page
from calibration.printing.shapes import band, rectangle
from calibration.printing.sheet import Rgb, Sheet
from rules.games.redline.tiles import FULL_SET, STEPS, Colour, Tile

#: Side of a tile, millimetres: 24 of them fill a sheet of either paper.
SIDE_MM = 40.0
_COLS, _ROWS = 4, 6

#: Width of a line, as a share of the side.
_LINE = 0.12

#: Yellow and light blue differ in lightness as well as in hue, and the dark red from both, so
#: that no kind of colour blindness mixes them up.
GROUNDS: dict[Colour, Rgb] = {Colour.YELLOW: (255, 217, 59), Colour.BLUE: (125, 184, 236)}
RED: Rgb = (168, 15, 24)

PALETTE = ({"yellow": GROUNDS[Colour.YELLOW], "blue": GROUNDS[Colour.BLUE], "red": RED},)


def draw(sheet: Sheet, words: Words) -> None:
    """The first page, and a page of tiles for each colour."""
    cover(sheet, "redline", words, [("tiles", len(FULL_SET))])
    for ground in Colour:
        _page(sheet, [tile for tile in FULL_SET if tile.colour is ground], words)


def _page(sheet: Sheet, tiles: list[Tile], words: Words) -> None:
    title = words[f"redline.{tiles[0].colour.value}"]
    faces = [(_name(tile), partial(_face, sheet, tile)) for tile in tiles]
    piece_page(sheet, title, centred(sheet, _COLS, _ROWS, SIDE_MM, SIDE_MM), "tile", faces)


def _name(tile: Tile) -> str:
    """Colour and spokes, as in ``yellow N+SE``."""
    return f"{tile.colour.value} {'+'.join(tile.spokes)}"


def _face(sheet: Sheet, tile: Tile, x: float, y: float) -> None:
    """The ground with its lines from the middle past the edge, so that no cut leaves a gap."""
    with sheet.within(x, y, SIDE_MM, SIDE_MM):
        sheet.fill(rectangle(x - 1, y - 1, SIDE_MM + 2, SIDE_MM + 2), GROUNDS[tile.colour])
        middle = np.array([x + SIDE_MM / 2, y + SIDE_MM / 2])
        for bit, step in enumerate(STEPS):
            if tile.mask >> bit & 1:
                end = middle + np.array(step) * SIDE_MM * 0.6
                sheet.fill(band(np.array([middle, end]), _LINE * SIDE_MM), RED)
        sheet.disc(x + SIDE_MM / 2, y + SIDE_MM / 2, _LINE * SIDE_MM / 2, RED)
