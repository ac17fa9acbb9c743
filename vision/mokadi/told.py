"""What people say of the colours on the table teaches the reader how their box looks: where it read
one amiss, the pieces in sight are samples of both colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.games.mokadi.pieces import Kind, Label, Spot
from vision.mokadi.box_looks import SCATTER, BoxLooks, apart, light_on, linear_of, look_of
from vision.mokadi.looking import Seen
from vision.mokadi.pieces.fields import BAND, COLOURS, PAD, WOOD
from vision.nn.arrays import Float, Indices, Points

#: Where a piece shows its colour: on a pad, its radii from its middle; on a stick, coloured parts
#: from its tip, and where it shows its wood.
TOP = np.stack(np.meshgrid(*2 * [np.linspace(-0.4, 0.4, 5)]), -1).reshape(-1, 2)
COLOURED, WOODEN = np.linspace(0.15, 0.85, 8), np.linspace(1.2, 1.9, 8)
#: How surely a piece lies there, and how much of that is in sight, of those that teach.
SURE, SEEN = 0.5, 0.8
#: Linear light of the darkest that a picture tells from black, of 1 for white.
DARKEST = 1e-3
#: Pieces of either colour that teach, at least; how far the two lie apart at least, in what one
#: scatters; share of the pieces that may look like the other colour: in a pile the end of one often
#: shows another one's.
_LEAST, _APART, _ODD = 2, 3.0, 0.25


@dataclass(frozen=True, eq=False)
class Sample:
    """A piece in sight as it was read: (3,) BGR linear `light` that its colour throws back."""

    spot: Spot
    colour: str
    light: Float


@dataclass(frozen=True, eq=False)
class Samples:
    """Those of one picture, and (3,) the light that the wood of its sticks throws back."""

    pieces: tuple[Sample, ...]
    wood: Float


@dataclass(frozen=True)
class _End:
    """An end of a stick: (3,) light of its colour and of its wood; how much of them is seen."""

    light: Float
    wood: Float
    seen: float


def samples_of(seen: Seen, sure_pads: Float, sure_sticks: Float) -> Samples | None:
    """The pieces of a picture that may teach; None where no stick shows its wood."""
    pads = _pads(seen, np.flatnonzero(sure_pads >= SURE))
    ends = {int(k): _end(seen, int(k)) for k in np.flatnonzero(sure_sticks >= SURE)}
    clear = {k: end for k, end in ends.items() if end.seen >= SEEN}
    if not clear:
        return None
    sticks = [
        Sample(Spot(Kind.STICK, seen.carried.sticks[k]), _name(seen.sticks[k].colour), end.light)
        for k, end in clear.items()
    ]
    wood = np.median([end.wood for end in clear.values()], axis=0)
    return Samples((*pads, *sticks), wood)


def looks_told(samples: Samples, labels: Mapping[Spot, Label]) -> BoxLooks | None:
    """How the box looks by what people say lies on the table; None where they say what was read, or
    where what was read is too little or looks too much alike."""
    told = [(one, labels[one.spot].colour) for one in samples.pieces if one.spot in labels]
    names = tuple(dict.fromkeys(colour for _, colour in told))
    if len(names) != 2 or all(one.colour == colour for one, colour in told):
        return None
    which = np.array([names.index(colour) for _, colour in told], np.intp)
    shares = np.array([one.light for one, _ in told]) / samples.wood
    looks = look_of(shares * samples.wood)
    middles = middles_of(looks, which)
    odd = (off(looks, middles).argmin(1) != which).mean()
    few = np.bincount(which, minlength=2).min() < _LEAST
    if few or odd > _ODD or apart(middles) < _APART:
        return None
    return BoxLooks((names[0], names[1]), middles_of(shares, which), light_on(samples.wood))


def middles_of(points: Float, which: Indices) -> Float:
    """(2, 3) the middles of points (N, 3) of either kind."""
    return np.array([np.median(points[which == k], axis=0) for k in (0, 1)])


def off(looks: Float, middles: Float) -> Float:
    """(N, M) how far looks (N, 3) lie from others (M, 3), in what one colour scatters."""
    gaps = (looks[:, None] - middles[None]) / SCATTER
    return np.asarray(np.sqrt((gaps**2).sum(-1)))


def _pads(seen: Seen, which: Indices) -> list[Sample]:
    found = []
    for k in which:
        pad = seen.pads[int(k)]
        points = pad.xy + pad.reach * TOP
        if _shown(seen, points, PAD) >= SEEN:
            spot = Spot(Kind.PAD, seen.carried.pads[int(k)])
            found.append(Sample(spot, _name(pad.colour), _light(seen, points)))
    return found


def _end(seen: Seen, index: int) -> _End:
    """The end of a stick of which more is in sight."""
    ends = seen.sticks[index].ends
    return max((_at(seen, way) for way in (ends, ends[::-1])), key=lambda end: end.seen)


def _at(seen: Seen, ends: Points) -> _End:
    part = seen.band * (ends[1] - ends[0])
    coloured, wooden = (ends[0] + at[:, None] * part for at in (COLOURED, WOODEN))
    in_sight = min(_shown(seen, coloured, BAND), _shown(seen, wooden, WOOD))
    return _End(_light(seen, coloured), _light(seen, wooden), in_sight)


def _shown(seen: Seen, points: Points, part: int) -> float:
    """How surely points (N, 2) of the net's picture show a part."""
    return float(seen.fields.part[part].ravel()[seen.fields.cells(points)].mean())


def _light(seen: Seen, points: Points) -> Float:
    """(3,) BGR linear light at points (N, 2) of the net's picture, about."""
    image = seen.fields.patch.image
    at = np.clip(np.round(points).astype(np.intp), 0, np.array(image.shape[1::-1]) - 1)
    shown = np.median(linear_of(image[at[:, 1], at[:, 0]]), axis=0)
    return np.asarray(np.maximum(shown, DARKEST))


def _name(colour: Sequence[float] | Float) -> str:
    return COLOURS[int(np.argmax(colour))]
