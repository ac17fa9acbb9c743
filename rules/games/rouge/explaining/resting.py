"""What a picture says of the rings besides their pawns: how they rest, where their marks are."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.rouge.align import RING_QUANTITIES, ROTATED, RougeObservation
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.explaining.marks import marks_off
from rules.games.rouge.laws.actions import ALIGNED_DEG
from rules.games.rouge.state import Turn, TurnRing


def off_degrees(observation: RougeObservation) -> dict[int, float]:
    """How far from the rays rings rest, those that are more than aligned."""
    return {
        RING_QUANTITIES[q.name]: round(q.value, 1)
        for q in observation.quantities
        if q.name in RING_QUANTITIES and abs(q.value) > ALIGNED_DEG
    }


def rings_off(observation: RougeObservation, turns: Sequence[Turn]) -> float:
    """A ring that rests between two steps was touched: what it costs to say that it was not; what
    it costs that the picture's first ray is another one than before; what the rings' marks say."""
    if not observation.quantities:
        return 0.0
    touched = {turn.ring for turn in turns if isinstance(turn, TurnRing)}
    cost = 0.0
    for quantity in observation.quantities:
        if quantity.name == ROTATED:
            cost += LIMITS.rotated
        ring = RING_QUANTITIES.get(quantity.name)
        if ring is not None and ring not in touched:
            beyond = max(abs(quantity.value) - ALIGNED_DEG, 0.0) / max(quantity.sigma, 0.5)
            cost += max(-0.5 * beyond * beyond, LIMITS.ring_off)
    return cost + marks_off(observation, turns)
