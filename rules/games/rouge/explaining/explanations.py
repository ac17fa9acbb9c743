"""What may have happened on the track since a known state, legal or not.

From the changes a picture shows: turns in every order that makes a difference, with the pawns that
each took; a line whose pawns nobody took yet; pawns taken that no line earned; rings turned without
a trace, where only that would make what is seen right; pawns that simply went.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from rules.core.game import Explanation
from rules.core.observation import EMPTY
from rules.core.rulebook import House
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.explaining.changes import Change, changes, explains
from rules.games.rouge.explaining.faint import with_faint_pawns
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.explaining.marks import off_degrees, rings_off
from rules.games.rouge.explaining.orders import Order, Ways, orders, then
from rules.games.rouge.explaining.unseen import (
    UNSEEN,
    with_marked_turns,
    with_turns_back,
    with_unseen_pawns,
)
from rules.games.rouge.laws.apply import forced
from rules.games.rouge.laws.blame import actor, others_in
from rules.games.rouge.laws.legal import with_captures
from rules.games.rouge.laws.newcomers import welcomed
from rules.games.rouge.laws.sides import actors
from rules.games.rouge.opening import position
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Move, Pawn, Place, RougeState, Taken, Turn, TurnRing, completes
from rules.games.rouge.track import Hollow

_Told = Explanation[Turn]


def proposals(state: RougeState, observation: RougeObservation, house: House) -> Iterator[_Told]:
    """Every explanation worth weighing; nothing happened comes first."""
    nothing: _Told = Explanation((), log_evidence=rings_off(observation, (), state.between))
    told = [nothing, *_likely(list(_with_misfit(state, observation, Readings.of(house))))]
    yield from told
    yield from with_marked_turns(told, observation, state.between)


def _likely(weighed: Sequence[tuple[float, _Told]]) -> Iterator[_Told]:
    """Less those that explain the picture far worse than the best."""
    limit = min((cost for cost, _ in weighed), default=0.0) + LIMITS.unlikely
    return (one for cost, one in weighed if cost <= limit)


def _with_misfit(
    state: RougeState, observation: RougeObservation, readings: Readings
) -> Iterator[tuple[float, _Told]]:
    """Every change in every order, with all that speaks against it in nats."""
    ways = Ways(readings, off_degrees(observation))
    found = [c for c in changes(position(state), observation) if c.turns or c.gone]
    played = [(change, several) for change in found if (several := orders(state, change, ways))]
    played += list(_faintly_legal(state, observation, played, ways))
    least, moved = _least_by_look(played), _fewest_wrong(played)
    for change, several in played:
        worse = min(map(_burden, several)) - least[change.look]
        against = LIMITS.clumsy * worse + LIMITS.twin * _has_legal_twin(change, several, played)
        against += LIMITS.roundabout * _is_detour(change, several, played)
        for one in _explained(state, change, several, moved.get(change.look, 0), readings):
            evidence = rings_off(observation, one.turns, state.between)
            prior = one.log_prior + against
            told = replace(one, log_prior=prior, log_evidence=evidence)
            yield change.cost - prior - evidence, told


def _faintly_legal(
    state: RougeState,
    observation: RougeObservation,
    played: Sequence[tuple[Change, list[Order]]],
    ways: Ways,
) -> Iterator[tuple[Change, list[Order]]]:
    """Changes that explain the picture better than any legal one, with a pawn more that is hardly
    seen, in the orders in which that makes all of it legal."""
    for change, several in takewhile(lambda one: min(map(_burden, one[1])) > 0, played):
        for more in with_faint_pawns(change, several[0], observation):
            legal = [one for one in orders(state, more, ways) if not _burden(one)]
            if legal:
                yield more, legal


def _burden(played: Order) -> int:
    """Rules broken, and pawns that nobody took."""
    return played.fouls + len(played.left)


def _has_legal_twin(
    change: Change, several: Sequence[Order], every: Sequence[tuple[Change, list[Order]]]
) -> bool:
    """Whether a change that is a foul in every order looks like one of no more turns that is legal
    in some: a pawn of another moved, or its ring turned."""
    if _may_be_legal(several):
        return False
    return any(
        other.turns <= change.turns
        and other.cost <= change.cost + LIMITS.detour
        and _may_be_legal(ways)
        for other, ways in every
        if other.turns
    )


def _is_detour(
    change: Change, several: Sequence[Order], every: Sequence[tuple[Change, list[Order]]]
) -> bool:
    """Whether a change is a detour to what one turn fewer explains. Legal turns, one of them a
    ring's, are none to what only a foul explains, unless they put a pawn back. Pawns that all moved
    as their ring would have carried them are one: it would be a strange chance."""
    if not change.roundabout or not change.rotations or not _may_be_legal(several):
        return change.roundabout
    shorter = [(other, ways) for other, ways in every if explains(other, change)]
    by_foul = all(other.turns and not _may_be_legal(ways) for other, ways in shorter)
    return _puts_back(change) or not (shorter and by_foul)


def _puts_back(change: Change) -> bool:
    """Whether a pawn was moved back to where it lay before its ring was turned."""
    return any(then(origin, change.rotations) == to for origin, to, _ in change.moved)


def _may_be_legal(several: Sequence[Order]) -> bool:
    """Whether some order breaks no rule, with every pawn that is gone taken."""
    return any(not _burden(played) for played in several)


def _least_by_look(played: Sequence[tuple[Change, list[Order]]]) -> Mapping[Hashable, int]:
    """The least burden of all the ways to pair the same pawns."""
    least: dict[Hashable, int] = {}
    for change, several in played:
        burden = min(map(_burden, several))
        least[change.look] = min(burden, least.get(change.look, burden))
    return least


def _fewest_wrong(played: Sequence[tuple[Change, list[Order]]]) -> Mapping[Hashable, int]:
    """With how few turns against the rules the same pawns may all have been moved, none taken."""
    fewest: dict[Hashable, int] = {}
    for change, several in played:
        for wrong in (len(one.wrong) for one in several if not one.left):
            fewest[change.look] = min(wrong, fewest.get(change.look, wrong))
    return fewest


def _explained(
    state: RougeState, change: Change, several: Sequence[Order], moved: int, readings: Readings
) -> Iterator[_Told]:
    """One change in every order: as it is, with pawns taken unduly, with a ring turned unseen.
    `moved`: with how few fouls the same look comes of moves alone."""
    alone = not change.turns and all(played.left for played in several)
    for played in several:
        prior = _prior(state, played.turns, change) + LIMITS.covered * played.covered
        if played.left:
            yield _disturbed(played, change, prior, alone=alone)
            for unduly in _taken_unduly(state, played, change, prior, moved, readings):
                yield unduly
                plain = replace(unduly, log_prior=prior)
                for missed in (with_unseen_pawns, with_turns_back):
                    yield from missed(state, plain, readings)
            continue
        whole = Explanation(played.turns, prior, acts=("taken", change.acts))
        yield whole
        if 0 < played.fouls == several[0].fouls and not played.covered:
            for unseen in UNSEEN:
                yield from unseen(state, whole, readings)


def _disturbed(played: Order, change: Change, prior: float, *, alone: bool) -> _Told:
    """Pawns that nobody took were touched without a turn."""
    gone = tuple(hollow for hollow, _ in sorted(played.left))
    each = LIMITS.gone if alone else LIMITS.gone_beside
    return Explanation(
        played.turns,
        prior + each * len(gone) + LIMITS.swapped * _swapped(played, change),
        look=tuple((hollow, EMPTY) for hollow in gone),
        disturbed=gone,
        acts=("left", change.acts, gone),
    )


def _prior(state: RougeState, turns: Sequence[Turn], change: Change) -> float:
    """Before any picture is looked at; to take the pawns of an open line is no further turn."""
    if not turns:
        return 0.0
    fresh = len(turns) - completes(state, turns[0])
    further = max(fresh - 1, 0)
    far = sum(abs(by) > 1 for _, by in change.rotations)
    prior = LIMITS.one_turn * min(fresh, 1) + LIMITS.more_turns * further + LIMITS.far * far
    prior += LIMITS.stranger * sum(_of_nobody(state, turn) for turn in turns)
    return prior + LIMITS.all_out * _needs_all_out(state, turns[0])


def _of_nobody(state: RougeState, turn: Turn) -> bool:
    """Whether a turn places a pawn of a colour that no player has."""
    return isinstance(turn, Place) and not actors(welcomed(state, turn), turn)


def _needs_all_out(state: RougeState, turn: Turn) -> bool:
    """Whether a turn is right only because all others may be out: the side that moved last moves
    once more."""
    if not isinstance(turn, Place | Move) or state.mover is not None:
        return False
    side = state.side_of(turn.colour)
    return side is not None and side == state.last and not others_in(state, side)


def _swapped(played: Order, change: Change) -> int:
    """How many of the pawns that no line took were rather moved: others of their colour were
    placed."""
    placed = [colour for _, colour in change.placed]
    lost = [colour for _, colour in played.left]
    return sum(min(lost.count(c), placed.count(c)) for c in set(lost))


def _taken_unduly(
    state: RougeState,
    played: Order,
    change: Change,
    prior: float,
    moved: int,
    readings: Readings,
) -> Iterator[_Told]:
    """Pawns missing that no line earned were taken all the same, with one turn or another; rather
    not by their owner."""
    owners = [_owner(state, played.turns, number, readings) for number in range(len(played.turns))]
    colours = {colour for _, colour in played.left}
    takers = [n for n, owner in enumerate(owners) if owner not in colours] or [*range(len(owners))]
    for number in takers:
        lost = LIMITS.undue * len(played.left)
        if len(played.wrong | {played.turns[number]}) >= moved:  # else a move accuses one more
            lost += LIMITS.swapped * _swapped(played, change)
        yield Explanation(_taking(played, number), prior + lost, acts=("taken", change.acts))


def _owner(state: RougeState, turns: Sequence[Turn], number: int, readings: Readings) -> str | None:
    """The colour of the side that made one of the turns, None where unknown."""
    for turn in turns[:number]:
        state = forced(state, turn, readings)
    side = actor(state, turns[number], readings)
    return None if side is None else state.colours[side]


def _taking(played: Order, number: int) -> tuple[Turn, ...]:
    """The turns, one of them with the missing pawns as well, as they stood at its moment."""
    turn = played.turns[number]
    later = tuple((t.ring, t.by) for t in played.turns[number + 1 :] if isinstance(t, TurnRing))
    there = (Taken(then(hollow, later), colour) for hollow, colour in played.left)
    captures = tuple(sorted((*(turn.captures or ()), *there)))
    taking = with_captures(turn, captures)
    return (*played.turns[:number], taking, *played.turns[number + 1 :])


def reread(turn: Turn, place: Hollow, label: Pawn) -> Turn | None:
    """The same turn with another colour read where it set a pawn; None where it set none. A pawn
    of that colour, the only one gone from the track, was moved there; else one was placed."""
    if not isinstance(turn, Place | Move) or turn.to != place:
        return None
    if label.colour == turn.colour:
        return turn
    left = (Taken(turn.origin, turn.colour),) if isinstance(turn, Move) else ()
    gone = (*left, *(turn.captures or ()))
    own = [taken for taken in gone if taken.colour == label.colour]
    if len(own) == 1:
        others = tuple(sorted(taken for taken in gone if taken != own[0]))
        return Move(label.colour, own[0].hollow, turn.to, others)
    return Place(label.colour, turn.to, tuple(sorted(gone)) if left else turn.captures)
