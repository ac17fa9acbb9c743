"""Words of people: they condition what is possible, and the log holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from rules.core import events as ev
from rules.core.call import Alternative, CallKind
from rules.core.errors import ArbitableError
from rules.core.verdict import Ruling, Verdict
from rules.referee.answers import answered
from rules.referee.history.fold import becoming, enters, extended, replayed
from rules.referee.history.match import OFF_THE_GAME, AnyMatch, Status, differing
from rules.referee.history.undo import UNDOABLE, counting, turned_back
from rules.referee.hypotheses.agreed import agreed_maker
from rules.referee.hypotheses.hypothesis import Hypotheses, Hypothesis, certain
from rules.referee.hypotheses.joining import joined, once_told, shares
from rules.referee.limits import LIMITS
from rules.referee.speaking.advance import advanced
from rules.referee.speaking.announce import MOST_SURE, amendments, plain_call, turn_call
from rules.referee.speaking.meaning import fact_of
from rules.referee.state import AnyOutcome, AnyState, believed_in, remembering


def said(state: AnyState, event: ev.Event) -> AnyOutcome:
    """A fact, an undo, a correction, a decision of the house."""
    match = extended(state.match, [event])
    unsaid = _unsaid(match.log) if isinstance(event, ev.Undone | ev.Redone) else None
    if isinstance(event, ev.Refuted):
        hypotheses = _unanswered(state, match)
    elif unsaid is not None:
        hypotheses = _as_before(state, unsaid)
    else:
        hypotheses = _conditioned(state, match, event)
    after = remembering(state, match, hypotheses)
    return after, amendments(state.match, match, MOST_SURE)


def _as_before(state: AnyState, log: Sequence[ev.Event]) -> Hypotheses:
    """What was possible when the log was no longer than this, with what pictures left since."""
    game, seen = state.match.game, state.hypotheses[0]
    before = believed_in(game, replayed(game, log))
    return tuple(replace(o, habits=seen.habits, measured=seen.measured) for o in before)


def _unanswered(state: AnyState, match: AnyMatch) -> Hypotheses:
    """What is left where no answer is right: what was possible before the question."""
    log, asked = state.match.log, state.match.question
    number = next((n for n, e in reversed([*enumerate(log)]) if e is asked), 0)
    before = _as_before(state, log[:number]) if number else ()
    old = (one for one in before if not (one.untold or one.gone(one.told)))
    return tuple(o for o in old if not o.withdrawn(o.told)) or certain(match, state.hypotheses[0])


def _unsaid(log: Sequence[ev.Event]) -> Sequence[ev.Event] | None:
    """The earlier log that one with an undo or a redo at its end comes to."""
    counts = counting(log)
    words = (*UNDOABLE, ev.Answered, ev.Undone, ev.Redone, ev.Believed)
    since = takewhile(lambda number: isinstance(log[number], words), range(len(log) - 1, 0, -1))
    return next((log[:number] for number in since if counting(log[:number]) == counts), None)


def still_said(
    before: Sequence[ev.Event], after: Sequence[ev.Event], event: ev.Event
) -> ev.Event | None:
    """What people say by an event: by an undo or a redo what they had said of the same thing."""
    if not isinstance(event, ev.Undone | ev.Redone):
        return event
    spoken = turned_back(before, event)
    counts = (after[number] for number in reversed(counting(after)))
    return next((one for one in counts if _subject(one) == _subject(spoken)), None)


def _subject(event: ev.Event | None) -> Any:
    """What a word is about: a turn, a place, else nothing but itself."""
    if isinstance(event, ev.Corrected):
        return (event.number,)
    return (event.place,) if isinstance(event, ev.PositionCorrected) else id(event)


def _conditioned(state: AnyState, match: AnyMatch, event: ev.Event) -> Hypotheses:
    """What words leave possible of each history; what was told, now with them, always is."""
    before = state.match
    left = [one for h in state.hypotheses for one in _with_word(h, before, match, event)]
    return joined(left, match) if left else certain(match, state.hypotheses[0])


def _with_word(
    one: Hypothesis, before: AnyMatch, match: AnyMatch, event: ev.Event
) -> list[Hypothesis]:
    """A hypothesis after words, several where these leave open what was done, or none."""
    if before.log == one.match.log:
        alike: list[ev.Event] = []
        if isinstance(event, ev.Corrected):
            alike = [ev.Corrected(event.number, turn, event.photo) for turn in event.otherwise]
        return [one.all_told(own) for own in (match, *(extended(before, [x]) for x in alike))]
    own = _in_its_own_log(one, before, event)
    try:
        after = None if own is None else extended(one.match, [own])
    except ArbitableError:
        after = None
    if after is None:
        return []
    told = len(after.log) if one.told >= len(one.match.log) else one.told
    return [replace(one, match=after, told=told)]


def _in_its_own_log(one: Hypothesis, told: AnyMatch, event: ev.Event) -> ev.Event | None:
    """The words as they are said of another history; None where they are against it."""
    own = one.match
    match event:
        case ev.LetStand():
            event = ev.LetStand(tuple(p.turn for p in one.untold if p.status in OFF_THE_GAME))
        case ev.Corrected(number, turn, photo):
            was = next((p.turn for p in told.history if p.number == number), None)
            same = [p.number for p in own.history if p.turn == was]
            return ev.Corrected(same[-1], turn, photo) if same else None
        case ev.Undone() | ev.Redone():
            spoken = turned_back(told.log, event)
            here = turned_back(own.log, event)
            words = isinstance(spoken, ev.Corrected | ev.PositionCorrected | ev.LetStand | ev.Told)
            return event if words and type(here) is type(spoken) else None
        case ev.TakenBack(turns, photo):
            gone = tuple(turn for turn in own.open_turns if told.as_told(turn) in turns)
            return ev.TakenBack(gone, photo) if gone else None
        case ev.Insisted():
            return event if own.open_turns and own.lying == told.lying else None
        case ev.TurnSeen():
            event = replace(event, legal=enters(own, event.turn))
    return event


def told_turn(state: AnyState, event: ev.TurnSeen[Any]) -> AnyOutcome:
    """A turn the players tell: no foul, where it is right after what may have happened."""
    before, asked = state.match, state.match.question is not None
    told = replace(state, hypotheses=_unanswered(state, before)) if asked else state
    told = _where_right(told, event.turn)
    if asked and _is_foul(told.match, event.turn) and _beside_the_question(state, event.turn):
        on_top = _where_right(state, event.turn)
        told = told if _is_foul(on_top.match, event.turn) else on_top
    verdict = told.match.judged(event.turn)
    if verdict.ruling is Ruling.ASK:
        return _asked_back(state if asked else told, event.turn, verdict)
    match = extended(told.match, [replace(event, legal=enters(told.match, event.turn))])
    hypotheses = _conditioned(told, match, event)
    calls, known = [*amendments(before, told.match, MOST_SURE)], Counter(map(fact_of, before.live))
    for played in match.live[:-1]:
        known[fact_of(played)] -= 1
        if played.number >= len(before.log) and known[fact_of(played)] < 0:
            call = turn_call(match, played, 1.0)
            calls.append(replace(call, player=agreed_maker(hypotheses, played)))
    calls.append(turn_call(match, match.history[-1], 1.0))
    return remembering(told, match, hypotheses), tuple(calls)


def _asked_back(state: AnyState, turn: Any, verdict: Verdict) -> AnyOutcome:
    """The question whether a told turn really was made. Told again, it was."""
    match, alternatives = state.match, ((turn,),)
    if match.question is not None and match.question.alternatives == alternatives:
        return answered(state, ev.Answered(0))
    doubt = (Alternative((turn,), (verdict,), 1.0),)
    asked = replace(verdict, rewards=(), required=())
    call = replace(plain_call(match, CallKind.ASK, 1.0), verdict=asked, alternatives=doubt)
    if not {remark.code for remark in verdict.remarks} <= match.game.settled_by_word:
        return state, (call,)
    match = extended(match, [ev.Asked(alternatives, ((),))])
    return remembering(state, match, joined(state.hypotheses, match)), (call,)


def _where_right(state: AnyState, turn: Any) -> AnyState:
    """The state with a history told after which a turn breaks no rule, if one is likely."""
    if not _is_foul(state.match, turn):
        return state
    likely = zip(state.hypotheses, shares([one.nats for one in state.hypotheses]), strict=True)
    right = [(one, s) for one, s in likely if not _is_foul(one.match, turn)]
    if sum(share for _, share in right) <= 1.0 - LIMITS.sure_foul:
        return state
    best = right[0][0]
    match, _ = advanced(state.match, best, None)
    return remembering(state, match, once_told((one for one, _ in right), best, match))


def _is_foul(match: AnyMatch, turn: Any) -> bool:
    """Whether a turn that came next would lie there as a foul."""
    return becoming(match, turn) is Status.OPEN


def _beside_the_question(state: AnyState, turn: Any) -> bool:
    """Whether a turn changes no place of the open question: it came on top of what that asks."""
    told = state.match
    asked = [differing(told.lying, one.match.lying) for one in state.hypotheses]
    return all(told.changes(turn).keys().isdisjoint(places) for places in asked)
