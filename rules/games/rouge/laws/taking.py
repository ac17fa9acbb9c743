"""What is wrong with the pawns taken with a turn (leaflet, taking of pawns; U16 to U18, U21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.rouge.laws.captures import Boards, Due, span, takings
from rules.games.rouge.readings import Readings, foul
from rules.games.rouge.state import Captures, RougeState, Taken, Turn
from rules.games.rouge.track import Hollow, hollows, lined


@dataclass(slots=True)
class _Sorted:
    """The pawns taken, sorted: the sets taken of each other side, own ones, ones not there."""

    of_side: dict[int, int] = field(default_factory=dict)
    own: list[Taken] = field(default_factory=list)
    absent: list[Taken] = field(default_factory=list)


def capture_fouls(
    state: RougeState,
    boards: Boards,
    side: int,
    turn: Turn,
    claim: Due,
    readings: Readings,
    *,
    owed: bool,
) -> Iterator[Violation]:
    """Every foul of a turn's captures. `boards` after the action; `owed` False for an action that
    was a foul: it earns nothing, so nothing can be missing."""
    if turn.captures is None:
        return
    taken = _sorted(state, boards, side, turn.captures)
    yield from _wrong(taken)
    spans = span(boards, side, claim.least, claim.most, state.gone, readings)
    for other, (low, high) in enumerate(spans):
        bits = taken.of_side.get(other, 0)
        yield from _too_many(state, other, bits, high, claim)
        if owed and bits.bit_count() < low:
            yield _missing(state, other, low - bits.bit_count(), claim)
        if bits.bit_count() <= high:
            yield from _protected(state, boards, other, bits, readings)


def _sorted(state: RougeState, boards: Boards, side: int, captures: Captures) -> _Sorted:
    found = _Sorted()
    for taken in captures or ():
        other = state.side_of(taken.colour)
        if other is None or not boards[other] & taken.hollow.bit & ~found.of_side.get(other, 0):
            found.absent.append(taken)
        elif other == side:
            found.own.append(taken)
        else:
            found.of_side[other] = found.of_side.get(other, 0) | taken.hollow.bit
    return found


def _wrong(taken: _Sorted) -> Iterator[Violation]:
    """A pawn of one's own, or one that does not stand there."""
    for case, wrong in (("own", taken.own), (None, taken.absent)):
        for one in wrong:
            yield foul("capture-wrong", one.hollow, colour=one.colour, cell=one.hollow, case=case)


def _too_many(
    state: RougeState, other: int, bits: int, high: int, claim: Due
) -> Iterator[Violation]:
    """More of one colour than its lines earn, or any without a line."""
    if bits.bit_count() <= high:
        return
    where, colour = hollows(bits), state.colours[other] or ""
    if claim.most == 0:
        yield foul("capture-undue", *where, colour=colour, cells=where)
        return
    yield foul(
        "capture-too-many", *where, colour=colour, cells=where, count=bits.bit_count(), due=high
    )


def _missing(state: RougeState, other: int, count: int, claim: Due) -> Violation:
    line = hollows(claim.made.where)
    return foul(
        "capture-missing", *line, colour=state.colours[other] or "", cells=line, count=count
    )


def _protected(
    state: RougeState, boards: Boards, other: int, bits: int, readings: Readings
) -> Iterator[Violation]:
    """A pawn out of a line while others stand in none, where the table protects lines (U17)."""
    if readings.protection != "lines" or not bits:
        return
    if bits in takings(boards[other], bits.bit_count(), readings):
        return
    where: tuple[Hollow, ...] = hollows(bits & lined(boards[other]))
    yield foul(
        "capture-wrong",
        *where,
        reading=named("protection", "lines"),
        colour=state.colours[other] or "",
        cells=where,
        case="protected",
    )
