"""Every legal turn, by bit arithmetic over the track (leaflet, rules 1 to 3; U2 to U7, U19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.core.rulebook import House
from rules.core.toolkit.bits import indices
from rules.games.rouge.laws.actions import blocked_ring, neighbours
from rules.games.rouge.laws.captures import choices, due, moved
from rules.games.rouge.laws.lines import made_by_turning, openings, unlocked, without_same_three
from rules.games.rouge.laws.sides import can_act, may_fly, on_turn, over, surely_flies
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import PALETTE, Move, Pass, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import ALL, RINGS, TRACK

#: Steps a ring may be turned: one either way, or to every other alignment (U4).
ONE_STEP = (1, -1)
ANY_STEPS = (1, -1, 2, -2, 3, -3, 4)

NONE_TAKEN: tuple[Taken, ...] = ()


class Freedom(NamedTuple):
    """What a side may do: place, turn a ring, and move to which hollows (of all those free)."""

    places: bool
    turns: bool
    flies: bool


def legal_turns(state: RougeState, house: House) -> Iterator[Turn]:
    """Every legal turn with its captures. Where nobody knows whose turn it is, those of every side
    that may be; after a line whose pawns are not taken yet, the ways to take them first."""
    return turns(state, Readings.of(house))


def turns(state: RougeState, readings: Readings) -> Iterator[Turn]:
    """The same by typed readings."""
    if over(state):
        return iter(())
    if state.open is not None and state.open.least:
        return _completions(state, readings)
    sides = on_turn(state)
    if len(sides) == 1 and state.open is None:
        return _turns_of(state, sides[0], readings)
    return iter(_together(state, sides, readings))


def _together(state: RougeState, sides: tuple[int, ...], readings: Readings) -> dict[Turn, None]:
    """Turns of several sides, and the captures of a line that may be due, each once."""
    completions = _completions(state, readings) if state.open is not None else iter(())
    found = dict.fromkeys(completions)
    for side in sides:
        found |= dict.fromkeys(_turns_of(state, side, readings))
    return found


def _completions(state: RougeState, readings: Readings) -> Iterator[Turn]:
    """The last turn again with each way to take its pawns."""
    pending = state.open
    assert pending is not None
    assert state.last is not None
    taken = choices(state, state.pawns, state.last, pending.least, pending.most, readings)
    return (with_captures(pending.turn, captures) for captures in taken)


def with_captures(turn: Turn, captures: tuple[Taken, ...]) -> Turn:
    """The same turn, taking these pawns."""
    match turn:
        case Place(colour=colour, to=to, line=line):
            return Place(colour, to, captures, line)
        case Move(colour=colour, origin=origin, to=to, line=line):
            return Move(colour, origin, to, captures, line)
        case TurnRing(ring=ring, by=by, off_deg=off_deg):
            return TurnRing(ring, by, captures, off_deg)
        case Pass():
            return Pass(captures)


def freedom(state: RougeState, side: int, readings: Readings) -> Freedom:
    """What a side may do, for all that is known (leaflet, rules 1 to 3; U3, U19)."""
    must = surely_flies(state, side, readings)
    return Freedom(
        state.hands[side] > 0,
        not must or readings.flying_turns,
        must or may_fly(state, side, readings),
    )


def _turns_of(state: RougeState, side: int, readings: Readings) -> Iterator[Turn]:
    free = ALL & ~state.taken
    may = freedom(state, side, readings)
    for colour in _colours(state, side):
        if may.places:
            yield from _places(state, side, colour, free, readings)
        yield from _moves(state, side, colour, free, may.flies, readings)
    if may.turns:
        yield from _rings(state, side, readings)
    if readings.passing == "agreed" or not can_act(state, side, readings):
        yield Pass(NONE_TAKEN)


def _colours(state: RougeState, side: int) -> tuple[str, ...]:
    """A side's colour; where unknown, every likely one that no other side has."""
    own = state.colours[side]
    if own is not None:
        return (own,)
    return tuple(colour for colour in PALETTE if colour not in state.colours)


def _places(
    state: RougeState, side: int, colour: str, free: int, readings: Readings
) -> Iterator[Turn]:
    made = free & _line_hollows(state, side, 0, readings)
    plain = _plain_places(colour)
    for index in indices(free & ~made):
        yield plain[index]
    for index in indices(made):
        yield from _paid(state, side, Place(colour, TRACK[index]), readings)


def _moves(
    state: RougeState, side: int, colour: str, free: int, flies: bool, readings: Readings
) -> Iterator[Turn]:
    near = neighbours(readings)
    plain = _plain_moves(colour)
    for origin in indices(state.pawns[side]):
        goals = free if flies else free & near[origin]
        made = goals and goals & _line_hollows(state, side, origin + 1, readings)
        row = plain[origin]
        for index in indices(goals & ~made):
            yield row[index]
        for index in indices(made):
            yield from _paid(state, side, Move(colour, TRACK[origin], TRACK[index]), readings)


def _line_hollows(state: RougeState, side: int, lifted: int, readings: Readings) -> int:
    """Where one more pawn may make a line; `lifted` is one more than the moved pawn's index."""
    mine = state.pawns[side] & ~(1 << lifted >> 1)
    remembered = state.lines[side] if readings.reopened_line == "pays" else 0
    found = openings(mine, mine & ~state.locked[side], remembered)
    if lifted:
        found = without_same_three(found, lifted - 1)
    return found[0] | found[1] | found[2] | found[3]


def _rings(state: RougeState, side: int, readings: Readings) -> Iterator[Turn]:
    blocked = blocked_ring(state, side)
    mine = state.pawns[side]
    for ring in RINGS:
        if ring == blocked:
            continue
        serving = mine & ~unlocked(state.locked[side], ring, readings)
        for plain in _plain_rings(ring, readings.turn_steps):
            if made_by_turning(serving, ring, plain.by).number:
                yield from _paid(state, side, TurnRing(ring, plain.by), readings)
            else:
                yield plain


def _paid(state: RougeState, side: int, turn: Turn, readings: Readings) -> Iterator[Turn]:
    """A turn that makes a line, with every way to take its pawns and every claim (U14)."""
    for claimed in _claims(state, side, turn, readings):
        claim = due(state, side, claimed, readings)
        boards = moved(state, side, claimed)
        for captures in choices(state, boards, side, claim.least, claim.most, readings):
            yield with_captures(claimed, captures)


def _claims(state: RougeState, side: int, turn: Turn, readings: Readings) -> Iterator[Turn]:
    """The turn as it is, or with each ring line that could be meant where there are several."""
    middles = due(state, side, turn, readings).made.choices
    if middles.bit_count() < 2 or isinstance(turn, TurnRing | Pass):
        yield turn
        return
    for index in indices(middles):
        if isinstance(turn, Place):
            yield Place(turn.colour, turn.to, None, TRACK[index])
        else:
            yield Move(turn.colour, turn.origin, turn.to, None, TRACK[index])


@lru_cache(maxsize=64)
def _plain_places(colour: str) -> tuple[Place, ...]:
    return tuple(Place(colour, hollow, NONE_TAKEN) for hollow in TRACK)


@lru_cache(maxsize=64)
def _plain_moves(colour: str) -> tuple[tuple[Move, ...], ...]:
    return tuple(tuple(Move(colour, a, b, NONE_TAKEN) for b in TRACK) for a in TRACK)


@lru_cache(maxsize=8)
def _plain_rings(ring: int, steps: str) -> tuple[TurnRing, ...]:
    allowed = ONE_STEP if steps == "one" else ANY_STEPS
    return tuple(TurnRing(ring, by, NONE_TAKEN) for by in allowed)
