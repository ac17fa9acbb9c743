"""A picture of a table: clean, or with a share of its places misread, now and then for long."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.core.observation import EMPTY, Belief, Observation, Sighting
from tests.people.parts.plain import Part
from tests.referee.noise import Noise, doubted

#: The probability that a clean picture gives what lies at a place.
CLEAN = 0.9995

#: The least confidence of a place read without doubt, in pictures that misread some.
SHARP = 0.995

#: Share of the misreads that come back in so many pictures, while the place stays as it is.
PERSISTENT, SHORTEST, LONGEST = 0.3, 3, 6


class Camera:
    """A reader that errs at a share of the places."""

    def __init__(self, part: Part, misread: float, rng: Random) -> None:
        """`misread` 0: clean pictures."""
        self.part = part
        self.rng = rng
        self.noise = Noise(misread, sharp=SHARP)
        self._stuck: dict[Any, tuple[Any, Belief[Any], int]] = {}

    def picture(self, position: Mapping[Any, Any]) -> Observation[Any, Any]:
        """What is read of a position."""
        sightings = tuple(
            Sighting(
                place,
                self._belief(place, position.get(place, EMPTY)),
                1.0,
                self.part.pose(place) if place in position else None,
            )
            for place in self.part.places(position)
        )
        return Observation(self.part.game.name, sightings)

    def again(self, seen: Observation[Any, Any]) -> Observation[Any, Any] | None:
        """A second look at the last picture: a reading that is simulated has none."""
        return None

    def _belief(self, place: Any, label: Any) -> Belief[Any]:
        if not self.noise.misread:
            return Belief.of({label: CLEAN})
        known, belief, left = self._stuck.get(place, (None, None, 0))
        if belief is not None and known == label and left:
            self._stuck[place] = (label, belief, left - 1)
            return belief
        return self._fresh(place, label)

    def _fresh(self, place: Any, label: Any) -> Belief[Any]:
        others = self.part.mistaken(place, label, self.rng)
        if not others:
            return Belief.of({label: CLEAN})
        belief = doubted(label, others, self.rng, self.noise)
        if belief.best != label and self.rng.random() < PERSISTENT:
            pictures = self.rng.randint(SHORTEST, LONGEST)
            self._stuck[place] = (label, belief, pictures)
        return belief
