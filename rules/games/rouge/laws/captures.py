"""Taking of pawns: what a line earns and who may take what (leaflet, taking of pawns; U16, U17,
U21). Sets of hollows are bits; `boards` are every side's pawns at the moment of taking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from rules.core.toolkit.bits import indices
from rules.games.rouge.laws.lines import lines_made
from rules.games.rouge.made import Made
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import TRACK, lined, turned

Boards = tuple[int, ...]


class Due(NamedTuple):
    """How many pawns of each opponent a turn takes, at least and at most, and for which lines.

    The two differ only where nobody knows whether a pawn of the line is an old end pawn.
    """

    least: int
    most: int
    made: Made


def due(state: RougeState, side: int, turn: Turn, readings: Readings) -> Due:
    """What a turn takes of every opponent: one pawn a line, or one a turn (U16)."""
    made = lines_made(state, side, turn, readings, certain=False)
    most = pawns_for(made.number, readings)
    if not made.number or not state.doubtful[side]:
        return Due(most, most, made)
    certain = lines_made(state, side, turn, readings, certain=True)
    least = pawns_for(certain.number, readings)
    return Due(min(least, most), max(least, most), made)


def fitting(
    ways: Sequence[Made],
    boards: Boards,
    side: int,
    captures: Sequence[Taken],
    state: RougeState,
    readings: Readings,
) -> list[Made]:
    """The ways to have made lines by which just these pawns were due, `boards` at the moment of
    taking; all where none is, as nobody knows what was wrong then."""
    counts = [sum(bool(t.hollow.bit & pawns) for t in captures) for pawns in boards]

    def fits(made: Made) -> bool:
        number = pawns_for(made.number, readings)
        spans = span(boards, side, number, number, state.gone, readings)
        return all(low <= n <= high for n, (low, high) in zip(counts, spans, strict=True))

    return [made for made in ways if fits(made)] or list(ways)


def pawns_for(lines: int, readings: Readings) -> int:
    """Pawns of each opponent for so many lines (U16)."""
    return lines if readings.captures_per == "line" else min(lines, 1)


def moved(state: RougeState, side: int, turn: Turn) -> Boards:
    """Every side's pawns after a turn and before its captures."""
    match turn:
        case TurnRing(ring=ring, by=by):
            return tuple(turned(pawns, ring, by) for pawns in state.pawns)
        case Place(to=to):
            return _set(state.pawns, side, state.pawns[side], to.bit)
        case Move(origin=origin, to=to):
            return _set(state.pawns, side, state.pawns[side] & ~origin.bit, to.bit)
        case _:
            return state.pawns


def _set(boards: Boards, side: int, mine: int, bit: int) -> Boards:
    """A pawn comes to stand in a hollow; whatever stood there is off the track."""
    return tuple(mine | bit if s == side else b & ~bit for s, b in enumerate(boards))


def span(
    boards: Boards, side: int, least: int, most: int, gone: frozenset[int], readings: Readings
) -> list[tuple[int, int]]:
    """How many pawns must and may be taken of each side: never from the hand, so none of a side
    with none on the track (U17); those of the eliminated too, or if the player likes (U21)."""
    spans = []
    for other, pawns in enumerate(boards):
        there = 0 if other == side else pawns.bit_count()
        free = other in gone and readings.eliminated_pawns == "may"
        spans.append((0 if free else min(least, there), min(most, there)))
    return spans


def takings(pawns: int, count: int, readings: Readings) -> frozenset[int]:
    """Every set of so many pawns that may be taken of one side (U17)."""
    if readings.protection == "lines":
        return frozenset(_unprotected(pawns, count))
    return frozenset(sum(1 << i for i in some) for some in combinations(indices(pawns), count))


def _unprotected(pawns: int, count: int) -> Iterator[int]:
    """One by one: while some pawn stands in no line, none that stands in one may be taken."""
    if count == 0:
        yield 0
        return
    free = pawns & ~lined(pawns) or pawns
    for index in indices(free):
        bit = 1 << index
        yield from (bit | rest for rest in _unprotected(pawns & ~bit, count - 1))


def choices(
    state: RougeState, boards: Boards, side: int, least: int, most: int, readings: Readings
) -> list[tuple[Taken, ...]]:
    """Every way to take what is due; the empty one alone where nothing is."""
    spans = span(boards, side, least, most, state.gone, readings)
    each = [
        [_taken(bits, state.colours[other]) for n in range(low, high + 1)
         for bits in sorted(takings(boards[other], n, readings))]
        for other, (low, high) in enumerate(spans)
    ]  # fmt: skip
    return [tuple(sorted(sum(parts, ()))) for parts in product(*each)]


def ways(state: RougeState, boards: Boards, side: int, pawns: int, readings: Readings) -> int:
    """How many ways there are to take so many pawns of each opponent: the length of `choices`."""
    spans = span(boards, side, pawns, pawns, state.gone, readings)
    if readings.protection == "lines":
        return prod(
            sum(len(takings(boards[other], n, readings)) for n in range(low, high + 1))
            for other, (low, high) in enumerate(spans)
        )
    return prod(
        sum(comb(boards[other].bit_count(), n) for n in range(low, high + 1))
        for other, (low, high) in enumerate(spans)
    )


def _taken(bits: int, colour: str | None) -> tuple[Taken, ...]:
    return tuple(Taken(TRACK[index], colour or "") for index in indices(bits))
