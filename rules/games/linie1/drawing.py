"""The board as a picture: a self-contained SVG document, by a pure function.

Drawn in the frame of the rule document (1.2): grid, locations with their letters, termini in their
line's colour, tracks, trees, stop signs, trams, a traced route, and marks. Everything that a mark
says is told by shape as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.core.game import NO_MARKS, Marks
from rules.core.toolkit import svg
from rules.core.toolkit.svg import Point
from rules.games.linie1.content import CellContent
from rules.games.linie1.opening import position as known_position
from rules.games.linie1.places import (
    LOCATION_AT,
    SIDES,
    SPAN,
    SPOTS,
    TERMINI,
    TERMINUS_AT,
    Spot,
    Terminus,
    index_of,
)
from rules.games.linie1.state import Linie1State
from rules.games.linie1.tiles import Tile

#: Drawing units from one cell to the next.
PITCH = 44

#: From a cell's middle to its sides, in units of half a cell: right and down.
_WAYS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

#: Line colours (rule document 1.4), and the colour of the digit on them.
LINE_COLOURS = {
    1: ("#c62f2f", "#fff"),
    2: ("#e8c52e", "#222"),
    3: ("#3f9a4b", "#fff"),
    4: ("#6fb7e0", "#222"),
    5: ("#a04a9c", "#fff"),
    6: ("#e6e6e6", "#222"),
}

_STYLE = "".join(svg.MARKS) + (
    ".board{fill:#a9adb0;stroke:#50565a;stroke-width:2}.grid{stroke:#c9cdd0;stroke-width:1}"
    ".site{fill:#d7ecc4;stroke:#3d7a2c}.letter{font:bold 20px sans-serif;fill:#23501a;"
    "text-anchor:middle}.tile{fill:#6f8a86;stroke:#3b4d4a}"
    ".road{fill:none;stroke:#e7ecee;stroke-width:16}.rail{fill:none;stroke:#7a4a22;stroke-width:5}"
    ".tree{fill:#4fc22f;stroke:#246b12}.digit{font:bold 12px sans-serif;text-anchor:middle}"
    ".axis{fill:#7d7d7d;font:10px sans-serif;text-anchor:middle}"
    ".sign{fill:#fff;stroke:#222;stroke-width:1.5}.h{font:bold 9px sans-serif;text-anchor:middle;"
    "fill:#222}.tram{stroke:#222;stroke-width:1.5}"
    ".last{stroke:#0b7a34}.reward{fill:none;stroke:#1b5fd0;"
    "stroke-width:6;stroke-opacity:.75;stroke-linejoin:round;stroke-linecap:round}"
    ".ask{font-size:13px}"
)


def draw(state: Linie1State, marks: Marks[Spot] = NO_MARKS) -> str:
    """The position with its marks as an SVG document, described in words for screen readers.

    `marks.reward` holds routes (tuples of places, drawn as a line) or single places."""
    position = known_position(state)
    parts = (
        *_printed(),
        *(_tile(spot, c.tile) for spot, c in position.items() if c.tile is not None),
        *(_route((one,) if isinstance(one, Spot) else one) for one in marks.reward),
        *(_sign(spot) for spot, content in position.items() if content.stop),
        *(_tram(spot, i, line) for spot, c in position.items() for i, line in enumerate(c.trams)),
        *(svg.box("last", middle(spot), PITCH - 2, rounded=5) for spot in marks.last),
        *(_foul(spot) for spot in marks.foul),
        *(svg.doubt(_corner(spot, -1, 9), 8) for spot in marks.doubt),
    )
    size = SPAN * PITCH
    return svg.document("Linie 1", described(position, marks), (size, size), _STYLE, parts)


def described(position: Mapping[Spot, CellContent], marks: Marks[Spot]) -> str:
    """The picture in words."""
    things = [_words(spot, content) for spot, content in sorted(position.items())]
    return svg.said(things, marks, "route", "An empty board")


def _words(spot: Spot, content: CellContent) -> str:
    things = []
    if content.tile is not None:
        things.append(f"{content.tile.kind.name} joining {', '.join(content.tile.connections)}")
    if content.stop:
        things.append("stop sign")
    things += [f"tram {line}" for line in content.trams]
    return f"{spot.name()}: {'; '.join(things)}"


def middle(spot: Spot) -> Point:
    """The middle of a place in the picture; a terminus lies between its two cells."""
    terminus = TERMINUS_AT.get(index_of(spot))
    ends = [spot] if terminus is None else [SPOTS[at] for at in terminus.border]
    x = sum(end.col + 0.5 for end in ends) / len(ends) * PITCH
    return x, sum(end.row + 0.5 for end in ends) / len(ends) * PITCH


def _off(at: Point, across: float, down: float) -> Point:
    """A point beside another, in cells."""
    return at[0] + across * PITCH, at[1] + down * PITCH


def _printed() -> Iterator[str]:
    """What is printed: grid, coordinates, locations, termini."""
    low, high = PITCH, (SPAN - 1) * PITCH
    yield svg.box("board", (SPAN * PITCH / 2, SPAN * PITCH / 2), high - low)
    for i in range(1, SPAN):
        at = i * PITCH
        yield svg.path("grid", f"M{at} {low}V{high}M{low} {at}H{high}")
    for i in range(1, SPAN - 1):
        mid = (i + 0.5) * PITCH
        yield svg.text("axis", (mid, 10), i)
        yield svg.text("axis", (8, mid + 4), i)
    for index, letter in LOCATION_AT.items():
        x, y = middle(SPOTS[index])
        yield svg.box("site", (x, y), PITCH) + svg.text("letter", (x, y + 7), letter)
    yield from map(_terminus, TERMINI)


def _terminus(terminus: Terminus) -> str:
    """A half circle of track on the edge of the board, and the line's digit."""
    colour, ink = LINE_COLOURS[terminus.line]
    one, other = (_edge(SPOTS[cell], SIDES[terminus.inner]) for cell in terminus.cells)
    arc = _arc(one, other, terminus.side in "NE")
    across, down = _WAYS[terminus.side]
    between = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    x, y = _off(between, across * 0.18, down * 0.18)
    return (
        svg.path("road", arc, f"stroke:{colour}")
        + svg.path("rail", arc)
        + svg.circle("disc", (x, y), 8, colour)
        + svg.text("digit", (x, y + 4), terminus.line, ink)
    )


def _edge(spot: Spot, side: str) -> Point:
    """The middle of a cell's side."""
    across, down = _WAYS[side]
    return _off(middle(spot), across / 2, down / 2)


def _arc(start: Point, end: Point, clockwise: bool) -> str:
    """A part of a circle as wide as half a cell."""
    (x, y), (u, v), half = start, end, svg.num(PITCH / 2)
    to = f"{svg.num(u)} {svg.num(v)}"
    return f"M{svg.num(x)} {svg.num(y)}A{half} {half} 0 0 {int(clockwise)} {to}"


def _tile(spot: Spot, tile: Tile) -> str:
    at = middle(spot)
    roads = [_track(spot, pair) for pair in tile.connections]
    trees = (_off(at, -0.36, -0.36), _off(at, 0.36, 0.36)) if tile.trees else ()
    return svg.group(
        svg.box("tile", at, PITCH - 1),
        *(svg.path("road", road) for road in roads),
        *(svg.path("rail", road) for road in roads),
        *(svg.circle("tree", tree, 5) for tree in trees),
    )


def _track(spot: Spot, pair: str) -> str:
    """A straight line, or a quarter circle about the corner between two sides."""
    start, end = (_edge(spot, side) for side in pair)
    if pair in {"NS", "EW"}:
        (x, y), (u, v) = start, end
        return f"M{svg.num(x)} {svg.num(y)}L{svg.num(u)} {svg.num(v)}"
    return _arc(start, end, pair == "NW")


def _sign(spot: Spot) -> str:
    x, y = _off(middle(spot), 0.3, -0.3)
    return svg.group(svg.circle("sign", (x, y), 7), svg.text("h", (x, y + 3), "H"))


def _tram(spot: Spot, number: int, line: int) -> str:
    """A tram; several on a place stand below each other."""
    x, y = middle(spot)
    y += 12 * number - 4
    colour, ink = LINE_COLOURS[line]
    return svg.group(
        svg.box("tram", (x, y), 26, 14, 4, colour), svg.text("digit", (x, y + 4), line, ink)
    )


def _route(spots: Iterable[Spot]) -> str:
    """A traced route; a single place is ringed."""
    points = [middle(spot) for spot in spots]
    if len(points) == 1:
        return svg.circle("reward", points[0], PITCH / 2 - 4)
    return svg.polyline("reward", points)


def _corner(spot: Spot, way: int, inward: float) -> Point:
    """Near a corner of a cell: the upper right one (1) or the lower left (-1)."""
    x, y = middle(spot)
    return x + way * (PITCH / 2 - inward), y - way * (PITCH / 2 - inward)


def _foul(spot: Spot) -> str:
    """A dashed outline and a cross."""
    return svg.foul(svg.box("foul", middle(spot), PITCH - 2, rounded=5), _corner(spot, 1, 8), 8)
