"""The table from above as a picture: a self-contained SVG document, by a pure function.

Sticks are drawn from the lowest to the highest, so that the picture shows who lies on whom; a dot
marks every contact. Pieces bring their own outlines and stand on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.game import NO_MARKS, Marks
from rules.core.toolkit import svg
from rules.games.mokadi.geometry import XY, Ends, between, points_along
from rules.games.mokadi.pieces import Contacts, Kind, Label, Pad, Spot, Stick
from rules.games.mokadi.state import MokadiState

#: Drawing units of a stick length, of the margin, of a pad's radius.
LENGTH, MARGIN, RADIUS = 160, 30, 12

#: Share of a stick that is coloured at either end. Not in the leaflet; judged from pictures.
COLOURED = 0.22

_STYLE = (
    ".white{fill:#f4f1e8;stroke:#f4f1e8}.black{fill:#262626;stroke:#262626}"
    ".blue{fill:#2f62c9;stroke:#2f62c9}.red{fill:#c9302f;stroke:#c9302f}"
    ".pad{stroke:#7d7d7d;stroke-width:2}.edge{stroke:#5b4a32;stroke-width:11;stroke-linecap:round}"
    ".wood{stroke:#d9b380;stroke-width:8;stroke-linecap:round}"
    ".end{stroke-width:8;stroke-linecap:round}.contact{fill:#7a3fb0;stroke:#fff}"
    ".name{fill:#7d7d7d;font:11px sans-serif;text-anchor:middle}"
    ".foul,.last,.reward,.doubt{fill:none;stroke-width:4;stroke-linecap:round}"
    ".foul{stroke:#e00000;stroke-dasharray:8 5}.last{stroke:#1ba34a}"
    ".reward{stroke:#1ba34a;stroke-dasharray:2 5}.doubt{stroke:#7a3fb0;stroke-dasharray:2 3}"
)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Which part of the table the picture shows."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def around(cls, points: Sequence[XY]) -> _Frame:
        """The smallest frame of these points; a stick's length where there are none."""
        xs, ys = [x for x, _ in points] or [0.0, 1.0], [y for _, y in points] or [0.0, 1.0]
        return cls(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        across, down = round(self.width * LENGTH), round(self.height * LENGTH)
        return across + 2 * MARGIN, down + 2 * MARGIN

    def __call__(self, point: XY) -> XY:
        """A point of the table in the picture."""
        x, y = point
        return MARGIN + (x - self.left) * LENGTH, MARGIN + (y - self.top) * LENGTH


def draw(state: MokadiState, marks: Marks[Spot] = NO_MARKS) -> str:
    """The table with its marks as an SVG document, described in words for screen readers."""
    position, marked = state.position(), marks.by_kind()
    known = {spot: spot for spot in position}
    shown = [*position, *(spot for spots in marked.values() for spot in spots)]
    frame = _Frame.around([point for spot in shown for point in known.get(spot, spot).points])
    parts = (
        *(_piece(frame, position, spot) for spot in stacked(position)),
        *(_outline(frame, known.get(s, s), kind) for kind, spots in marked.items() for s in spots),
    )
    return svg.document("Mokadi", described(position, marks), frame.size, _STYLE, parts)


def stacked(position: Mapping[Spot, Label]) -> list[Spot]:
    """Pads, then sticks from below to above, as far as it is known who lies on whom."""
    order = sorted(spot for spot in position if spot.kind is Kind.PAD)
    left = sorted(spot for spot in position if spot.kind is Kind.STICK)
    while left:
        free = [spot for spot in left if not _under(position[spot]) & set(left)] or left
        order.append(free[0])
        left.remove(free[0])
    return order


def _under(label: Label) -> set[Spot]:
    contacts: Contacts = label.contacts if isinstance(label, Stick) else None
    return {contact.spot for contact in contacts or () if contact.possible}


def described(position: Mapping[Spot, Label], marks: Marks[Spot]) -> str:
    """The picture in words: every piece and what it rests on, then what is marked."""
    pieces = [_words(spot, position[spot]) for spot in stacked(position)]
    return svg.said(pieces, marks, "reward", "Nothing on the table")


def _words(spot: Spot, label: Label) -> str:
    if isinstance(label, Pad):
        return f"{label.colour} pad {spot.name()}"
    under = _under(label)
    rest = f" on {svg.names(sorted(under))}" if under else ""
    return f"{label.colour} stick {spot.name()}{rest}"


def _piece(frame: _Frame, position: Mapping[Spot, Label], spot: Spot) -> str:
    label = position[spot]
    if isinstance(label, Pad):
        return "".join(_pad(spot, frame(point), label.colour) for point in spot.points)
    if spot.ends is None:
        return ""
    below = [known for known in position if known in _under(label)]
    return _stick(frame, spot, spot.ends, label.colour, below)


def _pad(spot: Spot, at: XY, colour: str) -> str:
    name = svg.text("name", (at[0], at[1] - RADIUS - 4), spot.name())
    return svg.group(svg.circle(f"{colour} pad", at, RADIUS), name)


def _stick(frame: _Frame, spot: Spot, ends: Ends, colour: str, below: Sequence[Spot]) -> str:
    a, b = map(frame, ends)
    x, y = between(a, b)
    return svg.group(
        *(svg.line(kind, a, b) for kind in ("edge", "wood")),
        svg.line(f"{colour} end", a, between(a, b, COLOURED)),
        svg.line(f"{colour} end", b, between(b, a, COLOURED)),
        *(svg.circle("contact", frame(crossing(ends, other)), 3) for other in below),
        svg.text("name", (x, y - 8), spot.name()),
    )


def crossing(ends: Ends, other: Spot) -> XY:
    """Where a stick rests on a piece, seen from above: the point of the stick nearest to it."""
    return min(points_along(ends, 40), key=lambda point: _off(point, other))


def _off(point: XY, spot: Spot) -> float:
    if spot.ends is None:
        return min((_square(point, middle) for middle in spot.points), default=0.0)
    return min(_square(point, one) for one in points_along(spot.ends, 40))


def _square(one: XY, other: XY) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _outline(frame: _Frame, spot: Spot, kind: str) -> str:
    """A ring around a pad, a line beside a stick; told by its dashes, not by colour alone."""
    points = [frame(point) for point in spot.points]
    if len(points) == 2:
        return svg.line(kind, *points)
    return "".join(svg.circle(kind, point, RADIUS + 5) for point in points)
