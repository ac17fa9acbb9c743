"""The referee: a filter from observations and people's words to calls (`docs/referee.md`). The
match is what was told; its log holds it, people's words, and in short what is possible."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from rules.core import events as ev
from rules.core.call import CallKind
from rules.core.game import Game, StateT, TurnT
from rules.core.observation import EMPTY, AnyObservation, AnySighting
from rules.core.places import AnyPosition
from rules.core.rulebook import House
from rules.referee.answers import answered
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import AnyMatch, differing
from rules.referee.hypotheses.habits import Habits, printed
from rules.referee.hypotheses.hypothesis import Hypotheses, Hypothesis, certain, is_told
from rules.referee.hypotheses.joining import joined, once_told
from rules.referee.limits import LIMITS
from rules.referee.misreads_told import with_words
from rules.referee.predicting.bases import before_taking
from rules.referee.predicting.evidence import held_against
from rules.referee.predicting.growing import Grown, grown
from rules.referee.predicting.predict import Candidate, candidates, fits
from rules.referee.speaking.announce import MOST_SURE, plain_call
from rules.referee.speaking.notes import UNSURE_SETUP
from rules.referee.speaking.speak import Decision, Sureness, decided
from rules.referee.speaking.telling import announced, question
from rules.referee.state import (
    AnyOutcome,
    AnyState,
    Outcome,
    RefereeState,
    believed_in,
    remembering,
)
from rules.referee.waiting import waited
from rules.referee.words import said, still_said, told_turn

__all__ = ["RefereeState", "begin", "observe", "record", "refused", "resumed"]


#: The refusal code for each issue that stands against calling, where it has another name.
_REASONS = {"hand": "occluded", "moved": "blurred", "top unknown": "top-unknown"}


def begin(
    game: Game[StateT, TurnT], players: Sequence[str], house: House, *, confirmations: int = 1
) -> RefereeState[StateT, TurnT]:
    """A match before its first picture. `confirmations`: agreeing readings a foul needs."""
    started = ev.MatchStarted(game.name, tuple(players), tuple(house.values.items()))
    return resumed(game, [started], confirmations=confirmations)


def resumed(
    game: Game[StateT, TurnT], events: Sequence[ev.Event], *, confirmations: int = 1
) -> RefereeState[StateT, TurnT]:
    """The referee a journal comes to; what the last picture's reader misread is forgotten."""
    match = replayed(game, events)
    return RefereeState(match, believed_in(game, match), confirmations)


def observe(
    state: RefereeState[StateT, TurnT],
    observation: AnyObservation,
    photo: str | None = None,
    *,
    again: bool = False,
    tapped: AnyPosition = MappingProxyType({}),
) -> Outcome[StateT, TurnT]:
    """One picture: the new state and its calls, in the order of play. `again`: it is the last
    picture's view, seen on, and takes the place of what that one said once it may be said.
    `tapped`: what people say lies at a place of it."""
    if not again:
        waits = None if state.waiting is None else replace(state.waiting, in_view=0)
        lay = state.match.lying
        state = replace(state, before=None, tapped={}, lay_before=lay, counted=False, waiting=waits)
    reason = _blocked(observation)
    if reason is not None:
        return refused(state, reason)
    if not state.match.opened or _begun_in_part(state, observation):
        return _opened(state, observation, photo)
    hypotheses = state.before or state.hypotheses
    since = replace(state, hypotheses=hypotheses, tapped={**state.tapped, **tapped})
    found = _candidates(since, observation, photo)
    if isinstance(found, str):
        return refused(state, found)
    after = grown(found, photo)
    decision = decided(after, state.match)
    if since.tapped and state.match.question is not None and decision.best.best.fouls:
        # They may go on tapping: nobody is accused of what is only half told.
        decision = replace(decision, sureness=Sureness.ASK)
    waiting, wait = waited(
        state.match, state.waiting, decision, state.confirmations, brief=state.brief_view
    )
    if wait:
        return replace(state, waiting=waiting), ()
    return _spoken(replace(since, waiting=waiting), after, decision, photo)


def refused(state: RefereeState[StateT, TurnT], reason: str) -> Outcome[StateT, TurnT]:
    """A picture that cannot be used, with the contract's code; the state does not change."""
    call = replace(plain_call(state.match, CallKind.UNCLEAR, MOST_SURE), reason=reason)
    return replace(state, waiting=None), (call,)


def record(state: RefereeState[StateT, TurnT], event: ev.Event) -> Outcome[StateT, TurnT]:
    """An event a person caused. Calls: the turns it tells and those whose judgement it changed."""
    if isinstance(event, ev.TurnSeen):
        after, calls = told_turn(state, event)
    elif isinstance(event, ev.Answered):
        after, calls = answered(state, event)
    else:
        after, calls = said(state, event)
    spoken = still_said(state.match.log, after.match.log, event)
    one_place = isinstance(spoken, ev.Corrected | ev.PositionCorrected)
    lies = one_place or isinstance(spoken, ev.Answered)
    refuted = isinstance(spoken, ev.Refuted)
    return with_words(state, after, lies=lies, one_place=one_place, refuted=refuted), calls


def _blocked(observation: AnyObservation) -> str | None:
    """Why a picture must not be called; None where it may."""
    for issue in observation.issues:
        if issue.kind == "glare" and 0.0 < issue.share < LIMITS.glare_share:
            continue
        return _REASONS.get(issue.kind, issue.kind)
    return None


def _begun_in_part(state: AnyState, observation: AnyObservation) -> bool:
    """Whether the picture in which a game was met showed a part of its table."""
    match, first = state.match, state.last
    if match.history or first is None or not match.lying or match.game.places_are_numbers:
        return False
    if all(_plain(one) for one in first.sightings):
        return False
    laid = next(iter(match.game.align(match.lying, observation)), None)
    shown = {} if laid is None else {s.place: s.belief.best for s in laid.sightings if _plain(s)}
    came = sum(x is not EMPTY and p not in match.lying for p, x in shown.items())
    gone = sum(x is EMPTY and p in match.lying for p, x in shown.items())
    return came - gone >= LIMITS.come_at_once


def _plain(one: AnySighting) -> bool:
    """Whether a place is in sight, and read beyond doubt."""
    sure = one.belief.confidence >= LIMITS.sure_foul
    return one.visibility >= LIMITS.seen_share and sure


def _opened(state: AnyState, observation: AnyObservation, photo: str | None) -> AnyOutcome:
    """The first picture: a fresh table, or a game in progress."""
    aligned = state.match.game.align({}, observation) or (observation,)
    picture, too_early = aligned[0], state.match.game.too_early
    shown = picture.occupied()
    lies = {place: label for place, label in shown.items() if not too_early(shown, label)}
    match = extended(state.match, [ev.PositionSeen(tuple(lies.items()), photo)])
    pieces = [s for s in picture.sightings if s.place in lies]
    sure = math.prod(s.belief.confidence for s in pieces)
    note = UNSURE_SETUP if sure < LIMITS.sure_move else None
    doubts = {s.place: s.belief for s in pieces if s.belief.confidence < LIMITS.sure_foul}
    (first,) = certain(match)
    prints = printed(picture, partial(too_early, shown))
    first = replace(first, habits=Habits(doubts=doubts, prints=prints)).seen(picture, match.lying)
    match, hypotheses = _noticed(match, (first,), picture)
    state = replace(state, match=match, hypotheses=hypotheses, last=picture)
    return state, (plain_call(match, CallKind.SETUP, sure, note),)


def _candidates(
    state: AnyState, observation: AnyObservation, photo: str | None
) -> list[Candidate] | str:
    """Everything that may have happened and fits; or why the picture cannot be used."""
    game, tapped, fouls = state.match.game, state.tapped, state.match.known_fouls
    told = state.match.lying != state.lay_before  # a turn, of this very view
    explained = partial(candidates, told_fouls=fouls, photo=photo, tapped=tapped, looked_at=told)
    laid: dict[Hashable, Sequence[AnyObservation]] = {}
    found: list[Candidate] = []

    def over(table: AnyPosition) -> Sequence[AnyObservation]:
        key = frozenset(table.items())
        if key not in laid:
            told, counted = differing(state.lay_before, table), state.counted
            held = partial(held_against, unsettled=state.unsettled, told=told, counted=counted)
            laid[key] = [held(state.last, one) for one in game.align(table, observation)]
        return laid[key]

    for history in state.hypotheses:
        lying, known = history.match.lying, history.match.known
        aligned = over(lying)
        one = _with_prints(history, aligned)
        if not aligned and one.match.open_turns:  # they may all have been taken back
            aligned = over(known)
        if aligned and _hidden(state, known, aligned[0]):
            return "occluded"
        put_back: set[Any] = set()
        for table in before_taking(one.match) if game.places_are_numbers else ():
            if taken := table.keys() - lying.keys():
                again = over(table)
                shown = {s.place: s.belief.best for p in again[:1] for s in p.sightings}
                put_back |= {p for p in taken if p in shown and shown[p] == table[p]}
                found += filter(fits, explained(one, again, taken=taken))
        found += filter(fits, explained(one, aligned, put_back=put_back))
    as_said = (c for c in found if all(c.look.get(p, EMPTY) == x for p, x in tapped.items()))
    return list(as_said) or "no-board"


def _with_prints(one: Hypothesis, aligned: Sequence[AnyObservation]) -> Hypothesis:
    """The history with what its table shows all the same while nothing was ever laid there."""
    if one.match.history or one.match.lying or not aligned:
        return one
    too_early = partial(one.match.game.too_early, aligned[0].occupied())
    return replace(one, habits=one.habits.with_prints(printed(aligned[0], too_early)))


def _hidden(state: AnyState, known: AnyPosition, picture: AnyObservation) -> bool:
    """Whether something came to lie over too much of what is known. Where pieces lie on each other,
    what the last picture did not show is under these, not under a hand."""
    sightings = [s for s in map(picture.at, known) if s is not None]
    hidden = {s.place for s in sightings if s.visibility < LIMITS.seen_share}
    if state.match.game.places_are_numbers:
        last = () if state.last is None else state.last.sightings
        hidden &= {s.place for s in last if s.visibility >= LIMITS.seen_share}
    return len(hidden) > LIMITS.hidden_share * max(len(known), 1)


def _spoken(state: AnyState, after: Grown, decision: Decision, photo: str | None) -> AnyOutcome:
    found = [one for _, one in after.pairs]
    if decision.sureness is Sureness.ASK:
        match, calls = question(state.match, decision, photo)
        hypotheses = joined(found, match)
    elif decision.sureness is Sureness.QUIET:
        match, hypotheses = state.match, joined(found, state.match)
        calls = (plain_call(match, CallKind.NOTHING, decision.best.share),)
    else:
        match, calls = announced(state.match, decision, photo)
        hypotheses = once_told(found, decision.line.hypothesis, match)
    line = decision.line.candidate
    match, hypotheses = _noticed(match, hypotheses, line.picture)
    after_it = remembering(state, match, hypotheses)
    return replace(after_it, last=line.picture, unsettled=frozenset()), calls


def _noticed(
    match: AnyMatch, hypotheses: Hypotheses, picture: AnyObservation
) -> tuple[AnyMatch, Hypotheses]:
    """What the picture shows beside the turns, where nothing but what was told is possible."""
    if len(hypotheses) > 1 or not is_told(hypotheses[0], match):
        return match, hypotheses
    fact = match.game.notice(match.accepted, picture, match.house)
    if fact is None:
        return match, hypotheses
    match = extended(match, [ev.Noticed(*fact)])
    return match, (hypotheses[0].all_told(match),)
