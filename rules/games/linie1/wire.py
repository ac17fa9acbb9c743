"""Linie 1 turns, places and contents as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.errors import UnknownName
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot, spot_of
from rules.games.linie1.state import Drive, Laid, Lay, Pass, Signs, Turn
from rules.games.linie1.tiles import Tile


def content_to_json(content: CellContent) -> dict[str, Any]:
    """Connections (empty without a tile), trees, stop sign, and lines of the trams."""
    tile = content.tile
    return {
        "connections": [] if tile is None else list(tile.connections),
        "trees": tile is not None and tile.trees,
        "stop": content.stop,
        "trams": list(content.trams),
    }


def piece_to_json(kind: str, content: CellContent) -> dict[str, Any]:
    """The own fields of one thing on a place: a `tile`, a `stop` or a `tram`."""
    told = content_to_json(content)
    if kind == "tile":
        return {name: told[name] for name in ("connections", "trees")}
    return {"line": content.trams[0]} if kind == "tram" else {}


def content_from_json(data: Mapping[str, Any]) -> CellContent:
    """The inverse of `content_to_json`; what is not named is not there."""
    names = data.get("connections", ())
    return CellContent.of(
        _tile(names) if names else None, data.get("stop", False), data.get("trams", ())
    )


def _tile(names: Sequence[str]) -> Tile:
    try:
        return Tile.named(names)
    except ValueError as error:
        raise UnknownName(f"{list(names)} is no tile of Linie 1: {error}.") from error


def spot_from_json(data: Sequence[int]) -> Spot:
    """The inverse of `Spot.as_json`; both border places of a terminus are the one place."""
    row, col = data
    return spot_of(int(row), int(col))


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """The turn as the contract's `move`, of kind lay, drive, signs or pass."""
    match turn:
        case Lay():
            return {"kind": "lay", "tiles": [*map(_laid, turn.tiles)], **_lay_more(turn)}
        case Signs():
            return {"kind": "signs", "put": _spots(turn.put), "removed": _spots(turn.removed)}
        case Drive():
            return _drive(turn)
        case Pass():
            return {"kind": "pass", "player": turn.player}


def _laid(laid: Laid) -> dict[str, Any]:
    old = laid.replaces
    return {
        "row": laid.spot.row,
        "col": laid.spot.col,
        "connections": list(laid.tile.connections),
        "replaces": None if old is None else list(old.connections),
    }


def _lay_more(lay: Lay) -> dict[str, Any]:
    """What is said only where there is something to say."""
    more: dict[str, Any] = {"signs": _spots(lay.signs), "lacking": _spots(lay.lacking)}
    more |= {"player": lay.player, "ended": lay.ended}
    return {name: value for name, value in more.items() if value}


def _drive(drive: Drive) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": "drive",
        "line": drive.line,
        "from": None if drive.start is None else drive.start.as_json(),
        "to": None if drive.end is None else drive.end.as_json(),
        "spaces": drive.spaces,
    }
    return data if drive.roll is None else data | {"roll": drive.roll}


def _spots(spots: Sequence[Spot]) -> list[list[int]]:
    return [spot.as_json() for spot in spots]


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_json`. Raises UnknownName for a kind of move Linie 1 has not."""
    kind = data.get("kind")
    if kind == "lay":
        return _lay_from(data)
    if kind == "signs":
        return Signs(_places(data.get("put", ())), _places(data.get("removed", ())))
    if kind == "drive":
        ends = (data.get("from"), data.get("to"))
        start, end = (None if at is None else spot_from_json(at) for at in ends)
        return Drive(data["line"], start, end, data.get("spaces"), data.get("roll"))
    if kind == "pass":
        return Pass(data.get("player"))
    raise UnknownName(f"Linie 1 has no move of kind {kind!r}: lay, signs, drive or pass.")


def _lay_from(data: Mapping[str, Any]) -> Lay:
    tiles = tuple(
        Laid(
            Spot(entry["row"], entry["col"]),
            _tile(entry["connections"]),
            _tile(entry["replaces"]) if entry.get("replaces") else None,
        )
        for entry in data["tiles"]
    )
    signs, lacking = _places(data.get("signs", ())), _places(data.get("lacking", ()))
    return Lay(tiles, signs, lacking, data.get("player"), data.get("ended", False))


def _places(data: Sequence[Sequence[int]]) -> tuple[Spot, ...]:
    return tuple(map(spot_from_json, data))
