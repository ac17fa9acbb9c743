"""What is counted of a Rouge match: the pawns every side has left."""

from __future__ import annotations

from rules.core.measures import Measure
from rules.games.rouge.state import RougeState


def measures(state: RougeState) -> tuple[Measure, ...]:
    """Pawns of every side that has a colour or a player: on the track, and in hand where those
    are counted (uncounted hands would make a side look larger than anybody knows)."""
    sides = [side for side in range(len(state.pawns)) if state.called(side)]
    return tuple(Measure("pawns", _left(state, side), _name(state, side)) for side in sides)


def _left(state: RougeState, side: int) -> int:
    held = state.hands[side] if state.counted[side] else 0
    return state.pawns[side].bit_count() + held


def _name(state: RougeState, side: int) -> str:
    return state.colours[side] or state.names[side] or ""
