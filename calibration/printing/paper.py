"""Sheets of paper that home printers take. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass

#: What printers leave white at a sheet's edge, at most. Home printers need 3 to 6.
UNPRINTABLE_MM = 6.0


@dataclass(frozen=True)
class Paper:
    """A sheet, upright."""

    name: str
    width: float
    height: float

    def corner_of(self, width: float, height: float) -> tuple[float, float]:
        """The upper left corner of what lies in the middle of the sheet."""
        return (self.width - width) / 2, (self.height - height) / 2


A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)

#: The papers by name.
PAPERS = {paper.name: paper for paper in (A4, LETTER)}
