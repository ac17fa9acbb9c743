"""Pawns of a colour that no side has shown yet: a player of whom nobody knew, or nobody's."""

from __future__ import annotations

from dataclasses import replace

from rules.games.rouge.opening import MOST
from rules.games.rouge.state import PAWNS, Place, RougeState, Turn


def welcomed(state: RougeState, turn: Turn) -> RougeState:
    """The state with one more side where a pawn of a new colour is placed in a game whose players
    nobody named: who has not placed yet was not seen. The order of play is then unknown."""
    if state.players or not isinstance(turn, Place) or turn.colour in state.colours:
        return state
    if None in state.colours or len(state.pawns) >= MOST:
        return state
    return replace(_with_side(state, turn.colour, PAWNS, counted=False), seated=False, mover=None)


def with_stranger(state: RougeState, colour: str) -> RougeState:
    """One more side, out of the game, for pawns of a colour that no player has."""
    stranger = _with_side(state, colour, 0, counted=True)
    return replace(stranger, out=(*state.out, (len(state.pawns),)))


def _with_side(state: RougeState, colour: str, hand: int, *, counted: bool) -> RougeState:
    return replace(
        state,
        names=(*state.names, None),
        colours=(*state.colours, colour),
        pawns=(*state.pawns, 0),
        locked=(*state.locked, 0),
        doubtful=(*state.doubtful, 0),
        lines=(*state.lines, 0),
        hands=(*state.hands, hand),
        counted=(*state.counted, counted),
        rings=state.rings if len(state.rings) == 1 else (*state.rings, 0),
    )
