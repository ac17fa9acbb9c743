"""The pieces of a picture as samples of their box's two colours: what people say of them teaches
the reader how the box looks, where it read one amiss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rules.games.mokadi.pieces import Label, Spot
from vision.mokadi.box_looks import SCATTER, BoxLooks, apart, light_on, look_of
from vision.nn.arrays import Float, Indices

#: Pieces of either colour that teach, at least; how far the two lie apart at least, in what one
#: scatters, and how far if there is a single piece of one: two looks of one paint lie less than 5.7
#: apart in 999 of 1,000 cases (chi-square, three axes, twice the variance). Share of the pieces
#: that may look like the other colour: in a pile the end of one often shows another one's.
LEAST, APART, FAR_APART, _ODD = 2, 3.0, 6.0, 0.25


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


def looks_told(samples: Samples, labels: Mapping[Spot, Label]) -> BoxLooks | None:
    """How the box looks by what people say lies on the table; None where they say what was read, or
    where what was read is too little or looks too much alike."""
    told = [(one, labels[one.spot].colour) for one in samples.pieces if one.spot in labels]
    names = tuple(dict.fromkeys(colour for _, colour in told))
    if len(names) != 2 or all(one.colour == colour for one, colour in told):
        return None
    which = np.array([names.index(colour) for _, colour in told], np.intp)
    lights = np.array([one.light for one, _ in told])
    looks = look_of(lights)
    middles = middles_of(looks, which)
    odd = (distances(looks, middles).argmin(1) != which).mean()
    few = np.bincount(which, minlength=2).min() < LEAST
    if odd > _ODD or apart(middles) < (FAR_APART if few else APART):
        return None
    shares = middles_of(lights / samples.wood, which)
    return BoxLooks((names[0], names[1]), shares, light_on(samples.wood))


def middles_of(points: Float, which: Indices) -> Float:
    """(2, 3) the middles of points (N, 3) of either kind."""
    return np.array([np.median(points[which == k], axis=0) for k in (0, 1)])


def distances(looks: Float, middles: Float) -> Float:
    """(N, M) how far looks (N, 3) lie from others (M, 3), in what one colour scatters."""
    gaps = (looks[:, None] - middles[None]) / SCATTER
    return np.asarray(np.sqrt((gaps**2).sum(-1)))
