"""Where along an axis a stick lies: what the picture shows there against what a stick
shows, colour, wood and colour again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.mokadi.pieces.fields import PAD, TABLE, Fields
from vision.mokadi.pieces.lines import Lines
from vision.mokadi.pieces.plane import Plane
from vision.nn.arrays import Float, Indices, Mask, Points

#: Steps to a stick's length, and how far from a line's point it is looked along, stick lengths.
STEPS = 48
_REACH = 1.15
#: Where across a stick the picture is asked, shares of its thickness.
_ACROSS = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])
#: How far a cell's axis may lie beside the line, thicknesses, and turn from it, radians (spreads).
_OFF, _LEAN = 0.25, np.radians(7.0)
#: What a step costs that shows the wrong part of this stick, table or pad, another stick; and this
#: stick's parts right beyond its end.
_WRONG, _BARE, _OTHER, _BEYOND = 1.5, 2.0, 0.03, 0.9
#: Lengths tried, spreads from the unit.
_TRIED = np.linspace(-2.4, 2.4, 13)
#: Steps around the border of colour and wood in which either is right, and beyond an end.
_BORDER, PAST = 2, 6
#: Steps at an end whose sight is worth more: most ends are seen.
_TIP, _END = 2, 0.4
#: Steps whose words count as one, when places are compared, and how near two count as one place.
_AS_ONE, _NEAR = 2.0, STEPS / 7
#: How far apart, steps, two places on a line are by one end at least.
_APART = 3
#: Steps at an end of which none may show the stick, so surely, where that end is hidden.
_AT_END, _BARELY = 4, 0.25


@dataclass(frozen=True)
class Profile:
    """What the picture shows along S lines, (S, K) each: wood and colour of the line's own stick,
    table or pad, another stick; `points` (S, K, 2) where, pixels."""

    wood: Float
    band: Float
    bare: Float
    other: Float
    points: Points


@dataclass(frozen=True)
class Extent:
    """A stick placed on its line: `ends` (2, 2) pixels, `hidden` which of them something lies over;
    `score` evidence for it, 1 for a stick in plain sight; `own` share of it that is seen; `firm`
    probability that it lies there, give or take a seventh of its length along the line; `bare`
    share of it where the table shows; `odd` what its length costs."""

    ends: Points
    hidden: tuple[bool, bool]
    score: float
    own: float
    firm: float
    bare: float
    odd: float


def profiles(fields: Fields, mine: Float, lines: Lines, plane: Plane, width_px: float) -> Profile:
    """What lies along lines. `mine` (2, H * W) what every cell shows of wood and of colour that
    may belong to them."""
    count = round(_REACH * STEPS)
    share = np.arange(-count, count + 1) / STEPS
    start, ahead = plane.flat(lines.start), plane.flat(lines.start + 5 * lines.along)
    way = (ahead - start) / np.hypot(*(ahead - start).T)[:, None]
    flat = start[:, None] + share[None, :, None] * way[:, None]
    points = plane.pixels(flat.reshape(-1, 2)).reshape(len(lines.start), -1, 2)
    return looked(fields, mine, lines, points, width_px)


def looked(fields: Fields, mine: Float, lines: Lines, points: Points, width_px: float) -> Profile:
    """The same at points (S, K, 2) along them."""
    normal = np.column_stack([-lines.along[:, 1], lines.along[:, 0]])
    beside = points[:, :, None] + _ACROSS[:, None] * width_px * normal[:, None, None]
    shape = beside.shape[:3]
    cells = fields.cells(beside.reshape(-1, 2)).reshape(shape)
    turn = np.arctan2(lines.along[:, 1], lines.along[:, 0])[:, None, None]
    lean = (fields.turn.ravel()[cells] - turn + np.pi / 2) % np.pi - np.pi / 2
    off = fields.axis.reshape(-1, 2)[cells] - lines.start[:, None, None]
    off = (off * normal[:, None, None]).sum(-1)
    fit = np.exp(-((lean / _LEAN) ** 2 + (off / (_OFF * width_px)) ** 2) / 2)
    maps = fields.part.reshape(4, -1)
    wood, band = fit * mine[0][cells], fit * mine[1][cells]
    best = np.argmax(wood + band, 2)[..., None]
    wood, band = (np.take_along_axis(m, best, 2)[..., 0] for m in (wood, band))
    middle = cells[..., len(_ACROSS) // 2]
    bare = (maps[TABLE][middle] + maps[PAD][middle]) * np.clip(1 - wood - band, 0, 1)
    outside = ((points < 0) | (points > np.array(fields.patch.size_wh))).any(-1)
    bare = np.where(outside, 0.5, bare)
    return Profile(wood, band, bare, np.clip(1 - wood - band - bare, 0, 1), points)


def placed(profile: Profile, band: float, spread: float) -> list[Extent | None]:
    """The best place of a stick on every line; None where nothing speaks for one. `band` the
    coloured share of an end, `spread` of sticks' lengths, its logarithm."""
    tried = _tried(profile, band, spread)
    best = [_bests(tried, row, 1) for row in range(len(profile.wood))]
    return [tried.place(row, *at[0]) if at else None for row, at in enumerate(best)]


def evidence(profile: Profile, band: float, spread: float) -> float:
    """What speaks for a stick on each of the lines, in all."""
    return float(_tried(profile, band, spread).score.max((0, 2)).clip(0).sum())


def places(
    profile: Profile, sizes: tuple[float, float], count: int, most: int, least: float
) -> list[Extent]:
    """At most `count` places of a stick on every line, no two near each other, and the `most` best
    of all, with evidence of at least `least`. `sizes` coloured share and spread."""
    tried = _tried(profile, *sizes)
    rows = np.flatnonzero(tried.score.max((0, 2)) * _AS_ONE / STEPS >= least)
    found = [(int(row), *at) for row in rows for at in _bests(tried, int(row), count)]
    found.sort(key=lambda at: -tried.score[at[1], at[0], at[2]])
    told = [tried.place(*at) for at in found[:most]]
    return [place for place in told if place.score >= least]


def worths(profile: Profile) -> tuple[Float, ...]:
    """(S, K) each: what a step is worth in the coloured part, in the wooden one, at the border of
    both, beyond the end, and the stick's own."""
    own = profile.wood + profile.band
    lost = _BARE * profile.bare + _OTHER * profile.other
    return (
        profile.band - _WRONG * profile.wood - lost,
        profile.wood - _WRONG * profile.band - lost,
        own - lost,
        -_BEYOND * own,
        own,
    )


def sums(values: Float) -> Float:
    """(S, K + 1) sums of what lies before each step."""
    return np.concatenate([np.zeros((len(values), 1)), np.cumsum(values, 1)], 1)


def _scores(
    sums: list[Float], scale: float, band: float, prior: float = 0.0
) -> tuple[int, Float, Float]:
    """How many steps the stick takes, (S, K - n + 1) scores of every first step, and its own."""
    n = round(scale * STEPS)
    inner = max(1, round(band * n) - _BORDER)
    outer = min(n // 2, inner + 2 * _BORDER)
    marks = [(0, inner, 0), (inner, outer, 2), (outer, n - outer, 1)]
    marks += [(n - outer, n - inner, 2), (n - inner, n, 0)]
    places = sums[0].shape[1] - n

    def upto(which: int, step: int) -> Float:
        """What lies before a step of every place."""
        return sums[which][:, step : step + places]

    score = sum(upto(which, b) - upto(which, a) for a, b, which in marks)
    first = np.arange(places)
    before, after = np.maximum(first - PAST, 0), np.minimum(first + n + PAST, first[-1] + n)
    past = upto(3, 0) - sums[3][:, before] + sums[3][:, after] - upto(3, n)
    tips = upto(4, _TIP) - upto(4, 0)
    tips += upto(4, n) - upto(4, n - _TIP)
    own = upto(4, n) - upto(4, 0)
    return n, (score + past + _END * tips) / _AS_ONE + prior, own


@dataclass(frozen=True)
class _Tried:
    """Places that were tried: `score` (T, S, K) of every length, line and first step, and `own`
    steps seen of it; `steps` (T,) that each length takes, `prior` (T,) what is known of it."""

    profile: Profile
    steps: Indices
    prior: Float
    score: Float
    own: Float

    def place(self, row: int, size: int, first: int) -> Extent:
        """One of them."""
        steps = int(self.steps[size])
        last = min(first + steps, self.profile.wood.shape[1]) - 1
        shown = (self.profile.wood + self.profile.band)[row]
        hidden = (_covered(shown[first : first + _AT_END]), _covered(shown[last - _AT_END : last]))
        return Extent(
            self.profile.points[row, [first, last]],
            hidden,
            float(self.score[size, row, first]) * _AS_ONE / STEPS,
            float(self.own[size, row, first]) / STEPS,
            self._firm(row, size, first),
            float(self.profile.bare[row, first : last + 1].mean()),
            -float(self.prior[size]) * _AS_ONE / STEPS,
        )

    def near(self, size: int, first: int, reach: float) -> Mask:
        """(T, K) the places that begin and end so near to one, steps."""
        at = np.arange(self.score.shape[2])
        ends = at + self.steps[:, None] - first - self.steps[size]
        return np.asarray((abs(at - first) < reach) & (abs(ends) < reach))

    def _firm(self, row: int, size: int, first: int) -> float:
        """The share of all places' probability that lies near one."""
        score = self.score[:, row]
        weight = np.exp(np.clip(score - score[size, first], -50, 20))
        return float(weight[self.near(size, first, _NEAR)].sum() / weight.sum())


def _tried(profile: Profile, band: float, spread: float) -> _Tried:
    """Every place of a stick on every line."""
    totals, prior = [sums(m) for m in worths(profile)], -(_TRIED**2) / 2
    found = [
        _scores(totals, float(np.exp(z * spread)), band, float(p))
        for z, p in zip(_TRIED, prior, strict=True)
    ]
    most = max(score.shape[1] for _, score, _ in found)
    shape = (len(found), len(profile.wood), most)
    score, own = np.full(shape, -1e3), np.zeros(shape)
    for k, (_, scores, shown) in enumerate(found):
        score[k, :, : scores.shape[1]], own[k, :, : shown.shape[1]] = scores, shown
    return _Tried(profile, np.array([f[0] for f in found]), prior, score, own)


def _bests(tried: _Tried, row: int, count: int) -> list[tuple[int, int]]:
    """Length and first step of the best places on one line for which something speaks."""
    score, found = tried.score[:, row].copy(), list[tuple[int, int]]()
    for _ in range(count):
        size, first = divmod(int(score.argmax()), score.shape[1])
        if score[size, first] <= 0:
            break
        found.append((size, first))
        score[tried.near(size, first, _APART)] = -1e3
    return found


def place_of(ends: Points, profile: Profile, band: float) -> Extent:
    """The place of a stick that lies there, by the one line of a profile that goes `PAST` steps
    beyond its ends."""
    own = (profile.wood + profile.band)[0, PAST:-PAST]
    hidden = (_covered(own[:_AT_END]), _covered(own[-_AT_END:]))
    _, score, _ = _scores([sums(m) for m in worths(profile)], 1.0, band)
    seen, bare = float(own.mean()), float(profile.bare[0, PAST:-PAST].mean())
    return Extent(ends, hidden, float(score[0, PAST]) * _AS_ONE / STEPS, seen, 1.0, bare, 0.0)


def _covered(shown: Float) -> bool:
    """Whether steps at an end show hardly anything of the stick."""
    return bool(shown.max() < _BARELY)
