"""Pads that lay there before any stick did, measured at last (M3).

Distances are told in stick lengths: before the first stick a picture only guesses them.
"""

from __future__ import annotations

from dataclasses import replace

from rules.games.mokadi.moves import Lay
from rules.games.mokadi.state import LaidPad, MokadiState


def measured(state: MokadiState, lay: Lay) -> MokadiState:
    """The state with pads where the picture of a lay measured them."""
    if not lay.measured:
        return state
    places = {spot.number: spot.points[0] for spot in lay.measured}
    pads = tuple(
        LaidPad(pad.number, pad.colour, places[pad.number]) if pad.number in places else pad
        for pad in state.pads
    )
    return replace(state, pads=pads)
