"""What a referee knows between two pictures, and how the log comes to hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

from rules.core.call import Call
from rules.core.events import Believed, Event, Line
from rules.core.game import AnyGame, StateT, TurnT
from rules.core.observation import AnyObservation
from rules.core.places import AnyPosition
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import AnyMatch, Match
from rules.referee.hypotheses.habits import Misread
from rules.referee.hypotheses.hypothesis import (
    Hypotheses,
    Hypothesis,
    certain,
    is_told,
    parted,
)
from rules.referee.limits import LIMITS
from rules.referee.waiting import Waiting


@dataclass(frozen=True)
class RefereeState(Generic[StateT, TurnT]):
    """What was told (`match`), what is possible (`hypotheses`) and what the pictures left.

    `confirmations`: agreeing readings that a foul or a question needs; `brief_view`: the table has
    lain like this for a moment only. `before`: the hypotheses before the last picture, unless it
    told a turn; `counted`: those that the next look at its view extends hold one already.
    `waiting`: what was read live and is not said yet; `last`: the last usable picture; `tapped`:
    what people said lies at places of it; `lay_before`: what lay when its view came; `unsettled`:
    its places that a question was about which people answered with none of its answers.
    """

    match: Match[StateT, TurnT]
    hypotheses: Hypotheses
    confirmations: int = 1
    brief_view: bool = False
    before: Hypotheses | None = None
    waiting: Waiting | None = None
    last: AnyObservation | None = None
    tapped: AnyPosition = field(default_factory=dict)
    lay_before: AnyPosition = field(default_factory=dict)
    counted: bool = False
    unsettled: frozenset[Any] = frozenset()

    @property
    def newest(self) -> AnyObservation | None:
        """The newest usable picture, be it told or waited with; None before there is one."""
        return self.last if self.waiting is None else self.waiting.picture

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far; only ever appended to."""
        return self.match.log

    @property
    def misreads(self) -> Mapping[Any, Misread]:
        """Places that people say are misread."""
        return self.hypotheses[0].habits.misreads

    @property
    def foul_waits(self) -> bool:
        """Whether a foul was read once, live, and waits to be read again."""
        return self.waiting is not None and self.waiting.sure


AnyState: TypeAlias = RefereeState[Any, Any]
Outcome: TypeAlias = tuple[RefereeState[StateT, TurnT], tuple[Call[StateT, TurnT], ...]]
AnyOutcome: TypeAlias = Outcome[Any, Any]


def remembering(state: AnyState, match: AnyMatch, hypotheses: Hypotheses) -> AnyState:
    """The state with these hypotheses, which the log tells in short wherever it changed."""
    short = in_short(match, hypotheses)
    known = next((e for e in reversed(match.log) if isinstance(e, Believed)), Believed())
    told = match.history != state.match.history
    before = None if told else state.hypotheses
    after = replace(state, before=before, counted=told or state.counted)
    as_before = in_short(state.match, state.hypotheses)
    if match.log == state.match.log and nearly_equal(short, as_before):
        pairs = zip(state.hypotheses, hypotheses, strict=True)
        same = (replace(old, measured=new.measured, habits=new.habits) for old, new in pairs)
        return replace(after, hypotheses=tuple(same))
    if short.lines or known.lines:
        match = extended(match, [short])
    hypotheses = tuple(one.all_told(match) if is_told(one, match) else one for one in hypotheses)
    return replace(after, match=match, hypotheses=hypotheses)


def in_short(said: AnyMatch, hypotheses: Hypotheses) -> Believed:
    """The hypotheses as an event of the log of what was told."""
    lines = []
    for one in hypotheses:
        since = parted(said, one.match)
        lines.append(Line(since, one.match.log[since:], one.told, one.nats, one.kin, one.fouls))
    known = len(lines) == 1 and lines[0].since == len(said.log) and not hypotheses[0].untold
    return Believed(() if known else tuple(lines))


def nearly_equal(one: Believed, other: Believed) -> bool:
    """Whether both hold the same histories with nearly the same weights."""
    ours, theirs = ([(x.since, x.events, x.told) for x in log.lines] for log in (one, other))
    pairs = zip(one.lines, other.lines, strict=False)
    return ours == theirs and all(abs(a.nats - b.nats) <= LIMITS.same_nats for a, b in pairs)


def believed_in(game: AnyGame, said: AnyMatch) -> Hypotheses:
    """What a log comes to: the hypotheses that it last told, else what was told and no more."""
    last = said.log[-1]
    found = []
    for line in last.lines if isinstance(last, Believed) else ():
        match = extended(replayed(game, said.log[: line.since]), line.events)
        one = Hypothesis(match, line.told, line.nats, line.kin, line.fouls)
        found.append(one.all_told(said) if is_told(one, said) else one)
    return tuple(found) or certain(said)
