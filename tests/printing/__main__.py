"""`python -m tests.printing [GAME ...]`: how printed sets are read, twenty photos a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from calibration.printing.sets import printable
from tests.printing import test_linie1, test_mokadi, test_redline, test_rouge

#: Photos that are counted: those of the slow tests.
SEEDS = range(20, 40)


@dataclass(frozen=True)
class Score:
    """What was made of one photo: pieces of the truth, how many of them or beside them are read
    amiss, and the reading's status."""

    pieces: int
    amiss: int
    status: str


SCORES: dict[str, Callable[[int], tuple[int, int, str]]] = {
    "redline": test_redline.score,
    "rouge": test_rouge.score,
    "linie1": test_linie1.score,
    "mokadi": test_mokadi.score,
}


def line(game: str) -> str:
    """A row of the table."""
    scores = [Score(*SCORES[game](seed)) for seed in SEEDS]
    amiss, pieces = sum(s.amiss for s in scores), sum(s.pieces for s in scores)
    right = sum(s.amiss == 0 for s in scores)
    unsure = sum(s.status == "unsure" for s in scores)
    silent = sum(s.amiss > 0 and s.status == "read" for s in scores)
    photos = f"of {len(scores)} photos {right} right, {unsure} unsure, {silent} wrong in silence"
    return f"{game}: {amiss} of {pieces} pieces amiss; {photos}"


if __name__ == "__main__":
    for name in sys.argv[1:] or printable():
        print(line(name), flush=True)
