"""How a match went, as one drawing (SVG): a panel for every kind of count, turns from left to
right, fouls and questions marked by shape. Colours are classes, for the page's own style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from server.reports.match_summary import MatchSummary, Series, TurnMark
from server.reports.svg import XY, SvgDrawing
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
    label = say(language, "plot.label", turns=turns)
    drawing = SvgDrawing((_WIDTH, height), label, {"class": "plot"})
    for number, (name, group) in enumerate(panels):
        top = number * (_PANEL + _GAP) + 30
        _panel(drawing, summary, name, group, top, turns, language)
    _marks(drawing, summary.marks, height - _GAP + 24, turns)
    return drawing.told()


def series_title(name: str, language: str) -> str:
    """What a kind of count is called."""
    return ALL_WORDS[language].get(f"measure.{name}", name)


def series_name(summary: MatchSummary, series: Series, language: str) -> str:
    """Whose count it is, in words; empty for that of the whole table."""
    book = summary.game.rulebook
    words = {**book.words.get(language, {}), **book.names}
    line = say(language, "plot.line", line=series.of) if series.of.isdecimal() else None
    return line or words.get(series.of, series.of)


def _panel(
    drawing: SvgDrawing,
    summary: MatchSummary,
    name: str,
    group: Sequence[Series],
    top: float,
    turns: int,
    language: str,
) -> None:
    most = max((v for one in group for v in one.values if v is not None), default=0)
    scale = max(most, 1)
    drawing.text(series_title(name, language), (0, top - 14), {"class": "title"})
    for value in sorted({0, scale}):
        y = top + _PANEL * (1 - value / scale)
        drawing.line((_LEFT, y), (_WIDTH - _RIGHT, y), {"class": "grid"})
        drawing.text(str(value), (_LEFT - 6, y + 4), {"class": "number"})
    ends: list[float] = []
    for index, one in enumerate(group):
        points = list(_points(one, top, scale, turns))
        if not points:
            continue
        drawing.path(points, {"class": f"curve c{index % CURVES}"})
        last = one.values[-1] if one.values[-1] is not None else ""
        label = f"{last} {_short(series_name(summary, one, language))}".strip()
        y = _free(ends, points[-1][1] + 4)
        drawing.text(label, (_WIDTH - _RIGHT + 6, y), {"class": f"end c{index % CURVES}"})


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


def _points(one: Series, top: float, scale: int, turns: int) -> Iterator[XY]:
    for turn, value in enumerate(one.values):
        if value is not None:
            yield _x(turn, turns), top + _PANEL * (1 - value / scale)


def _x(turn: int, turns: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * turn / max(turns, 1)


def _marks(drawing: SvgDrawing, marks: Sequence[TurnMark], y: float, turns: int) -> None:
    """Under the panels: the turns, and what happened at them."""
    step = max(1, turns // 10)
    happened = {mark.turn: mark.kind for mark in marks}
    for turn in range(0, turns + 1):
        if turn % step == 0 and turn not in happened:
            drawing.text(str(turn), (_x(turn, turns), y), {"class": "turn"})
    for mark in marks:
        at = _x(mark.turn, turns), y
        drawing.text(_SIGNS[mark.kind], at, {"class": f"sign {mark.kind}"})
