"""Which pieces of a picture are known ones: the motions that take seen pads or sticks to these, and
what each of them finds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from rules.core.observation import Belief, Observation
from rules.games.mokadi.geometry import (
    XY,
    Ends,
    Motion,
    ends_apart,
    off_line,
    points_along,
    rigid_fit,
    similar_fit,
)
from rules.games.mokadi.limits import LIMITS
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, pad_spot, stick_spot

MokadiObservation = Observation[Spot, Label]

Position = Mapping[Spot, Label]

#: What a picture says of the places where it shows a piece.
Looks = Mapping[Spot, Belief[Label]]


@dataclass(frozen=True, slots=True)
class Registration:
    """A motion with the seen spot of each known one that it finds, and its score in nats."""

    motion: Motion
    found: tuple[tuple[Spot, Spot], ...]
    score: float


@dataclass(frozen=True, slots=True)
class Ruler:
    """How pads are compared: how `near` the same pad lies and how that scatters, `sigma`, in stick
    lengths; `guessed`: a stick's length is only guessed, in the picture or before it."""

    near: float
    sigma: float
    guessed: bool

    @classmethod
    def of(cls, known: Position, seen: Position) -> Ruler:
        """The ruler for a picture of a table."""
        if measured(known) and measured(seen):
            return cls(LIMITS.in_place, LIMITS.sigma, guessed=False)
        return cls(LIMITS.guessed_near, LIMITS.guessed_sigma, guessed=True)

    def fit(self, pairs: Sequence[tuple[XY, XY]]) -> Motion:
        """The motion that takes points to points; it may scale what was guessed."""
        return similar_fit(pairs) if self.guessed else rigid_fit(pairs)

    def likely(self, one: float, other: float) -> bool:
        """Whether two pads so far apart may be two that lay so far apart."""
        if self.guessed:
            return max(one, other) <= LIMITS.sizes * min(one, other)
        return abs(one - other) < LIMITS.pair_slack

    def prior(self, motion: Motion) -> float:
        """Nats for a camera that stands still: few pads without a measure fit in many ways."""
        stands = math.hypot(motion.dx, motion.dy) < LIMITS.stands
        return LIMITS.still if self.guessed and stands and abs(motion.angle) < LIMITS.stands else 0


def measured(table: Position) -> bool:
    """Whether stick lengths mean anything on a table."""
    return all(label.measured for label in table.values() if isinstance(label, Pad))


def pads_of(table: Iterable[Spot]) -> list[Spot]:
    """The pads of a table whose place is known."""
    return sorted(spot for spot in table if spot.kind is Kind.PAD and spot.points)


def is_same_table(position: Position, match: Registration) -> bool:
    """Whether a match finds enough of the known table to be the same."""
    pads = sum(known.kind is Kind.PAD for known, _ in match.found)
    if pads >= LIMITS.found_share * len(pads_of(position)):
        return True
    lying = [spot for spot in position if spot.kind is Kind.STICK]
    there = sum(
        known.kind is Kind.STICK and apart(known, seen) <= LIMITS.in_place
        for known, seen in match.found
    )
    if there < max(1, LIMITS.found_share * len(lying)):
        return False
    needed = max(1, LIMITS.found_share * len(_bare_pads(position)))
    tell = 1 if match.motion == Motion() else LIMITS.sticks_tell
    return pads >= needed or there >= tell


def _bare_pads(position: Position) -> list[Spot]:
    """The pads on which no stick lies: of others a picture may show next to nothing."""
    sticks = [spot.ends for spot in position if spot.ends is not None]
    return [pad for pad in pads_of(position) if in_sight(pad, sticks) > 0]


def _doubt(label: Label, look: Belief[Label]) -> float:
    """Nats by which a picture takes what lies there for another piece rather."""
    likeliest = max((p for _, p in look.labels()), default=0.0)
    here = look.probability(label)
    return math.log(likeliest / here) if likeliest > 0.0 < here else math.inf


def _motions(known: Sequence[XY], seen: Sequence[XY], ruler: Ruler) -> Iterator[Motion]:
    """Motions that take two seen pads to two known ones; a single pad only shifts."""
    if len(known) == 1 or len(seen) == 1:
        yield from (rigid_fit([(s, k)]) for k in known for s in seen)
        return
    lying = [(one, other, math.dist(one, other)) for one, other in combinations(known, 2)]
    for a, b in permutations(seen, 2):
        gap = math.dist(a, b)
        for one, other, apart in lying:
            if ruler.likely(apart, gap):
                yield ruler.fit([(a, one), (b, other)])


def _at(spot: Spot) -> XY:
    return spot.points[0]


def registrations(known: Position, seen: Looks, ruler: Ruler) -> list[Registration]:
    """What each motion finds that may find enough pads; motions that find the same two pads or
    more come to the same."""
    lying, shown = pads_of(known), pads_of(seen)
    needed = max(1, LIMITS.found_share * len(_bare_pads(known)))
    alike = [
        (k, _at(k), [n for n, s in enumerate(shown) if _doubt(known[k], seen[s]) <= LIMITS.colour])
        for k in lying
    ]
    places = [_at(s) for s in shown]
    found: dict[object, Registration] = {}
    for motion in _motions([_at(k) for k in lying], places, ruler):
        moved = [motion(at) for at in places]
        # So near each other that, refined, it may find them.
        close = [
            (off, k, shown[n])
            for k, here, others in alike
            for n in others
            if (off := math.dist(here, moved[n])) <= 2 * ruler.near
        ]
        if len({k for _, k, _ in close}) < needed:
            continue
        pads = [(k, s) for _, k, s in _each_once(one for one in close if one[0] <= ruler.near)]
        key = tuple(pads) if len(pads) > 1 else motion
        if key not in found:
            found[key] = _match((known, seen), motion, pads, ruler)
    return list(found.values())


def by_sticks(known: Position, seen: Looks, ruler: Ruler) -> Iterator[Registration]:
    """What motions find that take seen sticks to known ones, the camera standing still first: a
    pile may hide its pads. Only those that bring half of the known ones to where they lay."""
    lying, shown = (
        [spot.ends for spot in sorted(table) if spot.ends is not None] for table in (known, seen)
    )
    middles = [_middle(ends) for ends in lying]
    for motion in _stick_motions(lying, shown):
        moved = [motion(_middle(ends)) for ends in shown]
        near = (any(math.dist(at, one) <= LIMITS.in_place for one in moved) for at in middles)
        if sum(near) >= max(1, LIMITS.found_share * len(lying)):
            yield _match((known, seen), motion, (), ruler)


def _stick_motions(lying: Sequence[Ends], shown: Sequence[Ends]) -> Iterator[Motion]:
    """Of a camera that stands still, then those that lay a seen stick over one of the first known
    ones, either way round."""
    yield Motion()
    for ends in lying[: LIMITS.sticks_tried]:
        for other in shown:
            yield from (rigid_fit(list(zip(other, way, strict=True))) for way in (ends, ends[::-1]))


def _middle(ends: Ends) -> XY:
    (ax, ay), (bx, by) = ends
    return (ax + bx) / 2, (ay + by) / 2


def _match(
    tables: tuple[Position, Looks], motion: Motion, pads: Sequence[tuple[Spot, Spot]], ruler: Ruler
) -> Registration:
    """What a motion finds of the known table in the seen one, after one refinement on all the pads
    it found."""
    known, seen = tables
    if len(pads) > 1:
        motion = ruler.fit([(_at(s), _at(k)) for k, s in pads])
    moved = {moved_spot(spot, spot.number, motion): look for spot, look in seen.items()}
    found = [
        *_nearest(known, moved, Kind.PAD, ruler.near, ruler.sigma),
        *_nearest(known, moved, Kind.STICK, LIMITS.stick_near, ruler.sigma),
    ]
    costs = sum(min(LIMITS.lost, nats) for nats, _, _ in found)
    there = {k for _, k, _ in found}
    lost = sum(_lost_cost(spot) for spot in known if spot not in there)
    score = ruler.prior(motion) - costs - lost - LIMITS.new * (len(seen) - len(found))
    return Registration(motion, tuple(sorted((k, s) for _, k, s in found)), score)


def _lost_cost(spot: Spot) -> float:
    return LIMITS.lost_pad if spot.kind is Kind.PAD else LIMITS.lost


def moved_spot(spot: Spot, number: int, motion: Motion) -> Spot:
    """The spot in another frame and under another number."""
    points = tuple(map(motion, spot.points))
    if spot.kind is Kind.PAD:
        return pad_spot(number, points[0] if points else None)
    return stick_spot(number, (points[0], points[1]) if len(points) == 2 else None)


def _nearest(
    known: Position, seen: Looks, kind: Kind, near: float, sigma: float
) -> list[tuple[float, Spot, Spot]]:
    """Known and seen pieces of a kind that lie nearest each other, each once, of what may be one
    colour, with the nats that it costs to take them for the same."""
    return _each_once(
        (0.5 * (off / sigma) ** 2 + doubt, k, s)
        for k, label in known.items()
        for s, look in seen.items()
        if k.kind is kind is s.kind and (off := apart(k, s)) <= near
        if (doubt := _doubt(label, look)) <= LIMITS.colour
    )


def _each_once(pairs: Iterable[tuple[float, Spot, Spot]]) -> list[tuple[float, Spot, Spot]]:
    """The nearest pairs first, each piece in one of them."""
    taken: set[tuple[str, Spot]] = set()
    found = []
    for off, k, s in sorted(pairs):
        if ("known", k) not in taken and ("seen", s) not in taken:
            taken |= {("known", k), ("seen", s)}
            found.append((off, k, s))
    return found


def apart(one: Spot, other: Spot) -> float:
    """How far two places of a kind lie apart, in stick lengths; infinite where one is unknown."""
    here, there = one.points, other.points
    if not here or not there:
        return math.inf
    if len(here) == 1 or len(there) == 1:
        return math.dist(here[0], there[0])
    return ends_apart((here[0], here[1]), (there[0], there[1]))


def in_sight(spot: Spot, sticks: Sequence[Ends]) -> float:
    """The share of a place, 0..1, over which none of these sticks passes; 0 where it is unknown."""
    points = _along(spot)
    hidden = sum(any(off_line(p, s) < LIMITS.covered for s in sticks) for p in points)
    return 1.0 - hidden / len(points) if points else 0.0


def _along(spot: Spot) -> tuple[XY, ...]:
    return spot.points if spot.ends is None else points_along(spot.ends, 10)
