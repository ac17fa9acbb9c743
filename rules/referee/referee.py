"""The referee: a filter from observations and people's words to calls.

It carries every history that is still possible (`belief`), lets each picture extend and weigh them
(`predict`), and says what they agree on (`speak`). The match is what was told; the log holds it,
people's words, and in short what the pictures leave possible.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rules.core.call import Alternative, Call, CallKind
from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Asked,
    Believed,
    Corrected,
    Event,
    MatchStarted,
    Noticed,
    PositionCorrected,
    PositionSeen,
    Settled,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
)
from rules.core.game import Game
from rules.core.observation import EMPTY
from rules.core.observation import Belief as LabelBelief
from rules.core.rulebook import House
from rules.core.verdict import Ruling
from rules.referee import speak
from rules.referee.advance import advanced
from rules.referee.announce import MOST_SURE, Calls, amendments, plain_call, turn_call
from rules.referee.belief import (
    Belief,
    Hypothesis,
    alike,
    believed_in,
    certain,
    in_short,
    is_told,
    joined,
)
from rules.referee.evidence import (
    AnyObservation,
    Habits,
    Misread,
    Pixels,
    pixels_of,
    told_misreads,
)
from rules.referee.limits import LIMITS
from rules.referee.match import Match, Played, Status, extended, replayed
from rules.referee.notes import (
    AMENDED,
    CHANGED,
    DISTURBED,
    EITHER_PIECE,
    FOUL_STANDS,
    FOUL_TAKEN_BACK,
    ORDER_ASSUMED,
    OVER_FOUL,
    QUESTION_STANDS,
    UNSURE_SETUP,
)
from rules.referee.predict import (
    AnyCandidate,
    Candidate,
    Seen,
    candidates,
    differing,
    fits,
    grown,
)
from rules.referee.speak import Decision, Option, Sureness

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

#: The refusal code of the contract for each issue that stands against calling.
_REASONS = {"hand": "occluded", "moved": "blurred"}

#: What is waited for where it is no foul.
_QUESTION = "question"

#: Words of people that leave every history as possible as it was.
_NEUTRAL = (Told, TurnEnded)


@dataclass(frozen=True)
class RefereeState(Generic[StateT, TurnT]):
    """What was told (`match`), what is possible (`belief`) and what the pictures left.

    `confirmations`: agreeing readings that a foul or a question needs; `hasty`: the table has lain
    like this for a moment only, and a piece that seems gone may be under something.
    `belief_before`: the belief before the last picture; `pixels`: where each piece was in it;
    `habits`: how its reader errs; `doubts`: how the pieces of the first
    position were read where that was unsure; `waiting`: a live foul's meaning and how often it was
    read in a row; `last`: the last usable picture.
    """

    match: Match[StateT, TurnT]
    belief: Belief[StateT, TurnT]
    confirmations: int = 1
    hasty: bool = False
    belief_before: Belief[StateT, TurnT] | None = None
    pixels: Pixels = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    doubts: Mapping[Any, LabelBelief[Any]] = field(default_factory=dict)
    waiting: tuple[Any, int] | None = None
    last: AnyObservation | None = None

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far; only ever appended to."""
        return self.match.log

    @property
    def misreads(self) -> Mapping[Any, Misread]:
        """Places that people say are misread."""
        return self.habits.misreads

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
    return resumed(game, [started], confirmations=confirmations)


def resumed(
    game: Game[StateT, TurnT], events: Sequence[Event], *, confirmations: int = 1
) -> RefereeState[StateT, TurnT]:
    """The referee a journal comes to: what was told and what is possible. Where pieces lay in the
    last picture, and what its reader had misread, is forgotten."""
    match = replayed(game, events)
    return RefereeState(match, believed_in(game, match), confirmations)


def observe(
    state: RefereeState[StateT, TurnT],
    observation: AnyObservation,
    photo: str | None = None,
    *,
    again: bool = False,
) -> Outcome[StateT, TurnT]:
    """One picture: the new state and its calls, in the order of play. `again`: it is the last
    picture's view, seen on; what it says takes the place of what that one said."""
    reason = _blocked(observation)
    if reason is not None:
        return refused(state, reason)
    if not state.match.opened:
        return _opened(state, observation, photo)
    if again and state.belief_before is not None:
        state = _as_before(state)
    found = _candidates(state, observation, photo)
    if isinstance(found, str):
        return refused(state, found)
    after = grown(found, photo)
    return _spoken(state, after, speak.decided(after, state.match), photo)


def refused(state: RefereeState[StateT, TurnT], reason: str) -> Outcome[StateT, TurnT]:
    """A picture that cannot be used, with the contract's code; the state does not change."""
    call = plain_call(state.match, CallKind.UNCLEAR, MOST_SURE, reason=reason)
    return replace(state, waiting=None), (call,)


def record(state: RefereeState[StateT, TurnT], event: Event) -> Outcome[StateT, TurnT]:
    """An event a person caused. Calls: the turns it tells and those whose judgement it changed."""
    if isinstance(event, TurnSeen):
        after, calls = _told_turn(state, event)
    elif isinstance(event, Answered):
        after, calls = _answered(state, event)
    else:
        after, calls = _said(state, event)
    lies = isinstance(event, Answered | Corrected | PositionCorrected)
    return _with_words(state, after, lies=lies), calls


# Pictures


def _blocked(observation: AnyObservation) -> str | None:
    """Why a picture must not be called; None where it may."""
    for issue in observation.issues:
        if issue.kind == "glare" and 0.0 < issue.share < LIMITS.glare_share:
            continue
        return _REASONS.get(issue.kind, issue.kind)
    return None


def _opened(
    state: RefereeState[StateT, TurnT], observation: AnyObservation, photo: str | None
) -> Outcome[StateT, TurnT]:
    """The first picture: a fresh table, or a game in progress."""
    aligned = state.match.game.align({}, observation) or (observation,)
    picture = aligned[0]
    match = extended(state.match, [PositionSeen(tuple(picture.occupied().items()), photo)])
    pieces = [s for s in picture.sightings if s.belief.best is not EMPTY]
    sure = math.prod(s.belief.confidence for s in pieces)
    note = UNSURE_SETUP if sure < LIMITS.sure_move else None
    doubts = {s.place: s.belief for s in pieces if s.belief.confidence < LIMITS.sure_foul}
    match, belief = _noticed(match, certain(match, ((0, picture.quantities),)), picture)
    state = replace(state, match=match, belief=belief, doubts=doubts)
    return _seen(state, picture), (plain_call(match, CallKind.SETUP, sure, note),)


def _as_before(state: RefereeState[StateT, TurnT]) -> RefereeState[StateT, TurnT]:
    """The state with the belief before the last picture, unless that one told something."""
    before = state.belief_before
    if before is None or before[0].match.log != state.belief[0].match.log:
        return state
    return replace(state, belief=before)


def _candidates(
    state: RefereeState[StateT, TurnT], observation: AnyObservation, photo: str | None
) -> list[Candidate[StateT, TurnT]] | str:
    """Everything that may have happened and fits, or why the picture cannot be used."""
    game = state.match.game
    told = frozenset(state.match.open_turns)
    seen = Seen(state.pixels, state.habits, state.doubts, told)
    tables: list[tuple[Mapping[Any, Any], Sequence[AnyObservation]]] = []
    found: list[Candidate[StateT, TurnT]] = []
    for one in state.belief:
        lying = game.position(one.match.standing)
        aligned = next((a for table, a in tables if table == lying), None)
        if aligned is None:
            aligned = game.align(lying, observation)
            tables.append((lying, aligned))
        if aligned and _hidden(game.position(one.match.accepted), aligned[0]):
            return "occluded"
        found += filter(fits, candidates(one, aligned, seen, photo))
    return found or "no-board"


def _hidden(known: Mapping[Any, Any], picture: AnyObservation) -> bool:
    sightings = [s for s in map(picture.at, known) if s is not None]
    hidden = sum(s.visibility < LIMITS.seen_share for s in sightings)
    return hidden > LIMITS.hidden_share * max(len(known), 1)


def _spoken(
    state: RefereeState[StateT, TurnT],
    after: Sequence[tuple[AnyCandidate, Hypothesis[StateT, TurnT]]],
    decision: Decision,
    photo: str | None,
) -> Outcome[StateT, TurnT]:
    state, wait = _waited(state, decision)
    if wait:
        return state, ()
    hypotheses = [one for _, one in after]
    if decision.sureness is Sureness.ASK:
        match, calls = _question(state.match, decision, photo)
        belief = joined(hypotheses)
    else:
        match, calls = _announced(state.match, decision, photo)
        belief = joined([_settled(one, decision, match) for one in hypotheses])
    line = decision.line.candidate
    match, belief = _noticed(match, belief, line.picture)
    state = _remembering(state, match, belief)
    return _seen(state, line.picture, line.look), calls


def _noticed(
    match: Match[StateT, TurnT], belief: Belief[StateT, TurnT], picture: AnyObservation
) -> tuple[Match[StateT, TurnT], Belief[StateT, TurnT]]:
    """What the picture shows beside the turns, where nothing else is possible than what was told:
    who holds what hangs on who laid what."""
    if len(belief) > 1 or not is_told(belief[0], match):
        return match, belief
    fact = match.game.notice(match.accepted, picture, match.house)
    if fact is None:
        return match, belief
    match = extended(match, [Noticed(*fact)])
    return match, (belief[0].settled(match),)


def _settled(
    one: Hypothesis[StateT, TurnT], decision: Decision, match: Match[StateT, TurnT]
) -> Hypothesis[StateT, TurnT]:
    """A hypothesis once its news, or other news in its stead, was told."""
    return one.settled(match if one is decision.line.hypothesis else one.match)


def _remembering(
    state: RefereeState[StateT, TurnT], match: Match[StateT, TurnT], belief: Belief[StateT, TurnT]
) -> RefereeState[StateT, TurnT]:
    """The state with a belief, which the log tells in short wherever it changed."""
    short = in_short(match, belief)
    before = next((e for e in reversed(match.log) if isinstance(e, Believed)), Believed())
    if match.log == state.match.log and alike(short, in_short(state.match, state.belief)):
        return replace(state, belief_before=state.belief)
    if short.lines or before.lines:
        match = extended(match, [short])
    same = [one.settled(match) if is_told(one, match) else one for one in belief]
    return replace(state, match=match, belief=tuple(same), belief_before=state.belief)


def _seen(
    state: RefereeState[StateT, TurnT],
    picture: AnyObservation,
    look: Mapping[Any, Any] | None = None,
) -> RefereeState[StateT, TurnT]:
    """The state remembering a usable picture; `look`: how what lies there looks in it."""
    game = state.match.game
    lies = game.position(state.belief[0].match.standing)
    habits = state.habits.after(picture, lies, lies if look is None else look)
    doubts = {p: b for p, b in state.doubts.items() if lies.get(p) == b.best}
    return replace(state, pixels=pixels_of(picture), habits=habits, doubts=doubts, last=picture)


def _waited(
    state: RefereeState[StateT, TurnT], decision: Decision
) -> tuple[RefereeState[StateT, TurnT], bool]:
    """Live, a foul or a question must be read several times in a row before it is called, and
    the same question is not asked twice. That a piece is gone is never asked in haste."""
    sure = decision.sureness is not Sureness.ASK
    best = decision.best.best
    missing = bool(best.meaning.disturbed or best.withdrawn)
    if state.hasty and missing:
        return replace(state, waiting=(_QUESTION, state.confirmations)), True
    if state.confirmations <= 1 or (sure and not best.fouls and not missing):
        return replace(state, waiting=None), False
    key = best.meaning if sure else _QUESTION
    if not sure and _asked_already(state.match, decision):
        return state, True
    times = state.waiting[1] + 1 if state.waiting and state.waiting[0] == key else 1
    if times >= state.confirmations:
        return replace(state, waiting=None), False
    return replace(state, waiting=(key, times)), True


# What is said


def _announced(
    said: Match[StateT, TurnT], decision: Decision, photo: str | None
) -> tuple[Match[StateT, TurnT], Calls[StateT, TurnT]]:
    """The told match after a sure decision, and its calls in the order of play."""
    line = decision.line
    match, new = advanced(said, line.hypothesis.match, line.hypothesis.told, photo)
    if match.question is not None and match.log == said.log:
        match = extended(match, [Settled(photo)])
    calls = amendments(said, match, LIMITS.sure_foul)
    for played in match.live[len(match.live) - new :] if new else ():
        calls = (*calls, *_turn_calls(said, match, decision, played))
    if not line.entries:
        calls = (*calls, _quiet(match, decision))
    return match, calls


def _turn_calls(
    said: Match[StateT, TurnT],
    match: Match[StateT, TurnT],
    decision: Decision,
    played: Played[TurnT],
) -> Calls[StateT, TurnT]:
    """The call of one turn of the line: none for one that was told or is let stand, an amending
    one for an older turn that was told otherwise."""
    line = decision.line
    untold = [p for p in line.hypothesis.untold if _same_turn(p, played)]
    if not untold:
        told = any(speak.fact_of(p) == speak.fact_of(played) for p in said.live)
        return () if told else (turn_call(match, played, MOST_SURE, [AMENDED]),)
    share, older = decision.share_of(untold[0]), untold[0].number < line.since
    if older and share < LIMITS.sure_move:
        return ()  # it is let stand without a word
    notes = list(_notes(match, decision, played, untold[0] is line.hypothesis.untold[0]))
    if decision.either and share < LIMITS.sure_move:
        share = sum(option.share for option in decision.options)
    if not decision.sure_duties(untold[0]):
        bare = replace(played.verdict, rewards=(), required=())
        played = replace(played, verdict=bare)
    call = turn_call(match, played, share, notes)
    return (replace(call, player=decision.player_of(untold[0])),)


def _same_turn(one: Played[Any], other: Played[Any]) -> bool:
    return (one.turn, one.photo) == (other.turn, other.photo)


def _notes(match: Match[Any, Any], decision: Decision, played: Played[Any], first: bool) -> Any:
    line = decision.line
    if first and line.gone:
        yield FOUL_TAKEN_BACK
    if first and line.withdrawn:
        yield CHANGED
    if first and any(p.number < played.number for p in match.live if p.status is Status.OPEN):
        yield FOUL_STANDS
    if played.status is Status.RESTING:
        yield OVER_FOUL
    if len(line.entries) > 1:
        yield ORDER_ASSUMED
    if decision.either:
        yield EITHER_PIECE


def _quiet(match: Match[StateT, TurnT], decision: Decision) -> Call[StateT, TurnT]:
    """Nothing new: an open foul or the last turn is gone, or the foul still lies there."""
    line = decision.line
    note = CHANGED if line.withdrawn else FOUL_STANDS if match.open_turns else None
    kind = CallKind.TAKEN_BACK if line.gone or line.withdrawn else CallKind.NOTHING
    return plain_call(match, kind, decision.best.share, note)


def _question(
    said: Match[StateT, TurnT], decision: Decision, photo: str | None
) -> tuple[Match[StateT, TurnT], Calls[StateT, TurnT]]:
    """The match with its open question, and the call that asks it."""
    again = _asked_already(said, decision)
    listed = _listed(decision.options)
    asked = Asked(
        tuple(_asked_turns(o) for o in listed),
        tuple(o.best.gone for o in listed),
        photo,
        _instead(said, listed),
    )
    best = listed[0].best
    rulings = (p.verdict for p in best.entries if p.verdict.ruling is Ruling.ASK)
    call: Call[StateT, TurnT] = Call(
        CallKind.ASK,
        said.ordinal + 1,
        said.game.to_move(said.accepted),
        min(listed[0].share, MOST_SURE),
        said.accepted,
        said.standing,
        verdict=next(rulings, None),
        alternatives=tuple(_alternative(o) for o in listed),
        note=QUESTION_STANDS if again else DISTURBED if best.meaning.disturbed else None,
    )
    return said if again else extended(said, [asked]), (call,)


def _asked_turns(option: Option) -> tuple[Any, ...]:
    return tuple(p.turn for p in option.best.entries)


def _instead(said: Match[Any, Any], listed: Sequence[Option]) -> tuple[Any, ...]:
    """For each alternative the turn that was told and, it says, was none; nothing where no
    alternative says so."""
    found: list[Corrected[Any] | None] = []
    for option in listed:
        numbers = [p.number for p in said.live if p.turn in option.best.meaning.withdrawn]
        found.append(Corrected(numbers[-1], None) if numbers else None)
    return tuple(found) if any(found) else ()


def _alternative(option: Option) -> Alternative[Any]:
    verdicts = tuple(p.verdict for p in option.best.entries)
    return Alternative(_asked_turns(option), verdicts, option.share)


def _listed(options: Sequence[Option]) -> list[Option]:
    """The likely options, one of each look: the same turns called in two ways count once."""
    likely = [o for o in options if o.share >= LIMITS.alternative_share] or list(options[:1])
    return likely[: LIMITS.alternatives]


def _asked_already(said: Match[Any, Any], decision: Decision) -> bool:
    """Whether the open question is the one that would be asked now."""
    if said.question is None:
        return False
    now = {frozenset(_asked_turns(o)) for o in _listed(decision.options)}
    return now == {frozenset(turns) for turns in said.question.alternatives}


# Words of people


def _said(state: RefereeState[StateT, TurnT], event: Event) -> Outcome[StateT, TurnT]:
    """A fact, an undo, a correction, a decision of the house."""
    match = extended(state.match, [event])
    belief = certain(match, state.belief[0].measured)
    if isinstance(event, _NEUTRAL) and len(state.belief) > 1:
        belief = joined(
            [one for h in state.belief for one in _with_word(h, match, event)] or belief
        )
    calls = amendments(state.match, match, MOST_SURE)
    return _remembering(state, match, belief), calls


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


def _told_turn(
    state: RefereeState[StateT, TurnT], event: TurnSeen[TurnT]
) -> Outcome[StateT, TurnT]:
    """A turn the players tell. One the game itself cannot judge is handed back as a question."""
    verdict = state.match.game.judge(state.match.accepted, event.turn, state.match.house)
    if verdict.ruling is Ruling.ASK:
        doubt = Alternative((event.turn,), (verdict,), 1.0)
        call = plain_call(state.match, CallKind.ASK, 1.0)
        return state, (replace(call, verdict=verdict, alternatives=(doubt,)),)
    match = extended(state.match, [replace(event, legal=not verdict.violations)])
    after = _remembering(state, match, certain(match, state.belief[0].measured))
    return after, (turn_call(match, match.history[-1], 1.0),)


def _answered(state: RefereeState[StateT, TurnT], event: Answered) -> Outcome[StateT, TurnT]:
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
    return _remembering(state, match, settled), calls


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
    return _remembering(state, match, certain(match, state.belief[0].measured)), calls


def _with_words(
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
