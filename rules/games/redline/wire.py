"""Redline turns, tiles and cells as the outside contract writes them, and back."""

from __future__ import annotations

from rules.core.codec import (
    TEXT,
    Inline,
    Key,
    called,
    kinds,
    many,
    maybe,
    number,
    record,
    terse,
    through,
    whole,
    words,
)
from rules.core.places import Cell
from rules.games.redline.hands import OpenHand
from rules.games.redline.state import Discard, Lay
from rules.games.redline.tiles import DIRECTIONS, FULL_SET, Colour, Tile

#: Cells that a layout may reach from its middle, far beyond what 48 tiles do.
FARTHEST = 999

_COORDINATE = whole(-FARTHEST, FARTHEST)
_NUMBER = number(-FARTHEST, FARTHEST)

#: A cell by name, and as the contract writes it in `cells`.
_CELL = record(Cell, Key("col", _COORDINATE), Key("row", _COORDINATE))
CELL = through(many(_COORDINATE, 2, 2), lambda cell: (cell.col, cell.row), lambda at: Cell(*at))

_COLOUR = Key("colour", words(*(c.value for c in Colour)), get=lambda tile: tile.colour.value)
_SPOKES = Key("spokes", many(words(*DIRECTIONS), len(DIRECTIONS)))

#: A tile by its colour and spokes.
TILE = called("tile", record(Tile.named, _COLOUR, _SPOKES))
TILES = many(TILE, len(FULL_SET))

#: An open hand, as a picture shows it.
OPEN_HAND = record(OpenHand, Key("owner", maybe(TEXT)), Key("tiles", TILES, of="kinds"))

#: The contract's `move`; angle and offset only where the tile is not straight.
TURN = kinds(
    "Redline move",
    {
        "lay": record(
            Lay,
            Inline("cell", _CELL),
            Inline("tile", TILE),
            terse("askew_deg", _NUMBER, 0.0),
            terse("offset", many(_NUMBER, 2, 2), (0.0, 0.0)),
        ),
        "discard": record(
            Discard,
            Key("player", TEXT),
            Key("count", whole(0, len(FULL_SET))),
            terse("tiles", TILES),
        ),
    },
)
