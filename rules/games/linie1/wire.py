"""Linie 1 turns, places and contents as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.codec import (
    FLAG,
    TEXT,
    Codec,
    Inline,
    JsonObject,
    Key,
    Malformed,
    called,
    kinds,
    many,
    maybe,
    record,
    terse,
    through,
    whole,
)
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, Spot, spot_of
from rules.games.linie1.state import Drive, Laid, Lay, Pass, Signs
from rules.games.linie1.tiles import PAIRS, Tile

#: Rows and columns, those of the termini among them.
_AT = whole(0, SPAN - 1)

#: A place as the contract writes it; both border places of a terminus are the one place.
SPOT = through(many(_AT, 2, 2), Spot.as_json, lambda at: spot_of(*at))
_SPOTS = many(SPOT, SPAN * SPAN)

_CELL = record(Spot, Key("row", _AT), Key("col", _AT))
_NAMES = many(TEXT, len(PAIRS))
_TILE = through(_NAMES, lambda tile: tile.connections, Tile.named)
_LINE = whole(0, 99)


def _content(connections: Sequence[str], stop: bool, trams: Sequence[int]) -> CellContent:
    return CellContent.of(Tile.named(connections) if connections else None, stop, trams)


_PARTS = record(
    _content,
    Key(
        "connections",
        _NAMES,
        default=(),
        get=lambda content: content.tile.connections if content.tile else (),
    ),
    Key("trees", None, get=lambda content: content.tile is not None and content.tile.trees),
    Key("stop", FLAG, default=False),
    Key("trams", many(_LINE, 9), default=()),
)


def _named(data: object) -> CellContent:
    """What is not named is not there; a slip of a key must not clear the place, so that nothing
    lies there is said by naming every part."""
    content = _PARTS.read(data)
    named = data.keys() if isinstance(data, Mapping) else set()
    if content.nothing and not {"connections", "stop", "trams"} <= named:
        raise Malformed("Nothing that lies there is named, give connections, stop or trams.")
    return content


#: Connections (empty without a tile), trees, stop sign, and lines of the trams.
CONTENT = called("place", Codec(_PARTS.write, _named))

_LAID = record(
    Laid,
    Inline("spot", _CELL),
    Key("connections", _TILE, of="tile"),
    Key("replaces", maybe(_TILE), default=None),
)

#: The contract's `move`.
TURN = kinds(
    "Linie 1 move",
    {
        "lay": record(
            Lay,
            Key("tiles", many(_LAID, SPAN * SPAN)),
            terse("signs", _SPOTS, ()),
            terse("lacking", _SPOTS, ()),
            terse("player", TEXT),
            terse("ended", FLAG, False),
            terse("beside", many(TEXT, 99), ()),
        ),
        "signs": record(Signs, Key("put", _SPOTS, default=()), Key("removed", _SPOTS, default=())),
        "drive": record(
            Drive,
            Key("line", _LINE),
            Key("from", maybe(SPOT), "start", None),
            Key("to", maybe(SPOT), "end", None),
            Key("spaces", maybe(whole(0, 999)), default=None),
            terse("roll", TEXT),
        ),
        "pass": record(Pass, Key("player", maybe(TEXT), default=None)),
    },
)


def piece_to_json(kind: str, content: CellContent) -> JsonObject:
    """The own fields of one thing on a place: a `tile`, a `stop` or a `tram`."""
    told: JsonObject = CONTENT.write(content)
    if kind == "tile":
        return {name: told[name] for name in ("connections", "trees")}
    return {"line": content.trams[0]} if kind == "tram" else {}
