"""Turns that can be made (leaflet, how the game goes; M2 to M8, M17).

A table has no lattice: pads are listed at points a quarter stick apart, sticks by the two pieces
they rest on. Any other place that `judge` calls legal is as good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.games.mokadi.geometry import XY
from rules.games.mokadi.laws.order import lay_findings
from rules.games.mokadi.laws.pads import FURTHEST, NEAREST, PAD_WIDTH, pad_findings
from rules.games.mokadi.laws.reach import reach_findings, touchable, within_reach
from rules.games.mokadi.laws.removal import removal_findings
from rules.games.mokadi.laws.supports import stick_findings
from rules.games.mokadi.moves import Lay, LayPad, LayStick, Remove
from rules.games.mokadi.pieces import Contact
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState

#: Listed points lie so many to a stick length.
PER_STICK = 4

#: Stick lengths from a pad's middle where no pad can be listed, whatever is read.
ON_A_PAD = 0.2


def moves(state: MokadiState, readings: Readings) -> Iterator[Lay | Remove]:
    """Every listed lay and removal."""
    yield from pad_moves(state, readings)
    yield from stick_moves(state, readings)
    yield from removals(state, readings)


def removals(state: MokadiState, readings: Readings) -> Iterator[Remove]:
    """Every stick that may be removed now (M17)."""
    for stick in state.sticks:
        turn = Remove((stick.number,))
        if not any(removal_findings(state, turn, readings)):
            yield turn


def colours(state: MokadiState, readings: Readings) -> tuple[str, ...]:
    """The colours in play: the table's own where it shows others than the box the house named."""
    shown = {piece.colour for piece in state.pieces}
    return readings.colours if shown <= set(readings.colours) else tuple(sorted(shown))


def pad_moves(state: MokadiState, readings: Readings) -> Iterator[LayPad]:
    """Every pad that may be laid now, at the listed points (M2, M3)."""
    may = [
        colour
        for colour in colours(state, readings)
        if not any(lay_findings(state, LayPad(colour, (0.0, 0.0)), readings))
    ]
    if not may:
        return
    for at in _points(state):
        if _worth_a_look(state, at, readings) and not any(
            pad_findings(state, LayPad(may[0], at), readings)
        ):
            yield from (LayPad(colour, at) for colour in may)


def _worth_a_look(state: MokadiState, at: XY, readings: Readings) -> bool:
    """Whether a point may be in range of a pad at all and too near to none: most are sorted out
    here, as whole areas are listed after every turn."""
    x, y = at
    off = [(x - px) ** 2 + (y - py) ** 2 for px, py in _middles(state)]
    near = NEAREST if readings.third_pad == "kept_off" else ON_A_PAD
    return not off or near**2 <= min(off) <= (FURTHEST + PAD_WIDTH[1]) ** 2


def _points(state: MokadiState) -> Iterator[XY]:
    """Points a quarter stick apart around each pad, however far apart the pads lie; the middle
    alone before the first pad."""
    if not state.pads:
        yield (0.0, 0.0)
    near = {(y, x) for px, py in _middles(state) for y in _range(py) for x in _range(px)}
    yield from ((x / PER_STICK, y / PER_STICK) for y, x in sorted(near))


def _middles(state: MokadiState) -> list[XY]:
    return [pad.at for pad in state.pads if pad.at]


def _range(middle: float) -> range:
    reach = FURTHEST + 0.25  # pads measured from edge to edge lie a little further apart
    return range(round((middle - reach) * PER_STICK), round((middle + reach) * PER_STICK) + 1)


def stick_moves(state: MokadiState, readings: Readings) -> Iterator[LayStick]:
    """Every stick that may be laid now, by its two supports (M5 to M8)."""
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
