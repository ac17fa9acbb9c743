"""What the players answer to a question: the histories that agree with it stay."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from rules.core import events as ev
from rules.referee.history.fold import extended, with_answer
from rules.referee.history.match import AnyMatch, AnyPlayed
from rules.referee.hypotheses.agreed import agreed_maker, ranked
from rules.referee.hypotheses.hypothesis import Hypotheses, Hypothesis, amends_more
from rules.referee.hypotheses.joining import as_told, once_told
from rules.referee.speaking.advance import advanced
from rules.referee.speaking.announce import MOST_SURE, amendments, still_so, turn_call
from rules.referee.speaking.meaning import left_the_game, meaning_of, told_gone
from rules.referee.speaking.telling import told_anew
from rules.referee.state import AnyOutcome, AnyState, remembering


def answered(state: AnyState, event: ev.Answered) -> AnyOutcome:
    """What the players chose happened; of the histories those stay that agree."""
    said = state.match
    asked = said.question
    if asked is None or not 0 <= event.choice < len(asked.alternatives):
        return state, ()
    match = extended(said, [event])
    left = _left(state.hypotheses, said, asked, event.choice)
    if not left:  # an accepted piece was touched, or the question is one of an older journal
        so, _ = with_answer(match, asked, event.choice)
        left = [replace(state.hypotheses[0], match=so, told=len(match.log))]
    best = as_told(left, said)
    match, new = advanced(match, best, asked.photo)
    made = [({p.turn for p in one.match.live}, math.exp(one.nats)) for one in left]
    calls = [*still_so(amendments(said, match, MOST_SURE), made)]
    pairs = list(zip(match.live, best.match.live, strict=True))
    for played, own in pairs[len(pairs) - new :]:
        if own.number < best.told:
            calls += told_anew(said, match, played)
        else:
            call = turn_call(match, _settled(match, played), 1.0)
            calls.append(replace(call, player=agreed_maker(left, played)))
    return remembering(state, match, once_told(left, best, match)), tuple(calls)


def _left(
    hypotheses: Hypotheses, said: AnyMatch, asked: ev.Asked[Any], choice: int
) -> list[Hypothesis]:
    """The histories that agree with an answer; in its order, where that tells anything of them."""
    turns, gone, instead = asked.answers[choice]
    away = frozenset(map(said.as_told, gone))
    twins = [other for other in asked.answers if frozenset(other[0]) == frozenset(turns)]
    told_past = any(earlier for _, _, earlier in twins)
    same = [
        one
        for one in hypotheses
        if frozenset(_new_turns(one)) == frozenset(turns)
        and frozenset(told_gone(said, one, one.told)) == away
        and _was_so(one, said, instead, told_past=told_past)
    ]
    told = [(meaning_of(one, one.told, said).facts, one) for one in same]
    exact = [f for f, _ in ranked((f, math.exp(o.nats)) for f, o in told if _new_turns(o) == turns)]
    # Answers with the same turns in the same order differ in their call alone.
    likewise = [n for n, other in enumerate(asked.answers) if other == asked.answers[choice]]
    if len(likewise) > 1:
        exact = (exact[likewise.index(choice) :] or exact)[:1]
    return [one for facts, one in told if facts in exact] if exact else same


def _was_so(
    one: Hypothesis, said: AnyMatch, instead: ev.Corrected[Any] | None, *, told_past: bool
) -> bool:
    """Whether an earlier turn is as an answer says; told so, if others say otherwise."""
    withdrawn = left_the_game(said, one.withdrawn(one.told))
    if instead is None:
        return not withdrawn and not (told_past and amends_more(said, one))
    if instead.turn is None:
        return withdrawn[:1] == (instead.number,)
    return instead in one.told_otherwise(said)


def _settled(match: AnyMatch, played: AnyPlayed) -> AnyPlayed:
    """A turn without what was asked about it, as the players' word settles that."""
    known = match.game.settled_by_word
    remarks = tuple(r for r in played.verdict.remarks if r.code not in known)
    return replace(played, verdict=replace(played.verdict, remarks=remarks))


def _new_turns(one: Hypothesis) -> tuple[Any, ...]:
    return tuple(p.turn for p in one.untold)
