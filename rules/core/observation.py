"""What a picture says of a table, as probabilities: the one value between seeing and refereeing.

An observation never contains a decision. Every place that was looked at carries a belief over
labels (EMPTY is a label) and a visibility; a place that is not listed was not looked at and says
nothing for or against anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.places import Place

PlaceT = TypeVar("PlaceT", bound=Place)
LabelT = TypeVar("LabelT", bound=Hashable)


class Empty(Enum):
    """The label of a place with nothing on it."""

    EMPTY = "empty"


EMPTY = Empty.EMPTY


@dataclass(frozen=True, slots=True)
class Belief(Generic[LabelT]):
    """A probability for every label: the likely ones by name, the others an equal share each.

    `ranked` is sorted by falling probability; `floor` is the probability of any one label that
    is not named. The sum need not be exactly one.
    """

    ranked: tuple[tuple[LabelT | Empty, float], ...]
    floor: float = 1e-6

    def __post_init__(self) -> None:
        if not self.ranked:
            raise ValueError("a belief needs at least one label")
        if any(not 0.0 <= p <= 1.0 + 1e-9 for _, p in self.ranked):
            raise ValueError(f"probabilities must lie in 0..1, got {self.ranked}")

    @classmethod
    def of(cls, weights: Mapping[LabelT | Empty, float], floor: float = 1e-6) -> Belief[LabelT]:
        """A belief from unsorted probabilities."""
        return cls(tuple(sorted(weights.items(), key=lambda item: -item[1])), floor)

    @property
    def best(self) -> LabelT | Empty:
        """The likeliest label."""
        return self.ranked[0][0]

    @property
    def confidence(self) -> float:
        """The probability of the likeliest label."""
        return self.ranked[0][1]

    def labels(self, least: float = 0.0) -> tuple[tuple[LabelT, float], ...]:
        """What may lie there, EMPTY left out, from a probability on, the likeliest first."""
        return tuple((x, p) for x, p in self.ranked if not isinstance(x, Empty) and p >= least)

    def told(self, label: Callable[[LabelT], LabelT]) -> Belief[LabelT]:
        """The same belief of other labels; EMPTY stays what it is."""
        told = ((x if isinstance(x, Empty) else label(x), p) for x, p in self.ranked)
        return Belief(tuple(told), self.floor)

    def probability(self, label: LabelT | Empty) -> float:
        """The probability of one label."""
        for known, probability in self.ranked:  # a loop: asked hundreds of thousands of times
            if known == label:
                return probability
        return self.floor


@dataclass(frozen=True, slots=True)
class Pose:
    """Where and how a piece lies.

    `pixel_xy` in the upright photo, x right, y down; `offset` from the place's ideal middle in
    units of the lattice pitch; `angle_deg` clockwise against the lattice, -45..45.
    """

    pixel_xy: tuple[float, float]
    offset: tuple[float, float] = (0.0, 0.0)
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Sighting(Generic[PlaceT, LabelT]):
    """One place as seen. `visibility` 0..1: the share of it that could be seen; `change_nats` the
    log likelihood ratio, in nats, of another label than the place bore in the last clear look
    against the same one, by the pixels of both: 0 where nothing is known of it. `unseen`: the
    probability in the belief of what may stand there hidden by what is seen, or hardly seen."""

    place: PlaceT
    belief: Belief[LabelT]
    visibility: float = 1.0
    pose: Pose | None = None
    change_nats: float = 0.0
    unseen: float = 0.0

    @property
    def confidence(self) -> float:
        """How sure the reader is of what it sees there, whatever that may hide."""
        return min(self.belief.confidence + self.unseen, 1.0)


@dataclass(frozen=True, slots=True)
class Loose(Generic[LabelT]):
    """A piece that stands on no place: in front of a player, beside the board, or askew.

    `near` is the place it lies closest to, where that means something.
    """

    belief: Belief[LabelT]
    area: str
    pose: Pose
    near: Place | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A measured number with its standard deviation, such as a ring's angle in degrees."""

    name: str
    value: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that stands against calling from this picture: `hand`, `glare`, `moved`..."""

    kind: str
    share: float = 0.0


@dataclass(frozen=True)
class Observation(Generic[PlaceT, LabelT]):
    """Everything one picture (or several fused ones) says of the table.

    `earlier` are quantities as they were when the table was last known: readers leave it empty,
    the referee fills it in.
    """

    game: str
    sightings: tuple[Sighting[PlaceT, LabelT], ...]
    loose: tuple[Loose[LabelT], ...] = ()
    quantities: tuple[Quantity, ...] = ()
    issues: tuple[Issue, ...] = ()
    earlier: tuple[Quantity, ...] = ()
    _by_place: dict[PlaceT, Sighting[PlaceT, LabelT]] = field(
        init=False, repr=False, compare=False, hash=False
    )

    def __post_init__(self) -> None:
        index = {s.place: s for s in self.sightings}
        if len(index) != len(self.sightings):
            raise ValueError("a place is listed twice in one observation")
        object.__setattr__(self, "_by_place", index)

    def at(self, place: PlaceT) -> Sighting[PlaceT, LabelT] | None:
        """The sighting of a place, or None where nobody looked."""
        return self._by_place.get(place)

    def occupied(self) -> dict[PlaceT, LabelT]:
        """The likeliest label of every place that is likelier taken than empty."""
        best = {s.place: s.belief.best for s in self.sightings}
        return {place: label for place, label in best.items() if not isinstance(label, Empty)}

    def with_sightings(
        self, sightings: Iterable[Sighting[PlaceT, LabelT]]
    ) -> Observation[PlaceT, LabelT]:
        """The same picture, told over other places (for example in another frame)."""
        return replace(self, sightings=tuple(sightings))


#: Of whichever game: its places and labels are its own.
AnyBelief: TypeAlias = Belief[Any]
AnySighting: TypeAlias = Sighting[Any, Any]
AnyObservation: TypeAlias = Observation[Any, Any]

#: Share of readings that are grossly wrong whatever the reader's own confidence says.
#: The design's aim for a reader, not a count; it bounds what one place can say to nine nats.
GROSS_MISREAD_RATE = 0.0002

#: Labels over which gross misreads spread at least, however few a reader names: even the game with
#: the fewest has as many that are likely enough.
MISREAD_SPREAD = 8


def robust_log(belief: Belief[LabelT], label: LabelT | Empty) -> float:
    """The log probability of a label, in nats, were a reader now and then grossly wrong whatever
    it says: a mixture of its belief and a uniform one over `MISREAD_SPREAD` labels or more."""
    uniform = 1.0 / max(len(belief.ranked), MISREAD_SPREAD)
    told = (1.0 - GROSS_MISREAD_RATE) * belief.probability(label)
    return math.log(told + GROSS_MISREAD_RATE * uniform)


def log_evidence(sighting: Sighting[PlaceT, LabelT], label: LabelT | Empty) -> float:
    """How strongly a sighting speaks for a label, in nats: visibility x robust log."""
    return sighting.visibility * robust_log(sighting.belief, label)


def evidence_gap(sighting: Sighting[PlaceT, LabelT], label: LabelT | Empty) -> float:
    """How much worse a label explains a sighting than the likeliest one does, in nats, 0 or more
    but for a hidden place."""
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)
