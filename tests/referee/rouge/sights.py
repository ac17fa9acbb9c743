"""What vision would say of a Rouge track, with its usual errors.

A pawn is mistaken for one of another colour or overlooked, a bare hollow for a pawn; a hand or a
tall pawn hides hollows now and then. Marks stuck on the rings tell how far each was turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from random import Random

from rules.core.observation import EMPTY, Observation, Quantity, Sighting
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import RINGS, TRACK, Hollow
from tests.referee.noise import AIMED_AT, Noise, doubted

#: How exactly a mark's angle is read, in degrees: a hollow spans 45.
MARK_SIGMA_DEG = 3.0

#: What is left to be seen of a hidden hollow.
HIDDEN = 0.1

#: Degrees of one step.
STEP_DEG = 45.0


def seen(
    position: Mapping[Hollow, Pawn],
    rng: Random,
    noise: Noise = AIMED_AT,
    open_places: Set[Hollow] = frozenset(),
    marks: tuple[float, ...] = (),
) -> Observation[Hollow, Pawn]:
    """The observation of a track. `marks`: the true angles of the marks of rings 1 to 3."""
    labels = [*sorted(set(position.values())), EMPTY]
    if len(labels) < 4:
        labels += [Pawn("white"), Pawn("green")][: 4 - len(labels)]
    hidden = set(rng.sample(TRACK, 2)) if rng.random() < noise.covered else set()
    hidden -= open_places
    sightings = []
    for hollow in TRACK:
        label = position.get(hollow, EMPTY)
        others = [other for other in labels if other != label]
        eye = noise.eye(hollow, label, rng)
        eye.shuffle(others)
        belief = doubted(label, others[:3], eye, noise)
        sightings.append(Sighting(hollow, belief, HIDDEN if hollow in hidden else 1.0))
    quantities = [Quantity(f"ring-{ring}", rng.gauss(0, 1.0), 1.5) for ring in RINGS]
    quantities += [
        Quantity(f"mark-{ring}", (angle + rng.gauss(0, MARK_SIGMA_DEG)) % 360, MARK_SIGMA_DEG)
        for ring, angle in zip(RINGS, marks, strict=False)
    ]
    return Observation("rouge", tuple(sightings), quantities=tuple(quantities))
