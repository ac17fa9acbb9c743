"""How long sticks are: from those that lie open from one end to the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.pieces.extents import Profile, looked, sums, worths
from vision.mokadi.pieces.fields import BAND, CELL, WOOD, Fields
from vision.mokadi.pieces.lines import Lines
from vision.mokadi.pieces.plane import Plane, plane_of
from vision.nn.arrays import Float, Indices, Points

#: Lines that are asked, at most, and stick lengths in thicknesses: boxes have 14 to 32.
_LINES = 60
LONG = 18.0
_SHORTEST = 8.0
#: Coloured share of an end where no stick tells it, and those that are tried.
USUAL_BAND = 0.22
_BANDS = np.linspace(0.1, 0.32, 12)
#: How far the ends of two lie apart at most that are one stick, shares of its length.
_SAME = 0.25
#: Spread of the lengths of sticks, logarithm, in a plane fitted to all of them, and in one guessed
#: from those that seem to lie open.
USUAL_SPREAD, _FIRST_SPREAD = 0.065, 0.11
#: Sticks from which the plane is fitted, at least.
_ENOUGH = 3
#: Evidence a step from which a line is a stick in sight, and the worth of one that something may
#: lie over at its ends; of one hardly in sight; and of bare ground at both ends, as evidence.
_OPEN, _COVERED, _HARDLY, _CLEAR = 0.4, 0.1, 0.05, 0.2
#: Probability from which a step shows a stick; how far along a line is looked, picture diagonals.
_ON, _REACH = 0.4, 0.6
#: How far from the unit a stick that tells it is long, logarithm, and its votes for the coloured
#: share by its worth.
_FITS, _VOTES = 0.12, 20


@dataclass(frozen=True)
class Unit:
    """The plane in which the sticks lie, their usual length in the picture, pixels, the
    coloured share at either end, and how their lengths in the plane spread, logarithm: they lie at
    slopes and heights."""

    plane: Plane
    length_px: float
    band: float
    spread: float = USUAL_SPREAD


@dataclass(frozen=True)
class _Open:
    """A stick in sight: its ends (2, 2), what it is worth, its coloured share."""

    ends: Points
    worth: float
    band: float


def unit_of(
    fields: Fields, lines: Lines, width_px: float, known: Plane | None = None
) -> Unit | None:
    """The unit by the sticks that lie open; None where none does and nothing is known."""
    first = lines.only(np.arange(min(_LINES, len(lines.start))))
    found = _opened(fields, first, width_px)
    if not found and known is None:
        return None
    weight = np.array([o.worth for o in found])
    ends = np.array([o.ends for o in found]).reshape(-1, 2, 2)
    plane = known or plane_of(ends, weight, fields.patch.size_wh)
    fits = [o for o in found if abs(np.log(plane.length(o.ends))) < _FITS]
    lengths = [float(np.hypot(*(o.ends[1] - o.ends[0]))) for o in fits]
    bands = [o.band for o in fits for _ in range(1 + int(_VOTES * o.worth))]
    length = float(np.median(lengths)) if fits else _middle_px(plane, fields)
    spread = USUAL_SPREAD if known is not None else _FIRST_SPREAD
    return Unit(plane, length, float(np.median(bands)) if fits else USUAL_BAND, spread)


def unit_by(unit: Unit, ends: Points, weight: Float, size_wh: tuple[int, int]) -> Unit:
    """The unit by sticks with ends (N, 2, 2), pixels, that were found with one that was guessed."""
    if len(ends) < _ENOUGH:
        return unit
    plane = plane_of(ends, weight, size_wh)
    length = float(np.median(np.hypot(*(ends[:, 1] - ends[:, 0]).T)))
    return replace(unit, plane=plane, length_px=length, spread=USUAL_SPREAD)


def _middle_px(plane: Plane, fields: Fields) -> float:
    """A stick's length in the middle of the picture."""
    middle = np.array(fields.patch.size_wh) / 2
    return 10 / max(plane.length(np.array([middle, middle + np.array([10.0, 0.0])])), 1e-6)


def _opened(fields: Fields, lines: Lines, width_px: float) -> list[_Open]:
    if not len(lines.start):
        return []
    reach = _REACH * float(np.hypot(*fields.patch.size_wh))
    ahead = np.arange(-reach, reach, CELL)
    points = lines.start[:, None] + ahead[None, :, None] * lines.along[:, None]
    mine = fields.part.reshape(4, -1)[[WOOD, BAND]]
    profile = looked(fields, mine, lines, points, width_px)
    totals = [sums(m) for m in worths(profile)]
    found = [_likely(profile, totals, row, width_px) for row in range(len(points))]
    return _once([one for one in found if one is not None])


def _once(found: Sequence[_Open]) -> list[_Open]:
    """Every stick once, as it is worth most: several lines may run along one."""
    kept: list[_Open] = []
    for one in sorted(found, key=lambda o: -o.worth):
        near = _SAME * float(np.hypot(*(one.ends[1] - one.ends[0])))
        offs = [np.hypot(*(one.ends - k.ends[::w]).T).max() for k in kept for w in (1, -1)]
        if all(off > near for off in offs):
            kept.append(replace(one, worth=float(np.sqrt(max(one.worth, 0.0)))))
    return kept


def _likely(profile: Profile, totals: list[Float], row: int, width_px: float) -> _Open | None:
    """The stick on one line that fits best between two steps at which its parts begin and end."""
    starts, stops = _borders(profile, row)
    first, last = (m.ravel() for m in np.meshgrid(starts, stops, indexing="ij"))
    long = (last - first) * CELL > _SHORTEST * width_px
    first, last = first[long], last[long]
    if not len(first):
        return None
    scores = np.array([_evidence(totals, row, first, last, band) for band in _BANDS])
    bare = np.pad(profile.bare[row], 3, constant_values=1.0)
    clear = (bare[first] + bare[first + 1] + bare[first + 2]) / 3
    clear *= (bare[last + 3] + bare[last + 4] + bare[last + 5]) / 3
    best, band = scores.max(0), _BANDS[scores.argmax(0)]
    worth = (best - _OPEN + _HARDLY) * (_COVERED + clear)
    ends = profile.points[row][np.column_stack([first, last - 1])]
    k = int(np.argmax(best + _CLEAR * clear))
    return _Open(ends[k], float(worth[k]), float(band[k])) if best[k] > _OPEN else None


def _borders(profile: Profile, row: int) -> tuple[Indices, Indices]:
    """The steps at which a stick's parts begin, and those after which they end."""
    on = np.pad(profile.wood[row] + profile.band[row] > _ON, 2)
    starts = on[2:-2] & ~on[1:-3] & ~on[:-4]
    stops = on[2:-2] & ~on[3:-1] & ~on[4:]
    return np.flatnonzero(starts), np.flatnonzero(stops) + 1


def _evidence(totals: list[Float], row: int, first: Indices, last: Indices, band: float) -> Float:
    count = last - first
    inner = np.maximum(np.round(band * count).astype(np.intp), 1)
    colour, wood = totals[0][row], totals[1][row]
    ends = colour[first + inner] - colour[first] + colour[last] - colour[last - inner]
    return np.asarray((ends + wood[last - inner] - wood[first + inner]) / count)
