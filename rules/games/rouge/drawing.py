"""The track from above as a self-contained SVG document, by a pure function.

Ring 1 is the inner one, cell 0 lies at twelve o'clock, cells count clockwise. Pawns carry the
first letters of their colour, so that the picture can be read without seeing colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from rules.core.game import NO_MARKS, Marks
from rules.core.toolkit import svg
from rules.core.toolkit.svg import Point
from rules.games.rouge.opening import position as known_position
from rules.games.rouge.state import Pawn, RougeState
from rules.games.rouge.track import CELLS, RINGS, TRACK, Hollow

#: Drawing units: side of the picture, middle of ring 1, from ring to ring, radius of a pawn.
SIZE = 440
INNER = 66
STEP = 58
PAWN = 20

#: Fills of pawns by colour name; another name is drawn grey and told by its letters.
FILLS = {
    "red": "#d3202a",
    "blue": "#2f62c9",
    "green": "#2c8c3c",
    "yellow": "#f2c230",
    "black": "#222222",
    "white": "#f7f4ea",
    "orange": "#e8791c",
    "purple": "#7a3fb0",
    "brown": "#7b4a23",
    "pink": "#e88bb0",
    "grey": "#8a8a8a",
}

#: Colours on which dark letters read better.
_LIGHT = frozenset({"yellow", "white", "orange", "pink"})

_STYLE = "".join(svg.MARKS) + (
    ".ring{fill:none;stroke:#b9a37c;stroke-width:50}.ray{stroke:#7d7d7d;stroke-width:1.5}"
    ".hollow{fill:#5f5136}.pawn{stroke:#444;stroke-width:1.5}"
    ".letters{font:bold 15px sans-serif;text-anchor:middle;fill:#fff}.dark{fill:#222}"
    ".axis{fill:#7d7d7d;font:12px sans-serif;text-anchor:middle}"
    ".reward{fill:none;stroke:#1ba34a;stroke-width:5;stroke-linecap:round;stroke-dasharray:1 9}"
)


def draw(state: RougeState, marks: Marks[Hollow] = NO_MARKS) -> str:
    """The track, its pawns and marks, described in words for screen readers."""
    position, rewarded = known_position(state), marks.by_kind()["reward"]
    parts = (
        *_track(),
        *(_pawn(hollow, position[hollow]) for hollow in sorted(position)),
        *(svg.circle("last", middle(hollow), PAWN + 3) for hollow in marks.last),
        *(svg.circle("reward", middle(hollow), PAWN + 5) for hollow in rewarded),
        *(_foul(hollow) for hollow in marks.foul),
        *(svg.doubt(_corner(hollow)) for hollow in marks.doubt),
    )
    return svg.document("Rouge", described(position, marks), (SIZE, SIZE), _STYLE, parts)


def described(position: Mapping[Hollow, Pawn], marks: Marks[Hollow]) -> str:
    """The picture in words: every pawn, then what is marked."""
    pawns = [f"{position[hollow].colour} pawn at {hollow.name()}" for hollow in sorted(position)]
    return svg.said(pawns or ["No pawn on the track"], marks, "line", "")


def middle(hollow: Hollow) -> Point:
    """The hollow's middle in the picture."""
    return _at(hollow.cell, INNER + STEP * (hollow.ring - 1))


def _at(cell: float, radius: float) -> Point:
    angle = 2 * math.pi * cell / CELLS
    return SIZE / 2 + radius * math.sin(angle), SIZE / 2 - radius * math.cos(angle)


def _track() -> Iterator[str]:
    for ring in RINGS:
        yield svg.circle("ring", (SIZE / 2, SIZE / 2), INNER + STEP * (ring - 1))
    for cell in range(CELLS):
        yield svg.line("ray", _at(cell, INNER - 26), _at(cell, INNER + 2 * STEP + 26))
        x, y = _at(cell, INNER + 2 * STEP + 35)
        yield svg.text("axis", (x, y + 4), cell)
    yield from (svg.circle("hollow", middle(hollow), PAWN - 4) for hollow in TRACK)


def _pawn(hollow: Hollow, pawn: Pawn) -> str:
    x, y = middle(hollow)
    kind = "letters dark" if pawn.colour in _LIGHT else "letters"
    return svg.group(
        svg.circle("pawn", (x, y), PAWN, FILLS.get(pawn.colour, FILLS["grey"])),
        svg.text(kind, (x, y + 5), pawn.colour[:2].capitalize()),
    )


def _corner(hollow: Hollow) -> Point:
    """The hollow's upper right."""
    x, y = middle(hollow)
    return x + PAWN * 0.8, y - PAWN * 0.8


def _foul(hollow: Hollow) -> str:
    """A dashed ring and a cross: told by shape, not by colour alone."""
    return svg.foul(svg.circle("foul", middle(hollow), PAWN + 3), _corner(hollow))
