"""Places by the names that people use, the same in calls, questions, lists and on the drawing:
B4 on a free layout, row and column of a printed board, ring and hollow; counted from one.

The outside contract and the terminal's JSON keep coordinates; a free layout is named by the frame
of what lies on the table, whose upper left is A1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.core.game import AnyGame
from rules.core.places import Cell, Naming, Place
from server.pipeline.session import Session
from server.words import by_language, say

#: How the rules' sentences write places: a pair of numbers, or a ring and a hollow.
_PAIR = re.compile(r"\((-?\d+), (-?\d+)\)")
_HOLLOW = re.compile(r"\b([1-3])/([0-7])\b")

#: An axis label of a game's own drawing, with its spot.
_AXIS = re.compile(r'(<text class="axis" x="([\d.]+)" y="[\d.]+">)(-?\d+)(?=</text>)')

_LETTERS = 26

_Filled = Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class PlaceNames:
    """The names of a game's places. `left` and `top`: the first column and row of a layout."""

    naming: Naming
    left: int = 0
    top: int = 0

    def of(self, place: Place, language: str) -> str:
        """What players call a place, in a list or a heading."""
        if isinstance(place, Cell):
            return self._on_layout(place.col, place.row, language, "place")
        return self._said(place.name(), language, "place")

    def all_of(self, place: Place) -> Mapping[str, str]:
        """The name of a place, by language."""
        return by_language(lambda language: self.of(place, language))

    def in_words(self, text: str, language: str) -> str:
        """A sentence of the rules with its places as players call them."""
        return self._said(text, language, "at")

    def on_axes(self, svg: str) -> str:
        """A game's own drawing, its axes labelled by these names."""
        match self.naming:
            case Naming.RINGS:
                return _AXIS.sub(lambda found: f"{found[1]}{int(found[3]) + 1}", svg)
            case Naming.LAYOUT:
                return _AXIS.sub(self._on_axis(svg), svg)
            case Naming.BOARD:
                return svg

    def _on_axis(self, svg: str) -> _Filled:
        """Columns have letters; rows are those whose labels stand in one line below each other."""
        lefts = [found[2] for found in _AXIS.finditer(svg)]
        rows_at = min(lefts, key=float, default="")

        def label(found: re.Match[str]) -> str:
            number = int(found[3])
            if found[2] == rows_at:
                return f"{found[1]}{number - self.top + 1}"
            return found[1] + letters(number - self.left)

        return label

    def _said(self, text: str, language: str, form: str) -> str:
        def pair(found: re.Match[str]) -> str:
            first, second = int(found[1]), int(found[2])
            if self.naming is Naming.LAYOUT:
                return self._on_layout(first, second, language, form)
            return say(language, "place.row", row=first, col=second)

        def hollow(found: re.Match[str]) -> str:
            ring = say(language, f"ring.{found[1]}")
            return say(language, f"{form}.ring", ring=ring, cell=int(found[2]) + 1)

        text = _PAIR.sub(pair, text)
        return _HOLLOW.sub(hollow, text) if self.naming is Naming.RINGS else text

    def _on_layout(self, col: int, row: int, language: str, form: str) -> str:
        """A letter and a number; beside the layout, where it is from the nearest named cell."""
        across, down = max(col - self.left, 0), max(row - self.top, 0)
        name = f"{letters(across)}{down + 1}"
        sides = ("above" if row < self.top else "", "left" if col < self.left else "")
        side = "-".join(filter(None, sides))
        return say(language, f"{form}.{side}", place=name) if side else name


def letters(index: int) -> str:
    """A column's letters: A for 0, Z for 25, AA for 26; nothing before the first."""
    if index < 0:
        return ""
    more, last = divmod(index, _LETTERS)
    return (letters(more - 1) if more else "") + chr(ord("A") + last)


def names_of(session: Session) -> PlaceNames:
    """The names as the table lies now."""
    return names_over(session.game, session.standing())


def names_over(game: AnyGame, places: Iterable[object]) -> PlaceNames:
    """The names of a layout that these places make."""
    cells = [place for place in places if isinstance(place, Cell)]
    left = min((cell.col for cell in cells), default=0)
    top = min((cell.row for cell in cells), default=0)
    return PlaceNames(game.naming, left, top)
