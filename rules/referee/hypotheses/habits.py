"""What earlier pictures left of one table: how its reader errs, where they had the pieces.

One reader looks at one table: what misleads it once (a worn print, a sign before the tile) misleads
it again. Of the same reading n pictures therefore weigh n / (1 + (n - 1) r) of one, r being how
alike their errors are: a reading repeated for ever never weighs more than 1 / r. What it says much
more surely than it ever did is news: a tram that it hardly saw is one thing, none another.
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
        """What is known after a picture of what `lies` on the table. Where a picture looks bare
        though something lies there, or the other way round, and says why (`look`), nobody erred,
        nor where a piece is `disturbed`; what looks like another piece is misread. Where places are
        numbers of pieces (`numbered`), one on which nothing lies and that the picture does not list
        is forgotten: what is read there next is another piece."""
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
        """The newest picture as this history had it lie, as far as it keeps it: another one may
        have turned the board."""
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

    def misread_at(self, place: Any, known: Any) -> Misread | None:
        """What is known against the reading of a place on which `known` lies."""
        told = self.misreads.get(place)
        return self.prints.get(place) if told is None and known is EMPTY else told

    def heeded(self, picture: AnyObservation) -> AnyObservation:
        """A picture in which places that people put right are as likely as they said as they are
        read, for those who look for what may have happened."""
        if not self.misreads:
            return picture
        return picture.with_sightings(self._as_said(one) for one in picture.sightings)

    def _as_said(self, sighting: AnySighting) -> AnySighting:
        known = self.misreads.get(sighting.place)
        if known is None or known.read != sighting.belief.best or known.surer(sighting):
            return sighting
        return replace(sighting, belief=Belief.of({known.truth: 0.5, known.read: 0.5}))

    def _alike(self, sighting: AnySighting) -> tuple[AnySighting, ...]:
        before = self.repeats.get(sighting.place, ())
        same = before and before[-1].belief.best == sighting.belief.best
        return before[-LIMITS.pictures :] if same else ()


def _of_all(gaps: Sequence[float]) -> float:
    """The gap of a label over several pictures whose errors are alike."""
    count = len(gaps)
    return sum(gaps) / (1 + (count - 1) * LIMITS.alike) if count else 0.0


def printed(picture: AnyObservation, too_early: Callable[[Any], bool]) -> dict[Any, Misread]:
    """What a picture shows that cannot be a piece yet (`too_early`, by its label): a print or a
    stain that looks like one, however faintly, where nothing lies."""
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
