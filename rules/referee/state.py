"""What a referee knows between two pictures, and how the log comes to hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

from rules.core.call import Call
from rules.core.events import Believed, Event
from rules.core.game import StateT, TurnT
from rules.core.observation import Belief as LabelBelief
from rules.referee.belief.hypothesis import AnyBelief, Belief, is_told
from rules.referee.belief.logged import alike, in_short
from rules.referee.history.fold import extended
from rules.referee.history.match import AnyMatch, Match
from rules.referee.predicting.evidence import AnyObservation, Habits, Misread, Pixels, pixels_of

#: What is waited for where it is no foul.
QUESTION = "question"


@dataclass(frozen=True)
class RefereeState(Generic[StateT, TurnT]):
    """What was told (`match`), what is possible (`belief`) and what the pictures left.

    `confirmations`: agreeing readings that a foul or a question needs; `brief_view`: the table has
    lain like this for a moment only, and a piece that seems gone may be under something. `before`:
    the belief and the habits before the last picture, unless it told a turn. `pixels`: where each
    piece was in it; `habits`: how its reader errs; `doubts`: how the pieces of the first position
    were read where that was unsure; `waiting`: a live foul's meaning and how often it was read in a
    row; `last`: the last usable picture.
    """

    match: Match[StateT, TurnT]
    belief: Belief[StateT, TurnT]
    confirmations: int = 1
    brief_view: bool = False
    before: tuple[Belief[StateT, TurnT], Habits] | None = None
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
        return self.waiting is not None and self.waiting[0] != QUESTION


AnyState: TypeAlias = RefereeState[Any, Any]
Outcome: TypeAlias = tuple[RefereeState[StateT, TurnT], tuple[Call[StateT, TurnT], ...]]
AnyOutcome: TypeAlias = Outcome[Any, Any]


def remembering(state: AnyState, match: AnyMatch, belief: AnyBelief) -> AnyState:
    """The state with a belief, which the log tells in short wherever it changed."""
    short = in_short(match, belief)
    known = next((e for e in reversed(match.log) if isinstance(e, Believed)), Believed())
    before = (state.belief, state.habits) if match.history == state.match.history else None
    if match.log == state.match.log and alike(short, in_short(state.match, state.belief)):
        return replace(state, before=before)
    if short.lines or known.lines:
        match = extended(match, [short])
    same = [one.settled(match) if is_told(one, match) else one for one in belief]
    return replace(state, match=match, belief=tuple(same), before=before)


def seen_in(
    state: AnyState, picture: AnyObservation, look: Mapping[Any, Any] | None = None
) -> AnyState:
    """The state remembering a usable picture; `look`: how what lies there looks in it."""
    lies = state.belief[0].match.lying
    habits = state.habits.after(picture, lies, lies if look is None else look)
    doubts = {p: b for p, b in state.doubts.items() if lies.get(p) == b.best}
    return replace(state, pixels=pixels_of(picture), habits=habits, doubts=doubts, last=picture)
