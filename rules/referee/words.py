"""Words of people: they condition what is possible, and the log holds them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from rules.core.call import Alternative, CallKind
from rules.core.errors import ArbitableError
from rules.core.events import Answered, Asked, Event, TakenBack, Told, TurnEnded, TurnSeen
from rules.core.verdict import Ruling
from rules.referee.advance import advanced
from rules.referee.announce import MOST_SURE, amendments, plain_call, turn_call
from rules.referee.belief import Belief, Hypothesis, certain, joined
from rules.referee.evidence import told_misreads
from rules.referee.match import Match, extended
from rules.referee.predict import differing
from rules.referee.state import Outcome, RefereeState, remembering

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

#: Words that leave every history as possible as it was.
_NEUTRAL = (Told, TurnEnded)


def said(state: RefereeState[StateT, TurnT], event: Event) -> Outcome[StateT, TurnT]:
    """A fact, an undo, a correction, a decision of the house."""
    match = extended(state.match, [event])
    belief = certain(match, state.belief[0].measured)
    if isinstance(event, _NEUTRAL) and len(state.belief) > 1:
        belief = joined(
            [one for h in state.belief for one in _with_word(h, match, event)] or belief
        )
    calls = amendments(state.match, match, MOST_SURE)
    return remembering(state, match, belief), calls


def _with_word(
    one: Hypothesis[StateT, TurnT], match: Match[StateT, TurnT], event: Event
) -> list[Hypothesis[StateT, TurnT]]:
    """A hypothesis after people's words; none where it cannot be so."""
    if match.log[:-1] == one.match.log:
        return [one.settled(match)]
    try:
        after = extended(one.match, [event])
    except ArbitableError:
        return []
    told = len(after.log) if one.told >= len(one.match.log) else one.told
    return [replace(one, match=after, told=told)]


def told_turn(state: RefereeState[StateT, TurnT], event: TurnSeen[TurnT]) -> Outcome[StateT, TurnT]:
    """A turn the players tell. One the game itself cannot judge is handed back as a question."""
    verdict = state.match.game.judge(state.match.accepted, event.turn, state.match.house)
    if verdict.ruling is Ruling.ASK:
        doubt = Alternative((event.turn,), (verdict,), 1.0)
        call = plain_call(state.match, CallKind.ASK, 1.0)
        return state, (replace(call, verdict=verdict, alternatives=(doubt,)),)
    match = extended(state.match, [replace(event, legal=not verdict.violations)])
    after = remembering(state, match, certain(match, state.belief[0].measured))
    return after, (turn_call(match, match.history[-1], 1.0),)


def answered(state: RefereeState[StateT, TurnT], event: Answered) -> Outcome[StateT, TurnT]:
    """What the players chose happened; of the histories those stay that agree."""
    said = state.match
    asked = said.question
    if asked is None or not 0 <= event.choice < len(asked.alternatives):
        return state, ()
    left = _left(state.belief, said, asked, event.choice)
    match = extended(said, [event])
    if not left:
        return _answered_by_the_log(state, match, event, asked)
    best = left[0]
    match, new = advanced(match, best.match, best.told, asked.photo)
    calls = amendments(said, match, MOST_SURE)
    for played in match.live[len(match.live) - new :] if new else ():
        calls = (*calls, turn_call(match, played, 1.0))
    settled = joined([one.settled(match if one is best else one.match) for one in left])
    return remembering(state, match, settled), calls


def _left(
    belief: Belief[StateT, TurnT], said: Match[Any, Any], asked: Asked[Any], choice: int
) -> list[Hypothesis[StateT, TurnT]]:
    """The histories that agree with an answer: its turns, the open ones gone, those that left the
    game; in its order where another answer has the same turns in another one."""
    instead = asked.instead[choice] if asked.instead else None
    gone = frozenset(asked.gone[choice])
    left = frozenset(p.turn for p in said.history if instead and p.number == instead.number)
    turns = asked.alternatives[choice]
    same = [
        one
        for one in belief
        if frozenset(_turns(one)) == frozenset(turns)
        and frozenset(one.gone(one.told)) == gone
        and frozenset(one.withdrawn(one.told)) == left
    ]
    twins = sum(frozenset(other) == frozenset(turns) for other in asked.alternatives)
    exact = [one for one in same if _turns(one) == turns]
    return exact if twins > 1 and exact else same


def _turns(one: Hypothesis[Any, Any]) -> tuple[Any, ...]:
    return tuple(p.turn for p in one.untold)


def _answered_by_the_log(
    state: RefereeState[StateT, TurnT],
    match: Match[StateT, TurnT],
    event: Answered,
    asked: Asked[TurnT],
) -> Outcome[StateT, TurnT]:
    """The chosen alternative's turns are made as the question tells them: an accepted piece was
    touched, or the question is one of an older journal."""
    said = state.match
    gone = asked.gone[event.choice]
    instead = asked.instead[event.choice] if asked.instead else None
    match = extended(match, [TakenBack(gone, asked.photo)] if gone else [])
    match = extended(match, [instead] if instead else [])
    calls = amendments(said, match, MOST_SURE)
    for turn in asked.alternatives[event.choice]:
        verdict = match.game.judge(match.accepted, turn, match.house)
        match = extended(match, [TurnSeen(turn, not verdict.violations, asked.photo)])
        calls = (*calls, turn_call(match, match.history[-1], 1.0))
    return remembering(state, match, certain(match, state.belief[0].measured)), calls


def with_words(
    before: RefereeState[StateT, TurnT], after: RefereeState[StateT, TurnT], *, lies: bool
) -> RefereeState[StateT, TurnT]:
    """The state after people's words. What they say against the last picture is remembered against
    the reader (`lies`: they spoke of what lies there)."""
    if before.last is None or not after.match.opened:
        return after
    game = after.match.game
    then, now = game.position(before.match.standing), game.position(after.match.standing)
    places = set(differing(then, now))
    for one in before.belief if lies and before.match.question is not None else ():
        places |= set(differing(then, game.position(one.match.standing)))
    told = told_misreads(places, now, before.last) if lies else {}
    return replace(after, habits=after.habits.told(told, places))
