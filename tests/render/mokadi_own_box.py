"""Piles of boxes that players made themselves, on tables that pull the eye away: flat sticks,
blocks for pads, faded paint, stained wood. The net of the reader learns from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.render.mokadi_photo import BOXES, NAMES, MokadiPhoto, Paint, painted, render
from tests.render.mokadi_pile import Sizes, random_pile, random_sizes
from tests.render.seeds import stream

#: Hue in degrees, saturation and value of the paints, in the order of `NAMES`.
_PAINTS = (
    ((15, 75), (0.0, 0.28), (0.68, 1.0)),
    ((0, 360), (0.0, 0.4), (0.05, 0.3)),
    ((185, 245), (0.3, 0.95), (0.3, 0.95)),
    ((335, 378), (0.5, 0.95), (0.38, 0.95)),
)
_WOODS = ((18, 46), (0.12, 0.65), (0.35, 1.0))
#: Corners of pads; how many times as wide as thick sticks are, and as wide as usual pads.
_CORNERS, _WIDE, _PADS = (4, 4, 6, 28, 28), (0.9, 2.4), (0.8, 1.3)


def own_sizes(rng: np.random.Generator) -> Sizes:
    """A box of somebody's own making."""
    sizes = random_sizes(rng)
    wide = float(rng.uniform(*_WIDE)) if rng.random() < 0.5 else 1.0
    radius = sizes.pad_radius * float(rng.uniform(*_PADS))
    corners = _CORNERS[int(rng.integers(len(_CORNERS)))]
    return replace(sizes, wide=wide, pad_radius=radius, corners=corners)


def own_paint(rng: np.random.Generator) -> Paint:
    """Its paints, and the wood of its sticks."""
    box = BOXES[int(rng.integers(len(BOXES)))]
    box = box if rng.random() < 0.5 else box[::-1]
    ends = (painted(rng, _PAINTS[box[0]]), painted(rng, _PAINTS[box[1]]))
    names, gloss = (NAMES[box[0]], NAMES[box[1]]), float(rng.uniform(0, 90))
    return Paint(names, ends, painted(rng, _WOODS), bool(rng.random() < 0.4), gloss)


def random_photo(seed: int, size_wh: tuple[int, int] = (1280, 960)) -> MokadiPhoto:
    """A photograph with everything drawn from the seed: up to 30 sticks on three to eight pads."""
    rng = stream(seed, "mokadi-own-box")
    count = int(rng.integers(0, 31)) if rng.random() < 0.5 else int(rng.integers(0, 14))
    sizes, pads = own_sizes(rng), int(rng.integers(3, 9))
    pile = random_pile(rng, count, pads, sizes=sizes)
    return render(pile, seed=seed, size_wh=size_wh, paint=own_paint(rng), restless=True)
