"""Pages of a set as they are drawn: plain shapes and words, in millimetres from the upper left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import numpy as np

from calibration.arrays import Points
from calibration.printing.paper import Paper
from calibration.printing.shapes import circle, rectangle

#: Red, green, blue, 0..255.
Rgb = tuple[int, int, int]

Align = Literal["left", "middle", "right"]

BLACK: Rgb = (20, 20, 20)
WHITE: Rgb = (255, 255, 255)
GREY: Rgb = (120, 120, 120)

#: Height of a capital of the font, as a share of its size.
CAPITAL = 0.718

#: Width of the lines to cut and to fold along, and the dashes of a fold, millimetres.
CUT_MM, FOLD_DASH_MM = 0.15, 2.0

_MM_IN_POINTS = 72 / 25.4

#: The font every viewer has, and the code page in which its French is whole.
_FONT, _CODE_PAGE = "Helvetica", "windows-1252"


@dataclass(frozen=True)
class PrintedPiece:
    """Something to cut out. `kind` and `name` tell what it is, `page` (from 0) where, and
    `outline` (N, 2) its corners on the page, millimetres, from its own upper left one."""

    kind: str
    name: str
    page: int
    outline: Points


class Sheet:
    """A document under the pen. `stretch` enlarges everything about the middle of the page, for a
    printer that shrinks."""

    def __init__(self, paper: Paper, title: str, language: str, stretch: float = 1.0) -> None:
        """A document without a page."""
        self.paper, self.stretch = paper, stretch
        self.pieces: list[PrintedPiece] = []
        self.extent = [np.inf, np.inf, -np.inf, -np.inf]
        from fpdf import FPDF, ViewerPreferences  # noqa: PLC0415 - slow to import, seldom wanted

        pdf = FPDF(unit="mm", format=(paper.width, paper.height))
        pdf.core_fonts_encoding = _CODE_PAGE
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0.0  # words begin where they are asked to
        pdf.set_title(title)
        pdf.set_lang(language)
        pdf.viewer_preferences = ViewerPreferences(print_scaling="None", display_doc_title=True)
        self._pdf = pdf

    def page(self) -> int:
        """Begin a page; its number from 0."""
        self._pdf.add_page()
        return self._pdf.page_no() - 1

    def pages(self) -> int:
        """How many pages there are."""
        return self._pdf.pages_count

    def data(self) -> bytes:
        """The finished file."""
        return bytes(self._pdf.output())

    def piece(self, kind: str, name: str, outline: Points) -> None:
        """Note a piece of the page that was begun last."""
        self.pieces.append(PrintedPiece(kind, name, self._pdf.page_no() - 1, self._placed(outline)))

    def fill(self, outline: Points, colour: Rgb) -> None:
        """A filled polygon."""
        self._pdf.set_fill_color(*colour)
        self._pdf.polygon(self._listed(outline), style="F")

    def disc(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        """A filled circle."""
        self.fill(circle(x, y, radius), colour)

    def line(self, path: Points, colour: Rgb = GREY, width: float = CUT_MM) -> None:
        """A line from point to point."""
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(width * self.stretch)
        self._pdf.polyline(self._listed(path))

    def closed(self, outline: Points, colour: Rgb, width: float) -> None:
        """A line round a shape."""
        self.line(np.vstack([outline, outline[:1]]), colour, width)

    def cut(self, outline: Points, colour: Rgb = GREY) -> None:
        """A line to cut along."""
        self.closed(outline, colour, CUT_MM)

    def fold(self, start: Sequence[float], end: Sequence[float]) -> None:
        """A dashed line to fold along."""
        self._pdf.set_dash_pattern(FOLD_DASH_MM, FOLD_DASH_MM)
        self.line(np.array([start, end], np.float64))
        self._pdf.set_dash_pattern()

    @contextmanager
    def within(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """What is drawn meanwhile ends at this rectangle."""
        corners = self._placed(rectangle(x, y, width, height))
        size = corners[2] - corners[0]
        before = list(self.extent)
        with self._pdf.rect_clip(*corners[0].tolist(), *size.tolist()):
            yield
        self.extent = before
        self._listed(rectangle(x, y, width, height))

    def text(
        self,
        x: float,
        y: float,
        words: str,
        capital: float,
        *,
        bold: bool = False,
        align: Align = "left",
        deg: float = 0.0,
        colour: Rgb = BLACK,
    ) -> None:
        """One line of words, `capital` high, the middle of its height at y, turned clockwise."""
        (px, py), high = self._placed(np.array([(x, y)]))[0].tolist(), capital * self.stretch
        self._use_font(capital, colour, bold=bold)
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align]
        wide = self._pdf.get_string_width(words)
        with self._pdf.rotation(-deg, px, py):
            self._pdf.text(px - shift * wide, py + high / 2, words)

    def paragraph(self, x: float, y: float, width: float, words: str, capital: float) -> float:
        """Words broken into lines below y; the height below them."""
        (px, py) = self._placed(np.array([(x, y)]))[0].tolist()
        self._use_font(capital)
        self._pdf.set_xy(px, py)
        pitch = capital * self.stretch * 2.0
        self._pdf.multi_cell(width * self.stretch, pitch, words, align="L", new_y="NEXT")
        below: float = y + (self._pdf.get_y() - py) / self.stretch
        return below

    def wide(self, words: str, capital: float) -> float:
        """How wide a line of words is."""
        self._use_font(capital)
        return self._pdf.get_string_width(words) / self.stretch

    def _use_font(self, capital: float, colour: Rgb = BLACK, *, bold: bool = False) -> None:
        size = capital * self.stretch / CAPITAL * _MM_IN_POINTS
        self._pdf.set_font(_FONT, "B" if bold else "", size)
        self._pdf.set_text_color(*colour)

    def _placed(self, points: Points) -> Points:
        middle = np.array([self.paper.width, self.paper.height]) / 2
        placed: Points = (points - middle) * self.stretch + middle
        return placed

    def _listed(self, points: Points) -> list[tuple[float, float]]:
        """Points where they are printed, noted as reached."""
        placed = self._placed(points)
        low, high = placed.min(0), placed.max(0)
        self.extent = [
            *np.minimum(self.extent[:2], low).tolist(),
            *np.maximum(self.extent[2:], high).tolist(),
        ]
        return [(float(x), float(y)) for x, y in placed]
