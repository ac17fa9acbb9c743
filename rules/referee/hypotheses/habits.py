"""What earlier pictures left of one table: how its reader errs, where they had the pieces.

Of the same reading n pictures weigh n / (1 + (n - 1) r) of one, r being how alike their errors are;
what it says much more surely than it ever did is news.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.observation import (
    EMPTY,
    AnyBelief,
    AnyObservation,
    AnySighting,
    Belief,
    evidence_gap,
)
from rules.core.places import AnyPosition
from rules.referee.limits import LIMITS

#: Where pieces are in a picture (pixels), by their place.
Pixels = Mapping[Any, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Misread:
    """What a place holds, by people's words or because nothing else can lie there yet, what it was
    read as, and the gap of the truth then."""

    truth: Any
    read: Any
    gap: float = field(default=math.inf, compare=False)

    def surer(self, sighting: AnySighting) -> float:
        """The gap by which a place is read so more surely than when people spoke; and what its
        pixels say, if they are others than then: what people said they said of that look."""
        surer = max(0.0, evidence_gap(sighting, self.truth) - self.gap - LIMITS.surer)
        return surer + max(0.0, sighting.change_nats)


@dataclass(frozen=True)
class Habits:
    """What a reader said before, by place: misreadings that people put right; the last pictures as
    far as they read the same thing; where the last one had the pieces; pieces of the first position
    that were read unsurely; what looks like a piece where nothing lies (`prints`)."""

    misreads: Mapping[Any, Misread] = field(default_factory=dict)
    repeats: Mapping[Any, tuple[AnySighting, ...]] = field(default_factory=dict)
    pixels: Pixels = field(default_factory=dict)
    doubts: Mapping[Any, AnyBelief] = field(default_factory=dict)
    prints: Mapping[Any, Misread] = field(default_factory=dict)

    def news(self, sighting: AnySighting, label: Any) -> float:
        """The gap that one more picture adds for a label, where nothing happened to the place. One
        that hardly shows the place takes back nothing of what those before it said."""
        if label == sighting.belief.best:
            return 0.0
        gap = evidence_gap(sighting, label)
        before = [evidence_gap(one, label) for one in self._alike(sighting)]
        bounded = min(gap, max(before, default=math.inf) + LIMITS.surer)
        now = [*before, bounded][-LIMITS.pictures :]
        news = _of_all(now) - _of_all(before) + gap - bounded
        return news if sighting.visibility >= LIMITS.seen_share else max(0.0, news)

    def after(
        self,
        picture: AnyObservation,
        lies: AnyPosition,
        look: AnyPosition,
        *,
        disturbed: Collection[Any] = (),
        numbered: bool = False,
    ) -> Habits:
        """What is known after a picture of what `lies` there. Nobody erred where it looks otherwise
        for a reason (`look`, `disturbed`). Where places are numbers of pieces (`numbered`), one
        that is gone is forgotten: what is read there next is another piece."""
        seen = {s.place: (*self._alike(s), s) for s in picture.sightings}
        told = {*disturbed, *(lies.keys() ^ look.keys())}
        repeats = {p: r for p, r in {**self.repeats, **seen}.items() if p not in told}
        kept = {p: m for p, m in self.misreads.items() if lies.get(p, EMPTY) == m.truth}
        if numbered:
            there = {*seen, *lies}
            kept = {p: m for p, m in kept.items() if p in there}
            repeats = {p: r for p, r in repeats.items() if p in there}
        doubts = {p: b for p, b in self.doubts.items() if lies.get(p) == b.best}
        return Habits(kept, repeats, pixels_of(picture), doubts, self.prints)

    def as_seen(self, picture: AnyObservation) -> AnyObservation:
        """The newest picture as this history had it lie, as far as it keeps it."""
        newest = (self.repeats.get(one.place, (one,))[-1] for one in picture.sightings)
        return picture.with_sightings(newest)

    def told(self, misreads: Mapping[Any, Misread], places: Iterable[Any]) -> Habits:
        """The same with what people put right; of what they spoke of nothing earlier counts."""
        spoken = set(places)
        kept = {p: m for p, m in self.misreads.items() if p not in spoken}
        repeats = {place: seen for place, seen in self.repeats.items() if place not in spoken}
        return replace(self, misreads={**kept, **misreads}, repeats=repeats)

    def with_prints(self, looks: Mapping[Any, Misread]) -> Habits:
        """The same with what looks like a piece where none can be yet, at its surest."""
        old = self.prints
        surer = {p: x for p, x in looks.items() if p not in old or old[p].gap <= x.gap}
        return replace(self, prints={**old, **surer})

    def heard(self, sighting: AnySighting, known: Any) -> AnySighting:
        """A place on which `known` lies as people's words leave it: what is read there no surer
        than when they spoke is what they said, and what they denied has hardly come since."""
        told, belief = self.misreads.get(sighting.place), sighting.belief
        if told is None and known is EMPTY:
            told = self.prints.get(sighting.place)
        if told is None or belief.best not in (told.read, told.truth) or not sighting.visibility:
            return sighting
        surer, in_sight = told.surer(sighting), sighting.visibility
        shares = dict(belief.ranked)
        least = belief.confidence * math.exp(-surer / in_sight)
        shares[told.truth] = max(belief.probability(told.truth), least)
        if not surer:
            most = belief.confidence * math.exp(-LIMITS.denied)
            shares[told.read] = min(belief.probability(told.read), most)
            in_sight = 1.0 if belief.best == told.read else in_sight  # they looked at it
        total = sum(shares.values())
        left = Belief.of({x: p / total for x, p in shares.items()}, belief.floor / total)
        return replace(sighting, belief=left, visibility=in_sight)

    def _alike(self, sighting: AnySighting) -> tuple[AnySighting, ...]:
        before = self.repeats.get(sighting.place, ())
        same = before and before[-1].belief.best == sighting.belief.best
        return before[-LIMITS.pictures :] if same else ()


def _of_all(gaps: Sequence[float]) -> float:
    """The gap of a label over several pictures whose errors are alike."""
    count = len(gaps)
    return sum(gaps) / (1 + (count - 1) * LIMITS.alike) if count else 0.0


def printed(picture: AnyObservation, too_early: Callable[[Any], bool]) -> dict[Any, Misread]:
    """What a picture shows that cannot be a piece yet (`too_early`), however faintly."""
    looks: dict[Any, Misread] = {}
    for one in picture.sightings:
        ranked = one.belief.labels(LIMITS.alternative_share)
        label = next((label for label, _ in ranked), EMPTY)
        if label is not EMPTY and too_early(label):
            looks[one.place] = Misread(EMPTY, label, evidence_gap(one, EMPTY))
    return looks


def told_misreads(
    places: Iterable[Any], truth: AnyPosition, picture: AnyObservation
) -> dict[Any, Misread]:
    """Those of the places that the picture shows otherwise than people say they are."""
    sightings = ((place, picture.at(place)) for place in places)
    seen = ((p, s, truth.get(p, EMPTY)) for p, s in sightings if s is not None)
    return {
        place: Misread(label, s.belief.best, evidence_gap(s, label))
        for place, s, label in seen
        if label != s.belief.best
    }


def pixels_of(picture: AnyObservation, *, bare: bool = False) -> Pixels:
    """Where the pieces of an aligned picture are, in its pixels; also its `bare` places."""
    posed = ((s, s.pose) for s in picture.sightings if bare or s.belief.best is not EMPTY)
    return {s.place: pose.pixel_xy for s, pose in posed if pose is not None}
