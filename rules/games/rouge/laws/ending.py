"""The end of a game: the last side in wins; a draw by agreement (leaflet, the winner; U23, U24)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.rouge.laws.newcomers import welcomed
from rules.games.rouge.laws.sides import over
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Turn, completes

#: A position seen so often, or so many turns without a capture, offer a draw (U23).
REPEATED = 3
QUIET_TURNS = 50


def outcome(state: RougeState, house: House) -> Outcome | None:
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
    side = state.last if _waiting(state) else state.mover
    return _player(state, side)


def player_of(state: RougeState, turn: Turn, house: House) -> str | None:
    """The player who is told of a turn: who has pawns of a line to take; else whose pawn it is,
    where it was his turn or he has just moved; else who was on turn. None where unknown."""
    if over(state):
        return None
    if _waiting(state) or completes(state, turn):
        side = state.last
    else:
        state = welcomed(state, turn)
        own = state.side_of(turn.colour) if isinstance(turn, Place | Move) else None
        side = own if _may_be_told(state, own) else state.mover
    return _player(state, side)


def maker_of(state: RougeState, turn: Turn, house: House) -> str | None:
    """What tells makers of turns apart though nobody knows who plays which colour."""
    if isinstance(turn, Place | Move):
        return turn.colour
    side = state.last if _waiting(state) or completes(state, turn) else state.mover
    return None if side is None else state.colours[side]


def anybody_next(state: RougeState) -> RougeState:
    """The same state where nobody knows whose turn it is, nor who acted last; not while a line's
    pawns are still to be taken."""
    return state if state.open is not None else state.but(mover=None, last=None)


def _may_be_told(state: RougeState, own: int | None) -> bool:
    """Whether a pawn's own side has moved it, for all that is known: not one that is out, nor one
    that waits for its turn (another one may as well have used its pawn)."""
    if own is None or own in state.gone:
        return False
    return state.mover is None or own in (state.mover, state.last)


def _waiting(state: RougeState) -> bool:
    """Whether pawns of a line have surely still to be taken."""
    return state.open is not None and state.open.least > 0


def _player(state: RougeState, side: int | None) -> str | None:
    """Who plays a side: by his name, or its colour where nobody named the players."""
    if side is None:
        return None
    return state.names[side] or (None if state.players else state.colours[side])
