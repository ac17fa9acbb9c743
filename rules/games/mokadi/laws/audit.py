"""What a table proves wrong by itself, whatever the order of play (outside contract, `read`).

Sticks shift and may then touch what they may not (leaflet, changes of balance; M10), so no contact
on the table proves anything. Pads stay where they were laid, or nearly so where one was knocked and
put back (M13), and can lie hidden under sticks: where one may be hidden, only what is too much or
too near is accused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rules.core.rulebook import House
from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.mokadi.geometry import XY
from rules.games.mokadi.laws.pads import SIGMAS, needed_of, spans
from rules.games.mokadi.laws.reach import REACH
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import LaidPad

#: Pieces of one colour in the box (leaflet, presentation).
PADS_OF_A_COLOUR, STICKS_OF_A_COLOUR = 4, 18

#: All pads of the box.
ALL_PADS = 8

#: Stick lengths that a pad may lie beside where it was laid. Origin: hand-set, for pads put back
#: by hand and for measuring.
SLACK = 0.05


def audit(position: Mapping[Spot, Label], house: House) -> tuple[Violation, ...]:
    """Every foul the table proves. Never accuses one that legal play reaches."""
    readings = Readings.of(house)
    pads = [
        LaidPad(spot.number, label.colour, spot.points[0])
        for spot, label in sorted(position.items(), key=lambda item: item[0])
        if isinstance(label, Pad) and spot.points and label.measured
    ]
    sticks = tuple(sorted(spot for spot in position if spot.kind is Kind.STICK))
    near = tuple(_near(pads, readings))
    found = (*_too_many(position), *near)
    if len(pads) < (ALL_PADS if sticks else sum(1 for _ in _of(position, Kind.PAD))):
        return found
    return (*found, *(() if near else _no_order(pads, readings)), *_no_base(pads, sticks))


def _at(pad: LaidPad) -> XY:
    """The middle of a pad, whose place is known here."""
    return pad.spot.points[0]


def _too_many(position: Mapping[Spot, Label]) -> Iterator[Violation]:
    """More pieces of a colour than the box holds."""
    for kind, most, case in (
        (Kind.PAD, PADS_OF_A_COLOUR, "too-many-pads"),
        (Kind.STICK, STICKS_OF_A_COLOUR, "sticks"),
    ):
        for colour in sorted({label.colour for label in position.values()}):
            spots = tuple(sorted(s for s in _of(position, kind) if position[s].colour == colour))
            if len(spots) > most:
                yield foul(
                    "share-wrong", *spots, count=len(spots), colour=colour, pieces=spots, case=case
                )


def _of(position: Mapping[Spot, Label], kind: Kind) -> Iterator[Spot]:
    return (spot for spot in position if spot.kind is kind)


def _near(pads: Sequence[LaidPad], readings: Readings) -> Iterator[Violation]:
    """Two pads nearer than half a stick: the later one was laid so (M3)."""
    if readings.third_pad == "free":
        return
    for one, other in combinations(pads, 2):
        (span,) = spans([one], _at(other), SLACK / SIGMAS, readings)
        if span.close:
            both = (one.spot, other.spot)
            yield foul(
                "pad-distance",
                *both,
                reading=named("third_pad", "kept_off"),
                pads=both,
                percent=span.percent,
                case="near",
            )


def _no_order(pads: Sequence[LaidPad], readings: Readings) -> Iterator[Violation]:
    """No order lays every pad in range of two others, or of the only one (M3)."""
    starts = combinations(range(len(pads)), 2)
    fullest = max((_closure(pads, start, readings) for start in starts), key=len, default=set())
    left = tuple(pad.spot for i, pad in enumerate(pads) if i not in fullest)
    if len(pads) > 1 and left:
        yield foul("pad-distance", *left, pads=left, case="layout")


def _closure(pads: Sequence[LaidPad], start: tuple[int, int], readings: Readings) -> set[int]:
    """The pads that can be laid when these two came first. More pads only make more possible."""
    one, other = start
    if not _linked(pads[one], pads[other], readings):
        return set()
    laid = {one, other}
    while True:
        near = {
            i for i in range(len(pads)) if i not in laid and _fits(pads, i, laid, start, readings)
        }
        if not near:
            return laid
        laid |= near


def _fits(
    pads: Sequence[LaidPad], i: int, laid: set[int], start: tuple[int, int], readings: Readings
) -> bool:
    links = [j for j in laid if _linked(pads[i], pads[j], readings)]
    first = readings.first_round == "first_pad" and any(j in start for j in links)
    return first or len(links) >= needed_of(list(laid))


def _linked(one: LaidPad, other: LaidPad, readings: Readings) -> bool:
    (span,) = spans([one], _at(other), SLACK / SIGMAS, readings)
    return span.may_be_in_range


def _no_base(pads: Sequence[LaidPad], sticks: Sequence[Spot]) -> Iterator[Violation]:
    """The first stick of all needed two pads of one colour that it could reach (M5, M6)."""
    pairs = combinations(pads, 2)
    based = any(
        a.colour == b.colour and math.dist(_at(a), _at(b)) <= REACH + 2 * SLACK for a, b in pairs
    )
    if sticks and not based:
        places = tuple(sticks)
        yield foul("one-support", *places, sticks=places, case="layout")
