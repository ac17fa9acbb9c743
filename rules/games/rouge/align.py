"""Laying a picture over the known position.

The base does not turn during a game, so the reader's frame is the position's: its first ray is
calibrated, or the ray nearest to twelve o'clock, which stays the same while camera and box do. Only
where the reader says nothing of its first ray, and the picture as it is could not come of one turn,
the seven other rotations of the whole are offered too: the box or the camera was turned. They are
not offered lightly, as rotating everything undoes what a turned ring shows (rule document 2.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.observation import EMPTY, Observation, Quantity, evidence_gap
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import CELLS, RINGS, Hollow

RougeObservation = Observation[Hollow, Pawn]
Position = Mapping[Hollow, Pawn]

#: The quantity by which a reader says that its first ray is the calibrated one.
FIRST_RAY = "first-ray"

#: The quantity that tells by how many cells the whole was turned against the picture's own frame.
ROTATED = "rotated"

#: How the names of quantities begin that tell where a ring's mark is.
MARK = "mark-"

#: Quantities by which a reader says how far a ring rests from the rays, in degrees.
RING_QUANTITIES = {f"ring-{ring}": ring for ring in RINGS}


@dataclass(frozen=True, slots=True)
class AlignLimits:
    """When another rotation of the whole is worth looking at. Origin: hand-set; checked on
    simulated games, where a turn never made a rotation a rival."""

    differs: float = 3.0  # nats: a place that speaks so strongly against its label differs
    free: int = 3  # places that may differ under a rotation beside a turned ring: a pawn, captures
    pawns: int = 4  # known pawns below which a rotation proves nothing


LIMITS = AlignLimits()


def align(position: Position, observation: RougeObservation) -> tuple[RougeObservation, ...]:
    """The observation as it is, and those rotations of the whole that fit, the best first."""
    calibrated = any(q.name == FIRST_RAY for q in observation.quantities)
    if calibrated or len(position) < LIMITS.pawns:
        return (observation,)
    if len({hollow.ring for hollow in _differing(position, observation)}) < 2:
        return (observation,)
    turned = (rotated(observation, cells) for cells in range(1, CELLS))
    fitting = [(_differing_beside_a_ring(position, o), o) for o in turned]
    good = [(off, o) for off, o in fitting if off <= LIMITS.free]
    as_it_is = (_differing_beside_a_ring(position, observation), observation)
    return tuple(o for _, o in sorted((as_it_is, *good), key=lambda item: item[0]))


def rotated(observation: RougeObservation, cells: int) -> RougeObservation:
    """The observation with every hollow, and every ring's mark, told so many cells further
    clockwise."""
    turned = observation.with_sightings(
        replace(s, place=_further(s.place, cells)) for s in observation.sightings
    )
    quantities = tuple(
        replace(q, value=(q.value + 360.0 / CELLS * cells) % 360.0) if _is_mark(q) else q
        for q in observation.quantities
    )
    return replace(turned, quantities=(*quantities, Quantity(ROTATED, float(cells % CELLS), 0.0)))


def _is_mark(quantity: Quantity) -> bool:
    return quantity.name.startswith(MARK)


def _further(hollow: Hollow, cells: int) -> Hollow:
    return Hollow(hollow.ring, (hollow.cell + cells) % CELLS)


def _differing_beside_a_ring(position: Position, observation: RougeObservation) -> int:
    """Places that differ outside the ring that differs most: that one may have been turned."""
    rings = Counter(hollow.ring for hollow in _differing(position, observation))
    return rings.total() - max(rings.values(), default=0)


def _differing(position: Position, observation: RougeObservation) -> list[Hollow]:
    return [
        s.place
        for s in observation.sightings
        if evidence_gap(s, position.get(s.place, EMPTY)) > LIMITS.differs
    ]
