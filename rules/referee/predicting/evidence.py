"""How badly a picture fits a table, in nats.

A place's gap is how much worse the predicted label explains it than its likeliest label does,
bounded by the rate of gross misreads; hidden places say nothing.

One reader looks at one table: what misleads it once (a worn print, a sign before the tile) misleads
it again. Of the same reading n pictures therefore weigh n / (1 + (n - 1) r) of one, r being how
alike their errors are: a reading repeated for ever never weighs more than 1 / r.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.observation import EMPTY, Belief, Observation, Sighting, log_evidence
from rules.referee.limits import LIMITS, Limits

AnyObservation = Observation[Any, Any]
AnySighting = Sighting[Any, Any]

#: Where pieces are in a picture, by their place.
Pixels = Mapping[Any, tuple[float, float]]

#: Size of a place where a single piece gives no measure. Origin: a tile in an 1 MP table photo.
LONE_PIECE_PX = 80.0


@dataclass(frozen=True, slots=True)
class Misread:
    """What a place holds by people's words, and what it was read as."""

    truth: Any
    read: Any


@dataclass(frozen=True)
class Habits:
    """What a reader said before: misreadings that people put right, by their place, and the last
    pictures of each place as far as it was read as the same thing."""

    misreads: Mapping[Any, Misread] = field(default_factory=dict)
    repeats: Mapping[Any, tuple[AnySighting, ...]] = field(default_factory=dict)

    def news(self, sighting: AnySighting, label: Any, limits: Limits = LIMITS) -> float:
        """The gap that one more picture adds for a label, where nothing happened to the place."""
        if label == sighting.belief.best:
            return 0.0
        before = self._alike(sighting, limits)
        now = (*before, sighting)[-limits.pictures :]
        return _of_all(now, label, limits) - _of_all(before, label, limits)

    def after(
        self, picture: AnyObservation, lies: Mapping[Any, Any], look: Mapping[Any, Any]
    ) -> Habits:
        """What is known after a picture of what `lies` on the table. Where a picture looks
        otherwise than what lies there, and says why (`look`), nobody erred."""
        seen = {s.place: (*self._alike(s, LIMITS), s) for s in picture.sightings}
        told = {p for p in {*lies, *look} if lies.get(p) != look.get(p)}
        repeats = {p: r for p, r in {**self.repeats, **seen}.items() if p not in told}
        kept = {p: m for p, m in self.misreads.items() if lies.get(p, EMPTY) == m.truth}
        return Habits(kept, repeats)

    def told(self, misreads: Mapping[Any, Misread], places: Iterable[Any]) -> Habits:
        """The same with what people put right; of what they spoke of nothing earlier counts."""
        spoken = set(places)
        kept = {p: m for p, m in self.misreads.items() if p not in spoken}
        repeats = {place: seen for place, seen in self.repeats.items() if place not in spoken}
        return Habits({**kept, **misreads}, repeats)

    def heeded(self, picture: AnyObservation) -> AnyObservation:
        """A picture in which places that people put right are as likely as they said as they are
        read, for those who look for what may have happened."""
        if not self.misreads:
            return picture
        return picture.with_sightings(self._as_said(one) for one in picture.sightings)

    def _as_said(self, sighting: AnySighting) -> AnySighting:
        known = self.misreads.get(sighting.place)
        if known is None or known.read != sighting.belief.best:
            return sighting
        return replace(sighting, belief=Belief.of({known.truth: 0.5, known.read: 0.5}))

    def _alike(self, sighting: AnySighting, limits: Limits) -> tuple[AnySighting, ...]:
        before = self.repeats.get(sighting.place, ())
        same = before and before[-1].belief.best == sighting.belief.best
        return before[-limits.pictures :] if same else ()


def _of_all(seen: Sequence[AnySighting], label: Any, limits: Limits) -> float:
    """The gap of a label over several pictures whose errors are alike."""
    if not seen:
        return 0.0
    mean = sum(evidence_gap(one, label) for one in seen) / len(seen)
    return mean * len(seen) / (1 + (len(seen) - 1) * limits.alike)


class Board:
    """One picture's gap to a known position, kept so that an explanation only costs the places it
    touches."""

    def __init__(
        self,
        picture: AnyObservation,
        known: Mapping[Any, Any],
        habits: Habits,
        limits: Limits = LIMITS,
    ) -> None:
        """`habits` are those of the reader before this picture."""
        self.picture = picture
        self.known = known
        self.limits = limits
        self._habits = habits
        places = [(s, known.get(s.place, EMPTY)) for s in picture.sightings]
        self.costs = {s.place: self._gap(s, label) for s, label in places}
        self._weighed = {s.place: self._news(s, label) for s, label in places}
        self._weighed |= {p: limits.unlisted for p in known if picture.at(p) is None}
        self._total = sum(self._weighed.values())

    def gap(self, look: Mapping[Any, Any]) -> tuple[float, float, int]:
        """Total gap, the worst touched place's, and the number of misread known places."""
        touched = [p for p in {*look, *self.known} if look.get(p) != self.known.get(p)]
        new = {p: self.cost(p, look.get(p, EMPTY)) for p in touched}
        total = self._total + sum(c - self._weighed.get(p, 0.0) for p, c in new.items())
        rest = (c for p, c in self.costs.items() if p in self.known and p not in new)
        strays = sum(cost > self.limits.stray_nats for cost in rest)
        return total, max(new.values(), default=0.0), strays

    def cost(self, place: Any, label: Any) -> float:
        """The gap of a label at a place; where nobody looked a piece is less likely than none, as
        readers look round every piece they see."""
        sighting = self.picture.at(place)
        if sighting is None:
            return 0.0 if label is EMPTY else self.limits.unlisted
        return self._gap(sighting, label)

    def _gap(self, sighting: AnySighting, label: Any) -> float:
        gap = evidence_gap(sighting, label)
        return min(gap, self.limits.told_nats) if self._put_right(sighting, label) else gap

    def _news(self, sighting: AnySighting, label: Any) -> float:
        news = self._habits.news(sighting, label, self.limits)
        return min(news, self.limits.told_nats) if self._put_right(sighting, label) else news

    def _put_right(self, sighting: AnySighting, label: Any) -> bool:
        """Whether people said that what is read here now is this label."""
        known = self._habits.misreads.get(sighting.place)
        return known is not None and (known.truth, known.read) == (label, sighting.belief.best)


def evidence_gap(sighting: AnySighting, label: Any) -> float:
    """How much worse a label explains a sighting than its likeliest label does, in nats."""
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def told_misreads(
    places: Iterable[Any], truth: Mapping[Any, Any], picture: AnyObservation
) -> dict[Any, Misread]:
    """Those of the places that the picture shows otherwise than people say they are."""
    sightings = ((place, picture.at(place)) for place in places)
    told = {p: Misread(truth.get(p, EMPTY), s.belief.best) for p, s in sightings if s is not None}
    return {place: one for place, one in told.items() if one.truth != one.read}


def pixels_of(picture: AnyObservation) -> dict[Any, tuple[float, float]]:
    """Where the pieces of an aligned picture are, in its pixels."""
    return {
        s.place: s.pose.pixel_xy
        for s in picture.sightings
        if s.pose is not None and s.belief.best is not EMPTY
    }


def pixel_prior(picture: AnyObservation, near: Pixels, limits: Limits = LIMITS) -> float:
    """A weak tie-break between alignments: pieces mostly stay where they were in the picture.
    The camera may have moved, so the most it costs is small."""
    here = pixels_of(picture)
    common = [place for place in near if place in here]
    if not common:
        return 0.0
    moved = sum(math.dist(here[p], near[p]) for p in common) / len(common)
    return limits.pixel_prior * min(1.0, moved / _pitch(list(here.values())))


def _pitch(points: Sequence[tuple[float, float]]) -> float:
    """The smallest distance between two pieces, as a measure of a place's size in pixels."""
    gaps = (math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 :])
    return max(min(gaps, default=LONE_PIECE_PX), 1.0)
