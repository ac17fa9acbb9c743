"""Why a photo cannot be used as a Mokadi picture, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.mokadi.limits import Limits
from vision.quality import Quality
from vision.reading import Piece, Refusal
from vision.refusals import fault_of, refusal_of

NO_BOARD = Refusal(
    "no-board",
    "There are no Mokadi sticks and pads in this picture.",
    "Show the whole pile from above, with nothing over it.",
)


#: What no table can be seen for, whatever lies on it.
_LIGHT = ("too-dark", "too-bright")


def refusal_at_first(
    pieces: Sequence[Piece], quality: Quality, limits: Limits, strays: float
) -> Refusal | None:
    """A refusal of a photo with which a game may begin: nothing need lie there yet, or one pad, but
    nothing else that looks like a piece. `strays`: cells that show a piece which nothing found
    explains."""
    refusal = refusal_after(pieces, quality, limits)
    likely = [p for p in pieces if p.confidence >= limits.told_new]
    few = len(likely) <= 1 and all(p.kind == "pad" for p in likely)
    if refusal is None or not few or strays > limits.stray:
        return refusal
    fault = fault_of(quality)
    return None if likely or fault is None or fault.code not in _LIGHT else fault


def refusal_after(pieces: Sequence[Piece], quality: Quality, limits: Limits) -> Refusal | None:
    """A refusal of a photo on which too little was found, or more pads that
    are likelier there than not than a box has; None where
    it can be used."""
    pads = sum(p.kind == "pad" and p.confidence >= limits.told_new for p in pieces)
    if sum(p.confidence for p in pieces) >= limits.game and pads < limits.pads:
        return None
    return refusal_of(quality, NO_BOARD)
