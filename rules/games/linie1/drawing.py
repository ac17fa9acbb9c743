"""The board as a picture: a self-contained SVG document, by a pure function.

Drawn in the frame of the rule document (1.2): grid, locations with their letters, termini in their
line's colour, tracks, trees, stop signs, trams, a traced route, and marks. Everything that a mark
says is told by shape as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any

from rules.core.game import NO_MARKS, Marks
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

_STYLE = (
    ".board{fill:#a9adb0;stroke:#50565a;stroke-width:2}.grid{stroke:#c9cdd0;stroke-width:1}"
    ".site{fill:#d7ecc4;stroke:#3d7a2c}.letter{font:bold 20px sans-serif;fill:#23501a;"
    "text-anchor:middle}.tile{fill:#6f8a86;stroke:#3b4d4a}"
    ".road{fill:none;stroke:#e7ecee;stroke-width:16}.rail{fill:none;stroke:#7a4a22;stroke-width:5}"
    ".tree{fill:#4fc22f;stroke:#246b12}.digit{font:bold 12px sans-serif;text-anchor:middle}"
    ".axis{fill:#7d7d7d;font:10px sans-serif;text-anchor:middle}"
    ".sign{fill:#fff;stroke:#222;stroke-width:1.5}.h{font:bold 9px sans-serif;text-anchor:middle;"
    "fill:#222}.tram{stroke:#222;stroke-width:1.5}"
    ".foul{fill:none;stroke:#e00000;stroke-width:4;stroke-dasharray:8 5}.badge{fill:#e00000}"
    ".cross{stroke:#fff;stroke-width:3;stroke-linecap:round}"
    ".last{fill:none;stroke:#0b7a34;stroke-width:4}.reward{fill:none;stroke:#1b5fd0;"
    "stroke-width:6;stroke-opacity:.75;stroke-linejoin:round;stroke-linecap:round}"
    ".doubt{fill:#7a3fb0}.ask{fill:#fff;font:bold 13px sans-serif;text-anchor:middle}"
)


def draw(state: Linie1State, marks: Marks = NO_MARKS) -> str:
    """The position with its marks as an SVG document, described in words for screen readers.

    `marks.reward` holds routes (tuples of places, drawn as a line) or single places."""
    position, size = known_position(state), SPAN * PITCH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" '
        f'height="{size}" role="img" aria-labelledby="title desc"><title id="title">Linie 1'
        f'</title><desc id="desc">{escape(described(position, marks))}</desc>'
        f"<style>{_STYLE}</style>",
        *_printed(),
        *(_tile(spot, c.tile) for spot, c in position.items() if c.tile is not None),
        *(_route(route) for route in _routes(marks.reward)),
        *(_sign(spot) for spot, content in position.items() if content.stop),
        *(_tram(spot, i, line) for spot, c in position.items() for i, line in enumerate(c.trams)),
        *(_outline(spot, "last") for spot in marks.last),
        *(_foul(spot) for spot in marks.foul),
        *(_doubt(spot) for spot in marks.doubt),
        "</svg>",
    ]
    return "".join(parts)


def described(position: Mapping[Spot, CellContent], marks: Marks) -> str:
    """The picture in words."""
    things = [_words(spot, content) for spot, content in sorted(position.items())]
    routes = tuple(spot for route in _routes(marks.reward) for spot in route)
    notes = [
        f"{word}: {', '.join(spot.name() for spot in spots)}"
        for word, spots in (
            ("foul", marks.foul),
            ("last move", marks.last),
            ("route", routes),
            ("not sure", marks.doubt),
        )
        if spots
    ]
    return ". ".join([*things, *notes]) + "." if things or notes else "An empty board."


def _words(spot: Spot, content: CellContent) -> str:
    things = []
    if content.tile is not None:
        things.append(f"{content.tile.kind.name} joining {', '.join(content.tile.connections)}")
    if content.stop:
        things.append("stop sign")
    things += [f"tram {line}" for line in content.trams]
    return f"{spot.name()}: {'; '.join(things)}"


def _routes(reward: tuple[Any, ...]) -> list[tuple[Spot, ...]]:
    """Routes as they are, and single places each by itself."""
    return [(mark,) if isinstance(mark, Spot) else tuple(mark) for mark in reward]


def middle(spot: Spot) -> tuple[float, float]:
    """The middle of a place in the picture; a terminus lies between its two cells."""
    terminus = TERMINUS_AT.get(index_of(spot))
    if terminus is None:
        return (spot.col + 0.5) * PITCH, (spot.row + 0.5) * PITCH
    ends = [SPOTS[at] for at in terminus.border]
    x = sum(end.col + 0.5 for end in ends) / 2 * PITCH
    return x, sum(end.row + 0.5 for end in ends) / 2 * PITCH


def _printed() -> Iterator[str]:
    """What is printed: grid, coordinates, locations, termini."""
    low, high = PITCH, (SPAN - 1) * PITCH
    yield f'<rect class="board" x="{low}" y="{low}" width="{high - low}" height="{high - low}"/>'
    for i in range(1, SPAN):
        at = i * PITCH
        yield f'<path class="grid" d="M{at} {low}V{high}M{low} {at}H{high}"/>'
    for i in range(1, SPAN - 1):
        mid = (i + 0.5) * PITCH
        yield f'<text class="axis" x="{mid:g}" y="10">{i}</text>'
        yield f'<text class="axis" x="8" y="{mid + 4:g}">{i}</text>'
    yield from (_site(SPOTS[at], letter) for at, letter in LOCATION_AT.items())
    yield from map(_terminus, TERMINI)


def _site(spot: Spot, letter: str) -> str:
    x, y = middle(spot)
    half = PITCH / 2
    return (
        f'<rect class="site" x="{x - half:g}" y="{y - half:g}" width="{PITCH}" height="{PITCH}"/>'
        f'<text class="letter" x="{x:g}" y="{y + 7:g}">{letter}</text>'
    )


def _terminus(terminus: Terminus) -> str:
    """A half circle of track on the edge of the board, and the line's digit."""
    colour, ink = LINE_COLOURS[terminus.line]
    ends = [_edge(SPOTS[cell], SIDES[terminus.inner]) for cell in terminus.cells]
    (x, y), (u, v) = ends
    sweep = int(terminus.side in "NE")
    arc = f"M{x:g} {y:g}A{PITCH / 2:g} {PITCH / 2:g} 0 0 {sweep} {u:g} {v:g}"
    across, down = _WAYS[terminus.side]
    cx, cy = (x + u) / 2 + across * PITCH * 0.18, (y + v) / 2 + down * PITCH * 0.18
    return (
        f'<path class="road" d="{arc}" style="stroke:{colour}"/><path class="rail" d="{arc}"/>'
        f'<circle cx="{cx:g}" cy="{cy:g}" r="8" fill="{colour}"/>'
        f'<text class="digit" x="{cx:g}" y="{cy + 4:g}" fill="{ink}">{terminus.line}</text>'
    )


def _edge(spot: Spot, side: str) -> tuple[float, float]:
    """The middle of a cell's side."""
    x, y = middle(spot)
    across, down = _WAYS[side]
    return x + across * PITCH / 2, y + down * PITCH / 2


def _tile(spot: Spot, tile: Tile) -> str:
    x, y = middle(spot)
    half = PITCH / 2 - 0.5
    roads = [_track(spot, pair) for pair in tile.connections]
    trees = [(x - 0.36 * PITCH, y - 0.36 * PITCH), (x + 0.36 * PITCH, y + 0.36 * PITCH)]
    return "".join(
        (
            f'<g><rect class="tile" x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
            f'height="{2 * half:g}"/>',
            *(f'<path class="road" d="{road}"/>' for road in roads),
            *(f'<path class="rail" d="{road}"/>' for road in roads),
            *(_circle("tree", at, 5) for at in (trees if tile.trees else ())),
            "</g>",
        )
    )


def _track(spot: Spot, pair: str) -> str:
    """A straight line, or a quarter circle about the corner between two sides."""
    (x, y), (u, v) = (_edge(spot, side) for side in pair)
    if pair in {"NS", "EW"}:
        return f"M{x:g} {y:g}L{u:g} {v:g}"
    sweep = int(pair == "NW")
    return f"M{x:g} {y:g}A{PITCH / 2:g} {PITCH / 2:g} 0 0 {sweep} {u:g} {v:g}"


def _circle(kind: str, at: tuple[float, float], radius: float) -> str:
    return f'<circle class="{kind}" cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}"/>'


def _sign(spot: Spot) -> str:
    x, y = middle(spot)
    x, y = x + PITCH * 0.3, y - PITCH * 0.3
    return f'<g>{_circle("sign", (x, y), 7)}<text class="h" x="{x:g}" y="{y + 3:g}">H</text></g>'


def _tram(spot: Spot, number: int, line: int) -> str:
    """A tram; several on a place stand below each other."""
    x, y = middle(spot)
    y += 12 * number - 4
    colour, ink = LINE_COLOURS[line]
    return (
        f'<g><rect class="tram" x="{x - 13:g}" y="{y - 7:g}" width="26" height="14" rx="4" '
        f'fill="{colour}"/><text class="digit" x="{x:g}" y="{y + 4:g}" fill="{ink}">{line}'
        "</text></g>"
    )


def _route(spots: Iterable[Spot]) -> str:
    """A traced route; a single place is ringed."""
    points = [middle(spot) for spot in spots]
    if len(points) == 1:
        return _circle("reward", points[0], PITCH / 2 - 4)
    lines = (f"M{x:g} {y:g}L{u:g} {v:g}" for (x, y), (u, v) in pairwise(points))
    return f'<path class="reward" d="{"".join(lines)}"/>'


def _outline(spot: Spot, kind: str) -> str:
    x, y = middle(spot)
    half = PITCH / 2 - 1
    return (
        f'<rect class="{kind}" x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
        f'height="{2 * half:g}" rx="5"/>'
    )


def _foul(spot: Spot) -> str:
    """A dashed outline and a cross."""
    x, y = middle(spot)
    x, y = x + PITCH / 2 - 8, y - PITCH / 2 + 8
    cross = f'<path class="cross" d="M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8"/>'
    return f"<g>{_outline(spot, 'foul')}{_circle('badge', (x, y), 8)}{cross}</g>"


def _doubt(spot: Spot) -> str:
    x, y = middle(spot)
    x, y = x - PITCH / 2 + 9, y + PITCH / 2 - 9
    mark = f'<text class="ask" x="{x:g}" y="{y + 5:g}">?</text>'
    return f"<g>{_circle('doubt', (x, y), 8)}{mark}</g>"
