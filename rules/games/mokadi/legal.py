"""Turns that can be made (leaflet, how the game goes; M2 to M8, M17).

A table has no lattice: pads are listed at points a quarter stick apart, sticks by the two pieces
they rest on. Any other place that `judge` calls legal is as good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.games.mokadi.geometry import XY
from rules.games.mokadi.moves import Lay, LayPad, LayStick, Remove
from rules.games.mokadi.order import lay_findings
from rules.games.mokadi.pads import FURTHEST, pad_findings
from rules.games.mokadi.pieces import Contact
from rules.games.mokadi.reach import reach_findings, touchable, within_reach
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.removal import removal_findings
from rules.games.mokadi.state import MokadiState
from rules.games.mokadi.supports import stick_findings

#: Listed points lie so many to a stick length.
PER_STICK = 4


def moves(state: MokadiState, readings: Readings) -> Iterator[Lay | Remove]:
    """Every listed lay and removal."""
    yield from _pads(state, readings)
    yield from _sticks(state, readings)
    for stick in state.sticks:
        turn = Remove((stick.number,))
        if not any(removal_findings(state, turn, readings)):
            yield turn


def colours(state: MokadiState, readings: Readings) -> tuple[str, ...]:
    """The colours in play: the table's own where it shows others than the box the house named."""
    shown = {piece.colour for piece in state.pieces}
    return readings.colours if shown <= set(readings.colours) else tuple(sorted(shown))


def _pads(state: MokadiState, readings: Readings) -> Iterator[LayPad]:
    may = [
        colour
        for colour in colours(state, readings)
        if not any(lay_findings(state, LayPad(colour, (0.0, 0.0)), readings))
    ]
    if not may:
        return
    for at in _points(state):
        if not any(pad_findings(state, LayPad(may[0], at), readings)):
            yield from (LayPad(colour, at) for colour in may)


def _points(state: MokadiState) -> Iterator[XY]:
    """Points a quarter stick apart around the pads; the middle alone before the first pad."""
    if not state.pads:
        yield (0.0, 0.0)
        return
    across = _range([pad.at[0] for pad in state.pads])
    down = _range([pad.at[1] for pad in state.pads])
    yield from ((x / PER_STICK, y / PER_STICK) for y in down for x in across)


def _range(values: list[float]) -> range:
    reach = FURTHEST + 0.25  # pads measured from edge to edge lie a little further apart
    low, high = min(values) - reach, max(values) + reach
    return range(round(low * PER_STICK), round(high * PER_STICK) + 1)


def _sticks(state: MokadiState, readings: Readings) -> Iterator[LayStick]:
    for colour in colours(state, readings):
        if not any(lay_findings(state, LayStick(colour, ()), readings)):
            for lay in _over_two(state, colour):
                if not any(stick_findings(state, lay, readings)):
                    yield lay


def _over_two(state: MokadiState, colour: str) -> Iterator[LayStick]:
    """A stick of a colour over every two pieces of the other that it can reach."""
    pieces = [p for p in state.pieces if p.colour != colour]
    for one, other in combinations(pieces, 2):
        if within_reach(touchable(one), touchable(other)):
            lay = LayStick(colour, (Contact(one.spot), Contact(other.spot)))
            if not any(reach_findings(state, lay)):
                yield lay
