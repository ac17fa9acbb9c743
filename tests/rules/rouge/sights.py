"""Pictures for the tests: what a reader would say of a position, sure or not so sure."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.core.observation import EMPTY, Belief, Empty, Observation, Quantity, Sighting
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import TRACK, Hollow


def seen(
    position: Mapping[Hollow, Pawn],
    *,
    sure: float = 0.98,
    hidden: tuple[Hollow, ...] = (),
    rings: Mapping[int, float] | None = None,
    first_ray: bool = True,
) -> RougeObservation:
    """A picture of the position, every hollow read with this probability."""
    labels = {*position.values(), EMPTY}
    sightings = [
        Sighting(h, _belief(position.get(h, EMPTY), labels, sure), 0.0 if h in hidden else 1.0)
        for h in TRACK
    ]
    quantities = [Quantity(f"ring-{n}", deg, 1.0) for n, deg in (rings or {}).items()]
    if first_ray:
        quantities.append(Quantity("first-ray", 0.0, 1.0))
    return Observation("rouge", tuple(sightings), quantities=tuple(quantities))


def _belief(label: Pawn | Empty, labels: set[Pawn | Empty], sure: float) -> Belief[Pawn]:
    others = sorted(labels - {label}, key=str)
    share = (1.0 - sure) / max(len(others), 1)
    return Belief.of({label: sure, **dict.fromkeys(others, share)}, floor=1e-4)


def noisy(position: Mapping[Hollow, Pawn], rng: random.Random) -> RougeObservation:
    """The same with uneven certainty, and one hollow read wrongly in one picture out of four."""
    labels = {*position.values(), EMPTY}
    wrong = rng.choice(TRACK) if rng.random() < 0.25 else None
    sightings = []
    for hollow in TRACK:
        label = position.get(hollow, EMPTY)
        sure = rng.uniform(0.75, 0.999)
        if hollow == wrong:
            label, sure = rng.choice(sorted(labels - {label}, key=str) or [label]), 0.6
        sightings.append(Sighting(hollow, _belief(label, labels, sure)))
    return Observation("rouge", tuple(sightings))
