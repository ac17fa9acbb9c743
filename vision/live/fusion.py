"""Several observations of one settled table, told as one.

Log evidence is summed, but frames of one camera under one lamp err together: n of them count as
`n / (1 + (n - 1) r)` independent ones, r being how alike their errors are, so that no number of
frames says more than 1/r of them.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.core.observation import (
    AnyBelief,
    AnyObservation,
    AnySighting,
    Belief,
    Empty,
    Loose,
    Quantity,
    robust_log,
)
from vision.same_places import renamed, same_spot

#: How alike the errors of two frames of one look are, 0..1: nothing moved, so nearly the same
#: pixels go through the same nets. A glare, a worn print or a sign before the tile misleads every
#: frame alike; sensor noise and compression do not. A choice on the careful side: for ever seen
#: the same, a reading of 85 % becomes one of 87 %.
ALIKE = 0.9

#: Differences of a measured number, in its standard deviations, from which two frames do not
#: speak of the same thing (an angle that wraps round).
_ONE_NUMBER = 4.0


def effective(count: int) -> float:
    """How many independent frames so many frames of one look are worth."""
    return count / (1 + (count - 1) * ALIKE)


def fuse(observations: Sequence[AnyObservation]) -> AnyObservation:
    """What observations of the same settled table say together, in the newest one's frame.

    Oldest first, at least one. One that cannot be laid over the newest is left out. Loose
    objects, poses and issues are the newest's; a place that only some frames saw is told by those.
    A piece that all together find in its place is not told as a loose one, too.
    """
    newest = observations[-1]
    others = [found for o in observations[:-1] if (found := renamed(o, newest)) is not None]
    if not others:
        return newest
    looks = [*others, newest]
    sightings = tuple(_fused(group) for group in _by_place(looks))
    return replace(
        newest,
        sightings=sightings,
        loose=tuple(one for one in newest.loose if not _in_place(one, sightings)),
        quantities=tuple(_number(q, others) for q in newest.quantities),
    )


def _in_place(loose: Loose[Any], sightings: Sequence[AnySighting]) -> bool:
    """Whether a loose piece is one that lies in a place: of that look it lay a little aslant."""
    spots = {s.pose.pixel_xy: s.belief.best for s in sightings if s.pose is not None}
    reach = same_spot([*spots])
    return any(
        label == loose.belief.best and math.dist(spot, loose.pose.pixel_xy) <= reach
        for spot, label in spots.items()
    )


def _by_place(looks: Iterable[AnyObservation]) -> Iterable[list[AnySighting]]:
    groups: dict[Hashable, list[AnySighting]] = {}
    for look in looks:
        for sighting in look.sightings:
            groups.setdefault(sighting.place, []).append(sighting)
    return groups.values()


def _fused(group: list[AnySighting]) -> AnySighting:
    newest = group[-1]
    seen = [s for s in group if s.visibility > 0]
    if len(seen) < 2:
        return seen[0] if seen and newest.visibility <= 0 else newest
    return replace(
        newest,
        belief=_belief(seen, effective(len(seen)) / len(seen)),
        visibility=max(s.visibility for s in seen),
    )


def _belief(seen: list[AnySighting], weight: float) -> AnyBelief:
    """The product of beliefs, each to the power of its weight and its visibility."""
    labels: list[Hashable | Empty] = list(
        dict.fromkeys(label for s in seen for label, _ in s.belief.ranked)
    )
    best = max(s.visibility for s in seen)
    logs = {
        label: sum(weight * s.visibility / best * robust_log(s.belief, label) for s in seen)
        for label in labels
    }
    rest = sum(weight * s.visibility / best * math.log(max(s.belief.floor, 1e-12)) for s in seen)
    top = max(logs.values())
    total = sum(math.exp(v - top) for v in logs.values())
    floor = min(1.0, math.exp(rest - top) / total)
    return Belief.of({label: math.exp(v - top) / total for label, v in logs.items()}, floor)


def _number(newest: Quantity, others: Iterable[AnyObservation]) -> Quantity:
    told = [q for o in others for q in o.quantities if _agree(q, newest)]
    if not told:
        return newest
    told.append(newest)
    weights = [1 / max(q.sigma, 1e-9) ** 2 for q in told]
    total = sum(weights)
    mean = sum(w * q.value for w, q in zip(weights, told, strict=True)) / total
    sigma = math.sqrt(len(told) / effective(len(told)) / total)
    return replace(newest, value=mean, sigma=sigma)


def _agree(a: Quantity, b: Quantity) -> bool:
    """Whether two frames speak of the same number."""
    near = abs(a.value - b.value) <= _ONE_NUMBER * math.hypot(a.sigma, b.sigma)
    return a.name == b.name and near
