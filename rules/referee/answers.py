"""What the players answer to a question: the histories that agree with it stay."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.core import events as ev
from rules.referee.history.fold import extended, with_answer
from rules.referee.history.match import AnyMatch, AnyPlayed
from rules.referee.hypotheses.agreed import agreed, ranked
from rules.referee.hypotheses.hypothesis import (
    AnyHypotheses,
    AnyHypothesis,
    amends,
    amends_more,
    certain,
)
from rules.referee.hypotheses.joining import once_told
from rules.referee.limits import LIMITS
from rules.referee.speaking.advance import advanced
from rules.referee.speaking.announce import MOST_SURE, AnyCall, amendments, turn_call
from rules.referee.speaking.meaning import known_of, meaning_of
from rules.referee.speaking.telling import told_anew
from rules.referee.state import AnyOutcome, AnyState, remembering


def answered(state: AnyState, event: ev.Answered) -> AnyOutcome:
    """What the players chose happened; of the histories those stay that agree."""
    said = state.match
    asked = said.question
    if asked is None or not 0 <= event.choice < len(asked.alternatives):
        return state, ()
    left = _left(state.hypotheses, said, asked, event.choice)
    match = extended(said, [event])
    if not left:
        return _answered_by_the_log(state, match, asked, event.choice)
    best = _told_by(left, said)
    match, new = advanced(match, best, asked.photo)
    calls = tuple(one for one in amendments(said, match, MOST_SURE) if _in_all(one.move, left))
    pairs = list(zip(match.live, best.match.live, strict=True))
    for played, own in pairs[len(pairs) - new :]:
        if own.number < best.told:
            calls = (*calls, *told_anew(said, match, played))
            continue
        call = turn_call(match, played, 1.0)
        calls = (*calls, replace(call, player=_maker(played, left)))
    return remembering(state, match, once_told(left, best, match)), calls


def _told_by(left: Sequence[AnyHypothesis], said: AnyMatch) -> AnyHypothesis:
    """The history that tells an answer: the likeliest, but one that makes something that was told
    otherwise only where the answer leaves little else."""
    plain = [one for one in left if not amends(said, one)]
    weight, doubt = (sum(math.exp(one.nats) for one in some) for some in (left, plain))
    return plain[0] if doubt > (1.0 - LIMITS.sure_foul) * weight else left[0]


def _in_all(turn: Any, left: Sequence[AnyHypothesis]) -> bool:
    """Whether a turn was made in nearly all of the histories' weight: what an answer leaves open of
    the past is not told."""
    made = ((any(p.turn == turn for p in h.match.live), math.exp(h.nats)) for h in left)
    return agreed(made) is True


def _maker(played: AnyPlayed, left: Sequence[AnyHypothesis]) -> str | None:
    """Who made a turn, None where the histories do not agree on it."""
    made = ((one, p) for one in left for p in one.match.live)
    same = ((one, p) for one, p in made if (p.turn, p.photo) == (played.turn, played.photo))
    sure = agreed((p.player, math.exp(one.nats)) for one, p in same) == played.player
    return played.player if sure else None


def _left(
    hypotheses: AnyHypotheses, said: AnyMatch, asked: ev.Asked[Any], choice: int
) -> list[AnyHypothesis]:
    """The histories that agree with an answer: its turns, the open ones gone, what it says of an
    earlier turn. Of those with the same turns in another order the ones that tell of them what it
    does: who answers says what it comes to, not which of two legal turns was first.
    """
    turns, gone, instead = asked.answers[choice]
    away = frozenset(map(said.as_told, gone))
    twins = [other for other in asked.answers if frozenset(other[0]) == frozenset(turns)]
    told_past = any(earlier for _, _, earlier in twins)
    same = [
        one
        for one in hypotheses
        if frozenset(_turns(one)) == frozenset(turns)
        and frozenset(known_of(said, one.gone(one.told))) == away
        and _was_so(one, said, instead, told_past=told_past)
    ]
    calls = ((meaning_of(one, one.told).facts, one) for one in same if _turns(one) == turns)
    exact = [facts for facts, _ in ranked((facts, math.exp(one.nats)) for facts, one in calls)]
    if not exact:
        return same
    # Answers with the same turns in the same order differ in their call alone.
    likewise = [n for n, other in enumerate(asked.answers) if other == asked.answers[choice]]
    if len(likewise) > 1:
        exact = (exact[likewise.index(choice) :] or exact)[:1]
    return [one for one in same if meaning_of(one, one.told).facts in exact]


def _was_so(
    one: AnyHypothesis, said: AnyMatch, instead: ev.Corrected[Any] | None, *, told_past: bool
) -> bool:
    """Whether a history has an earlier turn as an answer says: left out, or another one; as it was
    told, in whatever order, where only other answers with the same turns say otherwise
    (`told_past`)."""
    withdrawn = frozenset(map(said.as_told, one.withdrawn(one.told)))
    if instead is None:
        return not withdrawn and not (told_past and amends_more(said, one))
    place = next((i for i, p in enumerate(said.live) if p.number == instead.number), None)
    if place is None:
        return False
    if instead.turn is None:
        return withdrawn == {said.live[place].turn}
    return [p.turn for p in one.match.live][place : place + 1] == [instead.turn]


def _turns(one: AnyHypothesis) -> tuple[Any, ...]:
    return tuple(p.turn for p in one.untold)


def _answered_by_the_log(
    state: AnyState, match: AnyMatch, asked: ev.Asked[Any], choice: int
) -> AnyOutcome:
    """The chosen alternative's turns are made as the question tells them: an accepted piece was
    touched, or the question is one of an older journal."""
    match, answer = with_answer(match, asked, choice)
    calls = amendments(state.match, match, MOST_SURE)
    made = (turn_call(match, played, 1.0) for played in answer)
    calls = (*calls, *(_without_doubts(match, call) for call in made))
    return remembering(state, match, certain(match, state.hypotheses[0])), calls


def _without_doubts(match: AnyMatch, call: AnyCall) -> AnyCall:
    """The call of a turn, less what was asked about it and the players' word has settled."""
    if call.verdict is None:
        return call
    by_word = match.game.settled_by_word
    left = tuple(one for one in call.verdict.remarks if one.code not in by_word)
    return replace(call, verdict=replace(call.verdict, remarks=left))
