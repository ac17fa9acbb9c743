"""What a person who looks at a learnt piece says it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from calibration.homography import NoFit, fit_homography
from calibration.learnt_set import Example
from rules.games.redline.tiles import DIRECTIONS, Tile
from vision.nn.arrays import Points
from vision.redline.taught import name_of

#: Share of a tile's side within which an outline lies on it.
_ON_IT = 0.4


def true_example(truth: Mapping[str, Any], example: Example, outline_xy: Points) -> Example | None:
    """The piece as it truly is, in the frame of its outline (4, 2); None where no tile lies."""
    middle = np.asarray(outline_xy).mean(axis=0)
    tile = min(truth["tiles"], key=lambda one: float(np.hypot(*(one["px"] - middle))))
    side = float(np.linalg.norm(outline_xy[1] - outline_xy[0]))
    if np.hypot(*(tile["px"] - middle)) > _ON_IT * side:
        return None
    quarters = _turn(truth, outline_xy, middle)
    spokes = [DIRECTIONS[k] for k in tile["spokes"]]
    seen = Tile.named(tile["colour"], spokes).turned(quarters)
    name = name_of(seen)
    canonical = next(q for q in range(4) if _named(name).turned(q) == seen)
    return replace(example, name=name, quarters=canonical)


def _named(name: str) -> Tile:
    colour, *spokes = name.split("-")
    return Tile.named(colour, spokes)


def _turn(truth: Mapping[str, Any], outline_xy: Points, middle: Points) -> int:
    """Quarter turns clockwise from the lattice's frame of the truth to an outline's: its first
    corner is north-west in its own frame."""
    cells = np.array([(t["col"], t["row"]) for t in truth["tiles"]], np.float64)
    fit = fit_homography(cells, np.array([t["px"] for t in truth["tiles"]], np.float64))
    assert not isinstance(fit, NoFit)
    here = fit.inverse()(np.array([middle, (outline_xy[0] + outline_xy[1]) / 2]))
    east, south = here[1] - here[0]
    # The middle of its first side lies north of it in its own frame.
    angle = np.degrees(np.arctan2(east, -south))
    return round(-angle / 90) % 4
