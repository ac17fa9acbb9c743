"""What may have happened on the track since a known state, legal or not.

From the changes a picture shows: turns in the orders they may have been made, with the pawns that
each took; a line whose pawns nobody took yet; turns that look the same; rings turned without a
trace, where only that would make what is seen right; pawns that simply went.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from rules.core.game import Explanation
from rules.core.observation import EMPTY
from rules.games.rouge.actions import ALIGNED_DEG
from rules.games.rouge.after import forced
from rules.games.rouge.align import ROTATED, RougeObservation
from rules.games.rouge.blame import actor
from rules.games.rouge.captures import due, moved, span
from rules.games.rouge.changes import LIMITS, Change, Rotation, changes, shifted
from rules.games.rouge.judge import judged
from rules.games.rouge.legal import with_captures
from rules.games.rouge.looks import invisible_rings
from rules.games.rouge.marks import marks_off, shown_turns
from rules.games.rouge.opening import position
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import RINGS, Hollow

_Told = Explanation[Turn]

#: Quantities by which a reader says how far a ring rests from the rays, in degrees.
RING_QUANTITIES = {f"ring-{ring}": ring for ring in RINGS}


class _Event(NamedTuple):
    """One turn in the frame of the picture: a ring turned, or a pawn set down or moved."""

    rotation: Rotation | None
    origin: Hollow | None
    to: Hollow | None
    colour: str


class _Played(NamedTuple):
    """One order of a change's turns: the turns, the state after them, pawns nobody took, fouls."""

    turns: tuple[Turn, ...]
    after: RougeState
    left: frozenset[tuple[Hollow, str]]
    fouls: int


def proposals(
    state: RougeState, observation: RougeObservation, readings: Readings
) -> Iterator[_Told]:
    """Every explanation worth weighing; nothing happened comes first."""
    told: list[_Told] = [Explanation((), log_evidence=_rings_off(observation, ()))]
    for change in changes(position(state), observation):
        if change.turns or change.gone:
            told += _explained(state, change, observation, readings)
    yield from told
    yield from _with_marked_turns(state, told, observation, readings)


def _with_marked_turns(
    state: RougeState, told: Sequence[_Told], observation: RougeObservation, readings: Readings
) -> Iterator[_Told]:
    """The same with rings turned that only their marks show, first or last."""
    for ring, by in shown_turns(observation).items():
        unseen = TurnRing(ring, by, ())
        for story in told:
            if any(isinstance(turn, TurnRing) and turn.ring == ring for turn in story.turns):
                continue
            if len(story.turns) >= LIMITS.turns:
                continue
            prior = story.log_prior + (LIMITS.more_turns if story.turns else LIMITS.one_turn)
            ways = dict.fromkeys([(unseen, *story.turns), (*story.turns, unseen)])
            for turns in sorted(ways, key=lambda way: not _all_legal(state, way, readings))[:1]:
                evidence = _rings_off(observation, turns)
                yield replace(story, turns=turns, log_prior=prior, log_evidence=evidence)


def _explained(
    state: RougeState, change: Change, observation: RougeObservation, readings: Readings
) -> Iterator[_Told]:
    found = list(_orders(state, change, observation, readings))
    fewest = min(played.fouls for played in found)
    best = [played for played in found if played.fouls == fewest][: LIMITS.orders]
    for played in best:
        yield _told(state, played, change, observation)
        yield from _taken_unduly(state, played, change, observation, readings)
        if played.fouls and len(played.turns) < LIMITS.turns:
            yield from _unseen_turns(state, played, change, observation, readings)


def _told(
    state: RougeState, played: _Played, change: Change, observation: RougeObservation
) -> _Told:
    """An order as an explanation; pawns that nobody took are disturbed."""
    return Explanation(
        played.turns,
        _prior(state, played.turns, change) + _lost(played, change, LIMITS.gone),
        look=tuple((hollow, EMPTY) for hollow, _ in sorted(played.left)),
        log_evidence=_rings_off(observation, played.turns),
        disturbed=tuple(hollow for hollow, _ in sorted(played.left)),
    )


def _prior(state: RougeState, turns: Sequence[Turn], change: Change) -> float:
    """Before any picture is looked at; to take the pawns of an open line is no further turn."""
    if not turns:
        return 0.0
    fresh = len(turns) - state.completes(turns[0])
    further = max(fresh - 1, 0)
    far = sum(abs(by) > 1 for _, by in change.rotations)
    prior = LIMITS.one_turn * min(fresh, 1) + LIMITS.more_turns * further + LIMITS.far * far
    return prior + LIMITS.roundabout * change.roundabout


def _lost(played: _Played, change: Change, each: float) -> float:
    """The prior of pawns that no line took; where others of their colour were placed, they were
    rather moved."""
    placed = [colour for _, colour in change.placed]
    lost = [colour for _, colour in played.left]
    swapped = sum(min(lost.count(c), placed.count(c)) for c in set(lost))
    return each * len(lost) + LIMITS.swapped * swapped


def _orders(
    state: RougeState, change: Change, observation: RougeObservation, readings: Readings
) -> Iterator[_Played]:
    """Every order of a change's turns, with the pawns each takes; first of all, where a line is
    still to be paid out, its pawns."""
    for events in permutations(_events(change)):
        if state.open is not None and change.gone:
            yield _play(state, events, change, observation, readings, pay=True)
        yield _play(state, events, change, observation, readings, pay=False)


def _events(change: Change) -> list[_Event]:
    return [
        *(_Event(rotation, None, None, "") for rotation in change.rotations),
        *(_Event(None, None, to, colour) for to, colour in change.placed),
        *(_Event(None, origin, to, colour) for origin, to, colour in change.moved),
    ]


def _play(
    state: RougeState,
    events: tuple[_Event, ...],
    change: Change,
    observation: RougeObservation,
    readings: Readings,
    *,
    pay: bool,
) -> _Played:
    """The turns of one order, each judged on the state the ones before it left."""
    left = frozenset(change.gone)
    turns: list[Turn] = []
    fouls = 0
    queue: list[Turn | _Event] = [*events]
    if pay and state.open is not None:
        queue.insert(0, state.open.turn)
    for number, event in enumerate(queue):
        later = [e.rotation for e in queue[number + 1 :] if isinstance(e, _Event) and e.rotation]
        bare = _turn(event, later, observation) if isinstance(event, _Event) else event
        turn, left = _with_taken(state, bare, left, later, readings, last=event is queue[-1])
        fouls += len(judged(state, turn, readings).violations)
        state = forced(state, turn, readings)
        turns.append(turn)
    return _Played(tuple(turns), state, left, fouls)


def _turn(event: _Event, later: Sequence[Rotation], observation: RougeObservation) -> Turn:
    """An event as a turn, told by the hollows of its own moment."""
    if event.rotation is not None:
        ring, by = event.rotation
        return TurnRing(ring, by, None, _off_deg(observation, ring))
    assert event.to is not None
    to = _then(event.to, later)
    if event.origin is None:
        return Place(event.colour, to)
    return Move(event.colour, _then(event.origin, later), to)


def _then(hollow: Hollow, later: Sequence[Rotation]) -> Hollow:
    """Where a hollow of the picture was before some rings were turned."""
    for ring, by in later:
        hollow = shifted(hollow, (ring, -by))
    return hollow


def _with_taken(
    state: RougeState,
    turn: Turn,
    left: frozenset[tuple[Hollow, str]],
    later: Sequence[Rotation],
    readings: Readings,
    *,
    last: bool,
) -> tuple[Turn, frozenset[tuple[Hollow, str]]]:
    """The turn with those of the missing pawns that its lines take, and the pawns still missing.

    The last turn may still be going on: with nothing taken it stays open.
    """
    pending = state.open
    if pending is not None and turn == pending.turn and state.last is not None:
        side, most, boards = state.last, pending.most, state.pawns
    else:
        maker = actor(state, turn, readings)
        if maker is None:
            return with_captures(turn, ()), left
        side, boards = maker, moved(state, maker, turn)
        most = due(state, side, turn, readings).most
    if not most:
        return with_captures(turn, ()), left
    spans = span(boards, side, most, most, state.gone, readings)
    taken: list[Taken] = []
    for other, (_, high) in enumerate(spans):
        mine = sorted(item for item in left if item[1] == state.colours[other])[:high]
        left -= frozenset(mine)
        taken += [Taken(_then(hollow, later), colour) for hollow, colour in mine]
    if last and not taken:
        return turn, left
    return with_captures(turn, tuple(sorted(taken))), left


def _taken_unduly(
    state: RougeState,
    played: _Played,
    change: Change,
    observation: RougeObservation,
    readings: Readings,
) -> Iterator[_Told]:
    """Pawns missing that no line earned were taken with the last turn all the same."""
    if not played.left or not played.turns:
        return
    *before, last = played.turns
    there = (Taken(hollow, colour) for hollow, colour in played.left)
    turn = with_captures(last, tuple(sorted((*(last.captures or ()), *there))))
    prior = _prior(state, played.turns, change) + _lost(played, change, LIMITS.undue)
    yield Explanation((*before, turn), prior, log_evidence=_rings_off(observation, played.turns))


def _unseen_turns(
    state: RougeState,
    played: _Played,
    change: Change,
    observation: RougeObservation,
    readings: Readings,
) -> Iterator[_Told]:
    """The same turns with a ring turned in between that leaves no trace, where that makes all of
    them legal: nobody saw the turn that was missing."""
    if played.left:
        return
    for place in range(len(played.turns)):
        before = state
        for turn in played.turns[:place]:
            before = forced(before, turn, readings)
        for unseen in invisible_rings(before):
            turns = (*played.turns[:place], unseen, *played.turns[place:])
            if _all_legal(state, turns, readings):
                prior = _prior(state, turns, change) + LIMITS.invisible - LIMITS.more_turns
                evidence = _rings_off(observation, turns)
                yield Explanation(turns, prior, log_evidence=evidence)


def _all_legal(state: RougeState, turns: Sequence[Turn], readings: Readings) -> bool:
    for turn in turns:
        if not judged(state, turn, readings).legal:
            return False
        state = forced(state, turn, readings)
    return True


def _off_deg(observation: RougeObservation, ring: int) -> float:
    """How far from the rays a ring rests, where that is more than aligned; 0 elsewhere."""
    for quantity in observation.quantities:
        if RING_QUANTITIES.get(quantity.name) == ring and abs(quantity.value) > ALIGNED_DEG:
            return round(quantity.value, 1)
    return 0.0


def _rings_off(observation: RougeObservation, turns: Sequence[Turn]) -> float:
    """A ring that rests between two steps was touched: what it costs to say that it was not; what
    it costs that the picture's first ray is another one than before; what the rings' marks say."""
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
