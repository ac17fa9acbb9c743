"""Reliability and the cost of asking as one drawing (SVG) that stands by itself in a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from server.reports.reliability import asked_curve, reliability
from server.reports.scoring import ReadPiece
from server.reports.svg import SvgDrawing

#: Drawing units: a panel's side, the room round it, between both, and under them for the names.
_SIDE, _ROOM, _BETWEEN, _LEGEND = 240, 56, 72, 22

#: One colour a game, told apart by those who see fewer as well: by the shape of the dots.
_COLOURS = ("#0b6fb8", "#b8530b", "#2c7a2c", "#8a2fa0", "#555555")

#: Confidences on the axes: each step to the right is twice as sure.
_TICKS = (0.5, 0.9, 0.97, 0.99, 0.999)

#: Nothing is drawn surer than this, nor less sure than its opposite.
_MOST = 0.9999

_FONT = {"font-family": "sans-serif", "font-size": "12"}

#: Where words stand at their point.
_START, _MIDDLE, _END = ({"text-anchor": one} for one in ("start", "middle", "end"))


def reliability_svg(games: Mapping[str, Sequence[ReadPiece]]) -> str:
    """The drawing of the pieces of some games: left how often a piece is right that was read with a
    confidence, on the line where it can be relied on; right what asking about doubts costs."""
    width = 2 * _SIDE + 2 * _ROOM + _BETWEEN
    height = _SIDE + 2 * _ROOM + _LEGEND * len(games)
    drawing = SvgDrawing(
        (width, height), "Confidence of pieces and how many of them are right", _FONT
    )
    drawing.box((0, 0), (width, height), {"fill": "#ffffff"})
    _axes(drawing, _ROOM, "confidence", "right", _TICKS)
    reliable = [(_ROOM, _ROOM + _SIDE), (_ROOM + _SIDE, _ROOM)]
    drawing.path(reliable, _stroke("#999999") | {"stroke-dasharray": "4 3"})
    _axes(drawing, _ROOM + _SIDE + _BETWEEN, "asked about", "right of the others", None)
    for number, (game, pieces) in enumerate(games.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        _reliability(drawing, pieces, colour)
        _asked(drawing, pieces, colour)
        y = _ROOM + _SIDE + 44 + _LEGEND * number
        drawing.dot((_ROOM, y - 4), 4, {"fill": colour})
        drawing.text(f"{game}, {len(pieces)} pieces", (_ROOM + 12, y), _START)
    return drawing.told() + "\n"


def _reliability(drawing: SvgDrawing, pieces: Sequence[ReadPiece], colour: str) -> None:
    """A dot for every class of confidences, the larger the more pieces it has."""
    for one in reliability(pieces):
        at = _ROOM + _far(one.told) * _SIDE, _ROOM + (1 - _far(one.true)) * _SIDE
        drawing.dot(at, 2 + math.log10(one.pieces), {"fill": colour})


def _asked(drawing: SvgDrawing, pieces: Sequence[ReadPiece], colour: str) -> None:
    """How many of the others are right, by how many are asked about."""
    left = _ROOM + _SIDE + _BETWEEN
    points = [
        (left + one.asked * _SIDE, _ROOM + (1 - _far(one.right)) * _SIDE)
        for one in asked_curve(pieces)
    ]
    drawing.path(points, _stroke(colour))
    for point in points:
        drawing.dot(point, 2.5, {"fill": colour})


def _far(share: float) -> float:
    """Where a share lies on an axis of odds, 0 (one half or less) to 1 (nearly always)."""
    share = min(max(share, 0.5), _MOST)
    return math.log(share / (1 - share)) / math.log(_MOST / (1 - _MOST))


def _axes(
    drawing: SvgDrawing, left: float, across: str, upward: str, ticks: Sequence[float] | None
) -> None:
    drawing.box((left, _ROOM), (_SIDE, _SIDE), _stroke("#333333"))
    for share, x in _ticks(ticks):
        drawing.text(f"{100 * share:g}%", (left + x * _SIDE, _ROOM + _SIDE + 14), _MIDDLE)
    for share, y in _ticks(_TICKS):
        drawing.text(f"{100 * share:g}%", (left - 4, _ROOM + (1 - y) * _SIDE + 4), _END)
    drawing.text(across, (left + _SIDE / 2, _ROOM + _SIDE + 28), _MIDDLE)
    drawing.text(upward, (left, _ROOM - 10), _START)


def _ticks(odds: Sequence[float] | None) -> Iterator[tuple[float, float]]:
    """Shares and where they stand: by their odds, or evenly where there are none."""
    if odds is None:
        yield from ((share, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
    else:
        yield from ((share, _far(share)) for share in odds)


def _stroke(colour: str) -> dict[str, str]:
    return {"fill": "none", "stroke": colour}
