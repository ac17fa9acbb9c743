"""The end of a game: the last side in wins; a draw by agreement (leaflet, the winner; U23, U24)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.game import Outcome
from rules.games.rouge.readings import Readings
from rules.games.rouge.sides import over
from rules.games.rouge.state import RougeState

#: A position seen so often, or so many turns without a capture, offer a draw (U23).
REPEATED = 3
QUIET_TURNS = 50


def outcome(state: RougeState) -> Outcome | None:
    """How the game ended, None while it goes on. Sides without a player go by their colour."""
    if not over(state):
        return None
    gone = state.gone
    living = tuple(state.called(side) for side in range(len(state.pawns)) if side not in gone)
    groups = (tuple(map(state.called, group)) for group in reversed(state.out))
    ranking = (living, *groups) if living else tuple(groups)
    return Outcome("draw" if state.draw else "last-in", living, ranking)


def offers_draw(state: RougeState) -> bool:
    """Whether the position came for the third time, or nothing was taken for fifty turns."""
    if state.quiet >= QUIET_TURNS:
        return True
    return bool(state.seen) and state.seen.count(state.seen[-1]) >= REPEATED


def draw_offered(state: RougeState, readings: Readings, after: Callable[[], RougeState]) -> bool:
    """Whether the app offers a draw after a turn (U23); `after` is only made where it can be."""
    if not readings.draw_offer:
        return False
    if state.quiet + 1 < QUIET_TURNS and len(state.seen) < REPEATED:
        return False
    return offers_draw(after())


def to_move(state: RougeState) -> str | None:
    """The player who is to act, None where unknown or over: who made a line and has still to take
    its pawns, else the one on turn."""
    if over(state):
        return None
    waiting = state.open is not None and state.open.least > 0
    side = state.last if waiting else state.mover
    return None if side is None else state.names[side]
