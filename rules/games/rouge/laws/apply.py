"""From state to state: what a turn does to pawns, locks, hands, rings and the order of play.

Leaflet, rules 1 to 3, lines and taking of pawns; U5, U6, U11, U12, U18 to U22. Legality is not
looked at: what players insist on counts like anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from operator import and_, or_
from typing import NamedTuple

from rules.core.rulebook import House
from rules.core.toolkit.seats import changed
from rules.core.verdict import Violation
from rules.games.rouge.laws.actions import neighbours
from rules.games.rouge.laws.blame import actor
from rules.games.rouge.laws.captures import Boards, Due, due, fitting, moved
from rules.games.rouge.laws.lines import unlocked, ways_made
from rules.games.rouge.laws.newcomers import welcomed, with_stranger
from rules.games.rouge.laws.sides import actors, following, may_fly, surely_out
from rules.games.rouge.made import Made
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import (
    Captures,
    Move,
    Open,
    Place,
    RougeState,
    Turn,
    TurnRing,
    completes,
)
from rules.games.rouge.track import ALL, anticlockwise, clockwise, ends, middles, turned


class _Sets(NamedTuple):
    """What travels with the pawns: theirs, locked and doubtful ones, middles of lines, by side."""

    pawns: Boards
    locked: Boards
    doubtful: Boards
    lines: Boards


def force(state: RougeState, turn: Turn, house: House) -> RougeState:
    """The state as it physically stands after a turn, legal or not."""
    return _after(state, turn, Readings.of(house))


def waive(state: RougeState, violations: Sequence[Violation], house: House) -> RougeState:
    """The state once a foul that was made on it is in the game: it earns nothing, so no pawn of its
    line is still to be taken, and a ring may rest as it does."""
    state = replace(state, between=frozenset())
    if state.open is None:
        return state
    return force(state, replace(state.open.turn, captures=()), house)


# The stories of one picture come back to the same few hundred tables in another order; who walks
# through a whole tree of turns, by `force`, hardly meets one twice.
@lru_cache(maxsize=4096)
def forced(state: RougeState, turn: Turn, readings: Readings) -> RougeState:
    """The same by typed readings, looked up where it was asked before."""
    return _after(state, turn, readings)


def _after(state: RougeState, turn: Turn, readings: Readings) -> RougeState:
    if completes(state, turn):
        return _completed(state, turn, readings)
    state = welcomed(state, turn)
    side = actor(state, turn, readings)
    if side is None and isinstance(turn, Place | Move):
        state = with_stranger(state, turn.colour)
        side = len(state.pawns) - 1
    if side is None:
        return _by_somebody(state, turn, readings)
    return _by(state, side, turn, readings)


def _by(state: RougeState, side: int, turn: Turn, readings: Readings) -> RougeState:
    """The state after a turn of a known side."""
    claim = due(state, side, turn, readings)
    sets = _moved(state, side, turn, readings)
    ways = _ways(state, side, turn, claim, readings)
    sets = _locked(sets, side, _paid(ways, sets, side, turn.captures, state, readings))
    sets = _taken(sets, turn.captures, readings)
    return _handed_on(state, side, turn, sets, _open(sets, side, turn, claim, ways), readings)


def _ways(
    state: RougeState, side: int, turn: Turn, claim: Due, readings: Readings
) -> tuple[Made, ...]:
    """Every way in which a turn may have made a ring line: but one, where it is known which pawns
    are old end pawns and which three are the line."""
    if not claim.made.middle or not isinstance(turn, Place | Move):
        return (claim.made,)
    return ways_made(state, side, turn, readings)


def _paid(
    ways: Sequence[Made],
    sets: _Sets,
    side: int,
    captures: Captures,
    state: RougeState,
    readings: Readings,
) -> Sequence[Made]:
    """Those by which the pawns taken were due; that none was taken tells nothing."""
    if not captures or len(ways) < 2:
        return ways
    return fitting(ways, sets.pawns, side, captures, state, readings)


def _moved(state: RougeState, side: int, turn: Turn, readings: Readings) -> _Sets:
    pawns = moved(state, side, turn)
    match turn:
        case TurnRing(ring=ring, by=by):
            # Lines whose ends a turning unlocks are forgotten with them (U11 a).
            locks = (
                tuple(turned(unlocked(bits, ring, readings), ring, by) for bits in sets)
                for sets in (state.locked, state.doubtful, state.lines)
            )
            return _Sets(pawns, *locks)
        case Move(origin=origin, to=to):
            gone = origin.bit | to.bit
        case Place(to=to):
            gone = to.bit
        case _:
            gone = 0
    return _Sets(
        pawns,
        tuple(bits & ~gone for bits in state.locked),
        tuple(bits & ~gone for bits in state.doubtful),
        state.lines,
    )


def _locked(sets: _Sets, side: int, ways: Sequence[Made]) -> _Sets:
    """The end pawns of a new ring line serve no other from now on (U11): surely those of every way
    in which it may have been made; those of some ways are as doubtful as these."""
    middles = [made.middle for made in ways]
    if not any(middles):
        return sets
    closed = [ends(middle) for middle in middles]
    surely, perhaps = reduce(and_, closed), reduce(or_, closed)
    locked = sets.locked[side] | surely
    return sets._replace(
        locked=changed(sets.locked, side, locked),
        doubtful=changed(sets.doubtful, side, (sets.doubtful[side] | perhaps) & ~locked),
        lines=changed(sets.lines, side, sets.lines[side] | reduce(and_, middles)),
    )


def _taken(sets: _Sets, captures: Captures, readings: Readings) -> _Sets:
    """Less the pawns taken: a lock goes with its pawn (U11 b, U18)."""
    if captures:
        bits = 0
        for taken in captures:
            bits |= taken.hollow.bit
        pawns, locked, doubtful = (tuple(b & ~bits for b in boards) for boards in sets[:3])
        sets = _Sets(pawns, locked, doubtful, sets.lines)
    return _remembered(sets, readings) if readings.remembers_lines else sets


def _remembered(sets: _Sets, readings: Readings) -> _Sets:
    """A lock that ends with its line (U11 b); else a line is remembered while it locks (U12)."""
    if readings.lock_ends != "broken":
        lines = tuple(
            line & (clockwise(lock) | anticlockwise(lock))
            for line, lock in zip(sets.lines, sets.locked, strict=True)
        )
        return sets._replace(lines=lines)
    whole = tuple(map(middles, sets.pawns))
    lines = tuple(line & full for line, full in zip(sets.lines, whole, strict=True))
    doubtful = tuple(d & ends(full) for d, full in zip(sets.doubtful, whole, strict=True))
    return _Sets(sets.pawns, tuple(map(ends, lines)), doubtful, lines)


def _open(sets: _Sets, side: int, turn: Turn, claim: Due, ways: tuple[Made, ...]) -> Open | None:
    """The line whose pawns nobody took yet."""
    if turn.captures is not None or not claim.most:
        return None
    if not any(pawns for other, pawns in enumerate(sets.pawns) if other != side):
        return None
    return Open(turn, claim.least, claim.most, claim.made, ways)


def _handed_on(
    state: RougeState, side: int, turn: Turn, sets: _Sets, pending: Open | None, readings: Readings
) -> RougeState:
    """Hands, rings, eliminations and whose turn it is, after pawns were moved and taken."""
    hands, counted = _hands(state, side, turn, readings)
    out = state.out
    if turn.captures or isinstance(turn, Place):
        hands, counted, out = _eliminated(sets.pawns, hands, counted, out, readings)
    mover = _simply_next(state, side, sets.pawns, counted, out)
    after = RougeState(
        state.players,
        state.names,
        _colours(state, side, turn),
        state.seated,
        *sets,
        hands,
        counted,
        mover,
        side,
        _rings(state, side, turn),
        out,
        pending,
        0 if turn.captures else state.quiet + 1,
        () if turn.captures or isinstance(turn, Place) else state.seen,
        between=_between(state, turn),
    )
    if mover is None:
        after = replace(after, mover=following(after, side, readings))
    return _with_seen(after) if readings.draw_offer else after


def _simply_next(
    state: RougeState, side: int, pawns: Boards, counted: tuple[bool, ...], out: object
) -> int | None:
    """The next side where nothing is special; None where `following` has to look closer."""
    if out or not state.seated or not all(counted) or sum(pawns) == ALL:
        return None
    return (side + 1) % len(pawns)


def _with_seen(state: RougeState) -> RougeState:
    """The position noted, for the threefold repetition (U23)."""
    mover = -1 if state.mover is None else state.mover
    key = hash((state.pawns, state.locked, state.lines, state.hands, mover, state.rings))
    return replace(state, seen=(*state.seen, key))


def _hands(
    state: RougeState, side: int, turn: Turn, readings: Readings
) -> tuple[Boards, tuple[bool, ...]]:
    """A placed pawn leaves the hand; who flies shows that his hand is empty (U19)."""
    hands, counted = state.hands, state.counted
    if isinstance(turn, Place):
        return changed(hands, side, max(hands[side] - 1, 0)), counted
    if counted[side] or not isinstance(turn, Move) or readings.flying_when != "hand_empty":
        return hands, counted
    flew = not neighbours(readings)[turn.origin.index] & turn.to.bit
    if flew and may_fly(state, side, readings):
        return changed(hands, side, 0), changed(counted, side, True)
    return hands, counted


def _eliminated(
    pawns: Boards,
    hands: Boards,
    counted: tuple[bool, ...],
    out: tuple[tuple[int, ...], ...],
    readings: Readings,
) -> tuple[Boards, tuple[bool, ...], tuple[tuple[int, ...], ...]]:
    """Sides with two pawns left are out, all at the same moment; their hands leave the game and
    their pawns stay (U20)."""
    before = {side for group in out for side in group}
    now = tuple(
        side
        for side, bits in enumerate(pawns)
        if side not in before and surely_out(bits, hands[side], readings)
    )
    for side in now:
        hands, counted = changed(hands, side, 0), changed(counted, side, True)
    return hands, counted, (*out, now) if now else out


def _colours(state: RougeState, side: int, turn: Turn) -> tuple[str | None, ...]:
    """A side's colour is learnt from its first pawn."""
    if not isinstance(turn, Place | Move) or state.colours[side] is not None:
        return state.colours
    return changed(state.colours, side, turn.colour)


def _rings(state: RougeState, side: int, turn: Turn) -> tuple[int, ...]:
    """The ring turned last: other actions change nothing about it (U5)."""
    if not isinstance(turn, TurnRing):
        return state.rings
    return (turn.ring,) if len(state.rings) == 1 else changed(state.rings, side, turn.ring)


def _between(state: RougeState, turn: Turn) -> frozenset[int]:
    """The rings that rest between two steps: a turn leaves its own as it came to rest."""
    if not isinstance(turn, TurnRing):
        return state.between
    return state.between - {turn.ring} if turn.straight else state.between | {turn.ring}


def _by_somebody(state: RougeState, turn: Turn, readings: Readings) -> RougeState:
    """A ring turned, or a pass, by nobody knows whom."""
    sets = _taken(_moved(state, 0, turn, readings), turn.captures, readings)
    hands, counted, out = state.hands, state.counted, state.out
    if turn.captures:
        hands, counted, out = _eliminated(sets.pawns, hands, counted, out, readings)
    rings = state.rings
    if isinstance(turn, TurnRing):
        may = actors(state, turn)
        rings = (turn.ring,) if len(rings) == 1 else _some_freed(rings, may, turn.ring)
    return replace(
        state,
        **sets._asdict(),
        hands=hands,
        counted=counted,
        out=out,
        mover=None,
        last=None,
        rings=rings,
        open=None,
        quiet=0 if turn.captures else state.quiet + 1,
        seen=(),
        between=_between(state, turn),
    )


def _some_freed(rings: tuple[int, ...], may: tuple[int, ...], ring: int) -> tuple[int, ...]:
    """Whoever turned another ring may turn his old one again."""
    return tuple(0 if s in may and own != ring else own for s, own in enumerate(rings))


def _completed(state: RougeState, turn: Turn, readings: Readings) -> RougeState:
    """The pawns of the open line are taken, or given up."""
    assert state.open is not None
    assert state.last is not None
    sets = _Sets(state.pawns, state.locked, state.doubtful, state.lines)
    ways = _paid(state.open.ways, sets, state.last, turn.captures, state, readings)
    sets = _locked(sets, state.last, ways)
    sets = _taken(sets, turn.captures, readings)
    hands, counted, out = _eliminated(sets.pawns, state.hands, state.counted, state.out, readings)
    after = replace(
        state,
        **sets._asdict(),
        hands=hands,
        counted=counted,
        out=out,
        open=None,
        quiet=0 if turn.captures else state.quiet,
        seen=(),
    )
    after = replace(after, mover=following(after, after.last, readings))
    return _with_seen(after) if readings.draw_offer else after
