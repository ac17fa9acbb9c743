"""What drawings of every game are made of: elements of a self-contained SVG document as text.

Points and lengths are in drawing units, x right and y down. Whatever a mark says is told by shape
as well as by colour; how it looks is for the game's style, by class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rules.core.game import Marks
from rules.core.observation import PlaceT
from rules.core.places import Place

Point = tuple[float, float]

#: How marks look, rule by rule: fouls, the last move, what is not sure.
MARKS = (
    ".foul{fill:none;stroke:#e00000;stroke-width:4;stroke-dasharray:8 5}",
    ".badge{fill:#e00000}",
    ".cross{stroke:#fff;stroke-width:3;stroke-linecap:round}",
    ".last{fill:none;stroke:#1ba34a;stroke-width:4}",
    ".doubt{fill:#7a3fb0}",
    ".ask{fill:#fff;font:bold 15px sans-serif;text-anchor:middle}",
)


def num(value: float) -> str:
    """A length in as few digits as show."""
    return f"{round(value, 2):g}"


def document(
    title: str, words: str, size: Point, style: str, parts: Iterable[str], own: str = ""
) -> str:
    """The document of this width and height, described in words for screen readers. `own`: a name
    for its class and ids, where the page it is put into shows others."""
    width, height = map(num, size)
    at, cls = (f"{own}-", f' class="{own}-board"') if own else ("", "")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"{cls} role="img" aria-labelledby="{at}title {at}desc">'
        f'<title id="{at}title">{title}</title><desc id="{at}desc">{escape(words)}</desc>'
        f"<style>{style}</style>"
    )
    return "\n".join((head, *parts, "</svg>"))


def said(things: Sequence[str], marks: Marks[PlaceT], reward: str, nothing: str) -> str:
    """A picture in words: what stands there, then what is marked as what; `reward` is the word for
    what earned one."""
    words = {"foul": "foul", "last": "last move", "reward": reward, "doubt": "not sure"}
    marked = marks.by_kind().items()
    notes = [f"{words[kind]}: {names(places)}" for kind, places in marked if places]
    return ". ".join([*(things or ([] if notes else [nothing])), *notes]) + "."


def names(places: Iterable[Place]) -> str:
    """Places by their names."""
    return ", ".join(place.name() for place in places)


def group(*parts: str) -> str:
    """Elements that belong together."""
    return f"<g>{''.join(parts)}</g>"


def circle(kind: str, at: Point, radius: float, fill: str = "") -> str:
    """A circle of a class."""
    more = f' fill="{fill}"' if fill else ""
    return f'<circle class="{kind}" cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}"{more}/>'


def line(kind: str, start: Point, end: Point) -> str:
    """A straight line of a class."""
    (x, y), (u, v) = start, end
    return f'<line class="{kind}" x1="{num(x)}" y1="{num(y)}" x2="{num(u)}" y2="{num(v)}"/>'


def polyline(kind: str, points: Iterable[Point]) -> str:
    """A line from point to point."""
    way = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polyline class="{kind}" points="{way}"/>'


def path(kind: str, way: str, style: str = "") -> str:
    """A path of a class, `way` as in its attribute ``d``."""
    more = f' style="{style}"' if style else ""
    return f'<path class="{kind}" d="{way}"{more}/>'


def box(
    kind: str, middle: Point, width: float, height: float = 0, rounded: float = 0, fill: str = ""
) -> str:
    """An upright rectangle about a middle; a square where no height is given."""
    high = height or width
    x, y = middle[0] - width / 2, middle[1] - high / 2
    more = (f' rx="{num(rounded)}"' if rounded else "") + (f' fill="{fill}"' if fill else "")
    return (
        f'<rect class="{kind}" x="{num(x)}" y="{num(y)}" width="{num(width)}" '
        f'height="{num(high)}"{more}/>'
    )


def text(kind: str, at: Point, words: object, fill: str = "") -> str:
    """Words at a point."""
    more = f' fill="{fill}"' if fill else ""
    where = f'x="{num(at[0])}" y="{num(at[1])}"'
    return f'<text class="{kind}" {where}{more}>{escape(str(words))}</text>'


def foul(outline: str, corner: Point, radius: float = 9.0) -> str:
    """What is wrong: its outline, and a cross in a badge at a corner."""
    x, y = corner
    strokes = (line("cross", (x - 4, y - d), (x + 4, y + d)) for d in (4, -4))
    return group(outline, circle("badge", corner, radius), *strokes)


def doubt(corner: Point, radius: float = 9.0) -> str:
    """What is not sure: a question mark in a badge at a corner."""
    x, y = corner
    return group(circle("doubt", corner, radius), text("ask", (x, y + 5), "?"))
