"""Readings that people have put right: what the reader keeps saying of a place, and the truth.

A reader that takes a tile for another one in this picture does so in the next one too. Once a
person has said what lies there, the same misreading of the same place is no news.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.observation import EMPTY, Belief, Observation, Sighting

#: How sure it is that the same reading means the same misreading. A choice: the piece may have been
#: exchanged for just the one it was taken for, so that is not ruled out.
STILL_SO = 0.99


@dataclass(frozen=True, slots=True)
class Excuse:
    """A place read as `read` although `truth` lay there."""

    truth: Any
    read: Any


Excuses = Mapping[Any, Excuse]


def excuses_for(
    places: Iterable[Any], truth: Mapping[Any, Any], picture: Observation[Any, Any]
) -> dict[Any, Excuse]:
    """Those of the places that the picture shows otherwise than a person says they are."""
    sightings = ((place, picture.at(place)) for place in places)
    told = {p: Excuse(truth.get(p, EMPTY), s.belief.best) for p, s in sightings if s is not None}
    return {place: one for place, one in told.items() if one.truth != one.read}


def standing_excuses(excuses: Excuses, known: Mapping[Any, Any]) -> dict[Any, Excuse]:
    """Those of places that still hold what the person said."""
    return {p: one for p, one in excuses.items() if known.get(p, EMPTY) == one.truth}


def excused(picture: Observation[Any, Any], excuses: Excuses) -> Observation[Any, Any]:
    """The picture with known misreadings put right."""
    if not excuses:
        return picture
    return picture.with_sightings(_excused(s, excuses.get(s.place)) for s in picture.sightings)


def _excused(sighting: Sighting[Any, Any], excuse: Excuse | None) -> Sighting[Any, Any]:
    belief = sighting.belief
    if excuse is None or belief.best != excuse.read:
        return sighting
    both = belief.confidence + belief.probability(excuse.truth)
    shares = dict(belief.ranked) | {
        excuse.truth: STILL_SO * both,
        excuse.read: (1.0 - STILL_SO) * both,
    }
    return replace(sighting, belief=Belief.of(shares, belief.floor))
