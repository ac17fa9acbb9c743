"""Redline turns, tiles and cells as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.errors import UnknownName
from rules.core.places import Cell
from rules.games.redline.state import Discard, Lay, Turn
from rules.games.redline.tiles import Tile


def tile_to_json(tile: Tile) -> dict[str, Any]:
    """Colour and spokes."""
    return {"colour": tile.colour.value, "spokes": list(tile.spokes)}


def tile_from_json(data: Mapping[str, Any]) -> Tile:
    """The inverse of `tile_to_json`. Raises UnknownName for a tile that does not exist."""
    try:
        return Tile.named(data["colour"], data["spokes"])
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownName(f"{dict(data)} is no Redline tile: {error}.") from error


def cell_from_json(data: Sequence[int]) -> Cell:
    """The inverse of `Cell.as_json`."""
    col, row = data
    return Cell(int(col), int(row))


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """The turn as the contract's `move`; angle and offset only where the tile is not straight."""
    if isinstance(turn, Discard):
        data: dict[str, Any] = {"kind": "discard", "player": turn.player, "count": turn.count}
        return data if turn.tiles is None else data | {"tiles": [*map(tile_to_json, turn.tiles)]}
    data = {"kind": "lay", "col": turn.cell.col, "row": turn.cell.row, **tile_to_json(turn.tile)}
    if turn.askew_deg:
        data["askew_deg"] = turn.askew_deg
    if turn.offset != (0.0, 0.0):
        data["offset"] = list(turn.offset)
    return data


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_json`. Raises UnknownName for a kind of move Redline has not."""
    kind = data.get("kind")
    if kind == "discard":
        tiles = data.get("tiles")
        named = None if tiles is None else tuple(map(tile_from_json, tiles))
        return Discard(data["player"], data["count"], named)
    if kind != "lay":
        raise UnknownName(f"Redline has no move of kind {kind!r}: lay or discard.")
    across, down = data.get("offset", (0.0, 0.0))
    cell = Cell(data["col"], data["row"])
    return Lay(cell, tile_from_json(data), data.get("askew_deg", 0.0), (across, down))
