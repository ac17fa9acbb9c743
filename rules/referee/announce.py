"""Calls and events of one picture: what a decision means for the log, and what is said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from rules.core.call import Alternative, Call, CallKind
from rules.core.events import Corrected
from rules.core.observation import EMPTY, GROSS_MISREAD_RATE
from rules.core.verdict import Required, Verdict
from rules.referee.match import Match, Played, Status
from rules.referee.notes import AMENDED, EITHER_TURN, HAPPENED, TAKE_BACK, joined_notes

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

Calls = tuple[Call[StateT, TurnT], ...]

#: The best any call can be trusted: what it says of a tile may be a gross misread.
MOST_SURE = 1.0 - GROSS_MISREAD_RATE

#: What was called for a turn of each status.
CALLED = {
    Status.ACCEPTED: CallKind.LEGAL,
    Status.RESTING: CallKind.LEGAL,
    Status.OPEN: CallKind.FOUL,
    Status.KEPT: CallKind.FOUL,
    Status.INSISTED: CallKind.FOUL,
    Status.HAPPENED: CallKind.FOUL,
    Status.TAKEN_BACK: CallKind.FOUL,
}

#: Turns that are called legal.
LEGAL_STATUSES = frozenset({Status.ACCEPTED, Status.RESTING})


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


def turn_call(
    match: Match[StateT, TurnT],
    played: Played[TurnT],
    confidence: float,
    notes: Iterable[str] = (),
) -> Call[StateT, TurnT]:
    """The call of one turn of the history."""
    counts = [HAPPENED] if played.status is Status.HAPPENED else []
    counts += [EITHER_TURN] if played.otherwise else []
    each = ((played.turn, played.verdict), *played.otherwise)
    return Call(
        CALLED[played.status],
        played.ordinal,
        played.player,
        min(confidence, MOST_SURE),
        match.accepted,
        match.standing,
        move=played.turn,
        verdict=_told_verdict(match, played),
        alternatives=tuple(Alternative((t,), (v,), 1 / len(each)) for t, v in each)
        if played.otherwise
        else (),
        note=joined_notes([*counts, *notes]),
    )


def amendments(
    before: Match[StateT, TurnT], after: Match[StateT, TurnT], confidence: float
) -> Calls[StateT, TurnT]:
    """Calls for the turns whose judgement a correction changed, and for no others."""
    old = {played.number: _said(played) for played in before.live}
    left = [p for p in after.live if p.number in old and old[p.number] != _said(p)]
    # Turns that only changed places in the order of play were told as they are.
    changed = (p for p in left if _said(p) not in old.values())
    return tuple(turn_call(after, played, confidence, [AMENDED]) for played in changed)


def earlier(match: Match[Any, TurnT], was: Corrected[TurnT] | None) -> tuple[int, TurnT] | None:
    """The turn's number in the game that a condition of a question is about, and what it was."""
    played = next((p for p in match.history if was is not None and p.number == was.number), None)
    if was is None or was.turn is None or played is None:
        return None
    return played.ordinal, was.turn


def _said(played: Played[Any]) -> tuple[Any, ...]:
    codes = tuple((v.code, v.places) for v in played.verdict.violations)
    return CALLED[played.status], played.turn, codes, played.verdict.rewards


def _told_verdict(match: Match[Any, TurnT], played: Played[TurnT]) -> Verdict:
    """A foul earns nothing and asks for nothing but to be taken back."""
    if played.status is not Status.OPEN:
        return played.verdict
    duty = Required(TAKE_BACK, pieces_of(match, played))
    return replace(played.verdict, rewards=(), required=(duty,))


def pieces_of(match: Match[Any, TurnT], played: Played[TurnT]) -> tuple[Any, ...]:
    """Where the pieces lie that an open turn put on the table."""
    game = match.game
    before = game.position(match.accepted)
    after = game.position(game.force(match.accepted, played.turn, match.house))
    changed = sorted(p for p, label in after.items() if before.get(p, EMPTY) != label)
    return tuple(changed)
