"""Where along an axis a stick lies: what the picture shows there against what a stick
shows, colour, wood and colour again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.mokadi.pieces.fields import PAD, TABLE, Fields
from vision.mokadi.pieces.lines import Lines
from vision.mokadi.pieces.plane import Plane
from vision.nn.arrays import Float, Points

#: Steps to a stick's length, and how far from a line's point it is looked along, stick lengths.
STEPS = 48
_REACH = 1.15
#: Where across a stick the picture is asked, shares of its thickness.
_ACROSS = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])
#: How far a cell's axis may lie beside the line, thicknesses, and turn from it, radians (spreads).
_OFF, _LEAN = 0.25, np.radians(7.0)
#: What a step costs that shows the wrong part of this stick, table or pad, another stick; and this
#: stick's parts right beyond its end.
_WRONG, _BARE, _OTHER, _BEYOND = 1.5, 2.0, 0.06, 0.7
#: Lengths tried, shares of the unit, the usual one and the spread: sticks lie aslant, and most lie
#: lower than those in plain sight, which tell the unit.
_SCALES = np.linspace(0.78, 1.12, 18)
_USUAL, _SCALE_SIGMA = 0.96, 0.06
#: Steps around the border of colour and wood in which either is right, and beyond an end.
_BORDER, PAST = 2, 6
#: Steps at an end whose sight is worth more: most ends are seen.
_TIP, _END = 2, 0.4
#: Steps whose words count as one, when places are compared, and how near two count as one place.
_AS_ONE, _NEAR = 2.0, STEPS / 7
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
class Place:
    """A stick placed on its line: `ends` (2, 2) pixels, `hidden` which of them something lies over;
    `score` evidence for it, 1 for a stick in plain sight; `own` share of it that is seen; `firm`
    probability that it lies there, give or take a seventh of its length along the line."""

    ends: Points
    hidden: tuple[bool, bool]
    score: float
    own: float
    firm: float


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


def placed(profile: Profile, band: float) -> list[Place | None]:
    """The best place of a stick on every line; None where nothing speaks for one."""
    totals = [sums(m) for m in worths(profile)]
    scores = [_scores(totals, scale, band) for scale in _SCALES]
    return [_best(profile, scores, row) for row in range(len(profile.wood))]


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


def _scores(sums: list[Float], scale: float, band: float) -> tuple[int, Float, Float]:
    """How many steps the stick takes, (S, K - n + 1) scores of every first step, and its own."""
    n = round(scale * STEPS)
    inner = max(1, round(band * n) - _BORDER)
    outer = min(n // 2, inner + 2 * _BORDER)
    marks = [(0, inner, 0), (inner, outer, 2), (outer, n - outer, 1)]
    marks += [(n - outer, n - inner, 2), (n - inner, n, 0)]
    first = np.arange(sums[0].shape[1] - n)
    score = sum(sums[which][:, first + b] - sums[which][:, first + a] for a, b, which in marks)
    before, after = np.maximum(first - PAST, 0), np.minimum(first + n + PAST, first[-1] + n)
    past = sums[3][:, first] - sums[3][:, before] + sums[3][:, after] - sums[3][:, first + n]
    tips = sums[4][:, first + _TIP] - sums[4][:, first]
    tips += sums[4][:, first + n] - sums[4][:, first + n - _TIP]
    prior = -((np.log(scale / _USUAL) / _SCALE_SIGMA) ** 2) / 2
    own = sums[4][:, first + n] - sums[4][:, first]
    return n, (score + past + _END * tips) / _AS_ONE + prior, own


def _best(profile: Profile, scores: list[tuple[int, Float, Float]], row: int) -> Place | None:
    """The best place on one line; None where nothing speaks for one."""
    tops = [float(score[row].max()) for _, score, _ in scores]
    top = max(tops)
    if top <= 0:
        return None
    steps, score, own = scores[int(np.argmax(tops))]
    first = int(np.argmax(score[row]))
    last = min(first + steps, profile.wood.shape[1]) - 1
    shown = (profile.wood + profile.band)[row]
    hidden = (_covered(shown[first : first + _AT_END]), _covered(shown[last - _AT_END : last]))
    ends = profile.points[row, [first, last]]
    seen = float(own[row, first]) / STEPS
    return Place(ends, hidden, top * _AS_ONE / STEPS, seen, _firm(scores, row, first, steps, top))


def place_of(ends: Points, profile: Profile, band: float) -> Place:
    """The place of a stick that lies there, by the one line of a profile that goes `PAST` steps
    beyond its ends."""
    own = (profile.wood + profile.band)[0, PAST:-PAST]
    hidden = (_covered(own[:_AT_END]), _covered(own[-_AT_END:]))
    _, score, _ = _scores([sums(m) for m in worths(profile)], 1.0, band)
    return Place(ends, hidden, float(score[0, PAST]) * _AS_ONE / STEPS, float(own.mean()), 1.0)


def _covered(shown: Float) -> bool:
    """Whether steps at an end show hardly anything of the stick."""
    return bool(shown.max() < _BARELY)


def _firm(
    scores: list[tuple[int, Float, Float]], row: int, first: int, steps: int, top: float
) -> float:
    """The share of all places' probability that lies near the best."""
    near, total = 0.0, 0.0
    for count, score, _ in scores:
        weight = np.exp(np.clip(score[row] - top, -50, 0))
        at = np.arange(len(weight))
        same = (abs(at - first) < _NEAR) & (abs(at + count - first - steps) < _NEAR)
        near, total = near + float(weight[same].sum()), total + float(weight.sum())
    return near / total
