"""Turns put into the game: `apply` for legal ones only, `force` for any."""

from __future__ import annotations

from dataclasses import replace

from rules.core.rulebook import House
from rules.games.rouge.after import forced
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Pawn, Place, RougeState, Turn
from rules.games.rouge.track import Hollow


def force(state: RougeState, turn: Turn, house: House) -> RougeState:
    """The state as it physically stands after a turn, legal or not."""
    return forced(state, turn, Readings.of(house))


def reread(turn: Turn, place: Hollow, label: Pawn) -> Turn | None:
    """The same turn with another colour read where it set a pawn; None where it set none."""
    if isinstance(turn, Place | Move) and turn.to == place:
        return replace(turn, colour=label.colour)
    return None
