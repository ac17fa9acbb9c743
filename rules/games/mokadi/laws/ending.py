"""The end of a game: the last player in has won (leaflet, when one has won; M20)."""

from __future__ import annotations

from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.mokadi.state import MokadiState


def outcome(state: MokadiState, house: House) -> Outcome | None:
    """How the game ended, None while several are in. Ranked by who stayed in longer."""
    playing = state.playing
    if len(playing) != 1:
        return None
    last_out_first = tuple((player,) for player in reversed(state.out))
    return Outcome("last-in", playing, (playing, *last_out_first))
