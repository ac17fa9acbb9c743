"""Where a pad may be laid (leaflet, first round and laying a pad, fig. 1; M2, M3).

A distance is an interval, as wide as the measurement and the pads' unknown width make it: a foul
is what the whole interval proves, a question what part of it allows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Remark, Violation
from rules.games.mokadi.geometry import XY
from rules.games.mokadi.laws.findings import Finding, doubt, new_spot
from rules.games.mokadi.moves import LayPad, LayStick
from rules.games.mokadi.pieces import UNMEASURED, Spot
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import LaidPad, MokadiState, Phase

#: Stick lengths between two pads, from half a stick to one, five per cent more or less (M3).
NEAREST, FURTHEST = 0.475, 1.05

#: A pad's width in stick lengths lies between these: not in the leaflet, judged from pictures.
PAD_WIDTH = (0.05, 0.2)

#: Standard deviations to either side within which a measured distance may lie.
SIGMAS = 2.0

#: How well a single stick measures pads that lay before it, stick lengths.
LATE_SIGMA = 0.03
_TOLD_LATE = ("pad", "percent", "neighbours")


@dataclass(frozen=True, slots=True)
class Span:
    """The distance to one pad: at least `low`, at most `high` stick lengths. Of a pad whose place
    nobody knows it may be anything."""

    pad: LaidPad
    low: float
    high: float

    @property
    def in_range(self) -> bool:
        """Surely between half a stick and one."""
        return self.low >= NEAREST and self.high <= FURTHEST

    @property
    def may_be_in_range(self) -> bool:
        """Possibly so."""
        return self.high >= NEAREST and self.low <= FURTHEST

    @property
    def close(self) -> bool:
        """Surely nearer than half a stick."""
        return self.high < NEAREST

    @property
    def may_be_close(self) -> bool:
        """Possibly so."""
        return self.low < NEAREST

    @property
    def percent(self) -> int:
        """Hundredths of a stick, for a sentence."""
        return round(50 * (self.low + self.high))


def spans(pads: Sequence[LaidPad], at: XY, sigma: float, readings: Readings) -> list[Span]:
    """The distances from a point to every pad, as the table measures them (M3)."""
    slim, wide = PAD_WIDTH if readings.pad_distance == "edge" else (0.0, 0.0)
    off = SIGMAS * sigma
    found = []
    for pad in pads:
        low = high = math.dist(pad.at, at) if pad.at else 0.0
        high = high if pad.at else math.inf
        found.append(Span(pad, max(0.0, low - wide - off), max(0.0, high - slim + off)))
    return found


def pad_findings(state: MokadiState, lay: LayPad, readings: Readings) -> Iterator[Finding]:
    """What the place of a pad breaks or leaves open. The first pad is free, and nothing is said
    of distances that no stick has measured."""
    found = spans(state.pads, lay.at, lay.sigma, readings)
    if not found or unmeasured(state, lay):
        return
    out_of_range = list(_range_findings(state, lay, found, readings))
    yield from out_of_range
    told = bool(out_of_range) and len(found) <= needed_of(found)
    if readings.third_pad == "kept_off" and not told:
        for span in found:
            yield from _close_findings(state, lay, span)


def late_findings(state: MokadiState, lay: LayStick, readings: Readings) -> Iterator[Remark]:
    """What a first stick tells of the pads that it measures at last: each whose distance to those
    that lay before it is surely wrong. They were let stand, so that is no foul any more."""
    late = {spot.number for spot in lay.measured}
    for k, pad in enumerate(state.pads):
        if pad.number not in late or pad.at is None:
            continue
        then = replace(state, pads=state.pads[:k], phase=Phase.OPENING)
        laid = LayPad(pad.colour, pad.at, LATE_SIGMA, number=pad.number)
        for wrong in pad_findings(then, laid, readings):
            if isinstance(wrong, Violation):
                facts = {name: fact for name, fact in wrong.params if name in _TOLD_LATE}
                yield doubt("pad-late", **facts)
                break


def unmeasured(state: MokadiState, lay: LayPad) -> bool:
    """Whether no stick has told yet how far a pad lies from the others."""
    return not lay.in_sticks or any(pad.sigma >= UNMEASURED for pad in state.pads)


def needed_of(pads: Sequence[object]) -> int:
    """How many pads a new one must be in range of: two, or the only one that lies (M3)."""
    return min(len(pads), 2)


def _range_findings(
    state: MokadiState, lay: LayPad, found: list[Span], readings: Readings
) -> Iterator[Finding]:
    needed = needed_of(found)
    sure = [span for span in found if span.in_range]
    possible = [span for span in found if span.may_be_in_range]
    first = _first_pad(state, found, readings)
    if len(sure) >= needed or (first is not None and first.in_range and _opening(state)):
        return
    if len(possible) >= needed or (first is not None and first.may_be_in_range):
        asked = tuple(span.pad.spot for span in possible if not span.in_range)
        near = asked or tuple(span.pad.spot for span in possible)
        yield doubt("measure", pad=new_spot(state, lay), neighbours=near)
        return
    case = ("alone", "one")[len(possible)] if needed == 2 else None
    nearest = min(found, key=lambda span: span.high)
    places = tuple(span.pad.spot for span in possible) or (nearest.pad.spot,)
    reading = _range_reading(state, found, readings)
    yield _distance_foul(state, lay, nearest, places, reading, case)


def _distance_foul(
    state: MokadiState,
    lay: LayPad,
    span: Span,
    neighbours: tuple[Spot, ...],
    reading: str | None,
    case: str | None,
) -> Violation:
    """A pad that lies too near others or too far from them: `span` is the distance that is told."""
    spot = new_spot(state, lay)
    told: dict[str, Param] = {"colour": lay.colour, "pad": spot, "percent": span.percent}
    told["neighbours"] = neighbours
    return foul("pad-distance", spot, *neighbours, reading=reading, **told, case=case)


def _opening(state: MokadiState) -> bool:
    return state.phase is Phase.OPENING


def _first_pad(state: MokadiState, found: list[Span], readings: Readings) -> Span | None:
    """The first pad of the game where being near it alone may be enough (leaflet, first round;
    M2)."""
    if readings.first_round != "first_pad" or state.phase in {Phase.BUILDING, Phase.REMOVING}:
        return None
    return min(found, key=lambda span: span.pad.number)


def _range_reading(state: MokadiState, found: list[Span], readings: Readings) -> str | None:
    """The reading under which alone a pad near the first one is wrong (M2)."""
    first = min(found, key=lambda span: span.pad.number)
    disputed = state.phase is not Phase.BUILDING and first.may_be_in_range
    return named("first_round", "two") if disputed and readings.first_round == "two" else None


def _close_findings(state: MokadiState, lay: LayPad, span: Span) -> Iterator[Finding]:
    other = (span.pad.spot,)
    if span.close:
        yield _distance_foul(state, lay, span, other, named("third_pad", "kept_off"), "close")
    elif span.may_be_close:
        yield doubt("measure", pad=new_spot(state, lay), neighbours=other)
