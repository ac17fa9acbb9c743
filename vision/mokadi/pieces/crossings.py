"""Who lies over whom where two sticks cross: whose axis the cells of the crossing tell of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.pieces.fields import CELL, Fields, apart_deg
from vision.mokadi.pieces.sticks import Stick
from vision.nn.arrays import Float, Indices, Points

#: How much the cells of a crossing err together: their evidence counts as that of so many.
_CELLS = 6.0
#: How far from its middle a crossing is looked at, thicknesses: flat ones are long.
_REACH = 4.0
#: How far beyond their ends sticks are still looked at as crossing, shares of their lengths: they
#: are as thick as that, and ends are found give or take so much.
SLACK = 0.04
#: Least fit of a cell that tells of neither stick: one cell alone proves little.
_LEAST = 0.02
#: How far from a crossing's middle the axis of a third stick is that may cover a part of it, and
#: from a cell that it covers, thicknesses: half of one, and what axes are read off (0.8 is as good
#: on 102 path-traced piles).
_NEAR, _COVERED = 2.0, 0.6
#: Share of a crossing that must show one of its sticks for it to be told.
IN_SIGHT = 0.25


@dataclass(frozen=True)
class Crossing:
    """Two sticks, by number, that cross at shares `at` of their lengths, or would if they were
    longer by `SLACK`. `over` probability that the first lies over the second; `seen` share of the
    crossing that shows either."""

    one: int
    other: int
    at: tuple[float, float]
    over: float
    seen: float

    @property
    def inner(self) -> float:
        """How far the crossing lies from the nearest end of either, shares of its length; less
        than 0 where that one misses the other."""
        return min(min(at, 1 - at) for at in self.at)


def crossings_among(crossings: Sequence[Crossing], kept: Sequence[int]) -> tuple[Crossing, ...]:
    """The crossings of the sticks that are kept, by their numbers among these."""
    number = {old: new for new, old in enumerate(kept)}
    return tuple(
        replace(c, one=number[c.one], other=number[c.other])
        for c in crossings
        if c.one in number and c.other in number
    )


def crossings_of(fields: Fields, sticks: Sequence[Stick], limits: Limits) -> list[Crossing]:
    """Every crossing of two sticks in the picture."""
    found = []
    ends = np.array([stick.ends for stick in sticks]).reshape(-1, 2, 2)
    for i, j in combinations(range(len(sticks)), 2):
        at = meeting(ends[i], ends[j], SLACK)
        if at is not None:
            middle = ends[i, 0] + at[0] * (ends[i, 1] - ends[i, 0])
            others = [
                ends[k]
                for k in np.flatnonzero(_away(ends, middle) < _NEAR * limits.width_px)
                if k not in (i, j)
            ]
            over, seen = _looked(fields, ends[i], ends[j], middle, others, limits)
            found.append(Crossing(i, j, at, over, seen))
    return found


def meeting(one: Points, other: Points, slack: float = 0.0) -> tuple[float, float] | None:
    """Shares along two segments (2, 2) where they cross, or would if either were longer by that
    share at its ends; None where they do not."""
    d, e, gap = one[1] - one[0], other[1] - other[0], other[0] - one[0]
    turn = float(d[0] * e[1] - d[1] * e[0])
    if abs(turn) < 1e-9:
        return None
    t = float(gap[0] * e[1] - gap[1] * e[0]) / turn
    u = float(gap[0] * d[1] - gap[1] * d[0]) / turn
    near = -slack <= min(t, u) and max(t, u) <= 1 + slack
    return (t, u) if near else None


def _looked(
    fields: Fields,
    one: Points,
    other: Points,
    middle: Points,
    others: Sequence[Points],
    limits: Limits,
) -> tuple[float, float]:
    """Probability that the first lies over the second, and the share of the crossing in sight. A
    cell that tells of one of the `others` may be that one's, whichever of the two lies over."""
    near = _shared(fields, one, other, middle, limits)
    if not len(near):
        return 0.5, 0.0
    stick = fields.stick.ravel()[near]
    mine = _fits(fields, near, one, limits)
    theirs = _fits(fields, near, other, limits)
    neither = _covering(fields, near, others, limits) + _LEAST
    told = np.log((mine + neither) / (theirs + neither))
    evidence = float((stick * told).mean()) * min(_CELLS, float(len(near))) / 2
    seen = float((stick * np.maximum(mine, theirs)).mean())
    return float(1 / (1 + np.exp(-np.clip(evidence, -12, 12)))), seen


def _shared(fields: Fields, one: Points, other: Points, middle: Points, limits: Limits) -> Indices:
    """The cells, by flat number, that lie within both sticks near where they cross, else those
    right at the place; none where they cross outside the picture."""
    height, width = fields.turn.shape
    reach, size = _REACH * limits.width_px, (width, height)
    low = np.clip((middle - reach) / CELL, 0, size).astype(np.intp)
    high = np.clip(np.ceil((middle + reach) / CELL) + 1, low, size).astype(np.intp)
    rows, columns = np.mgrid[low[1] : high[1], low[0] : high[0]]
    flat = (rows * width + columns).ravel()
    spots = fields.spot.reshape(-1, 2)[flat]
    inside = [_off(spots, ends) < limits.on_stick * limits.width_px for ends in (one, other)]
    both = flat[inside[0] & inside[1]]
    return np.asarray(both if len(both) else flat[np.hypot(*(spots - middle).T) < CELL * 1.5])


def _covering(fields: Fields, near: Indices, others: Sequence[Points], limits: Limits) -> Float:
    """(N,) how well cells tell of any of the other sticks that pass over them."""
    spots, best = fields.spot.reshape(-1, 2)[near], np.zeros(len(near))
    for ends in others:
        inside = _off(spots, ends) < _COVERED * limits.width_px
        best = np.maximum(best, np.where(inside, _fits(fields, near, ends, limits), 0.0))
    return best


def _away(ends: Points, spot: Points) -> Float:
    """(N,) distances of a point from the lines through sticks (N, 2, 2)."""
    along, gap = ends[:, 1] - ends[:, 0], spot - ends[:, 0]
    turn = np.abs(along[:, 0] * gap[:, 1] - along[:, 1] * gap[:, 0])
    return np.asarray(turn / np.maximum(np.hypot(*along.T), 1e-9))


def _off(spots: Points, ends: Points) -> Float:
    """(N,) distances from a segment's line, infinite beyond its ends."""
    along = ends[1] - ends[0]
    length = np.hypot(*along)
    along = along / length
    gap = spots - ends[0]
    ahead = gap @ along
    off = np.abs(gap @ np.array([-along[1], along[0]]))
    return np.where((ahead >= 0) & (ahead <= length), off, np.inf)


def _fits(fields: Fields, near: Indices, ends: Points, limits: Limits) -> Float:
    along = ends[1] - ends[0]
    lean = apart_deg(fields.turn.ravel()[near], float(np.arctan2(along[1], along[0])))
    normal = np.array([-along[1], along[0]]) / np.hypot(*along)
    off = (fields.axis.reshape(-1, 2)[near] - ends[0]) @ normal
    width = limits.axis_sigma * limits.width_px
    return np.asarray(np.exp(-((lean / 10) ** 2) / 2 - (off / width) ** 2 / 2))
