"""Observations as a perfect or a doubtful reader would give them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.observation import EMPTY, Belief, Empty, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import CELLS, SPOTS, TERMINI, Spot

#: Every place a reader looks at.
LOOKED_AT = [*(SPOTS[at] for at in CELLS), *(terminus.spot for terminus in TERMINI)]

Label = CellContent | Empty


def picture(
    position: Mapping[Spot, CellContent],
    sure: float = 0.999,
    doubts: Mapping[Spot, tuple[Label, float]] | None = None,
) -> Observation[Spot, CellContent]:
    """What stands there with this probability; `doubts` give a second label its share."""
    doubts = doubts or {}
    places = dict.fromkeys([*LOOKED_AT, *position])
    return Observation("linie1", tuple(_sighting(s, position, sure, doubts) for s in places))


def _sighting(
    spot: Spot,
    position: Mapping[Spot, CellContent],
    sure: float,
    doubts: Mapping[Spot, tuple[Label, float]],
) -> Sighting[Spot, CellContent]:
    label: Label = position.get(spot, EMPTY)
    weights: dict[Label, float] = {label: sure}
    if spot in doubts:
        other, share = doubts[spot]
        weights = {label: sure - share, other: share}
    return Sighting(spot, Belief.of(weights, floor=(1 - sure) / 60))
