"""Samples of a box's two colours: the pieces of a picture that are surely there and in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.games.mokadi.pieces import Kind, Spot
from vision.light import linear_light
from vision.mokadi.looking import Seen
from vision.mokadi.pieces.fields import BAND, COLOURS, PAD, WOOD
from vision.mokadi.samples import Sample, Samples
from vision.nn.arrays import Float, Indices, Points

#: Where a piece shows its colour: on a pad, its radii from its middle; on a stick, coloured parts
#: from its tip, and where it shows its wood.
TOP = np.stack(np.meshgrid(*2 * [np.linspace(-0.4, 0.4, 5)]), -1).reshape(-1, 2)
COLOURED, WOODEN = np.linspace(0.15, 0.85, 8), np.linspace(1.2, 1.9, 8)
#: How surely a piece lies there, and how surely the picture shows its colour, of those that teach;
#: share of a pad's top that must be bare: sticks lie on most.
SURE, SEEN, _BARE = 0.5, 0.8, 0.25
#: Linear light of the darkest that a picture tells from black, of 1 for white.
DARKEST = 1e-3


@dataclass(frozen=True)
class _End:
    """An end of a stick: (3,) light of its colour and of its wood; how much of them is seen."""

    light: Float
    wood: Float
    seen: float


def samples_of(seen: Seen, sure_pads: Float, sure_sticks: Float) -> Samples | None:
    """The pieces of a picture that may teach, by the probability of every pad and stick that was
    found, (P,) and (S,); None where no stick shows its wood."""
    pads = _pads(seen, np.flatnonzero(sure_pads >= SURE))
    ends = {int(k): _end(seen, int(k)) for k in np.flatnonzero(sure_sticks >= SURE)}
    clear = {k: end for k, end in ends.items() if end.seen >= SEEN}
    if not clear:
        return None
    sticks = [
        Sample(
            Spot(Kind.STICK, seen.carried.sticks[k].number), _name(seen.sticks[k].colour), end.light
        )
        for k, end in clear.items()
    ]
    wood = np.median([end.wood for end in clear.values()], axis=0)
    return Samples((*pads, *sticks), wood)


def _pads(seen: Seen, which: Indices) -> list[Sample]:
    found = []
    for k in which:
        pad = seen.pads[int(k)]
        points = pad.xy + pad.reach * TOP
        bare = points[seen.fields.part[PAD].ravel()[seen.fields.cells(points)] >= SEEN]
        if len(bare) >= _BARE * len(points):
            spot = Spot(Kind.PAD, seen.carried.pads[int(k)].number)
            found.append(Sample(spot, _name(pad.colour), _light(seen, bare)))
    return found


def _end(seen: Seen, index: int) -> _End:
    """The end of a stick of which more is in sight."""
    ends = seen.sticks[index].ends
    return max((_at(seen, way) for way in (ends, ends[::-1])), key=lambda end: end.seen)


def _at(seen: Seen, ends: Points) -> _End:
    part = seen.band * (ends[1] - ends[0])
    coloured, wooden = (ends[0] + at[:, None] * part for at in (COLOURED, WOODEN))
    in_sight = min(shown_at(seen, coloured, BAND), shown_at(seen, wooden, WOOD))
    return _End(_light(seen, coloured), _light(seen, wooden), in_sight)


def shown_at(seen: Seen, points: Points, part: int) -> float:
    """How surely points (N, 2) of the net's picture show a part."""
    return float(seen.fields.part[part].ravel()[seen.fields.cells(points)].mean())


def _light(seen: Seen, points: Points) -> Float:
    """(3,) BGR linear light at points (N, 2) of the net's picture, about."""
    image = seen.fields.patch.image
    at = np.clip(np.round(points).astype(np.intp), 0, np.array(image.shape[1::-1]) - 1)
    shown = np.median(linear_light(image[at[:, 1], at[:, 0]]), axis=0)
    return np.asarray(np.maximum(shown, DARKEST))


def _name(colour: Sequence[float] | Float) -> str:
    return COLOURS[int(np.argmax(colour))]
