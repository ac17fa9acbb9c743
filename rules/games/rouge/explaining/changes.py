"""What changed between the known pawns and a picture, once some rings may have been turned.

A proposal holds ring turns, pawns set down, pawns moved and pawns gone, all in the frame of the
picture; in which order they happened is asked later.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import inf
from typing import NamedTuple

from rules.core.observation import EMPTY, Empty, Sighting, log_evidence
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.laws.legal import ANY_STEPS
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import CELLS, RINGS, STRAIGHT, TRACK, Hollow

Label = Pawn | Empty
Position = Mapping[Hollow, Pawn]
Rotation = tuple[int, int]
_Pawns = tuple[tuple[Hollow, Pawn], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What happened, less the order: places are those of the picture.

    `moved` pairs where a pawn would stand had it not been moved with where it stands. `roundabout`:
    one turn fewer has the same look.
    """

    rotations: tuple[Rotation, ...]
    placed: tuple[tuple[Hollow, str], ...]
    moved: tuple[tuple[Hollow, Hollow, str], ...]
    gone: tuple[tuple[Hollow, str], ...]
    cost: float
    roundabout: bool = False

    @property
    def turns(self) -> int:
        """How many turns at least."""
        return len(self.rotations) + len(self.placed) + len(self.moved)

    @property
    def look(self) -> Hashable:
        """The same for changes that differ only in which pawns were moved where."""
        new = (*self.placed, *((to, colour) for _, to, colour in self.moved))
        old = (*self.gone, *((origin, colour) for origin, _, colour in self.moved))
        return self.rotations, frozenset(new), frozenset(old)

    @property
    def acts(self) -> Hashable:
        """What was physically done, whatever the order."""
        return self.rotations, self.placed, self.moved, self.gone


def _single_steps(rings: tuple[int, ...]) -> Iterator[tuple[Rotation, ...]]:
    """Every way to turn these rings by one step each, one named twice by one and one more."""
    for steps in product((1, -1), repeat=len(set(rings))):
        way = dict(zip(sorted(set(rings)), steps, strict=True))
        yield tuple((ring, way[ring]) for ring in rings)


#: Nothing turned, one ring by any steps, two rings or three by one step each, one ring twice or too
#: far with another one in between or beside it.
ROTATIONS: tuple[tuple[Rotation, ...], ...] = (
    (),
    *(((ring, by),) for ring in RINGS for by in ANY_STEPS),
    *(way for pair in combinations(RINGS, 2) for way in _single_steps(pair)),
    *_single_steps(RINGS),
    *(way for a, b in permutations(RINGS, 2) for way in _single_steps((a, a, b))),
    *(((a, far), (b, by)) for a, b in permutations(RINGS, 2) for far in (2, -2) for by in (1, -1)),
)


def shifted(hollow: Hollow, rotation: Rotation) -> Hollow:
    """Where a ring's turn carries a hollow's pawn."""
    ring, by = rotation
    return Hollow(ring, (hollow.cell + by) % CELLS) if hollow.ring == ring else hollow


def changes(position: Position, observation: RougeObservation) -> list[Change]:
    """Every change worth proposing, over every choice of turned rings, best first."""
    found = _likeliest(_Table(position, observation))
    paired = [change for picture in found for change in _paired(picture)]
    paired.sort(key=_odd)
    told = _without_detours(paired[: LIMITS.compared])
    return told[: LIMITS.changes]


def _odd(change: Change) -> float:
    """What speaks against a change where only so many can be looked at: its burden, pawns that
    jumped, pawns gone where one of their colour was placed."""
    jumps = sum(not STRAIGHT[origin.index] & to.bit for origin, to, _ in change.moved)
    placed = {colour for _, colour in change.placed}
    swapped = sum(colour in placed for _, colour in change.gone)
    return _burden(change.cost, change.rotations, change.turns) + jumps + swapped


def _likeliest(table: _Table) -> list[_Picture]:
    """What the places hold under every choice of turned rings, the best and what is little worse.

    Rings are tried from none turned on: a choice that cannot come near the best is left at once.
    """
    found: list[_Picture] = []
    limit = inf
    for rotations in ROTATIONS:
        for picture in table.after(rotations, limit):
            found.append(picture)
            limit = min(limit, picture.burden + LIMITS.behind)
    return sorted((p for p in found if p.burden <= limit), key=lambda p: p.burden)


def _without_detours(found: list[Change]) -> list[Change]:
    """Less those that need two turns more for the same look: a ring turned and its pawns put back,
    say; those that need one more are marked."""
    told = []
    for change in found:
        shorter = [other.turns for other in found if explains(other, change)]
        saved = change.turns - min(shorter, default=change.turns)
        if saved < 2:
            told.append(replace(change, roundabout=saved == 1))
    return told


def explains(other: Change, change: Change) -> bool:
    """Whether another change has the same look at least, with no more pawns gone. That nothing was
    done stands against turns that undo one another, not against a single one; a ring turned too
    far not against two steps, which are no detour to where one foul leads."""
    fewer = other.turns < change.turns and len(other.gone) <= len(change.gone)
    fewer = fewer and _far(other.rotations) <= _far(change.rotations)
    something = other.turns > 0 or bool(other.gone) or change.turns > 1
    return fewer and something and other.cost <= change.cost + LIMITS.detour


def _burden(cost: float, rotations: tuple[Rotation, ...], turns: int) -> float:
    """Misfit and prior of a change, in nats; a line may have taken what is gone."""
    far = _far(rotations)
    return cost - LIMITS.more_turns * max(turns - 1, 0) - LIMITS.far * far


def _far(rotations: tuple[Rotation, ...]) -> int:
    """Rings turned too far."""
    return sum(abs(by) > 1 for _, by in rotations)


def _costs(sighting: Sighting[Hollow, Pawn] | None, position: Position) -> dict[Label, float]:
    """What each label costs at a place, against its likeliest; only labels worth proposing and
    those that stand somewhere."""
    if sighting is None:
        return {}
    best = log_evidence(sighting, sighting.belief.best)
    likely = [label for label, p in sighting.belief.ranked if p >= LIMITS.label_share]
    labels = dict.fromkeys((*likely, *position.values(), EMPTY))  # no set: ties keep their order
    return {label: best - log_evidence(sighting, label) for label in labels}


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a place may hold instead of what it would, and what that costs in nats."""

    hollow: Hollow
    before: Label
    after: Label
    cost: float


class _Picture(NamedTuple):
    """What places hold that they would not after these rings were turned, with what that costs."""

    burden: float
    cost: float
    rotations: tuple[Rotation, ...]
    picked: tuple[_Choice, ...]


class _Ring(NamedTuple):
    """One ring turned by some steps: its pawns, what its sure places cost, the doubted ones."""

    pawns: _Pawns
    sure: float
    doubted: tuple[list[_Choice], ...]


class _Table:
    """A position and what a picture says of its places; each ring is looked at once a step."""

    def __init__(self, position: Position, observation: RougeObservation) -> None:
        """`position` as known before, in the picture's frame."""
        sightings = {s.place: s for s in observation.sightings}
        self._costs = {hollow: _costs(sightings.get(hollow), position) for hollow in TRACK}
        self._pawns = {
            ring: tuple((h, p) for h, p in position.items() if h.ring == ring) for ring in RINGS
        }
        self._rings: dict[Rotation, _Ring] = {}

    def after(self, rotations: tuple[Rotation, ...], limit: float) -> Iterator[_Picture]:
        """The likeliest ways to read the picture after these rings were turned, of no more than
        this burden."""
        if _burden(0.0, rotations, len(rotations)) > limit:
            return
        steps = dict.fromkeys(RINGS, 0)
        for ring, by in rotations:
            steps[ring] += by
        rings = [self._ring(rotation) for rotation in steps.items()]
        if any(by and self._as_before((ring, by)) for ring, by in steps.items()):
            return
        sure = sum(ring.sure for ring in rings)
        doubted = [choices for ring in rings for choices in ring.doubted]
        room = LIMITS.turns - len(rotations)
        if _burden(sure + _least(doubted, room), rotations, len(rotations)) > limit:
            return
        turned = [(n, ring.pawns) for n, ring in zip(RINGS, rings, strict=True) if steps[n]]
        for cost, added, picked in _combinations(doubted, room, sure):
            burden = _burden(cost, rotations, len(rotations) + added)
            if burden <= limit and not any(_traceless(*ring, picked) for ring in turned):
                yield _Picture(burden, cost, rotations, picked)

    def _as_before(self, rotation: Rotation) -> bool:
        """Whether a turned ring shows the same pawns; an empty one may have got one since."""
        before = self._pawns[rotation[0]]
        return bool(before) and dict(self._ring(rotation).pawns) == dict(before)

    def _ring(self, rotation: Rotation) -> _Ring:
        if rotation not in self._rings:
            self._rings[rotation] = self._turned(rotation)
        return self._rings[rotation]

    def _turned(self, rotation: Rotation) -> _Ring:
        ring, _ = rotation
        pawns = tuple((shifted(h, rotation), p) for h, p in self._pawns[ring])
        board = dict(pawns)
        places = [
            _choices(hollow, board.get(hollow, EMPTY), self._costs[hollow])
            for hollow in TRACK
            if hollow.ring == ring
        ]
        sure = sum(choices[0].cost for choices in places if len(choices) == 1)
        return _Ring(pawns, sure, tuple(choices for choices in places if len(choices) > 1))


def _least(places: Sequence[list[_Choice]], room: int) -> float:
    """What doubted places cost at the very least, as only so many pawns can have been added."""
    stays = sorted(c[0].cost for c in places if all(map(_adds, c[1:])))
    return sum(stays[: len(stays) - room]) if len(stays) > room else 0.0


def _traceless(ring: int, there: _Pawns, picked: tuple[_Choice, ...]) -> bool:
    """Whether nothing shows that a ring was turned: its pawns are all gone, and none came to lie
    on it or may have been moved from there."""
    gone = {c.hollow for c in picked if isinstance(c.after, Empty)}
    added = {c.hollow.ring: c.after.colour for c in picked if isinstance(c.after, Pawn)}
    if ring in added:
        return False
    return all(hollow in gone and pawn.colour not in added.values() for hollow, pawn in there)


def _choices(hollow: Hollow, known: Label, costs: Mapping[Label, float]) -> list[_Choice]:
    """What is known to stand there, and what is likelier."""
    stays = _Choice(hollow, known, known, costs.get(known, 0.0))
    better = [
        _Choice(hollow, known, label, cost)
        for label, cost in costs.items()
        if label != known and cost < stays.cost
    ]
    return [stays, *sorted(better, key=lambda choice: choice.cost)]


def _combinations(
    places: Sequence[list[_Choice]], room: int, sure: float
) -> list[tuple[float, int, tuple[_Choice, ...]]]:
    """The cheapest combinations of one choice a place, with few enough pawns added."""
    kept: list[tuple[float, int, tuple[_Choice, ...]]] = [(sure, 0, ())]
    for choices in places:
        grown = [
            (cost + c.cost, added + _adds(c), (*done, c) if c.after != c.before else done)
            for (cost, added, done), c in product(kept, choices)
            if added + _adds(c) <= room
        ]
        grown.sort(key=lambda item: item[0])
        limit = grown[0][0] + LIMITS.spread
        kept = [item for item in grown[: LIMITS.combinations] if item[0] <= limit]
    return kept


def _adds(choice: _Choice) -> int:
    return int(choice.after != choice.before and not isinstance(choice.after, Empty))


def _paired(picture: _Picture) -> Iterator[Change]:
    """Every way to tell which new pawns were placed and which are old ones moved."""
    picked = picture.picked
    added = [(c.hollow, c.after.colour) for c in picked if isinstance(c.after, Pawn)]
    lost = [(c.hollow, c.before.colour) for c in picked if isinstance(c.before, Pawn)]
    sources = [[None, *(old for old in lost if old[1] == colour)] for _, colour in added]
    for origins in product(*sources):
        used = [origin for origin in origins if origin is not None]
        if len(set(used)) < len(used):
            continue
        pairs = list(zip(added, origins, strict=True))
        yield Change(
            picture.rotations,
            tuple(new for new, origin in pairs if origin is None),
            tuple((origin[0], new[0], new[1]) for new, origin in pairs if origin is not None),
            tuple(old for old in lost if old not in used),
            picture.cost,
        )
