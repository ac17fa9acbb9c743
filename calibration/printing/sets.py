"""Which games can be printed, and the file of a set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from calibration.printing.layout import RULER_MM, Words
from calibration.printing.paper import UNPRINTABLE_MM, Paper
from calibration.printing.sheet import PrintedPiece, Rgb, Sheet
from rules.core.discovery import discover
from rules.core.errors import ArbitableError

#: What the ruler of a print may measure: further off, the printer fitted the page to another one.
MEASURED_MM = (90.0, 110.0)


class PrintError(ArbitableError):
    """A set that cannot be made as asked; the sentence says why."""


class _Set(Protocol):
    """What a game's module offers. `PALETTE`: groups of colours by name that must be told apart."""

    PALETTE: tuple[Mapping[str, Rgb], ...]

    def draw(self, sheet: Sheet, words: Words) -> None:
        """Draw every page."""


@dataclass(frozen=True)
class PrintedSet:
    """A set as a file: `data` the PDF, `pages` how many, `pieces` what is to be cut out where."""

    data: bytes
    pages: int
    pieces: tuple[PrintedPiece, ...]


def printable() -> tuple[str, ...]:
    """The games whose set can be printed."""
    return tuple(game for game in discover() if find_spec(f"{__package__}.{game}") is not None)


def print_set(
    game: str, paper: Paper, words: Words, language: str, measured_mm: float = RULER_MM
) -> PrintedSet:
    """The set of a game. `measured_mm`: what the ruler of an earlier print measured; the set is
    then stretched so that the same printer gives its true size. Raises PrintError."""
    if game not in printable():
        raise PrintError(f"{game!r} cannot be printed; there are {', '.join(printable())}.")
    low, high = MEASURED_MM
    if not low <= measured_mm <= high:
        raise PrintError(
            f"The ruler cannot measure {measured_mm:g} mm; give what a ruler laid beside it shows, "
            f"{low:g} to {high:g}, or print at 100 % (actual size)."
        )
    sheet = Sheet(paper, words[f"{game}.title"], language, RULER_MM / measured_mm)
    cast(_Set, import_module(f"{__package__}.{game}")).draw(sheet, words)
    _require_room(sheet)
    return PrintedSet(sheet.data(), sheet.pages(), tuple(sheet.pieces))


def _require_room(sheet: Sheet) -> None:
    """Raises PrintError where the print reaches into what a printer leaves white."""
    left, top, right, bottom = sheet.extent
    paper = sheet.paper
    room = min(left, top, paper.width - right, paper.height - bottom)
    if room < UNPRINTABLE_MM / 2:
        raise PrintError(
            "A print this small cannot be stretched on this paper: print at 100 % (actual size)."
        )
