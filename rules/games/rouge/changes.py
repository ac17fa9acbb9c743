"""What changed between the known pawns and a picture, once some rings may have been turned.

A proposal holds ring turns, pawns set down, pawns moved and pawns gone, all in the frame of the
picture; in which order they happened is asked later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from rules.core.observation import EMPTY, Empty, Sighting, log_evidence
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.legal import ANY_STEPS
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import CELLS, RINGS, TRACK, Hollow

Label = Pawn | Empty
Position = Mapping[Hollow, Pawn]
Rotation = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProposalLimits:
    """What is worth proposing, and how likely it is before any picture is looked at.

    Priors in nats, hand-set orders of magnitude of the size of those of Redline; the strongest
    outweigh one gross misread (7 nats).
    """

    turns: int = 3  # at most, between two pictures
    differs: float = 1.0  # nats: below it a place's known label is not doubted
    label_share: float = 0.002  # probability: an unlikelier label is not proposed
    spread: float = 10.0  # nats: combinations worse than the best by more are dropped
    combinations: int = 12  # for one choice of turned rings
    one_turn: float = -0.7
    more_turns: float = -4.0  # each turn after the first: many chains come to the same look
    far: float = -1.8  # a ring turned by more than a step: hardly more than players fly
    gone: float = -4.0  # a pawn left the track and no turn took it
    undue: float = -3.0  # a pawn taken that no line earns
    swapped: float = -4.0  # a pawn nobody took is gone, one of its colour placed: it was moved
    detour: float = 0.5  # nats: more turns must explain better by more than this
    roundabout: float = -2.0  # one turn more that explains no better; two are not told
    invisible: float = -5.0  # a ring turned that leaves no trace
    ring_off: float = -6.0  # at most, for a ring between two steps that nobody turned
    rotated: float = -3.0  # a picture whose first ray is another one than before
    orders: int = 2  # orders of the same turns proposed
    behind: float = 7.0  # nats: a change so much worse than the best is not told
    changes: int = 16  # told at most
    compared: int = 80  # of the best, those looked at for detours


LIMITS = ProposalLimits()


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


#: Nothing turned, one ring by any steps, two rings by one step each.
ROTATIONS: tuple[tuple[Rotation, ...], ...] = (
    (),
    *(((ring, by),) for ring in RINGS for by in ANY_STEPS),
    *(
        ((a, i), (b, j))
        for a in RINGS
        for b in RINGS
        if a < b
        for i, j in product((1, -1), repeat=2)
    ),
)


def shifted(hollow: Hollow, rotation: Rotation) -> Hollow:
    """Where a ring's turn carries a hollow's pawn."""
    ring, by = rotation
    return Hollow(ring, (hollow.cell + by) % CELLS) if hollow.ring == ring else hollow


def changes(position: Position, observation: RougeObservation) -> list[Change]:
    """Every change worth proposing, over every choice of turned rings, best first."""
    sightings = {s.place: s for s in observation.sightings}
    costs = {hollow: _costs(sightings.get(hollow), position) for hollow in TRACK}
    found = [c for rotations in ROTATIONS for c in _after(position, rotations, costs)]
    found.sort(key=_burden)
    found = sorted(_without_detours(found[: LIMITS.compared]), key=_burden)
    limit = _burden(found[0]) + LIMITS.behind if found else 0.0
    return [c for c in found[: LIMITS.changes] if _burden(c) <= limit]


def _without_detours(found: list[Change]) -> list[Change]:
    """Less those that need two turns more for the same look: a ring turned and its pawns put back,
    say; those that need one more are marked."""
    told = []
    for change in found:
        shorter = [other.turns for other in found if _explains(other, change)]
        saved = change.turns - min(shorter, default=change.turns)
        if saved < 2:
            told.append(replace(change, roundabout=saved == 1))
    return told


def _explains(other: Change, change: Change) -> bool:
    """Whether another change has the same look at least, with no more pawns gone."""
    fewer = len(other.gone) <= len(change.gone)
    return fewer and other.turns > 0 and other.cost <= change.cost + LIMITS.detour


def _burden(change: Change) -> float:
    """Misfit and prior of a change, in nats; a line may have taken what is gone."""
    far = sum(abs(by) > 1 for _, by in change.rotations)
    more = max(change.turns - 1, 0)
    return change.cost - LIMITS.more_turns * more - LIMITS.far * far


_Costs = dict[Hollow, dict[Label, float]]


def _costs(sighting: Sighting[Hollow, Pawn] | None, position: Position) -> dict[Label, float]:
    """What each label costs at a place, against its likeliest; only labels worth proposing and
    those that stand somewhere."""
    if sighting is None:
        return {}
    best = log_evidence(sighting, sighting.belief.best)
    likely = {label for label, p in sighting.belief.ranked if p >= LIMITS.label_share}
    labels = likely | set(position.values()) | {EMPTY}
    return {label: best - log_evidence(sighting, label) for label in labels}


def _after(position: Position, rotations: tuple[Rotation, ...], costs: _Costs) -> Iterator[Change]:
    board: dict[Hollow, Pawn] = dict(position)
    for rotation in rotations:
        board = {shifted(hollow, rotation): pawn for hollow, pawn in board.items()}
    if rotations and board == position:
        return
    room = LIMITS.turns - len(rotations)
    places = [_choices(hollow, board.get(hollow, EMPTY), costs[hollow]) for hollow in TRACK]
    sure = sum(choices[0].cost for choices in places if len(choices) == 1)
    for cost, picked in _combinations([c for c in places if len(c) > 1], room, sure):
        yield from _paired(rotations, picked, room, cost)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a place may hold instead of what it would, and what that costs in nats."""

    hollow: Hollow
    before: Label
    after: Label
    cost: float


def _choices(hollow: Hollow, known: Label, costs: Mapping[Label, float]) -> list[_Choice]:
    stays = _Choice(hollow, known, known, costs.get(known, 0.0))
    if stays.cost < LIMITS.differs:
        return [stays]
    better = [
        _Choice(hollow, known, label, cost)
        for label, cost in costs.items()
        if label != known and cost < stays.cost
    ]
    return [stays, *sorted(better, key=lambda choice: choice.cost)]


def _combinations(
    places: Sequence[list[_Choice]], room: int, sure: float
) -> list[tuple[float, tuple[_Choice, ...]]]:
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
    return [(cost, picked) for cost, _, picked in kept]


def _adds(choice: _Choice) -> int:
    return int(choice.after != choice.before and not isinstance(choice.after, Empty))


def _paired(
    rotations: tuple[Rotation, ...], picked: tuple[_Choice, ...], room: int, cost: float
) -> Iterator[Change]:
    """Every way to tell which new pawns were placed and which are old ones moved."""
    added = [(c.hollow, c.after.colour) for c in picked if isinstance(c.after, Pawn)]
    lost = [(c.hollow, c.before.colour) for c in picked if isinstance(c.before, Pawn)]
    sources = [[None, *(old for old in lost if old[1] == colour)] for _, colour in added]
    for origins in product(*sources):
        used = [origin for origin in origins if origin is not None]
        if len(set(used)) < len(used):
            continue
        pairs = list(zip(added, origins, strict=True))
        yield Change(
            rotations,
            tuple(new for new, origin in pairs if origin is None),
            tuple((origin[0], new[0], new[1]) for new, origin in pairs if origin is not None),
            tuple(old for old in lost if old not in used),
            cost,
        )
