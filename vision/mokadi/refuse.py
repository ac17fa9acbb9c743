"""Why a photo cannot be used as a Mokadi picture, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.mokadi.limits import Limits
from vision.quality import Quality
from vision.reading import Piece, Refusal
from vision.refusals import refusal_of

NO_BOARD = Refusal(
    "no-board",
    "There are no Mokadi sticks and pads in this picture.",
    "Show the whole pile from above, with nothing over it.",
)


def refusal_after(pieces: Sequence[Piece], quality: Quality, limits: Limits) -> Refusal | None:
    """A refusal of a photo on which too little was found, or more pads that
    are likelier there than not than a box has; None where
    it can be used."""
    pads = sum(p.kind == "pad" and p.confidence >= limits.told_new for p in pieces)
    if sum(p.confidence for p in pieces) >= limits.game and pads < limits.pads:
        return None
    return refusal_of(quality, NO_BOARD)
