"""Calls and events of one picture: what a decision means for the log, and what is said."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.call import Alternative, Call, CallKind
from rules.core.events import Corrected
from rules.core.observation import GROSS_MISREAD_RATE
from rules.core.verdict import Required, Verdict
from rules.referee.history.match import AnyMatch, AnyPlayed, Status
from rules.referee.hypotheses.agreed import agreed
from rules.referee.speaking.notes import AMENDED, EITHER_TURN, HAPPENED, TAKE_BACK, joined_notes

AnyCall: TypeAlias = Call[Any, Any]
AnyCalls: TypeAlias = tuple[AnyCall, ...]

#: The best any call can be trusted: what it says of a tile may be a gross misread.
MOST_SURE = 1.0 - GROSS_MISREAD_RATE

#: What was called for a turn of each status.
CALLED = dict.fromkeys(Status, CallKind.FOUL) | dict.fromkeys(
    (Status.ACCEPTED, Status.RESTING), CallKind.LEGAL
)


def plain_call(
    match: AnyMatch, kind: CallKind, confidence: float, note: str | None = None
) -> AnyCall:
    """A call that names no turn."""
    sure, tables = min(confidence, MOST_SURE), (match.accepted, match.standing)
    return Call(kind, match.ordinal, match.mover, sure, *tables, note=note)


def turn_call(
    match: AnyMatch, played: AnyPlayed, confidence: float, notes: Iterable[str] = ()
) -> AnyCall:
    """The call of one turn of the history."""
    counts = [HAPPENED] if played.status is Status.HAPPENED else []
    counts += [EITHER_TURN] if played.otherwise else []
    each = ((played.turn, played.verdict), *played.otherwise) if played.otherwise else ()
    call = plain_call(match, CALLED[played.status], confidence, joined_notes([*counts, *notes]))
    return replace(
        call,
        turn=played.ordinal,
        player=played.player,
        move=played.turn,
        verdict=_told_verdict(match, played),
        alternatives=tuple(Alternative((t,), (v,), 1 / len(each)) for t, v in each),
    )


def amendments(before: AnyMatch, after: AnyMatch, confidence: float) -> AnyCalls:
    """Calls for the turns whose judgement a correction changed, and for no others."""
    said = {played.number: played for played in before.live}
    old = {number: _said(played) for number, played in said.items()}
    left = [p for p in after.live if p.number in old and old[p.number] != _said(p)]
    # Turns that only changed places in the order of play were told as they are.
    anew = (p for p in left if _said(p) not in old.values())
    pairs = ((said[p.number], p) for p in anew)
    changed = (p for was, p in pairs if not (_as_unsure(was, p) or _only_more(was, p)))
    return tuple(turn_call(after, played, confidence, [AMENDED]) for played in changed)


def still_so(calls: AnyCalls, made: Sequence[tuple[Collection[Any], float]]) -> AnyCalls:
    """Those calls whose turn the likely histories have, or that name several: what is left open of
    the past is not told. `made`: the turns of each history, and its weight."""
    return tuple(
        one
        for one in calls
        if bool(one.alternatives) or agreed((one.move in turns, w) for turns, w in made)
    )


def earlier(match: AnyMatch, was: Corrected[Any] | None) -> tuple[int, Any] | None:
    """The number in the game of the turn that an answer speaks of, and what it was."""
    played = next((p for p in match.history if was is not None and p.number == was.number), None)
    return None if was is None or played is None else (played.ordinal, was.turn)


def gone_of(match: AnyMatch, turns: Iterable[Any]) -> tuple[tuple[Any, Verdict], ...]:
    """Open turns that an answer says were taken back, as they were judged."""
    judged = {p.turn: p.verdict for p in match.live}
    return tuple((turn, judged.get(turn) or match.judged(turn)) for turn in turns)


def _said(played: AnyPlayed) -> tuple[Any, ...]:
    codes = tuple((v.code, v.places) for v in played.verdict.violations)
    return CALLED[played.status], played.turn, codes, played.verdict.rewards


def _as_unsure(was: AnyPlayed, now: AnyPlayed) -> bool:
    """Whether a turn that was told as one of several is still one of these."""
    told, left = ({p.turn, *(turn for turn, _ in p.otherwise)} for p in (was, now))
    return CALLED[was.status] is CALLED[now.status] and len(left) > 1 and left <= told


def _only_more(was: AnyPlayed, now: AnyPlayed) -> bool:
    """Whether a foul that people play on over only breaks more rules than they were told."""
    insisted = was.status is now.status is Status.INSISTED
    return insisted and was.turn == now.turn and was.broken <= now.broken


def _told_verdict(match: AnyMatch, played: AnyPlayed) -> Verdict:
    """A foul asks for nothing but to be taken back, a turn for what is not seen done yet."""
    if played.status is not Status.OPEN:
        still_owed, now = match.game.helping.still_owed, match.accepted
        asked = (r for r in played.verdict.required if still_owed(now, r) is not False)
        return replace(played.verdict, required=tuple(asked))
    duty = Required(TAKE_BACK, tuple(sorted(match.puts(played.turn))))
    return replace(played.verdict, rewards=(), required=(duty,))
