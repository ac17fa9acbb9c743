"""New lines: which triples a turn aligns that were not aligned before it (leaflet, lines; U8 to
U15). The end pawns of an earlier ring line serve no new one until they are moved (U11).
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.toolkit.bits import indices
from rules.games.rouge.made import NOTHING_MADE, Made
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Pass, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import (
    RING,
    THREE_BACK,
    THREE_ON,
    anticlockwise,
    clockwise,
    near,
    rays,
    subsets,
    turned,
)


class Openings(NamedTuple):
    """The hollows where one more pawn makes a line: as the middle of a ring line, as its
    clockwise end, as its anticlockwise end, on a ray."""

    middle: int
    clockwise_end: int
    anticlockwise_end: int
    ray: int


def openings(mine: int, serving: int, remembered: int = 0) -> Openings:
    """Where one more pawn makes a line, from the pawns that may serve (leaflet, lines a and b).

    `remembered`: middles of lines that pay again when they are re-made (U12).
    """
    before, after = clockwise(serving), anticlockwise(serving)
    inner, mid, outer = serving & 0xFF, serving >> 8 & 0xFF, serving >> 16
    ray = mid & outer | (inner & outer) << 8 | (inner & mid) << 16
    middle, last, first = before & after, before & clockwise(before), after & anticlockwise(after)
    if remembered:
        middle |= remembered & clockwise(mine) & anticlockwise(mine)
        last |= clockwise(remembered & mine & clockwise(mine))
        first |= anticlockwise(remembered & mine & anticlockwise(mine))
    return Openings(middle, last, first, ray)


def without_same_three(found: Openings, origin: int) -> Openings:
    """Less the hollows where a moved pawn would only re-align the same three pawns (U9)."""
    return found._replace(
        clockwise_end=found.clockwise_end & ~THREE_ON[origin],
        anticlockwise_end=found.anticlockwise_end & ~THREE_BACK[origin],
    )


def made_at(found: Openings, bit: int, readings: Readings, claim: int = 0) -> Made:
    """The lines a pawn makes that comes to stand in a hollow; one ring line at most (U14), and a
    line on its ray as well (U15). `claim` is the middle the player names."""
    middles = bit if found.middle & bit else 0
    if not middles or readings.which_line == "player":
        middles |= anticlockwise(bit) if found.clockwise_end & bit else 0
        middles |= clockwise(bit) if found.anticlockwise_end & bit else 0
    chosen = claim & middles or bit & middles or middles & -middles
    on_ray = _ray_of(bit) if found.ray & bit else 0
    if on_ray and chosen not in {0, bit} and readings.double_line == "one":
        on_ray = 0
    return Made(chosen, middles, on_ray, 1 if on_ray else 0)


def made_by_turning(serving: int, ring: int, by: int) -> Made:
    """The lines on rays after a ring was turned: all of them are new, none is on the ring."""
    if by % 8 == 0:
        return NOTHING_MADE
    through = rays(turned(serving, ring, by))
    return Made(0, 0, through * 0x010101, through.bit_count()) if through else NOTHING_MADE


def _ray_of(bit: int) -> int:
    cell = (bit | bit >> 8 | bit >> 16) & 0xFF
    return cell * 0x010101


def lines_made(
    state: RougeState, side: int, turn: Turn, readings: Readings, *, certain: bool
) -> Made:
    """The lines a turn makes for the side that makes it. Where pawns may or may not be locked,
    `certain` counts only the lines that are surely new."""
    locked = state.locked[side] | (state.doubtful[side] if certain else 0)
    return _made(state, side, turn, readings, locked)


def ways_made(
    state: RougeState, side: int, turn: Place | Move, readings: Readings
) -> tuple[Made, ...]:
    """The lines that a pawn may have made: those of every way in which pawns about it may be
    locked for all we know, and every line its player may mean, where he has to say it."""
    doubtful = state.doubtful[side] & near(turn.to.index)
    found: dict[Made, None] = {}
    for some in subsets(doubtful):
        made = _made(state, side, turn, readings, state.locked[side] | some)
        named = turn.line is not None or not made.choices
        middles = [made.middle] if named else [1 << index for index in indices(made.choices)]
        found |= dict.fromkeys(made._replace(middle=middle) for middle in middles)
    return tuple(found)


def aligned(state: RougeState, side: int, turn: Turn, readings: Readings) -> Made:
    """The lines a turn would make if no pawn were locked."""
    return _made(state, side, turn, readings, 0)


def _made(state: RougeState, side: int, turn: Turn, readings: Readings, locked: int) -> Made:
    mine = state.pawns[side]
    match turn:
        case Place(to=to):
            found = _openings(state, side, mine & ~to.bit, locked, readings)
            return made_at(found, to.bit, readings, turn.line.bit if turn.line else 0)
        case Move(origin=origin, to=to):
            found = _openings(state, side, mine & ~(origin.bit | to.bit), locked, readings)
            found = without_same_three(found, origin.index)
            return made_at(found, to.bit, readings, turn.line.bit if turn.line else 0)
        case TurnRing(ring=ring, by=by):
            return made_by_turning(mine & ~unlocked(locked, ring, readings), ring, by)
        case Pass():
            return NOTHING_MADE


def _openings(state: RougeState, side: int, mine: int, locked: int, readings: Readings) -> Openings:
    remembered = state.lines[side] if readings.reopened_line == "pays" else 0
    return openings(mine, mine & ~locked, remembered)


def unlocked(locked: int, ring: int, readings: Readings) -> int:
    """The locks that a turning of the ring leaves: all, unless turning counts as moving (U11)."""
    return locked & ~RING[ring] if readings.turning_unlocks else locked
