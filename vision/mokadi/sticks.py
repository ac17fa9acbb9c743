"""Sticks from their ends: pairs that face each other over wood, then single ends whose other end
lies hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.mokadi.fields import (
    BAND,
    PAD,
    TABLE,
    WOOD,
    Fields,
    apart_deg,
)
from vision.mokadi.limits import Limits
from vision.mokadi.plane import Plane, plane_of
from vision.mokadi.tips import Tip
from vision.nn.arrays import Float, Points

#: Points along a stick at which the picture is asked.
STEPS = 49
#: Shares of a stick from its end that are surely coloured, and surely wood.
_BAND_TO, _WOOD_FROM = 0.12, 0.31
#: Shares of a stick that look out of place, and like table, along a true one as a rule.
_AMISS, _BARE = 0.05, 0.05
#: Points at an end of which none may show the stick, so surely, where that end is hidden.
_AT_END, _BARELY = 3, 0.25
#: A cell belongs to a stick whose axis lies this near its own, thicknesses, and turns alike.
_SAME, _SAME_DEG = 0.35, 12.0
#: Where across a stick the picture is asked, shares of its thickness.
_ACROSS = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])


@dataclass(frozen=True)
class Trace:
    """What the picture shows along a line from one end to the other, (STEPS,) each: the stick
    itself, another stick, table or pad; `wood` and `band` are parts of `own`."""

    own: Float
    other: Float
    bare: Float
    wood: Float
    band: Float

    @property
    def misplaced(self) -> Float:
        """(STEPS,) how surely the line shows colour where wood must be, or wood at its ends."""
        share = np.linspace(0, 1, STEPS)
        inner = np.minimum(share, 1 - share)
        return np.where(inner > _WOOD_FROM, self.band, np.where(inner < _BAND_TO, self.wood, 0.0))

    def score(self) -> float:
        """Evidence for a stick, about -4..1: a little table and a little colour out of place are
        seen along every stick."""
        amiss = 3 * max(float(self.misplaced.mean()) - _AMISS, 0)
        bare = 4 * max(float(self.bare.mean()) - _BARE, 0)
        return float(self.own.mean()) - amiss - bare - 0.15 * float(self.other.mean())


@dataclass(frozen=True)
class Stick:
    """A stick as found: `ends` (2, 2) pixels of the net's picture, `hidden` which of them something
    lies over, `colour` (4,) probabilities, `trace` from the first end to the second, `score` of the
    pair."""

    ends: Points
    hidden: tuple[bool, bool]
    colour: Float
    trace: Trace
    score: float
    tips: tuple[Tip, ...]


def traced(fields: Fields, ends: Points, width_px: float) -> Trace:
    """What lies along the line between two ends (2, 2)."""
    along = (ends[1] - ends[0]) / (np.linalg.norm(ends[1] - ends[0]) + 1e-9)
    normal = np.array([-along[1], along[0]])
    line = ends[0] + np.linspace(0, 1, STEPS)[:, None] * (ends[1] - ends[0])
    points = (line[None] + _ACROSS[:, None, None] * width_px * normal).reshape(-1, 2)
    cells = fields.cells(points)
    lean = apart_deg(fields.turn.ravel()[cells], float(np.arctan2(along[1], along[0])))
    off = (fields.axis.reshape(-1, 2)[cells] - ends[0]) @ normal
    agree = np.exp(-((lean / 7) ** 2) / 2 - (off / (0.25 * width_px)) ** 2 / 2)
    maps = fields.part.reshape(4, -1)
    wood, band = agree * maps[WOOD][cells], agree * maps[BAND][cells]
    best = np.argmax((wood + band).reshape(len(_ACROSS), STEPS), 0)
    wood, band = (m.reshape(len(_ACROSS), STEPS)[best, np.arange(STEPS)] for m in (wood, band))
    middle = fields.cells(line)
    bare = (maps[TABLE][middle] + maps[PAD][middle]) * (1 - wood - band)
    return Trace(wood + band, np.clip(1 - wood - band - bare, 0, 1), bare, wood, band)


@dataclass(frozen=True)
class _Pair:
    one: int
    other: int
    score: float
    trace: Trace

    @property
    def ends(self) -> tuple[int, int]:
        """The two ends, by number."""
        return self.one, self.other


def find_sticks(
    fields: Fields, tips: Sequence[Tip], limits: Limits, plane: Plane | None = None
) -> tuple[list[Stick], Plane | None]:
    """The sticks that the ends belong to, and the plane in which they lie (the one given, or by
    the surest of them; None where no stick shows both its ends)."""
    size_wh = fields.patch.size_wh
    pairs = _facing(fields, tips, limits)
    if plane is None:
        sure = sorted(pairs, key=lambda p: -p.score)[: limits.measured_most]
        sure = [p for p in sure if p.score > limits.measured]
        if not sure:
            return [], None
        ends = np.array([[tips[p.one].xy, tips[p.other].xy] for p in sure])
        plane = plane_of(ends, np.array([p.score - limits.measured for p in sure]), size_wh)
    fitting = [_weighed(p, tips, plane) for p in pairs]
    chosen = [p for p in _chosen(fitting) if p.score > limits.pair]
    sticks: list[Stick] = []
    used: set[int] = set()
    for pair in sorted(chosen, key=lambda p: -p.score):
        if all(unexplained(tips[i], sticks, limits) >= limits.voters for i in pair.ends):
            sticks.append(_stick(pair, tips))
            used |= set(pair.ends)
    for index, tip in enumerate(tips):
        if index not in used and unexplained(tip, sticks, limits) >= limits.voters:
            single = _single(fields, tip, plane, limits)
            if single is not None and not _double(single, sticks, plane):
                sticks.append(single)
    return sticks, plane


def unexplained(tip: Tip, sticks: Sequence[Stick], limits: Limits) -> float:
    """Cells that vote for an end and belong to none of the sticks that were found already."""
    free = np.ones(len(tip.voters), bool)
    for stick in sticks:
        along = stick.ends[1] - stick.ends[0]
        length = float(np.hypot(*along))
        along = along / length
        if _lean(tip.outward, along) < _SAME_DEG:
            gap = tip.voters - stick.ends[0]
            off = np.abs(gap @ np.array([-along[1], along[0]]))
            ahead = gap @ along
            room = 0.5 * limits.width_px
            free &= (off > _SAME * limits.width_px) | (ahead < -room) | (ahead > length + room)
    return float(tip.weights[free].sum())


def _facing(fields: Fields, tips: Sequence[Tip], limits: Limits) -> list[_Pair]:
    """Pairs of ends that point away from each other along one line, with what lies between."""
    found = []
    for i, one in enumerate(tips):
        for j in range(i + 1, len(tips)):
            other = tips[j]
            gap = other.xy - one.xy
            length = float(np.hypot(*gap))
            if length < limits.shortest_px:
                continue
            along = gap / length
            facing = min(-one.outward @ along, other.outward @ along)
            alike = float(one.colour @ other.colour)
            if facing < limits.facing or alike < limits.alike:
                continue
            trace = traced(fields, np.array([one.xy, other.xy]), limits.width_px)
            score = trace.score() + 0.1 * float(np.log(alike))
            lean = sum(
                min((_lean(o, along) / 4) ** 2 / 2, 4.0) for o in (one.outward, other.outward)
            )
            found.append(_Pair(i, j, score - 0.06 * lean, trace))
    return found


def _lean(outward: Points, along: Points) -> float:
    """The angle between two axes, degrees."""
    return float(np.degrees(np.arccos(min(1.0, abs(float(outward @ along))))))


def _weighed(pair: _Pair, tips: Sequence[Tip], plane: Plane) -> _Pair:
    """The pair's score with what its length says."""
    length = plane.length(np.array([tips[pair.one].xy, tips[pair.other].xy]))
    off = np.log(max(length, 1e-6)) / 0.07
    return replace(pair, score=pair.score - 0.12 * min(float(off**2) / 2, 12.0))


def _chosen(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Pairs with every end in one of them, the best first."""
    taken: set[int] = set()
    found = []
    for pair in sorted(pairs, key=lambda p: -p.score):
        if not {pair.one, pair.other} & taken:
            taken |= {pair.one, pair.other}
            found.append(pair)
    return _swapped(found, {frozenset((p.one, p.other)): p for p in pairs})


def _swapped(chosen: list[_Pair], pairs: Mapping[frozenset[int], _Pair]) -> list[_Pair]:
    """The pairs after every exchange of ends between two of them that fits better."""
    better = True
    while better:
        better = False
        for p, q in combinations(range(len(chosen)), 2):
            (a, b), (c, d) = (chosen[k].ends for k in (p, q))
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                new = [pairs.get(frozenset(one)), pairs.get(frozenset(other))]
                if new[0] is None or new[1] is None:
                    continue
                if new[0].score + new[1].score > chosen[p].score + chosen[q].score + 1e-6:
                    chosen[p], chosen[q] = new[0], new[1]
                    better = True
                    break
    return chosen


def _stick(pair: _Pair, tips: Sequence[Tip]) -> Stick:
    one, other = tips[pair.one], tips[pair.other]
    colour = one.colour * other.colour + 1e-9
    return Stick(
        np.array([one.xy, other.xy]),
        _covered(pair.trace),
        colour / colour.sum(),
        pair.trace,
        pair.score,
        (one, other),
    )


def _covered(trace: Trace) -> tuple[bool, bool]:
    """Whether something lies over either end."""
    first, last = trace.own[:_AT_END].max(), trace.own[-_AT_END:].max()
    return bool(first < _BARELY), bool(last < _BARELY)


def _single(fields: Fields, tip: Tip, plane: Plane, limits: Limits) -> Stick | None:
    """The stick of one end, as long as sticks are here; None where the picture says no."""
    inward = -tip.outward
    for _ in range(2):
        start, ahead = plane.flat(np.array([tip.xy, tip.xy + 5 * inward]))
        step = (ahead - start) / np.hypot(*(ahead - start))
        far = plane.pixels((start + step)[None])[0]
        inward = _refined(fields, tip.xy, far, limits)
    trace = traced(fields, np.array([tip.xy, far]), limits.width_px)
    if trace.score() < limits.single or float(trace.bare.mean()) > limits.bare:
        return None
    ends = np.array([tip.xy, far])
    return Stick(ends, (_covered(trace)[0], True), tip.colour, trace, trace.score(), (tip,))


def _refined(fields: Fields, start: Points, far: Points, limits: Limits) -> Points:
    """The direction (2,) from an end along the axis of the cells that lie on the line to `far`."""
    along = (far - start) / np.hypot(*(far - start))
    turn = float(np.arctan2(along[1], along[0]))
    chosen = (fields.stick > 0.5) & (apart_deg(fields.turn, turn) < 8)
    points, weight = fields.axis[chosen] - start, fields.stick[chosen]
    ahead = points @ along
    off = points @ np.array([-along[1], along[0]])
    reach = np.hypot(*(far - start))
    near = (np.abs(off) < 0.4 * limits.width_px) & (ahead > 0.03 * reach) & (ahead < 1.02 * reach)
    if near.sum() < 8:
        return np.asarray(along)
    lean = float((weight * ahead * off)[near].sum() / (weight * ahead * ahead)[near].sum())
    turned = along + lean * np.array([-along[1], along[0]])
    return np.asarray(turned / np.hypot(*turned))


def _double(single: Stick, sticks: Sequence[Stick], plane: Plane) -> bool:
    """Whether the same stick was found from its other end."""
    mine = plane.flat(single.ends)
    for stick in sticks:
        flat = plane.flat(stick.ends)
        straight = np.hypot(*(flat - mine).T).max()
        turned = np.hypot(*(flat[::-1] - mine).T).max()
        if min(straight, turned) < 0.07 and single.colour @ stick.colour > 0.3:
            return True
    return False
