"""One table read twice: do both readings call the places alike?

A free layout has no frame of its own; a tile missed at its edge shifts every number. Pieces that
lie on the same spot of the picture show how one reading's places are called in the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

from rules.core.observation import AnyObservation
from rules.core.places import Cell

#: Share of the distance to the nearest other piece within which two middles are one piece.
_SAME_SPOT = 0.35

#: Likewise in pixels where only one piece lies on the table.
_LONE_PX = 12.0

#: Share of the pieces found in both that must agree on how places are called.
_AGREEING = 0.8


def renamed(earlier: AnyObservation, newest: AnyObservation) -> AnyObservation | None:
    """The earlier observation with its places called as in the newest, or None where the two
    cannot be laid over each other."""
    pairs = _pairs(earlier, newest)
    if not pairs:
        alike = {s.place for s in earlier.sightings} == {s.place for s in newest.sightings}
        return earlier if alike else None
    needed = _AGREEING * len(pairs)
    if sum(old == new for old, new in pairs) >= needed:
        return earlier
    shifts = Counter(
        (new.col - old.col, new.row - old.row)
        for old, new in pairs
        if isinstance(old, Cell) and isinstance(new, Cell)
    )
    if not shifts:
        return None
    (cols, rows), count = shifts.most_common(1)[0]
    return _shifted(earlier, cols, rows) if count >= needed else None


def _shifted(observation: AnyObservation, cols: int, rows: int) -> AnyObservation:
    return observation.with_sightings(
        replace(s, place=s.place.shifted(cols, rows)) for s in observation.sightings
    )


def _pairs(earlier: AnyObservation, newest: AnyObservation) -> list[tuple[Hashable, Hashable]]:
    """The places of pieces that lie on one spot of the picture in both."""
    old, new = _spots(earlier), _spots(newest)
    reach = same_spot(list(new))
    pairs = []
    for spot, place in old.items():
        near = min(new, key=lambda other: math.dist(spot, other), default=None)
        if near is not None and math.dist(spot, near) <= reach:
            pairs.append((place, new[near]))
    return pairs


def _spots(observation: AnyObservation) -> dict[tuple[float, float], Hashable]:
    return {s.pose.pixel_xy: s.place for s in observation.sightings if s.pose is not None}


def same_spot(spots: list[tuple[float, float]]) -> float:
    """Within how many pixels of each other two middles are one piece's, where places lie at these
    spots of a picture."""
    gaps = [
        min((math.dist(a, b) for j, b in enumerate(spots) if j != i), default=math.inf)
        for i, a in enumerate(spots)
    ]
    gaps = sorted(g for g in gaps if math.isfinite(g))
    return _SAME_SPOT * gaps[len(gaps) // 2] if gaps else _LONE_PX
