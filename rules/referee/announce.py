"""Calls and events of one picture: what a decision means for the log, and what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from rules.core.call import Alternative, Call, CallKind
from rules.core.events import Asked, Corrected, Event, Settled, TakenBack, TurnSeen
from rules.core.verdict import Ruling
from rules.referee.decision import Decision, agreed, marginal
from rules.referee.hypotheses import Hypothesis, Weighed
from rules.referee.inference import MOST_SURE
from rules.referee.limits import LIMITS
from rules.referee.match import Match, Played, Status, extended
from rules.referee.notes import (
    AMENDED,
    DISTURBED,
    EITHER_PIECE,
    FOUL_STANDS,
    FOUL_TAKEN_BACK,
    HAPPENED,
    ORDER_ASSUMED,
    OVER_FOUL,
    joined_notes,
)

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

Calls = tuple[Call[StateT, TurnT], ...]

#: What was called for a turn of each status.
_KINDS = {
    Status.ACCEPTED: CallKind.LEGAL,
    Status.RESTING: CallKind.LEGAL,
    Status.OPEN: CallKind.FOUL,
    Status.KEPT: CallKind.FOUL,
    Status.INSISTED: CallKind.FOUL,
    Status.HAPPENED: CallKind.FOUL,
    Status.TAKEN_BACK: CallKind.FOUL,
}


def plain_call(
    match: Match[StateT, TurnT],
    kind: CallKind,
    confidence: float,
    note: str | None = None,
    reason: str | None = None,
) -> Call[StateT, TurnT]:
    """A call that names no turn."""
    return Call(
        kind,
        match.ordinal,
        match.game.to_move(match.accepted),
        min(confidence, MOST_SURE),
        match.accepted,
        match.standing,
        note=note,
        reason=reason,
    )


def announced(
    match: Match[StateT, TurnT], decision: Decision[TurnT], photo: str | None
) -> tuple[Match[StateT, TurnT], Calls[StateT, TurnT]]:
    """The match after a sure decision, and its calls in the order of play."""
    best = decision.best
    match = extended(match, _removals(best.hypothesis, photo))
    if not best.hypothesis.new:
        settled = [Settled(photo)] if match.question else []
        return extended(match, settled), (_quiet(match, best),)
    calls = []
    for index, ruled in enumerate(best.hypothesis.new):
        entered = ruled.status is Status.ACCEPTED
        match = extended(match, [TurnSeen(ruled.turn, entered, photo)])
        share = marginal(decision.ranked, ruled)
        notes = list(_notes(match, best.hypothesis, index))
        if not best.hypothesis.foul and share < LIMITS.sure_move:
            share = agreed(decision.ranked, match.game)
            notes.append(EITHER_PIECE)
        calls.append(turn_call(match, match.history[-1], share, joined_notes(notes)))
    return match, tuple(calls)


def turn_call(
    match: Match[StateT, TurnT], played: Played[TurnT], confidence: float, note: str | None = None
) -> Call[StateT, TurnT]:
    """The call of one turn of the history."""
    counts = [HAPPENED] if played.status is Status.HAPPENED else []
    return Call(
        _KINDS[played.status],
        played.ordinal,
        played.player,
        min(confidence, MOST_SURE),
        match.accepted,
        match.standing,
        move=played.turn,
        verdict=played.verdict,
        note=joined_notes([*counts, *([note] if note else [])]),
    )


def question(
    match: Match[StateT, TurnT], decision: Decision[TurnT], photo: str | None
) -> tuple[Match[StateT, TurnT], Calls[StateT, TurnT]]:
    """The match with its open question, and the call that asks it."""
    listed = _listed(decision.ranked)
    asked = Asked(
        tuple(w.hypothesis.turns for w in listed),
        tuple(w.hypothesis.gone for w in listed),
        photo,
        tuple(w.hypothesis.instead for w in listed) if listed[0].hypothesis.instead else (),
    )
    best = listed[0].hypothesis
    call: Call[StateT, TurnT] = Call(
        CallKind.ASK,
        match.ordinal + 1,
        match.game.to_move(match.accepted),
        min(listed[0].probability, MOST_SURE),
        match.accepted,
        match.standing,
        verdict=next((r.verdict for r in best.new if r.verdict.ruling is Ruling.ASK), None),
        alternatives=tuple(_alternative(match, one) for one in listed),
        note=DISTURBED if best.disturbed else None,
    )
    return extended(match, [asked]), (call,)


def amendments(
    before: Match[StateT, TurnT], after: Match[StateT, TurnT], confidence: float
) -> Calls[StateT, TurnT]:
    """Calls for the turns whose judgement a correction changed, and for no others."""
    old = {played.number: _said(played) for played in before.history}
    changed = (p for p in after.history if p.number in old and old[p.number] != _said(p))
    return tuple(turn_call(after, played, confidence, AMENDED) for played in changed)


def _said(played: Played[Any]) -> tuple[Any, ...]:
    codes = tuple((v.code, v.places) for v in played.verdict.violations)
    return _KINDS[played.status], played.turn, codes, played.verdict.rewards


def _removals(hypothesis: Hypothesis[Any], photo: str | None) -> list[Event]:
    return [TakenBack(hypothesis.gone, photo)] if hypothesis.gone else []


def _quiet(match: Match[StateT, TurnT], best: Weighed[TurnT]) -> Call[StateT, TurnT]:
    """Nothing new: an open foul is gone, or still lies there, or there is none."""
    note = FOUL_STANDS if match.open_turns else None
    kind = CallKind.TAKEN_BACK if best.hypothesis.gone else CallKind.NOTHING
    return plain_call(match, kind, best.probability, note)


def _notes(match: Match[Any, Any], hypothesis: Hypothesis[Any], index: int) -> Iterator[str]:
    if index == 0 and hypothesis.gone:
        yield FOUL_TAKEN_BACK
    if index == 0 and hypothesis.stay:
        yield FOUL_STANDS
    if match.history[-1].status is Status.RESTING:
        yield OVER_FOUL
    if len(hypothesis.new) > 1:
        yield ORDER_ASSUMED


def _listed(ranked: Sequence[Weighed[TurnT]]) -> list[Weighed[TurnT]]:
    likely = [w for w in ranked if w.probability >= LIMITS.alternative_share]
    return (likely or list(ranked[:1]))[: LIMITS.alternatives]


def _alternative(match: Match[Any, TurnT], weighed: Weighed[TurnT]) -> Alternative[TurnT]:
    told = weighed.hypothesis
    verdicts = tuple(r.verdict for r in told.new)
    return Alternative(told.turns, verdicts, weighed.probability, earlier(match, told.instead))


def earlier(match: Match[Any, TurnT], was: Corrected[TurnT] | None) -> tuple[int, TurnT] | None:
    """The turn's number in the game that a condition of a question is about, and what it was."""
    played = next((p for p in match.history if was is not None and p.number == was.number), None)
    if was is None or was.turn is None or played is None:
        return None
    return played.ordinal, was.turn
