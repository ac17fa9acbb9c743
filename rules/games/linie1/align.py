"""Laying a picture over the known board. The cells fix it; but a tram that is known to stand
somewhere did not leave because no reader sees it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.observation import Belief, Empty, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot

Linie1Observation = Observation[Spot, CellContent]

#: Probability at least that a tram which is read nowhere stands where it stood, whatever the reader
#: says. Origin: of 77 trams in 80 rendered photos 37 were not seen; as low as still asks about a
#: foul that hangs on it, and tells that a tram just put up was taken back.
UNREAD = 0.01

#: Probability from which on a tram counts as read somewhere.
READ = 0.03


def align(
    position: Mapping[Spot, CellContent], observation: Linie1Observation
) -> tuple[Linie1Observation, ...]:
    """The observation, with a doubt where a tram stood that is read nowhere now."""
    missing = {s: frozenset(there.trams) for s, there in position.items() if there.trams}
    if not missing:
        return (observation,)
    read = {
        line
        for sighting in observation.sightings
        for label, _ in sighting.belief.labels(READ)
        for line in label.trams
    }
    doubted = (_doubted(s, missing.get(s.place, frozenset()) - read) for s in observation.sightings)
    return (observation.with_sightings(doubted),)


def _doubted(
    sighting: Sighting[Spot, CellContent], lines: frozenset[int]
) -> Sighting[Spot, CellContent]:
    """The same place, which may hold these trams whatever else is read there."""
    if not lines:
        return sighting
    weights: dict[CellContent | Empty, float] = {}
    for label, p in sighting.belief.ranked:
        there = CellContent() if isinstance(label, Empty) else label
        whole = replace(there, trams=tuple(sorted({*there.trams, *lines})))
        for one, share in ((label, 1.0 - UNREAD), (whole, UNREAD)):
            weights[one] = weights.get(one, 0.0) + share * p
    return replace(sighting, belief=Belief.of(weights, sighting.belief.floor))
