"""What earlier pictures said of a place: evidence for each label, gathered over pictures.

A single picture may misread an old tile grossly; the memory outvotes it. Where later pictures
outvote the first reading, the accepted piece was misread and is read again.

One reader looks at one table: what misleads it once (a worn print, a sign before the tile) misleads
it again. So evidence is not summed but averaged, and n pictures weigh n / (1 + (n - 1) r) of one,
r being how alike their errors are: a reading repeated for ever never weighs more than 1/r.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.observation import EMPTY, Belief, Observation, Sighting, log_evidence
from rules.referee.limits import LIMITS, Limits


@dataclass(frozen=True, slots=True)
class Memory:
    """Nats a picture on average for each label named so far (0 is the best) and for any other; in
    how many pictures each was the likeliest; how many pictures all this is worth."""

    nats: tuple[tuple[Any, float], ...]
    other: float
    votes: tuple[tuple[Any, int], ...]
    worth: float = 1.0

    def of(self, label: Any) -> float:
        """Nats of a label against the best one, of all pictures together."""
        mean: float = next((nats for known, nats in self.nats if known == label), self.other)
        return self.worth * mean


Memories = Mapping[Any, Memory]

_UNNAMED = object()


def remembered(
    memory: Memory | None, sighting: Sighting[Any, Any], limits: Limits = LIMITS
) -> Memory:
    """The memory after one more picture."""
    votes: dict[Any, int] = {} if memory is None else dict(memory.votes)
    pictures = min(sum(votes.values()), limits.memory_pictures - 1)
    old: dict[Any, float] = {} if memory is None else dict(memory.nats)
    rest = 0.0 if memory is None else memory.other

    def mean(label: Any) -> float:
        return (pictures * old.get(label, rest) + log_evidence(sighting, label)) / (pictures + 1)

    nats = {x: mean(x) for x in {label for label, _ in sighting.belief.ranked} | set(old)}
    best = max(nats.values())
    return Memory(
        tuple((label, x - best) for label, x in nats.items()),
        mean(_UNNAMED) - best,
        _voted(votes, sighting.belief.best),
        (pictures + 1) / (1 + pictures * limits.alike),
    )


def remember_all(
    memories: Memories, picture: Observation[Any, Any], places: Iterable[Any]
) -> dict[Any, Memory]:
    """The memories after a picture: of these places, where a piece was seen well."""
    wanted = set(places)
    kept = {place: memory for place, memory in memories.items() if place in wanted}
    for sighting in picture.sightings:
        if sighting.place in wanted and _readable(sighting):
            kept[sighting.place] = remembered(kept.get(sighting.place), sighting)
    return kept


def rereading(memory: Memory, label: Any, limits: Limits = LIMITS) -> Any | None:
    """The label that later pictures put in an accepted one's stead; None where it holds."""
    best, _ = max(memory.nats, key=lambda item: item[1])
    enough = dict(memory.votes).get(best, 0) >= limits.reread_pictures
    clear = -memory.of(label) >= limits.reread_nats
    return best if best not in (label, EMPTY) and enough and clear else None


def joined(memories: Memories, picture: Observation[Any, Any]) -> Observation[Any, Any]:
    """The picture with earlier evidence added at the remembered places that hold a piece."""
    sightings = (_joined(memories.get(s.place), s) for s in picture.sightings)
    return picture.with_sightings(sightings)


def _joined(memory: Memory | None, sighting: Sighting[Any, Any]) -> Sighting[Any, Any]:
    if memory is None or not _readable(sighting) or _sure(sighting):
        return sighting
    both = remembered(memory, sighting)
    weights = {label: math.exp(both.worth * nats) for label, nats in both.nats}
    total = sum(weights.values())
    shares = {label: weight / total for label, weight in weights.items()}
    other = math.exp(both.worth * both.other) / total
    return replace(sighting, belief=Belief.of(shares, min(other, 1e-4)))


def _sure(sighting: Sighting[Any, Any]) -> bool:
    """Whether a picture needs no help: what it surely shows may be newer than what it recalls."""
    return sighting.belief.confidence >= LIMITS.sure_foul


def _readable(sighting: Sighting[Any, Any]) -> bool:
    return sighting.belief.best is not EMPTY and sighting.visibility >= LIMITS.reread_visible


def _voted(votes: dict[Any, int], label: Any) -> tuple[tuple[Any, int], ...]:
    return tuple({**votes, label: votes.get(label, 0) + 1}.items())
