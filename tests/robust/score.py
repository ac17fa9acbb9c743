"""What became of one photo, and of many."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from server.reports.scoring import errors
from tests.robust.scene import Scene
from vision.reading import Reading, ReadingStatus


class Outcome(Enum):
    """From best to worst. `CAUTIOUS` is right and yet unsure, `UNSURE` is wrong and says so."""

    RIGHT = "right"
    CAUTIOUS = "unsure though right"
    UNSURE = "unsure"
    REFUSED = "refused"
    SILENT = "silently wrong"


def outcome(scene: Scene, reading: Reading) -> Outcome:
    """What a reading of a scene is worth."""
    if reading.status is ReadingStatus.REFUSED:
        return Outcome.REFUSED
    wrong = faults(scene.truth, reading)
    if reading.status is ReadingStatus.READ:
        return Outcome.SILENT if wrong else Outcome.RIGHT
    return Outcome.UNSURE if wrong else Outcome.CAUTIOUS


def faults(truth: Mapping[str, Any], reading: Reading) -> int:
    """Pieces misread, missed or invented, signs of Linie 1 and places of Redline among them."""
    wrong, _ = errors(dict(truth), reading)
    extra = {"linie1": _wrong_signs, "redline": _torn}.get(truth["game"])
    return wrong + (extra(truth, reading) if extra else 0)


def _wrong_signs(truth: Mapping[str, Any], reading: Reading) -> int:
    there = {(sign["row"], sign["col"]) for sign in truth.get("stops", [])}
    pieces = [piece for piece in reading.pieces if piece.kind == "stop"]
    return len(there ^ {tuple(piece.place.as_json()) for piece in pieces if piece.place})


def _torn(truth: Mapping[str, Any], reading: Reading) -> int:
    """Redline tiles that lie elsewhere on the lattice than the first, as told by steps' lengths: no
    turn of the whole changes those."""
    tiles, pairs = truth["tiles"], []
    for piece in reading.pieces:
        if piece.area == "layout" and piece.place is not None:
            true = min(tiles, key=lambda t: math.dist(t["px"], piece.pixel_xy))
            pairs.append(((true["col"], true["row"]), tuple(piece.place.as_json())))
    return sum(math.dist(pairs[0][0], a) != math.dist(pairs[0][1], b) for a, b in pairs)


def cell(outcomes: Iterable[Outcome]) -> str:
    """A table's cell: how many pictures came to each outcome."""
    counts = Counter(outcomes)
    return ", ".join(str(counts[one]) for one in Outcome)


#: What the numbers of a cell are.
LEGEND = ", ".join(one.value for one in Outcome)
