"""Sets to print, in the words of the user's language."""

from __future__ import annotations

from functools import lru_cache

from calibration.printing.layout import RULER_MM
from calibration.printing.paper import PAPERS
from calibration.printing.sets import PrintedSet, print_set
from server.words import load_words

#: Files kept made, about half a megabyte each: a set takes up to half a second of a core.
_KEPT = 4


@lru_cache(maxsize=_KEPT)
def printed_set(game: str, paper: str, language: str, measured_mm: float = RULER_MM) -> PrintedSet:
    """The set of a game on a paper, by its name. Raises PrintError."""
    words = load_words(f"print-{language}")
    return print_set(game, PAPERS[paper], words, language, measured_mm)
