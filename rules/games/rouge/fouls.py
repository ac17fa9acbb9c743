"""The fouls of a turn as values: code, rule, hollows and what the sentence names."""

from __future__ import annotations

from rules.core.verdict import Param, Violation
from rules.games.rouge.track import RING_NAMES, Hollow

#: The rules of the leaflet as messages name them.
PLAY = "Rouge play"
PLACING = "Rouge 1"
TURNING = "Rouge 2"
MOVING = "Rouge 3"
TAKING = "Rouge captures"
FLYING = "Rouge four pawns"


def foul(
    code: str,
    rule: str,
    *places: Hollow,
    case: str | None = None,
    reading: str | None = None,
    **facts: Param,
) -> Violation:
    """A violation; `case` picks another wording of the code, `facts` fill its blanks."""
    chosen: dict[str, Param] = {"case": case} if case else {}
    params = tuple((facts | chosen).items())
    return Violation(code, rule, places, params, reading)


def ring_name(ring: int) -> str:
    """The word for a ring: inner, middle, outer."""
    return RING_NAMES[ring]
