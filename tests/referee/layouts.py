"""Layouts and lays the tests share, each legal or foul for a reason told in its name."""

from __future__ import annotations

from rules.core.places import Cell
from rules.games.redline.state import Lay
from rules.games.redline.tiles import Tile


def tile(colour: str, spokes: str) -> Tile:
    """``tile("yellow", "N SE")``."""
    return Tile.named(colour, spokes.split())


def lay(col: int, row: int, colour: str, spokes: str) -> Lay:
    """A straight lay in the contract's words."""
    return Lay(Cell(col, row), tile(colour, spokes))


#: A game in progress: seven tiles around a bend.
BEND = {
    Cell(0, 0): tile("yellow", "E S"),
    Cell(0, 1): tile("blue", "N NE E"),
    Cell(1, 1): tile("yellow", "N SE W"),
    Cell(1, 2): tile("yellow", "E W"),
    Cell(2, 2): tile("blue", "S W NW"),
    Cell(2, 3): tile("yellow", "N NE W"),
    Cell(3, 2): tile("blue", "SE SW NW"),
}

#: In the order of play after BEND: legal, legal, a dead end, legal.
FIRST = lay(0, 2, "blue", "E SW NW")
SECOND = lay(-1, 3, "yellow", "NE E")
DEAD_END = lay(1, 0, "yellow", "SW W NW")
THIRD = lay(4, 3, "yellow", "N SE NW")
