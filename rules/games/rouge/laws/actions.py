"""What is wrong with the action itself: place, turn or move (leaflet, rules 1 to 3; U2 to U7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.rouge.laws.sides import can_act, may_fly, surely_flies
from rules.games.rouge.readings import Readings, foul
from rules.games.rouge.state import Move, Pass, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import DIAGONAL, RING_NAMES, STRAIGHT, Hollow

#: Names of rules that messages give where a code stands for several.
PLAY, PLACING, MOVING = "Rouge play", "Rouge 1", "Rouge 3"


def action_fouls(
    state: RougeState, side: int, turn: Turn, readings: Readings
) -> Iterator[Violation]:
    """Every foul of the action if this side made it; captures and whose turn it is left aside."""
    match turn:
        case Place():
            return _place_fouls(state, side, turn, readings)
        case TurnRing():
            return _ring_fouls(state, side, turn, readings)
        case Move():
            return _move_fouls(state, side, turn, readings)
        case Pass():
            return _pass_fouls(state, side, readings)


def _place_fouls(
    state: RougeState, side: int, turn: Place, readings: Readings
) -> Iterator[Violation]:
    yield from _occupied(state, turn.to, turn.colour, PLACING)
    if state.hands[side] == 0:
        yield foul("hand-empty", turn.to, colour=turn.colour, cell=turn.to)
        if surely_flies(state, side, readings):
            yield foul("must-move", turn.to, colour=turn.colour, cell=turn.to, case="placed")


def _occupied(state: RougeState, to: Hollow, colour: str, rule: str) -> Iterator[Violation]:
    there = state.side_at(to.bit)
    if there is not None:
        other = state.colours[there] or ""
        yield foul("occupied", to, colour=colour, cell=to, other=other).under(rule)


def _move_fouls(
    state: RougeState, side: int, turn: Move, readings: Readings
) -> Iterator[Violation]:
    wrong = partial(foul, colour=turn.colour, origin=turn.origin, cell=turn.to)
    if not state.pawns[side] & turn.origin.bit:
        yield wrong("not-your-pawn", turn.origin, turn.to, case="absent").under(MOVING)
    if turn.to == turn.origin:
        yield wrong("not-adjacent", turn.to, case="same")
        return
    yield from _occupied(state, turn.to, turn.colour, MOVING)
    if not may_fly(state, side, readings) and not _adjacent(turn, readings):
        yield wrong("not-adjacent", turn.origin, turn.to, reading=_only_straight(turn))


def neighbours(readings: Readings) -> tuple[int, ...]:
    """The neighbours of each hollow as the table reads rule 3 (U7)."""
    return DIAGONAL if readings.neighbours == "diagonal" else STRAIGHT


def _adjacent(turn: Move, readings: Readings) -> bool:
    return bool(neighbours(readings)[turn.origin.index] & turn.to.bit)


def _only_straight(turn: Move) -> str | None:
    """The reading under which alone a step across a corner is a foul (U7)."""
    across = DIAGONAL[turn.origin.index] & turn.to.bit
    return named("neighbours", "straight") if across else None


def blocked_ring(state: RougeState, side: int) -> int:
    """The ring this side may not turn now, 0 for none or unknown (leaflet, rule 2; U5)."""
    return state.rings[side] if len(state.rings) > 1 else state.rings[0]


def _ring_fouls(
    state: RougeState, side: int, turn: TurnRing, readings: Readings
) -> Iterator[Violation]:
    ring = RING_NAMES[turn.ring]
    if blocked_ring(state, side) == turn.ring:
        own = "player" if readings.ring_lock == "player" else None
        reading = named("ring_lock", readings.ring_lock)
        yield foul("ring-just-turned", reading=reading, ring=ring, case=own)
    yield from _step_fouls(turn, ring, readings)
    if not turn.straight:
        yield foul("between-cells", ring=ring, degrees=round(abs(turn.off_deg)))
    if surely_flies(state, side, readings) and not readings.flying_turns:
        colour = state.colours[side] or ""
        case = "turned" if colour else "turned-unknown"
        reading = named("flying_turns", False)
        yield foul("must-move", reading=reading, ring=ring, colour=colour, case=case)


def _step_fouls(turn: TurnRing, ring: str, readings: Readings) -> Iterator[Violation]:
    """One alignment further, no more and no less (leaflet, rule 2; U4)."""
    if turn.by % 8 == 0:
        yield foul("turned-too-far", ring=ring, case="nowhere")
    elif abs(turn.by) > 1 and readings.turn_steps == "one":
        reading = named("turn_steps", "one")
        yield foul("turned-too-far", reading=reading, ring=ring, steps=abs(turn.by))


def _pass_fouls(state: RougeState, side: int, readings: Readings) -> Iterator[Violation]:
    """One action a turn, no passing unless all agree or nothing can be done (U2, U22)."""
    if readings.passing == "never" and can_act(state, side, readings):
        reading = named("passing", "never")
        player = state.called(side)
        case = "passed" if player else "passed-unknown"
        yield foul("must-move", reading=reading, player=player, case=case).under(PLAY)
