"""What a picture says of the rings beside their pawns: how they rest, and how far marks stuck on
them were turned since the table was last known.

A mark tells what pawns cannot: a lone pawn moved from its ring turned, and a ring turned that is
empty or alike all round (rule document 2.5, what a camera cannot tell).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import hypot

from rules.core.observation import Quantity
from rules.games.rouge.align import MARK, RING_QUANTITIES, ROTATED, RougeObservation
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.state import ALIGNED_DEG, Turn, TurnRing
from rules.games.rouge.track import CELLS, RINGS

#: Quantities by which a reader tells where a ring's mark is, in degrees clockwise from the first
#: ray, 0 to 360.
MARK_QUANTITIES = {f"{MARK}{ring}": ring for ring in RINGS}

#: Degrees of one step.
STEP_DEG = 360.0 / CELLS

#: Rings rest up to so far from the rays, in degrees: one standard deviation, hand-set.
REST_DEG = 4.0

#: Nats at most that one mark says: it may be a fleck of light. Origin: as one gross misread.
MOST_NATS = 8.0

#: Standard deviations within which a mark shows a turn that leaves no other trace.
SHOWN_SIGMAS = 3.0


def marks_off(observation: RougeObservation, turns: Sequence[Turn]) -> float:
    """How badly the marks fit these turns, in nats, 0 or below."""
    total = 0.0
    for ring, by_deg, sigma in _turned_deg(observation):
        said = sum(turn.by for turn in turns if isinstance(turn, TurnRing) and turn.ring == ring)
        off = _wrapped(by_deg - said * STEP_DEG) / sigma
        total -= min(0.5 * off * off, MOST_NATS)
    return total


def shown_turns(observation: RougeObservation) -> dict[int, int]:
    """The steps by which marks show that rings were turned, 1 to 4 either way; rings at rest are
    left out."""
    found = {}
    for ring, by_deg, sigma in _turned_deg(observation):
        steps = round(by_deg / STEP_DEG)
        if steps and abs(by_deg - steps * STEP_DEG) < SHOWN_SIGMAS * sigma:
            found[ring] = steps
    return found


def _turned_deg(observation: RougeObservation) -> Iterator[tuple[int, float, float]]:
    """Each ring whose mark was seen before and now: by how many degrees clockwise it went, -180 to
    180, and the standard deviation."""
    before = _marks(observation.earlier)
    for ring, now in _marks(observation.quantities).items():
        if ring in before:
            then = before[ring]
            yield ring, _wrapped(now.value - then.value), hypot(now.sigma, then.sigma, REST_DEG)


def _marks(quantities: Sequence[Quantity]) -> dict[int, Quantity]:
    return {MARK_QUANTITIES[q.name]: q for q in quantities if q.name in MARK_QUANTITIES}


def _wrapped(degrees: float) -> float:
    return (degrees + 180.0) % 360.0 - 180.0


def off_degrees(observation: RougeObservation) -> dict[int, float]:
    """How far from the rays rings rest, those that are more than aligned."""
    return {
        RING_QUANTITIES[q.name]: round(q.value, 1)
        for q in observation.quantities
        if q.name in RING_QUANTITIES and abs(q.value) > ALIGNED_DEG
    }


def rings_off(
    observation: RougeObservation, turns: Sequence[Turn], between: Collection[int]
) -> float:
    """A ring that rests otherwise than before was touched: what it costs to say that it was not
    (`between` are the rings that rested between two steps); what it costs that the picture's first
    ray is another one than before; what the rings' marks say."""
    if not observation.quantities:
        return 0.0
    touched = {turn.ring for turn in turns if isinstance(turn, TurnRing)}
    cost = 0.0
    for quantity in observation.quantities:
        if quantity.name == ROTATED and quantity not in observation.earlier:
            cost += LIMITS.rotated
        ring = RING_QUANTITIES.get(quantity.name)
        if ring is not None and ring not in touched:
            cost += _otherwise(quantity, was_between=ring in between)
    return cost + marks_off(observation, turns)


def _otherwise(quantity: Quantity, *, was_between: bool) -> float:
    """Nats for a ring nobody touched that came off the rays, or came to lie on them."""
    beyond = (abs(quantity.value) - ALIGNED_DEG) * (-1.0 if was_between else 1.0)
    sigmas = max(beyond, 0.0) / max(quantity.sigma, 0.5)
    return max(-0.5 * sigmas * sigmas, LIMITS.straightened if was_between else LIMITS.ring_off)
