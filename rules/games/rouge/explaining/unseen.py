"""Turns that the pawns of a picture do not show: rings turned without a trace or shown by their
marks alone, and pawns placed or moved that the next line took."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rules.core.game import Explanation
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.explaining.changes import Position, Rotation
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.explaining.marks import rings_off, shown_turns
from rules.games.rouge.explaining.orders import then
from rules.games.rouge.laws.actions import neighbours
from rules.games.rouge.laws.apply import forced
from rules.games.rouge.laws.captures import due
from rules.games.rouge.laws.judge import judged
from rules.games.rouge.laws.legal import ONE_STEP, with_captures
from rules.games.rouge.laws.looks import invisible_rings
from rules.games.rouge.laws.sides import actors, on_turn
from rules.games.rouge.opening import position
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Captures, Move, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import ALL, RINGS, Hollow, hollows


def with_unseen_turns(
    state: RougeState, story: Explanation[Turn], readings: Readings
) -> Iterator[Explanation[Turn]]:
    """The same turns with a ring turned in between that leaves no trace, where that makes all of
    them legal: nobody saw the turn that was missing."""
    turns = story.turns
    if len(turns) >= LIMITS.turns:
        return
    for place in range(len(turns)):
        for unseen in invisible_rings(state):
            if all_legal(state, (unseen, *turns[place:]), readings):
                whole = (*turns[:place], unseen, *turns[place:])
                acts = (story.acts, unseen.ring)
                yield replace(
                    story, turns=whole, log_prior=story.log_prior + LIMITS.invisible, acts=acts
                )
        if not judged(state, turns[place], readings).legal:
            return
        state = forced(state, turns[place], readings)


def with_unseen_pawns(
    state: RougeState, story: Explanation[Turn], readings: Readings
) -> Iterator[Explanation[Turn]]:
    """The same turns where a line took a pawn that had just been placed, or moved to where it was
    taken, or its owner set a new one where it took one, where that makes all of them legal: the
    turn that was missing left no trace."""
    turns = story.turns
    if len(turns) >= LIMITS.turns:
        return
    for number, turn in enumerate(turns):
        for kind in (_just_come, _set_again):
            for pair in kind(state, turn, readings):
                whole = (*turns[:number], *pair, *turns[number + 1 :])
                if all_legal(state, (*pair, *turns[number + 1 :]), readings):
                    prior = story.log_prior + LIMITS.more_turns
                    acts = (story.acts, *(replace(one, captures=None) for one in pair))
                    yield replace(story, turns=whole, log_prior=prior, acts=acts)
                    break
        if not judged(state, turn, readings).legal:
            return
        state = forced(state, turn, readings)


def with_split_moves(
    state: RougeState, story: Explanation[Turn], readings: Readings
) -> Iterator[Explanation[Turn]]:
    """The same turns with a move to a hollow too far made in two, one before and one after the
    others' turns, where that makes all of them legal."""
    turns = story.turns
    if not 1 < len(turns) < LIMITS.turns:
        return
    for far in turns:
        others = tuple(turn for turn in turns if turn is not far)
        for first, second in _halves(state, far, readings):
            whole = (first, *others, second)
            if all_legal(state, whole, readings):
                prior = story.log_prior + LIMITS.more_turns
                yield replace(story, turns=whole, log_prior=prior, acts=(story.acts, first))
                break


def with_turns_back(
    state: RougeState, story: Explanation[Turn], readings: Readings
) -> Iterator[Explanation[Turn]]:
    """The same one turn after another that the next one took back (a ring turned and turned back,
    a pawn moved out and back), where lines of these took pawns and that makes all of them legal."""
    if len(story.turns) != 1 or not story.turns[0].captures:
        return
    shown = position(forced(state, story.turns[0], readings))
    for out, back in _out_and_back(state, story.turns[0], readings):
        for whole in _sharing(state, out, story.turns[0], back, readings):
            if all_legal(state, whole, readings) and _come_to(state, whole, readings) == shown:
                prior = story.log_prior + 2 * LIMITS.more_turns
                yield replace(story, turns=whole, log_prior=prior, acts=(story.acts, out))
                break


def _out_and_back(state: RougeState, turn: Turn, readings: Readings) -> Iterator[tuple[Turn, Turn]]:
    """Every ring's turn, and every pawn's move of the side on turn, with its way back after this
    turn."""
    for ring in RINGS:
        yield from ((TurnRing(ring, by), TurnRing(ring, -by)) for by in ONE_STEP)
    free = ALL & ~state.taken
    carried = [(turn.ring, -turn.by)] if isinstance(turn, TurnRing) else []
    for side in on_turn(state):
        if (colour := state.colours[side]) is None:
            continue
        for origin in hollows(state.pawns[side]):
            for to in hollows(neighbours(readings)[origin.index] & free):
                home, left = then(origin, carried), then(to, carried)
                yield Move(colour, origin, to), Move(colour, left, home)


def _sharing(
    state: RougeState, out: Turn, turn: Turn, back: Turn, readings: Readings
) -> Iterator[tuple[Turn, ...]]:
    """The three turns with every part of the pawns that are gone, not all taken by the second."""
    returned = _rotations(back)
    middle = turn
    if isinstance(middle, Place | Move):
        middle = replace(middle, to=then(middle.to, returned))
    if isinstance(middle, Move):
        middle = replace(middle, origin=then(middle.origin, returned))
    for first, others in _shared(turn.captures, both=_earns(state, out, readings)):
        for second, third in _shared(others, both=True):
            if first or third:
                yield (
                    with_captures(out, _earlier(first, (*_rotations(turn), *returned))),
                    with_captures(middle, _earlier(second, returned)),
                    with_captures(back, tuple(third)),
                )


def _rotations(turn: Turn) -> tuple[Rotation, ...]:
    return ((turn.ring, turn.by),) if isinstance(turn, TurnRing) else ()


def _earlier(captures: Sequence[Taken], later: Sequence[Rotation]) -> tuple[Taken, ...]:
    """Pawns taken, by where they stood before some rings were turned."""
    return tuple(sorted(replace(one, hollow=then(one.hollow, later)) for one in captures))


def _come_to(state: RougeState, turns: Sequence[Turn], readings: Readings) -> Position:
    """What lies where after turns."""
    for turn in turns:
        state = forced(state, turn, readings)
    return position(state)


def _halves(state: RougeState, far: Turn, readings: Readings) -> Iterator[tuple[Move, Move]]:
    """A move to a hollow too far as two steps of one pawn, or of one that made room for another
    of its colour."""
    near = neighbours(readings)
    if not isinstance(far, Move) or near[far.origin.index] & far.to.bit:
        return
    side = state.side_of(far.colour)
    own = 0 if side is None else state.pawns[side]
    for stop in hollows(near[far.origin.index] & near[far.to.index]):
        if stop.bit & own:
            yield replace(far, origin=stop, captures=()), replace(far, to=stop)
        elif not stop.bit & state.taken:
            yield replace(far, to=stop, captures=()), replace(far, origin=stop)


def _just_come(state: RougeState, turn: Turn, readings: Readings) -> Iterator[tuple[Turn, Turn]]:
    """A turn of the side on turn with one of its pawns, and this turn taking just that pawn."""
    if state.mover is None or (colour := state.colours[state.mover]) is None:
        return
    captures = turn.captures or ()
    own = [taken for taken in captures if taken.colour == colour]
    goal = turn.to.bit if isinstance(turn, Place | Move) else 0
    free = hollows(ALL & ~state.taken & ~goal)
    for one in own:
        for to in free:
            if neighbours(readings)[one.hollow.index] & to.bit:
                came = Move(colour, one.hollow, to)
                yield from _taking_it(state, came, turn, _less(captures, [one]), readings)
    if not own and _earns(state, turn, readings):
        for to in free:
            yield from _taking_it(state, Place(colour, to), turn, captures, readings)


def _taking_it(
    state: RougeState, came: Place | Move, turn: Turn, others: Captures, readings: Readings
) -> Iterator[tuple[Turn, Turn]]:
    """A pawn that came, and the turn that took it; of the `others` taken it may have taken some by
    a line of its own."""
    its = Taken(came.to, came.colour)
    for some, rest in _shared(others, both=_earns(state, came, readings)):
        yield with_captures(came, some), with_captures(turn, tuple(sorted((*rest, its))))


def _set_again(state: RougeState, turn: Turn, readings: Readings) -> Iterator[tuple[Turn, Turn]]:
    """This turn taking a pawn of the next side, which sets a new one there or moves one there, and
    so makes the line that takes some of the pawns missing."""
    if not turn.captures or not _earns(state, turn, readings):
        return
    after = forced(state, with_captures(turn, ()), readings)
    if after.mover is None or (colour := after.colours[after.mover]) is None:
        return
    missing = sum(taken.hollow.bit for taken in turn.captures)
    for hollow in hollows(after.pawns[after.mover] & ~missing):
        for came, others in _coming_to(hollow, colour, turn.captures):
            for some, rest in _shared(others, both=True):
                if rest:
                    took = tuple(sorted((*some, Taken(hollow, colour))))
                    yield with_captures(turn, took), with_captures(came, rest)


def _coming_to(
    hollow: Hollow, colour: str, missing: Sequence[Taken]
) -> Iterator[tuple[Place | Move, Captures]]:
    """Every way for a pawn of a colour to come to a hollow, and the pawns then missing still: from
    the hand, or from where one is missing."""
    yield Place(colour, hollow), tuple(missing)
    for one in missing:
        if one.colour == colour:
            yield Move(colour, one.hollow, hollow), _less(missing, [one])


def _shared(captures: Captures, *, both: bool) -> Iterator[tuple[tuple[Taken, ...], ...]]:
    """The pawns that the first of two turns took and those that the second one took: the first
    none, or if `both` took some every part of them."""
    every = captures or ()
    for number in range(len(every) + 1 if both else 1):
        yield from ((some, _less(every, some)) for some in combinations(every, number))


def _less(captures: Sequence[Taken], gone: Sequence[Taken]) -> tuple[Taken, ...]:
    return tuple(taken for taken in captures if taken not in gone)


def _earns(state: RougeState, turn: Turn, readings: Readings) -> bool:
    """Whether a turn makes a line of somebody who may have made it, so that pawns may be taken."""
    return any(due(state, side, turn, readings).most > 0 for side in actors(state, turn))


def all_legal(state: RougeState, turns: Sequence[Turn], readings: Readings) -> bool:
    """Whether turns are legal one after another."""
    for turn in turns:
        if not judged(state, turn, readings).legal:
            return False
        state = forced(state, turn, readings)
    return True


def with_marked_turns(
    told: Sequence[Explanation[Turn]], observation: RougeObservation, between: Collection[int]
) -> Iterator[Explanation[Turn]]:
    """The same with rings turned that only their marks show, at any time."""
    for ring, by in shown_turns(observation).items():
        unseen = TurnRing(ring, by, ())
        for story in told:
            if any(isinstance(turn, TurnRing) and turn.ring == ring for turn in story.turns):
                continue
            if len(story.turns) < LIMITS.turns:
                yield from _inserted(story, unseen, observation, between)


def _inserted(
    story: Explanation[Turn],
    unseen: TurnRing,
    observation: RougeObservation,
    between: Collection[int],
) -> Iterator[Explanation[Turn]]:
    """A turn without a trace at every place of a story."""
    prior = story.log_prior + (LIMITS.more_turns if story.turns else LIMITS.one_turn)
    for place in range(len(story.turns) + 1):
        turns = (*story.turns[:place], unseen, *story.turns[place:])
        yield replace(
            story,
            turns=turns,
            log_prior=prior,
            log_evidence=rings_off(observation, turns, between),
            acts=(story.acts, unseen),
        )


#: What may have happened besides the turns of a story that is no legal one.
UNSEEN = (with_unseen_turns, with_unseen_pawns, with_split_moves, with_turns_back)
