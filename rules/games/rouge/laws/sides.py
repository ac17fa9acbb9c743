"""Who may do what: flying, elimination, whose turn it is (leaflet, taking of pawns; U19 to U22)."""

from __future__ import annotations

from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Turn
from rules.games.rouge.track import ALL

#: Pawns on the track with which a side flies, and with which it is out (leaflet).
FLYING = 4
OUT = 2


def surely_flies(state: RougeState, side: int, readings: Readings) -> bool:
    """Whether a side moves one pawn a turn to any hollow, going by what is surely known (U19)."""
    hand, track = state.hands[side], state.pawns[side].bit_count()
    if readings.flying_when == "total":
        return track > 0 and track + hand <= FLYING
    return hand == 0 and track <= FLYING


def may_fly(state: RougeState, side: int, readings: Readings) -> bool:
    """The same for all we know: an uncounted hand may be empty, though not beside two pawns, with
    which its side would be out, unless those in the hand fly, too."""
    if surely_flies(state, side, readings):
        return True
    track = state.pawns[side].bit_count()
    beside_a_hand = track > OUT or readings.flying_when == "total"
    return not state.counted[side] and track <= FLYING and beside_a_hand


def beaten(pawns: int, hand: int) -> bool:
    """Whether a side is eliminated however the table counts: an empty hand and two pawns left."""
    return hand == 0 and pawns.bit_count() <= OUT


def surely_out(pawns: int, hand: int, readings: Readings) -> bool:
    """Whether a side is eliminated: two pawns left, the hand counted, or not while placing (U20).

    `hand` is the most there can be in it.
    """
    if readings.elimination == "track":
        return beaten(pawns, hand)
    return pawns.bit_count() + hand <= OUT


def may_be_out(state: RougeState, side: int) -> bool:
    """Whether a side known only from a picture may be out, or not exist at all."""
    return not state.counted[side] and state.pawns[side].bit_count() <= OUT


def can_act(state: RougeState, side: int, readings: Readings) -> bool:
    """False for a flying side without a free hollow: it is passed over (U22)."""
    if state.taken != ALL or readings.flying_turns:
        return True
    return not surely_flies(state, side, readings)


def following(state: RougeState, side: int | None, readings: Readings) -> int | None:
    """The side after this one clockwise that is in and can act; None where that is unknown."""
    if side is None or not state.seated:
        return None
    sides, gone = len(state.pawns), state.gone if state.out else ()
    for step in range(1, sides + 1):
        after = (side + step) % sides
        if after in gone:
            continue
        if may_be_out(state, after):
            return None
        if can_act(state, after, readings):
            return None if after == side and len(gone) == sides - 1 else after
    return None


def over(state: RougeState) -> bool:
    """Whether the game has ended: one side left, or a draw agreed (leaflet, the winner; U23)."""
    return state.draw or (bool(state.out) and len(state.gone) >= len(state.pawns) - 1)


def actors(state: RougeState, turn: Turn) -> tuple[int, ...]:
    """The sides that may have made a turn: the pawn's own, else the one on turn; several where
    nobody knows whose turn it is, none for a pawn of a colour nobody plays."""
    if isinstance(turn, Place | Move):
        side = state.side_of(turn.colour)
        return (side,) if side is not None else _unnamed(state)
    return on_turn(state)


def on_turn(state: RougeState) -> tuple[int, ...]:
    """The side on turn, or every side that may be: who made the last turn only where all others
    are out."""
    if state.mover is not None:
        return (state.mover,)
    gone = state.gone
    living = tuple(side for side in range(len(state.pawns)) if side not in gone)
    others = tuple(side for side in living if side != state.last)
    return others or living


def _unnamed(state: RougeState) -> tuple[int, ...]:
    """Who may play a colour that is new to the table: the side on turn, if its own is unknown."""
    if state.mover is not None:
        return (state.mover,) if state.colours[state.mover] is None else ()
    new = (side for side, colour in enumerate(state.colours) if colour is None)
    return tuple(new)[:1]
