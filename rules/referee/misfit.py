"""How badly a picture fits a table, in nats.

A place's misfit is how much worse the predicted label explains it than its likeliest label does,
bounded by the rate of gross misreads; hidden places say nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.observation import EMPTY, Observation, Sighting, log_evidence
from rules.referee.limits import Limits

AnyObservation = Observation[Any, Any]

#: Where pieces are in a picture, by their place.
Pixels = Mapping[Any, tuple[float, float]]

#: Size of a place where a single piece gives no measure. Origin: a tile in an 1 MP table photo.
LONE_PIECE_PX = 80.0


class Board:
    """One picture's misfit with the accepted position, kept so that an explanation only costs
    the places it touches."""

    def __init__(
        self, picture: AnyObservation, known: Mapping[Any, Any], limits: Limits, prior: float = 0.0
    ) -> None:
        """`prior` in nats is what the alignment itself is worth."""
        self.picture = picture
        self.known = known
        self.prior = prior
        self.limits = limits
        places = [(s, known.get(s.place, EMPTY)) for s in picture.sightings]
        self.costs = {s.place: misfit(s, label) for s, label in places}
        self.total = sum(self.costs.values())

    def misfit(self, look: Mapping[Any, Any]) -> tuple[float, float, int]:
        """Total misfit, the worst touched place's, and the number of misread known places."""
        touched = [p for p in {*look, *self.known} if look.get(p) != self.known.get(p)]
        new = {p: self.cost(p, look.get(p, EMPTY)) for p in touched}
        total = self.total + sum(c - self.costs.get(p, 0.0) for p, c in new.items())
        rest = (c for p, c in self.costs.items() if p in self.known and p not in new)
        strays = sum(cost > self.limits.stray_nats for cost in rest)
        return total, max(new.values(), default=0.0), strays

    def cost(self, place: Any, label: Any) -> float:
        """Misfit of a label at a place, 0 where nobody looked."""
        sighting = self.picture.at(place)
        return 0.0 if sighting is None else misfit(sighting, label)


def misfit(sighting: Sighting[Any, Any], label: Any) -> float:
    """How much worse a label explains a sighting than its likeliest label does, in nats."""
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def pixels_of(picture: AnyObservation) -> dict[Any, tuple[float, float]]:
    """Where the pieces of an aligned picture are, in its pixels."""
    return {
        s.place: s.pose.pixel_xy
        for s in picture.sightings
        if s.pose is not None and s.belief.best is not EMPTY
    }


def pixel_prior(picture: AnyObservation, near: Pixels, limits: Limits) -> float:
    """A weak tie-break between alignments: pieces mostly stay where they were in the picture.
    The camera may have moved, so the most it costs is small."""
    here = pixels_of(picture)
    common = [place for place in near if place in here]
    if not common:
        return 0.0
    moved = sum(math.dist(here[p], near[p]) for p in common) / len(common)
    return limits.pixel_prior * min(1.0, moved / _gap(list(here.values())))


def _gap(points: Sequence[tuple[float, float]]) -> float:
    """The smallest distance between two pieces, as a measure of a place's size in pixels."""
    gaps = (math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 :])
    return max(min(gaps, default=LONE_PIECE_PX), 1.0)
