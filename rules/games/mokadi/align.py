"""Laying a picture over the known table: pads by where they are, sticks by their ends.

Every picture comes in a frame of its own, in stick lengths, with numbers of the reader's own; the
camera may have moved between two. Pads stay, so a rigid motion that takes pads to pads fits the
picture, and after it sticks are found near where they lay (M9: they may have been pushed). Nothing
is ever mirrored, and nothing scaled but a table of which a picture guessed how long a stick is, as
none lay there: the first stick measures it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations

from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.games.mokadi.geometry import (
    XY,
    Ends,
    Motion,
    ends_apart,
    off_line,
    rigid_fit,
    similar_fit,
)
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, Stick, pad_spot, stick_spot

MokadiObservation = Observation[Spot, Label]

Table = Mapping[Spot, Label]

#: What a picture says of the places where it shows a piece.
Looks = Mapping[Spot, Belief[Label]]


@dataclass(frozen=True, slots=True)
class AlignLimits:
    """What counts as the same piece, in stick lengths unless a name says otherwise.

    Origin: hand-set for pads measured to a few hundredths of a stick; checked on the simulated
    pictures of the tests.
    """

    # A pad, or a stick's end, further off is not in its place: another one, or knocked away.
    in_place: float = 0.12
    guessed_near: float = 0.2  # the same where no stick has told yet how far pads lie apart
    guessed_sigma: float = 0.1  # of a pad's place then
    # By how many times a stick may be longer or shorter than was guessed: 2.6 by the sizes and
    # distances of pads, 3.4 seen where a pen's end was among them.
    sizes: float = 4.0
    stands: float = 0.15  # how far, and radians, a picture's frame slips under a still camera
    still: float = 7.0  # nats for a camera that stands still, over pads that no stick measured
    stick_near: float = 0.4  # a stick whose ends are further off is another one
    pair_slack: float = 0.1  # by which the distance of two pads may differ between pictures
    found_share: float = 0.5  # of the pads, or of the sticks, to find, or it is another table
    # Sticks that lie where they lay are the same table, whatever pads show; one where the camera
    # stands still: any stick can be laid over any other, two only where they lie alike.
    sticks_tell: int = 2
    sticks_tried: int = 3  # by which a moved camera is found; of three one still lies there
    sigma: float = 0.05  # of a pad's or a stick's measured place
    # Nats up to which what looks like the other colour is the same piece: two pads cannot lie in
    # one place, so that only a look that is sure, 98 % and more, speaks against it.
    colour: float = 4.0
    lost: float = 4.0  # nats for a known stick that is not found
    lost_pad: float = 8.0  # nats for a known pad that is not: pads stay in place
    new: float = 1.0  # nats for a piece that is not known
    margin: float = 6.0  # nats behind the best: no candidate
    covered: float = 0.06  # a stick this near hides what is under it
    gone: float = 0.95  # probability that a known piece in sight but not found is gone


LIMITS = AlignLimits()


@dataclass(frozen=True, slots=True)
class _Match:
    """A motion with the seen spot of each known one that it finds, and its score in nats."""

    motion: Motion
    found: tuple[tuple[Spot, Spot], ...]
    score: float


def align(position: Table, observation: MokadiObservation) -> tuple[MokadiObservation, ...]:
    """The observation over the known table, best first: see the `Game` protocol.

    Ways that find the same pieces count once. Empty where too little of what is known is found:
    half of the pads; or half of the sticks where they lay, with half of the pads on which none lies
    or two sticks at least, one where the camera stands still. A table without pads fixes nothing
    and takes the picture as it comes.
    """
    pads = _pads(position)
    if not pads:
        return (observation,)
    best_ones = observation.occupied()
    seen = {s.place: s.belief for s in observation.sightings if s.place in best_ones}
    ruler = _Ruler.of(position, best_ones)
    matches = _matches(position, seen, ruler)
    fitting = [m for m in matches if _fits(position, m)]
    by_sticks = (m for m in _by_sticks(position, seen, ruler) if _fits(position, m))
    fitting = fitting or list(islice(by_sticks, 1))
    best = max((m.score for m in fitting), default=0.0)
    distinct: dict[tuple[tuple[Spot, Spot], ...], _Match] = {}
    for match in sorted(fitting, key=lambda m: -m.score):
        if match.score >= best - LIMITS.margin:
            distinct.setdefault(match.found, match)
    return tuple(_told(position, observation, match) for match in distinct.values())


@dataclass(frozen=True, slots=True)
class _Ruler:
    """How pads are compared: how `near` the same pad lies and how that scatters, `sigma`, in stick
    lengths; `guessed`: a stick's length is only guessed, in the picture or before it."""

    near: float
    sigma: float
    guessed: bool

    @classmethod
    def of(cls, known: Table, seen: Table) -> _Ruler:
        """The ruler for a picture of a table."""
        if _measured(known) and _measured(seen):
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


def _measured(table: Table) -> bool:
    """Whether stick lengths mean anything on a table."""
    return all(label.measured for label in table.values() if isinstance(label, Pad))


def _pads(table: Iterable[Spot]) -> list[Spot]:
    return sorted(spot for spot in table if spot.kind is Kind.PAD and spot.points)


def _fits(position: Table, match: _Match) -> bool:
    """Whether a match finds enough of the known table to be the same."""
    pads = sum(known.kind is Kind.PAD for known, _ in match.found)
    if pads >= LIMITS.found_share * len(_pads(position)):
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


def _bare_pads(position: Table) -> list[Spot]:
    """The pads on which no stick lies: of others a picture may show next to nothing."""
    sticks = [spot.ends for spot in position if spot.ends is not None]
    return [pad for pad in _pads(position) if _in_sight(pad, sticks) > 0]


def _doubt(label: Label, look: Belief[Label]) -> float:
    """Nats by which a picture takes what lies there for another piece rather."""
    likeliest = max((p for _, p in look.labels()), default=0.0)
    here = look.probability(label)
    return math.log(likeliest / here) if likeliest > 0.0 < here else math.inf


def _motions(known: Sequence[Spot], seen: Sequence[Spot], ruler: _Ruler) -> Iterator[Motion]:
    """Motions that take two seen pads to two known ones; a single pad only shifts."""
    if len(known) == 1 or len(seen) == 1:
        yield from (rigid_fit([(_at(s), _at(k))]) for k in known for s in seen)
        return
    for a, b in permutations(seen, 2):
        gap = math.dist(_at(a), _at(b))
        for one, other in permutations(known, 2):
            if one < other and ruler.likely(math.dist(_at(one), _at(other)), gap):
                yield ruler.fit([(_at(a), _at(one)), (_at(b), _at(other))])


def _at(spot: Spot) -> XY:
    return spot.points[0]


def _matches(known: Table, seen: Looks, ruler: _Ruler) -> list[_Match]:
    """What each motion finds that may find enough pads; motions that find the same two pads or
    more come to the same."""
    lying = [(spot, _at(spot), known[spot]) for spot in _pads(known)]
    needed = max(1, LIMITS.found_share * len(_bare_pads(known)))
    shown = [(spot, _at(spot), seen[spot]) for spot in _pads(seen)]
    found: dict[object, _Match] = {}
    for motion in _motions(_pads(known), _pads(seen), ruler):
        close = _close(lying, shown, motion, ruler)
        if len({k for _, k, _ in close}) < needed:
            continue
        pads = [(k, s) for _, k, s in _each_once(one for one in close if one[0] <= ruler.near)]
        key = tuple(pads) if len(pads) > 1 else motion
        if key not in found:
            found[key] = _match((known, seen), motion, pads, ruler)
    return list(found.values())


def _by_sticks(known: Table, seen: Looks, ruler: _Ruler) -> Iterator[_Match]:
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


_LyingPad = tuple[Spot, XY, Label]
_ShownPad = tuple[Spot, XY, Belief[Label]]


def _close(
    lying: Sequence[_LyingPad], shown: Sequence[_ShownPad], motion: Motion, ruler: _Ruler
) -> list[tuple[float, Spot, Spot]]:
    """Known and seen pads of what may be one colour that a motion brings so near each other that,
    refined, it may find them."""
    moved = [(spot, motion(at), look) for spot, at, look in shown]
    pairs = ((math.dist(here, at), k, a, s, b) for k, here, a in lying for s, at, b in moved)
    near = ((off, k, s, a, b) for off, k, a, s, b in pairs if off <= 2 * ruler.near)
    return [(off, k, s) for off, k, s, a, b in near if _doubt(a, b) <= LIMITS.colour]


def _match(
    tables: tuple[Table, Looks], motion: Motion, pads: Sequence[tuple[Spot, Spot]], ruler: _Ruler
) -> _Match:
    """What a motion finds of the known table in the seen one, after one refinement on all the pads
    it found."""
    known, seen = tables
    if len(pads) > 1:
        motion = ruler.fit([(_at(s), _at(k)) for k, s in pads])
    moved = _moved_spots(seen, motion)
    found = [
        *_nearest(known, moved, Kind.PAD, ruler.near, ruler.sigma),
        *_nearest(known, moved, Kind.STICK, LIMITS.stick_near, ruler.sigma),
    ]
    costs = sum(min(LIMITS.lost, nats) for nats, _, _ in found)
    there = {k for _, k, _ in found}
    lost = sum(_lost_cost(spot) for spot in known if spot not in there)
    score = ruler.prior(motion) - costs - lost - LIMITS.new * (len(seen) - len(found))
    return _Match(motion, tuple(sorted((k, s) for _, k, s in found)), score)


def _lost_cost(spot: Spot) -> float:
    return LIMITS.lost_pad if spot.kind is Kind.PAD else LIMITS.lost


def _moved_spots(seen: Looks, motion: Motion) -> dict[Spot, Belief[Label]]:
    return {moved_spot(spot, spot.number, motion): look for spot, look in seen.items()}


def moved_spot(spot: Spot, number: int, motion: Motion) -> Spot:
    """The spot in another frame and under another number."""
    points = tuple(map(motion, spot.points))
    if spot.kind is Kind.PAD:
        return pad_spot(number, points[0] if points else None)
    return stick_spot(number, (points[0], points[1]) if len(points) == 2 else None)


def _nearest(
    known: Table, seen: Looks, kind: Kind, near: float, sigma: float
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


def _told(position: Table, observation: MokadiObservation, match: _Match) -> MokadiObservation:
    """The picture under the numbers and in the frame of the known table, with the known pieces
    that it does not show; in its own stick lengths where it measures what was only guessed."""
    if not _measured(position) and _measured(observation.occupied()):
        unit = 1 / match.motion.scale
        position = {_sized(spot, unit): label for spot, label in position.items()}
        motion = match.motion
        motion = Motion(motion.angle, motion.dx * unit, motion.dy * unit)
        match = replace(match, motion=motion)
    found = {seen: known.number for known, seen in match.found}
    numbers = found | _fresh(position, observation, found)
    told = [_renamed(s, numbers, match.motion) for s in observation.sightings if s.place in numbers]
    there = {s.place for s in told}
    sticks = [s.place.ends for s in told if s.place.ends is not None]
    bare = _bare(observation, match.motion)
    missing = sorted(spot for spot in position if spot not in there)
    return observation.with_sightings(
        [*told, *(_missing(spot, position[spot], sticks, bare) for spot in missing)]
    )


def _sized(spot: Spot, unit: float) -> Spot:
    """The spot in other lengths."""
    return moved_spot(spot, spot.number, Motion(scale=unit))


_Look = Sighting[Spot, Label]


def _bare(observation: MokadiObservation, motion: Motion) -> list[tuple[Spot, _Look]]:
    """The places of which the picture says that what lay there does not any more."""
    looks = [s for s in observation.sightings if s.belief.best is EMPTY]
    return [(moved_spot(s.place, s.place.number, motion), s) for s in looks]


def _missing(
    spot: Spot, label: Label, sticks: Sequence[Ends], bare: Sequence[tuple[Spot, _Look]]
) -> _Look:
    """A known piece that the picture does not show: gone as surely as the picture says of its
    place, else as far as its place is in sight."""
    near = LIMITS.in_place if spot.kind is Kind.PAD else LIMITS.stick_near
    found = [(apart(spot, at), at, s) for at, s in bare if at.kind is spot.kind]
    off, _, look = min(found, key=lambda one: one[:2], default=(math.inf, spot, None))
    if look is None or off > near:
        return _unseen(spot, label, sticks)
    gone = look.belief.probability(EMPTY)
    return Sighting(spot, Belief.of({EMPTY: gone, label: 1.0 - gone}), look.visibility)


def _fresh(
    position: Table, observation: MokadiObservation, found: Mapping[Spot, int]
) -> dict[Spot, int]:
    """Numbers for the pieces that are new: those after the known piece that the reader numbered
    before them, so that one which is never believed keeps its number while others are laid; after
    the highest where that is taken."""
    numbers: dict[Spot, int] = {}
    for kind in Kind:
        taken = {spot.number for spot in position if spot.kind is kind}
        new = [s for s in observation.occupied() if s.kind is kind and s not in found]
        number = max(taken, default=0)
        for spot in sorted((*new, *(s for s in found if s.kind is kind))):
            number = found.get(spot, number + 1)
            if spot not in found:
                number = max(taken, default=0) + 1 if number in taken else number
                numbers[spot] = number
                taken.add(number)
    return numbers


def _renamed(
    sighting: Sighting[Spot, Label], numbers: Mapping[Spot, int], motion: Motion
) -> Sighting[Spot, Label]:
    spot = sighting.place
    belief = sighting.belief.told(lambda label: _relabelled(label, numbers))
    return replace(sighting, place=moved_spot(spot, numbers[spot], motion), belief=belief)


def _relabelled(label: Label, numbers: Mapping[Spot, int]) -> Label:
    """A stick's contacts under the known numbers. Where one is a piece that the picture doubts,
    nobody knows what the stick rests on."""
    if not isinstance(label, Stick) or label.contacts is None:
        return label
    known = [c for c in label.contacts if c.spot in numbers]
    if any(c.possible for c in label.contacts if c.spot not in numbers):
        return replace(label, contacts=None)
    contacts = tuple(replace(c, spot=Spot(c.spot.kind, numbers[c.spot])) for c in known)
    return replace(label, contacts=contacts)


def _unseen(spot: Spot, label: Label, sticks: Sequence[Ends]) -> Sighting[Spot, Label]:
    """A known piece that was not found: gone as far as its place is in sight."""
    belief: Belief[Label] = Belief.of({EMPTY: LIMITS.gone, label: 1.0 - LIMITS.gone})
    return Sighting(spot, belief, visibility=_in_sight(spot, sticks))


def _in_sight(spot: Spot, sticks: Sequence[Ends]) -> float:
    points = _along(spot)
    hidden = sum(any(off_line(p, s) < LIMITS.covered for s in sticks) for p in points)
    return 1.0 - hidden / len(points) if points else 0.0


def _along(spot: Spot) -> tuple[XY, ...]:
    if spot.ends is None:
        return spot.points
    (ax, ay), (bx, by) = spot.ends
    return tuple((ax + i / 10 * (bx - ax), ay + i / 10 * (by - ay)) for i in range(11))
