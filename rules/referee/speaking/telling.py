"""What is said after a picture: the events that the log gains, and the calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.core.call import Alternative, CallKind
from rules.core.events import Asked, Corrected, Settled
from rules.core.verdict import Ruling
from rules.referee.history.fold import extended
from rules.referee.history.match import AnyMatch, AnyPlayed, Status
from rules.referee.limits import LIMITS
from rules.referee.speaking import notes
from rules.referee.speaking.advance import advanced
from rules.referee.speaking.announce import (
    MOST_SURE,
    AnyCalls,
    amendments,
    earlier,
    gone_of,
    plain_call,
    still_so,
    turn_call,
)
from rules.referee.speaking.likeness import measured_alike, same_end
from rules.referee.speaking.meaning import (
    Interpretation,
    Option,
    asked_of,
    fact_of,
    left_the_game,
    told_gone,
)
from rules.referee.speaking.speak import Decision


def announced(said: AnyMatch, decision: Decision, photo: str | None) -> tuple[AnyMatch, AnyCalls]:
    """The told match after a sure decision, and its calls in the order of play."""
    line = decision.line
    like = {p.number: tuple(o.turn for o, _ in decision.either_of(p)[1:]) for p in line.entries}
    like |= decision.earlier_either()
    match, new = advanced(said, line.hypothesis, photo, like)
    if _settled_by_looking(match) and match.log == said.log:
        match = extended(match, [Settled(photo)])
    made = [({p.turn for p in o.hypothesis.match.live}, o.share) for o in decision.all]
    calls = still_so(amendments(said, match, LIMITS.sure_foul), made)
    told = list(zip(match.live, line.hypothesis.match.live, strict=True))
    for played, own in told[len(told) - new :]:
        calls = (*calls, *_turn_calls(said, match, decision, played, own))
    if not (line.entries and calls):
        gone = () if line.entries else (*line.gone, *line.withdrawn)
        kind = CallKind.TAKEN_BACK if gone else CallKind.NOTHING
        alike = (o for o in decision.options if o is decision.best or same_end(line, o.best))
        share = sum(option.share for option in alike)
        quiet = plain_call(match, kind, share, _quiet_note(match, line))
        calls = (*calls, quiet)
    return match, calls


def _settled_by_looking(match: AnyMatch) -> bool:
    """Whether a picture of nothing new closes the last question, if one can show its turns."""
    if match.question is None:
        return match.let_stand is not None
    asked = [turn for turns in match.question.alternatives for turn in turns]
    return not asked or any(map(match.changes, asked))


def _turn_calls(
    said: AnyMatch, match: AnyMatch, decision: Decision, played: AnyPlayed, own: AnyPlayed
) -> AnyCalls:
    """The call of one turn, `own` in the line: none for one that was told or is let stand, an
    amending one for an older turn that was told otherwise."""
    line = decision.line
    if own.number < line.hypothesis.told:
        return told_anew(said, match, played)
    share, older = decision.share_of(own), own.number < line.since
    if own.status is Status.KEPT or (older and share < LIMITS.sure_move):
        return ()  # it is let stand without a word
    beside = list(_notes(match, decision, played, own is line.hypothesis.untold[0]))
    if decision.either and share < LIMITS.sure_move:
        share = sum(option.share for option in decision.options)
    if not decision.sure_duties(own):
        bare = replace(played.verdict, rewards=(), required=())
        played = replace(played, verdict=bare)
    call = turn_call(match, played, share, beside)
    either = tuple(
        Alternative((p.turn,), (p.verdict,), share) for p, share in decision.either_of(own)
    )
    return (replace(call, player=decision.player_of(own), alternatives=either),)


def told_anew(said: AnyMatch, match: AnyMatch, played: AnyPlayed) -> AnyCalls:
    """What is said of a turn that people were told of: nothing where they were told the same."""
    told = any(fact_of(p) == fact_of(played) for p in said.live)
    return () if told else (turn_call(match, played, MOST_SURE, [notes.AMENDED]),)


def _notes(match: AnyMatch, decision: Decision, played: AnyPlayed, first: bool) -> Iterator[str]:
    line = decision.line
    put_right = set(line.gone) & set(line.turns)
    if first and set(line.gone) - put_right:
        yield notes.FOUL_TAKEN_BACK
    if first and line.withdrawn:
        yield notes.CHANGED
    if first and any(p.number < played.number for p in match.live if p.status is Status.OPEN):
        yield notes.FOUL_STANDS
    if played.status is Status.RESTING:
        yield notes.OVER_FOUL
    if len(line.entries) - len(put_right) > 1:
        yield notes.ORDER_ASSUMED
    if decision.either:
        yield decision.either


def _quiet_note(match: AnyMatch, line: Interpretation) -> str | None:
    """Nothing new: an open foul or the last turn is gone, or the foul still lies there."""
    withdrawn = line.withdrawn and not line.entries
    said = [notes.TURN_TAKEN_BACK] if withdrawn else []
    said += [notes.FOUL_TAKEN_BACK] if line.gone and withdrawn else []
    if not said and match.game.outcome(match.accepted, match.house) is not None:
        return notes.GAME_OVER
    said += [notes.FOUL_STANDS] if match.foul_among(match.open_turns) else []
    return notes.joined_notes(said)


def question(said: AnyMatch, decision: Decision, photo: str | None) -> tuple[AnyMatch, AnyCalls]:
    """The match with its open question, and the call that asks it."""
    listed = _listed(said, decision.options)
    gone = tuple(told_gone(said, o.best.hypothesis, o.best.since) for o in listed)
    instead = tuple(_other_past(said, option) for option in listed)
    best = listed[0].best
    call = replace(
        plain_call(said, CallKind.ASK, listed[0].share),
        turn=said.ordinal + 1,
        verdict=next((p.verdict for p in best.entries if p.verdict.ruling is Ruling.ASK), None),
        alternatives=tuple(map(partial(_alternative, said), listed, gone, instead)),
        note=notes.DISTURBED if best.meaning.disturbed else None,
    )
    if asked_already(said, decision):
        return said, (replace(call, note=notes.QUESTION_STANDS),)
    turns = tuple(option.best.turns for option in listed)
    return extended(said, [Asked(turns, gone, photo, instead if any(instead) else ())]), (call,)


def _other_past(said: AnyMatch, option: Option) -> Corrected[Any] | None:
    """The first told turn that an alternative has otherwise in all its histories."""
    if numbers := left_the_game(said, option.best.meaning.withdrawn):
        return Corrected(numbers[0], None)
    first, *others = (one.hypothesis.told_otherwise(said) for one in option.histories)
    return next((was for was in first if all(was in other for other in others)), None)


def _alternative(
    said: AnyMatch, option: Option, gone: Sequence[Any], was: Corrected[Any] | None
) -> Alternative[Any]:
    verdicts = tuple(p.verdict for p in option.best.entries)
    past, touched = (earlier(said, was), gone_of(said, gone)), option.best.meaning.disturbed
    return Alternative(option.best.turns, verdicts, option.share, *past, touched)


def _listed(said: AnyMatch, options: Sequence[Option]) -> list[Option]:
    """The likely options, as one where they say the same of all that people know."""
    likely = [o for o in options if o.share >= LIMITS.alternative_share] or list(options[:1])
    merged: list[Option] = []
    for one in likely:
        same = next((k for k, o in enumerate(merged) if _says_the_same(said, o, one)), None)
        if same is None:
            merged.append(one)
        else:
            merged[same] = Option((*merged[same].histories, *one.histories))
    return sorted(merged, key=lambda one: -one.share)[: LIMITS.alternatives]


def _says_the_same(said: AnyMatch, one: Option, other: Option) -> bool:
    a, b = one.best, other.best
    if a.meaning.disturbed != b.meaning.disturbed:
        return False
    if a.meaning.facts != b.meaning.facts and not measured_alike(a, b):
        return False
    left = [(x.hypothesis.match.accepted, x.hypothesis.match.open_turns) for x in (a, b)]
    gone = [frozenset(told_gone(said, x.hypothesis, x.since)) for x in (a, b)]
    same = gone[0] == gone[1] or left[0] == left[1]
    return same and _other_past(said, one) == _other_past(said, other)


def asked_already(said: AnyMatch, decision: Decision) -> bool:
    """Whether the open question asks about the same turns, with the same fouls gone."""
    if said.question is None:
        return False
    best = [option.best for option in _listed(said, decision.options)]
    now = [(one.turns, told_gone(said, one.hypothesis, one.since)) for one in best]
    before = [(turns, gone) for turns, gone, _ in said.question.answers]
    asked, known = (
        {(frozenset(asked_of(said, turn) for turn in turns), frozenset(gone)) for turns, gone in x}
        for x in (now, before)
    )
    return asked == known
