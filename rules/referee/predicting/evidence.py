"""How badly a picture fits a table, in nats: a place's gap is how much worse the predicted label
explains it than its likeliest one."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from itertools import combinations
from typing import Any

from rules.core.observation import EMPTY, AnyObservation, AnySighting, Belief, evidence_gap
from rules.core.places import AnyPosition
from rules.referee.hypotheses.habits import Habits, Pixels, pixels_of
from rules.referee.limits import LIMITS

#: Size of a place where a single piece gives no measure. Origin: a tile in an 1 MP table photo.
LONE_PIECE_PX = 80.0

#: Probability from which a place is read so plainly that unchanged pixels add nothing.
_PLAIN = 0.999

#: How far the places of two pictures are apart where they are the same, of the picture of the game:
#: two places of a board are three times as far, a board turned by its least turn ten times.
_SAME_FRAME = 0.03


class PictureGaps:
    """One picture's gaps to a known position: an explanation only costs the places it touches."""

    def __init__(self, picture: AnyObservation, known: AnyPosition, habits: Habits) -> None:
        """`habits` are those of the reader before this picture."""
        places = [(s, known.get(s.place, EMPTY)) for s in picture.sightings]
        heard = [habits.heard(*one) for one in places]
        #: The picture as people's words leave it.
        self.picture = picture.with_sightings(heard)
        self.known = known
        self.costs = {s.place: evidence_gap(s, x) for s, (_, x) in zip(heard, places, strict=True)}
        self._weighed = {s.place: min(habits.news(s, x), self.costs[s.place]) for s, x in places}
        unlisted = {p: LIMITS.unlisted for p in known if picture.at(p) is None}
        self._weighed |= unlisted
        #: Where it seems to have changed.
        self.odd = {p for p, x in (self.costs | unlisted).items() if x > -LIMITS.changed_mind}
        self._total = sum(self._weighed.values())

    def gap(self, look: AnyPosition) -> tuple[float, float, int]:
        """Total gap, the worst touched place's, and the number of misread known places."""
        touched = [p for p in {*look, *self.known} if look.get(p) != self.known.get(p)]
        new = {p: self.cost(p, look.get(p, EMPTY)) for p in touched}
        total = self._total + sum(c - self._weighed.get(p, 0.0) for p, c in new.items())
        rest = (c for p, c in self.costs.items() if p in self.known and p not in new)
        strays = sum(cost > LIMITS.stray_nats for cost in rest)
        return total, max(new.values(), default=0.0), strays

    def cost(self, place: Any, label: Any) -> float:
        """The gap of a label at a place; where nobody looked a piece is less likely than none."""
        sighting = self.picture.at(place)
        if sighting is None:
            return 0.0 if label is EMPTY else LIMITS.unlisted
        return evidence_gap(sighting, label)


def surely(picture: AnyObservation, tapped: AnyPosition) -> AnyObservation:
    """The picture with the places that people spoke of as they say they look (EMPTY: bare)."""
    sightings = (
        replace(one, belief=Belief.of({tapped[one.place]: 1.0}), visibility=1.0)
        if one.place in tapped
        else one
        for one in picture.sightings
    )
    return picture.with_sightings(sightings)


def as_changed(picture: AnyObservation, known: AnyPosition) -> AnyObservation:
    """The picture with what its pixels say against the look before, in which the table was `known`:
    where they are the same it bears what it bore, else other things by so much the likelier."""
    if not any(one.change_nats for one in picture.sightings):
        return picture
    return picture.with_sightings(
        _since(one, known.get(one.place, EMPTY)) for one in picture.sightings
    )


def held_against(
    last: AnyObservation | None,
    picture: AnyObservation,
    unsettled: Collection[Any] = frozenset(),
    told: Collection[Any] = frozenset(),
    *,
    counted: bool = False,
) -> AnyObservation:
    """The aligned picture with what its pixels say against the `last` one, where both lie over the
    game alike. They say nothing of a place that something was `told` of since; that an `unsettled`
    one looks the same says nothing, nor that one changed where a look at the view was `counted`."""
    if not any(one.change_nats for one in picture.sightings):
        return picture
    heard = last is not None and _same_frame(picture, last)

    def nats(one: AnySighting) -> float:
        if not heard or one.place in told:
            return 0.0
        least = 0.0 if one.place in unsettled else -math.inf
        most = 0.0 if counted else math.inf
        return min(max(least, one.change_nats), most)

    return picture.with_sightings(replace(one, change_nats=nats(one)) for one in picture.sightings)


def _same_frame(picture: AnyObservation, last: AnyObservation) -> bool:
    """Whether most places lie in one picture where they lie in the other."""
    here, there = pixels_of(picture, bare=True), pixels_of(last, bare=True)
    moved = sorted(math.dist(here[p], there[p]) for p in here if p in there)
    extent = max((max(axis) - min(axis) for axis in zip(*here.values(), strict=True)), default=0.0)
    return bool(moved) and moved[len(moved) // 2] <= _SAME_FRAME * extent


def _since(sighting: AnySighting, bore: Any) -> AnySighting:
    belief, nats = sighting.belief, sighting.change_nats
    if not nats or (nats < 0 and belief.best == bore and belief.confidence >= _PLAIN):
        return sighting
    more = math.exp(nats)
    shares = {x: p if x == bore else p * more for x, p in belief.ranked}
    shares.setdefault(bore, belief.floor)
    total = sum(shares.values())
    told = Belief.of({x: p / total for x, p in shares.items()}, belief.floor * more / total)
    return replace(sighting, belief=told)


def pixel_prior(picture: AnyObservation, near: Pixels) -> float:
    """A weak tie-break between alignments: pieces mostly stay where they were in the picture."""
    here = pixels_of(picture)
    moved = [math.dist(here[place], near[place]) for place in near if place in here]
    if not moved:
        return 0.0
    # The smallest distance between two pieces is a measure of a place's size.
    pitch = min((math.dist(*two) for two in combinations(here.values(), 2)), default=LONE_PIECE_PX)
    return LIMITS.pixel_prior * min(1.0, sum(moved) / len(moved) / max(pitch, 1.0))
