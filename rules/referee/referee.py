"""The referee: a pure state machine from observations and events to calls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from rules.core.call import Alternative, CallKind
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    MatchStarted,
    PositionCorrected,
    PositionSeen,
    TakenBack,
    TurnSeen,
)
from rules.core.game import Game
from rules.core.observation import EMPTY
from rules.core.rulebook import House
from rules.core.verdict import Ruling
from rules.referee.announce import (
    Calls,
    amendments,
    announced,
    plain_call,
    question,
    turn_call,
)
from rules.referee.decision import Decision, Sureness, decided
from rules.referee.doubts import by_what_it_was, correction, stands_either_way
from rules.referee.excuses import Excuses, excused, excuses_for, standing_excuses
from rules.referee.going_on import gone_on
from rules.referee.hypotheses import Weighed
from rules.referee.inference import MOST_SURE, weigh
from rules.referee.limits import LIMITS
from rules.referee.match import Match, extended, replayed
from rules.referee.memory import Memory, joined, remember_all, rereading
from rules.referee.misfit import AnyObservation, pixels_of
from rules.referee.notes import UNSURE_SETUP
from rules.referee.questions import asked_places, doubted_places
from rules.referee.rulings import stands_alone
from rules.referee.stories import NOTHING_MEASURED, Earlier

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

#: The refusal code of the contract for each issue that stands against calling.
_REASONS = {"hand": "occluded", "moved": "blurred"}


#: What is waited for where it is no foul.
_QUESTION = "question"


@dataclass(frozen=True)
class RefereeState(Generic[StateT, TurnT]):
    """The match and what the referee remembers of earlier pictures.

    `confirmations`: agreeing readings that a foul or a question needs; `hasty`: the table has lain
    like this for a moment only, and a piece that seems gone may be under something.
    `pixels`: where each piece was in the last usable picture; `memory`: what pictures so far said
    of each place, `memory_before` those before the last; `measured`: quantities of earlier
    pictures; `waiting`: a live foul's meaning and how often it was read in a row; `last`: the last
    usable picture; `excuses`: places that people say are misread.
    """

    match: Match[StateT, TurnT]
    confirmations: int = 1
    hasty: bool = False
    pixels: Mapping[Any, tuple[float, float]] = field(default_factory=dict)
    memory: Mapping[Any, Memory] = field(default_factory=dict)
    memory_before: Mapping[Any, Memory] = field(default_factory=dict)
    measured: Earlier = NOTHING_MEASURED
    waiting: tuple[Any, int] | None = None
    last: AnyObservation | None = None
    excuses: Excuses = field(default_factory=dict)

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far; only ever appended to."""
        return self.match.log

    @property
    def foul_waits(self) -> bool:
        """Whether a foul was read once, live, and waits to be read again."""
        return self.waiting is not None and self.waiting[0] != _QUESTION


Outcome = tuple[RefereeState[StateT, TurnT], Calls[StateT, TurnT]]


def begin(
    game: Game[StateT, TurnT], players: Sequence[str], house: House, *, confirmations: int = 1
) -> RefereeState[StateT, TurnT]:
    """A match before its first picture. `confirmations`: agreeing readings a foul needs."""
    started = MatchStarted(game.name, tuple(players), tuple(house.values.items()))
    return RefereeState(replayed(game, [started]), confirmations)


def resumed(
    game: Game[StateT, TurnT], events: Sequence[Event], *, confirmations: int = 1
) -> RefereeState[StateT, TurnT]:
    """The referee a journal comes to; what pictures said before is forgotten."""
    return RefereeState(replayed(game, events), confirmations)


def observe(
    state: RefereeState[StateT, TurnT],
    observation: AnyObservation,
    photo: str | None = None,
    *,
    again: bool = False,
) -> Outcome[StateT, TurnT]:
    """One picture: the new state and its calls, in the order of play. `again`: it is the last
    picture's view, seen on; what it says of a place takes the place of what that one said."""
    before = state.memory_before if again else state.memory
    state = replace(state, memory=before, memory_before=before)
    reason = _blocked(observation)
    if reason is not None:
        return refused(state, reason)
    if not state.match.opened:
        return _opened(state, observation, photo)
    aligned = state.match.game.align(state.match.game.position(state.match.standing), observation)
    if not aligned:
        return refused(state, "no-board")
    known = state.match.game.position(state.match.accepted)
    if _hidden(known, aligned[0]):
        return refused(state, "occluded")
    excuses = standing_excuses(state.excuses, state.match.game.position(state.match.standing))
    state = replace(state, excuses=excuses)
    aligned = _excused(state, aligned)
    state, amended = _reread(state, aligned, photo)
    asked = state.match.question is not None
    on = gone_on(state.match, _told_by(state, aligned)[1]) if asked else None
    if on is not None:
        latest = state.measured.latest
        state = replace(state, match=on, measured=Earlier(latest, latest))
        aligned = _excused(state, on.game.align(on.game.position(on.standing), observation))
    state, calls = _called(state, aligned, photo)
    return state, (*amended, *calls)


def refused(state: RefereeState[StateT, TurnT], reason: str) -> Outcome[StateT, TurnT]:
    """A picture that cannot be used, with the contract's code; the state does not change."""
    call = plain_call(state.match, CallKind.UNCLEAR, MOST_SURE, reason=reason)
    return replace(state, waiting=None), (call,)


def record(state: RefereeState[StateT, TurnT], event: Event) -> Outcome[StateT, TurnT]:
    """An event a person caused. Calls: the turns it tells and those whose judgement it changed."""
    if isinstance(event, TurnSeen):
        after, calls = _told_turn(state, event, settled=False)
    elif isinstance(event, Answered):
        after, calls = _answered(state, event)
    else:
        match = extended(state.match, [event])
        after = replace(state, match=match)
        calls = amendments(state.match, match, MOST_SURE)
    says_what_lies_there = isinstance(event, Answered | Corrected | PositionCorrected)
    return (_with_excuses(state, after) if says_what_lies_there else after), calls


def _with_excuses(
    before: RefereeState[StateT, TurnT], after: RefereeState[StateT, TurnT]
) -> RefereeState[StateT, TurnT]:
    """What a person said against the last picture is remembered against the reader."""
    if before.last is None or not after.match.opened:
        return after
    game = after.match.game
    then, now = game.position(before.match.standing), game.position(after.match.standing)
    spoken_of = {place for place in {*then, *now} if then.get(place) != now.get(place)}
    if before.match.question is not None and after.match.question is None:
        spoken_of |= asked_places(before.match)
    return replace(after, excuses={**after.excuses, **excuses_for(spoken_of, now, before.last)})


def _excused(
    state: RefereeState[Any, Any], aligned: Sequence[AnyObservation]
) -> tuple[AnyObservation, ...]:
    return tuple(excused(picture, state.excuses) for picture in aligned)


def _told_by(
    state: RefereeState[StateT, TurnT], aligned: Sequence[AnyObservation]
) -> tuple[list[AnyObservation], tuple[Weighed[TurnT], ...]]:
    """The pictures with what the one that was asked about says of its doubts, and what may have
    happened."""
    asked = _unsettled(state.memory, doubted_places(state.match))
    pictures = [joined(asked, picture) for picture in aligned]
    weighed = weigh(state.match, pictures, state.pixels, earlier=state.measured, last=state.last)
    return pictures, weighed


def _blocked(observation: AnyObservation) -> str | None:
    """Why a picture must not be called; None where it may."""
    for issue in observation.issues:
        if issue.kind == "glare" and 0.0 < issue.share < LIMITS.glare_share:
            continue
        return _REASONS.get(issue.kind, issue.kind)
    return None


def _hidden(known: Mapping[Any, Any], picture: AnyObservation) -> bool:
    sightings = [s for s in map(picture.at, known) if s is not None]
    hidden = sum(s.visibility < LIMITS.seen_share for s in sightings)
    return hidden > LIMITS.hidden_share * max(len(known), 1)


def _opened(
    state: RefereeState[StateT, TurnT], observation: AnyObservation, photo: str | None
) -> Outcome[StateT, TurnT]:
    """The first picture: a fresh table, or a game in progress."""
    aligned = state.match.game.align({}, observation) or (observation,)
    picture = aligned[0]
    match = extended(state.match, [PositionSeen(tuple(picture.occupied().items()), photo)])
    sure = math.prod(s.belief.confidence for s in picture.sightings if s.belief.best is not EMPTY)
    note = UNSURE_SETUP if sure < LIMITS.sure_move else None
    first = Earlier(picture.quantities, picture.quantities)
    state = replace(state, match=match, measured=first)
    return _seen(state, picture, {}), (plain_call(match, CallKind.SETUP, sure, note),)


def _seen(
    state: RefereeState[StateT, TurnT], picture: AnyObservation, kept: Mapping[Any, Memory]
) -> RefereeState[StateT, TurnT]:
    """The state remembering a usable picture: where pieces are, and `kept` memories joined by
    first ones for places new to it."""
    places = set(picture.occupied()) - set(kept)
    memory = {**kept, **remember_all({}, picture, places)}
    return replace(state, pixels=pixels_of(picture), memory=memory, last=picture)


def _reread(
    state: RefereeState[StateT, TurnT], aligned: Sequence[AnyObservation], photo: str | None
) -> Outcome[StateT, TurnT]:
    """Accepted pieces that later pictures read otherwise are corrected, and what follows is
    judged anew. Only where the picture lies over the position in one way, and in games whose
    pieces stay where they were put (`pieces_stay`, true unless a game says otherwise): a place of
    a turned ring remembers another pawn."""
    match = state.match
    if len(aligned) != 1 or not match.game.pieces_stay:
        return state, ()
    known = match.game.position(match.accepted)
    memory = {**state.memory, **remember_all(state.memory, aligned[0], known)}
    state = replace(state, memory=memory)
    events = [
        correction(match, place, better, photo)
        for place, label in known.items()
        if place in memory and (better := rereading(memory[place], label)) is not None
    ]
    if not events:
        return state, ()
    after = extended(match, events)
    return replace(state, match=after), amendments(match, after, LIMITS.sure_foul)


def _called(
    state: RefereeState[StateT, TurnT], aligned: Sequence[AnyObservation], photo: str | None
) -> Outcome[StateT, TurnT]:
    match = state.match
    known = match.game.position(match.accepted)
    pictures, weighed = _told_by(state, aligned)
    hides = match.game if match.game.pieces_hide else None
    if match.question is None:
        decision = decided(weighed, len(known), game=hides)
    else:
        stands = partial(stands_alone, match)
        decision = decided(weighed, len(known), stands=stands, game=hides)
    if decision.sureness is Sureness.SURE and hides is not None:
        surely = stands_either_way(match, decision.best.hypothesis, state.memory)
        decision = decision if surely else replace(decision, sureness=Sureness.ASK)
    if decision.sureness is Sureness.SURE and (each := by_what_it_was(match, decision.best)):
        decision = Decision(Sureness.ASK, each)
    if decision.sureness is Sureness.NO_FIT:
        return refused(state, "no-board")
    state, wait = _waited(state, decision)
    if wait:
        return state, ()
    seen = next(
        picture
        for picture, told in zip(aligned, pictures, strict=True)
        if told is decision.best.hypothesis.observation
    )
    kept = {place: m for place, m in state.memory.items() if place in known}
    asked = _unsettled(state.memory, doubted_places(match))
    kept = remember_all(asked, seen, asked) | kept
    return _decided(state, decision, seen, kept, photo)


def _decided(
    state: RefereeState[StateT, TurnT],
    decision: Decision[TurnT],
    seen: AnyObservation,
    kept: Mapping[Any, Memory],
    photo: str | None,
) -> Outcome[StateT, TurnT]:
    say = announced if decision.sureness is Sureness.SURE else question
    known = state.match.game.position(state.match.accepted)
    match, calls = say(state.match, decision, photo)
    now = match.game.position(match.accepted)
    # What was said of a piece says nothing of the one that came in its place.
    kept = {p: m for p, m in kept.items() if p not in known or now.get(p) == known[p]}
    if match.game.pieces_hide and decision.sureness is Sureness.SURE:
        kept |= remember_all(kept, seen, {p for p in known if now.get(p) == known[p]})
    state = replace(state, match=match, measured=_measured(state.measured, match, decision))
    return _seen(state, seen, kept), calls


def _measured(old: Earlier, match: Match[Any, Any], decision: Decision[Any]) -> Earlier:
    """The quantities to compare the next picture with. What a picture did not show keeps its old
    value only while nothing happens."""
    best = decision.best.hypothesis
    kept = {} if best.new else {q.name: q for q in old.latest}
    latest = tuple((kept | {q.name: q for q in best.observation.quantities}).values())
    settled = decision.sureness is Sureness.SURE and not match.open_turns
    return Earlier(latest if settled else old.accepted, latest)


def _unsettled(memory: Mapping[Any, Memory], doubted: Set[Any]) -> dict[Any, Memory]:
    """What the picture that was asked about said of the places it was unsure of. Where it was sure,
    something else seen now was done since."""
    return {place: m for place, m in memory.items() if place in doubted}


def _waited(
    state: RefereeState[StateT, TurnT], decision: Decision[TurnT]
) -> tuple[RefereeState[StateT, TurnT], bool]:
    """Live, a foul or a question must be read several times in a row before it is called, and
    the same question is not asked twice. That a piece is gone is never asked in haste."""
    sure = decision.sureness is Sureness.SURE
    if state.hasty and decision.best.hypothesis.disturbed:
        return replace(state, waiting=(_QUESTION, state.confirmations)), True
    if state.confirmations <= 1 or (sure and not decision.best.hypothesis.foul):
        return replace(state, waiting=None), False
    key = decision.best.hypothesis.meaning if sure else _QUESTION
    if not sure and _same_question(state.match.question, decision):
        return state, True
    times = state.waiting[1] + 1 if state.waiting and state.waiting[0] == key else 1
    if times >= state.confirmations:
        return replace(state, waiting=None), False
    return replace(state, waiting=(key, times)), True


def _same_question(asked: Asked[Any] | None, decision: Decision[Any]) -> bool:
    return asked is not None and asked.alternatives[0] == decision.best.hypothesis.turns


def _told_turn(
    state: RefereeState[StateT, TurnT], event: TurnSeen[TurnT], *, settled: bool
) -> Outcome[StateT, TurnT]:
    """A turn the players tell. One the game itself cannot judge is handed back as a question,
    unless it is the answer to one (`settled`)."""
    verdict = state.match.game.judge(state.match.accepted, event.turn, state.match.house)
    if verdict.ruling is Ruling.ASK and not settled:
        doubt = Alternative((event.turn,), (verdict,), 1.0)
        call = plain_call(state.match, CallKind.ASK, 1.0)
        return state, (replace(call, verdict=verdict, alternatives=(doubt,)),)
    match = extended(state.match, [replace(event, legal=not verdict.violations)])
    return replace(state, match=match), (turn_call(match, match.history[-1], 1.0),)


def _answered(state: RefereeState[StateT, TurnT], event: Answered) -> Outcome[StateT, TurnT]:
    """The chosen alternative's turns are made as if the picture had been clear."""
    asked = state.match.question
    if asked is None or not 0 <= event.choice < len(asked.alternatives):
        return state, ()
    gone = asked.gone[event.choice]
    since: list[Event] = [TakenBack(gone, asked.photo)] if gone else []
    instead = asked.instead[event.choice] if asked.instead else None
    match = extended(state.match, [event, *since, *([instead] if instead else [])])
    calls: Calls[StateT, TurnT] = amendments(state.match, match, MOST_SURE)
    state = replace(state, match=match)
    for turn in asked.alternatives[event.choice]:
        state, said = _told_turn(state, TurnSeen(turn, photo=asked.photo), settled=True)
        calls = (*calls, *said)
    return state, calls
