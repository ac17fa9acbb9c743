"""How a match went, as one drawing (SVG): a panel for every kind of count, turns from left to
right, fouls and questions marked by shape. Colours are classes, for the page's own style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from server.reports.match_summary import Mark, MatchSummary, Series
from server.words import ALL_WORDS, say

#: Drawing units: the width, a panel's height, the room for numbers at the left and names at the
#: right, and between panels.
_WIDTH, _PANEL, _LEFT, _RIGHT, _GAP = 520, 96, 34, 96, 44

#: Units between two lines of names at the right end.
_LINE = 15

#: Curves told apart by their dashes as well as by colour.
CURVES = 6

_SIGNS = {"foul": "✕", "insisted": "▸", "ask": "?"}


def plot_svg(summary: MatchSummary, language: str) -> str:
    """The drawing, or an empty text where no turn was counted."""
    panels = [(name, tuple(group)) for name, group in groupby(summary.series, lambda s: s.name)]
    counted = max((len(one.values) for one in summary.series), default=0) - 1
    turns = max(counted, *(mark.turn for mark in summary.marks), 0)
    if counted < 1 or not panels:
        return ""
    height = len(panels) * (_PANEL + _GAP) + 30
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_WIDTH} {height}",
            "class": "plot",
            "role": "img",
            "aria-label": say(language, "plot.label", turns=turns),
        },
    )
    for number, (name, group) in enumerate(panels):
        top = number * (_PANEL + _GAP) + 30
        _panel(root, summary, name, group, top, turns, language)
    _marks(root, summary.marks, height - _GAP + 24, turns)
    return ET.tostring(root, encoding="unicode")


def series_title(name: str, language: str) -> str:
    """What a kind of count is called."""
    return ALL_WORDS[language].get(f"measure.{name}", name)


def series_name(summary: MatchSummary, series: Series, language: str) -> str:
    """Whose count it is, in words; empty for that of the whole table."""
    words = summary.game.rulebook.words.get(language, {})
    line = say(language, "plot.line", line=series.of) if series.of.isdecimal() else None
    return line or words.get(series.of, series.of)


def _panel(
    root: ET.Element,
    summary: MatchSummary,
    name: str,
    group: Sequence[Series],
    top: float,
    turns: int,
    language: str,
) -> None:
    most = max((v for one in group for v in one.values if v is not None), default=0)
    scale = max(most, 1)
    _text(root, series_title(name, language), 0, top - 14, "title")
    for value in sorted({0, scale}):
        y = top + _PANEL * (1 - value / scale)
        _line(root, _LEFT, y, _WIDTH - _RIGHT, y, "grid")
        _text(root, str(value), _LEFT - 6, y + 4, "number")
    ends: list[float] = []
    for index, one in enumerate(group):
        points = list(_points(one, top, scale, turns))
        if not points:
            continue
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        ET.SubElement(root, "path", {"d": path, "class": f"curve c{index % CURVES}"})
        last = one.values[-1] if one.values[-1] is not None else ""
        label = f"{last} {_short(series_name(summary, one, language))}".strip()
        y = _free(ends, points[-1][1] + 4)
        _text(root, label, _WIDTH - _RIGHT + 6, y, f"end c{index % CURVES}")


def _short(name: str) -> str:
    """A name that fits beside the plot."""
    return name if len(name) <= 10 else f"{name[:9]}…"


def _free(ends: list[float], wanted: float) -> float:
    """A height for a name that no other name has."""
    y = wanted
    while any(abs(y - other) < _LINE for other in ends):
        y += 3
    ends.append(y)
    return y


def _points(one: Series, top: float, scale: int, turns: int) -> Iterator[tuple[float, float]]:
    for turn, value in enumerate(one.values):
        if value is not None:
            yield _x(turn, turns), top + _PANEL * (1 - value / scale)


def _x(turn: int, turns: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * turn / max(turns, 1)


def _marks(root: ET.Element, marks: Sequence[Mark], y: float, turns: int) -> None:
    """Under the panels: the turns, and what happened at them."""
    step = max(1, turns // 10)
    happened = {mark.turn: mark.kind for mark in marks}
    for turn in range(0, turns + 1):
        if turn % step == 0 and turn not in happened:
            _text(root, str(turn), _x(turn, turns), y, "turn")
    for mark in marks:
        _text(root, _SIGNS[mark.kind], _x(mark.turn, turns), y, f"sign {mark.kind}")


def _text(root: ET.Element, text: str, x: float, y: float, kind: str) -> None:
    made = ET.SubElement(root, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "class": kind})
    made.text = text


def _line(root: ET.Element, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    ET.SubElement(root, "line", {k: f"{v:.1f}" for k, v in ends.items()} | {"class": kind})
