"""Reliability and the cost of asking as one drawing (SVG) that stands by itself in a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

from server.reports.reliability import asked_curve, reliability
from server.reports.scoring import Mark

#: Drawing units: a panel's side, the room round it, between both, and under them for the names.
_SIDE, _ROOM, _BETWEEN, _LEGEND = 240, 56, 72, 22

#: One colour a game, told apart by those who see fewer as well: by the shape of the marks.
_COLOURS = ("#0b6fb8", "#b8530b", "#2c7a2c", "#8a2fa0", "#555555")

#: Confidences on the axes: each step to the right is twice as sure.
_TICKS = (0.5, 0.9, 0.97, 0.99, 0.999)

#: Nothing is drawn surer than this, nor less sure than its opposite.
_MOST = 0.9999


def reliability_svg(games: Mapping[str, Sequence[Mark]]) -> str:
    """The drawing of the pieces of some games: left how often a piece is right that was read with a
    confidence, on the line where it can be relied on; right what asking about doubts costs."""
    width = 2 * _SIDE + 2 * _ROOM + _BETWEEN
    height = _SIDE + 2 * _ROOM + _LEGEND * len(games)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "font-family": "sans-serif",
            "font-size": "12",
            "role": "img",
            "aria-label": "Confidence of pieces and how many of them are right",
        },
    )
    ET.SubElement(root, "rect", {"width": str(width), "height": str(height), "fill": "#ffffff"})
    _axes(root, _ROOM, "confidence", "right", _TICKS)
    _path(root, [(_ROOM, _ROOM + _SIDE), (_ROOM + _SIDE, _ROOM)], "#999999", "4 3")
    right = _ROOM + _SIDE + _BETWEEN
    _axes(root, right, "asked about", "right of the others", None)
    for number, (game, marks) in enumerate(games.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        classes = [(_far(c.told), _far(c.true), c.pieces) for c in reliability(marks)]
        for x, y, pieces in classes:
            _dot(root, _ROOM + x * _SIDE, _ROOM + (1 - y) * _SIDE, 2 + math.log10(pieces), colour)
        points = [
            (right + a.asked * _SIDE, _ROOM + (1 - _far(a.right)) * _SIDE)
            for a in asked_curve(marks)
        ]
        _path(root, points, colour)
        for x, y in points:
            _dot(root, x, y, 2.5, colour)
        y = _ROOM + _SIDE + 44 + _LEGEND * number
        _dot(root, _ROOM, y - 4, 4, colour)
        _text(root, f"{game}, {len(marks)} pieces", _ROOM + 12, y)
    return ET.tostring(root, encoding="unicode") + "\n"


def _far(share: float) -> float:
    """Where a share lies on an axis of odds, 0 (one half or less) to 1 (nearly always)."""
    share = min(max(share, 0.5), _MOST)
    return math.log(share / (1 - share)) / math.log(_MOST / (1 - _MOST))


def _axes(
    root: ET.Element, left: float, across: str, upward: str, ticks: Sequence[float] | None
) -> None:
    box = {"x": str(left), "y": str(_ROOM), "width": str(_SIDE), "height": str(_SIDE)}
    ET.SubElement(root, "rect", {**box, "fill": "none", "stroke": "#333333"})
    for share, x in _ticks(ticks):
        _text(root, f"{100 * share:g}%", left + x * _SIDE, _ROOM + _SIDE + 14, "middle")
    for share, y in _ticks(_TICKS):
        _text(root, f"{100 * share:g}%", left - 4, _ROOM + (1 - y) * _SIDE + 4, "end")
    _text(root, across, left + _SIDE / 2, _ROOM + _SIDE + 28, "middle")
    _text(root, upward, left, _ROOM - 10)


def _ticks(odds: Sequence[float] | None) -> Iterator[tuple[float, float]]:
    """Shares and where they stand: by their odds, or evenly where there are none."""
    if odds is None:
        yield from ((share, share) for share in (0.0, 0.25, 0.5, 0.75, 1.0))
    else:
        yield from ((share, _far(share)) for share in odds)


def _path(
    root: ET.Element, points: Sequence[tuple[float, float]], colour: str, dashes: str = ""
) -> None:
    if points:
        told = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        look = {"d": told, "fill": "none", "stroke": colour}
        ET.SubElement(root, "path", look | ({"stroke-dasharray": dashes} if dashes else {}))


def _dot(root: ET.Element, x: float, y: float, radius: float, colour: str) -> None:
    at = {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": f"{radius:.1f}"}
    ET.SubElement(root, "circle", {**at, "fill": colour})


def _text(root: ET.Element, text: str, x: float, y: float, anchor: str = "start") -> None:
    made = ET.SubElement(root, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor})
    made.text = text
