"""From weighed meanings to one of three things: sure, ask, or nothing fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from rules.core.game import Game
from rules.core.verdict import Ruling
from rules.referee.hypotheses import Weighed
from rules.referee.inference import fits
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Status
from rules.referee.rulings import Ruled, broken_by

TurnT = TypeVar("TurnT")


class Sureness(Enum):
    """What the referee may do with a picture."""

    SURE = "sure"
    ASK = "ask"
    NO_FIT = "no-fit"


@dataclass(frozen=True, slots=True)
class Decision(Generic[TurnT]):
    """The meanings that fit, likeliest first, and whether the first may be called."""

    sureness: Sureness
    ranked: tuple[Weighed[TurnT], ...] = ()

    @property
    def best(self) -> Weighed[TurnT]:
        """The likeliest meaning; there is one unless nothing fits."""
        return self.ranked[0]


def decided(
    ranked: Sequence[Weighed[TurnT]],
    known: int,
    limits: Limits = LIMITS,
    stands: Callable[[Ruled[TurnT]], bool] = lambda _foul: True,
    game: Game[Any, TurnT] | None = None,
) -> Decision[TurnT]:
    """Absolute fit first, then the lead. `known` is the number of pieces known before; `stands`
    says of a foul told together with other turns whether it would be one without them. After a
    question that nobody answered those are guesses, and a foul that needs them is none.
    With the `game`, readings of one piece that are called alike are no doubt of the call."""
    fitting = tuple(w for w in ranked if fits(w.hypothesis, known, limits))
    if not fitting:
        return Decision(Sureness.NO_FIT)
    sure = _may_call(fitting, limits, game) and all(map(stands, _fouls_among_others(fitting[0])))
    return Decision(Sureness.SURE if sure else Sureness.ASK, fitting)


def marginal(ranked: Sequence[Weighed[TurnT]], ruled: Ruled[TurnT]) -> float:
    """The probability that this turn was made and is called so, whatever else happened."""
    key = ruled.turn, ruled.status
    same = (w for w in ranked if any((r.turn, r.status) == key for r in w.hypothesis.new))
    return sum(w.probability for w in same)


def agreed(ranked: Sequence[Weighed[Any]], game: Game[Any, Any]) -> float:
    """The probability of the first meaning and of those that are called as it is."""
    first, *others = ranked
    alike = (w for w in others if first.hypothesis.called_as(w.hypothesis, game))
    return first.probability + sum(w.probability for w in alike)


def _may_call(ranked: Sequence[Weighed[Any]], limits: Limits, game: Game[Any, Any] | None) -> bool:
    """Whether the first meaning leads clearly enough, together with those that are called as it
    is, and each foul in it more clearly still. A touched accepted piece is always asked about, and
    so is an event that cannot be taken back: the camera proposes it, the players confirm it."""
    best = ranked[0]
    new = best.hypothesis.new
    if best.hypothesis.disturbed or any(_for_players(r) for r in new):
        return False
    fouls = (r for r in new if r.status is Status.OPEN)
    clear = all(_accused(ranked, foul) >= limits.sure_foul for foul in fouls)
    share = best.probability if game is None else agreed(ranked, game)
    return clear and share >= limits.sure_move


def _fouls_among_others(weighed: Weighed[TurnT]) -> tuple[Ruled[TurnT], ...]:
    """The fouls that are told together with other turns."""
    new = weighed.hypothesis.new
    return tuple(r for r in new if r.status is Status.OPEN) if len(new) > 1 else ()


def _for_players(ruled: Ruled[Any]) -> bool:
    return ruled.verdict.ruling is Ruling.ASK or ruled.status is Status.HAPPENED


def _accused(ranked: Sequence[Weighed[Any]], foul: Ruled[Any]) -> float:
    """The probability that this rule was broken there, however the turn read in detail: an unsure
    piece that breaks the same rule in each of its readings is no doubt of the foul."""
    broken = broken_by(foul.verdict)
    return sum(
        w.probability
        for w in ranked
        if any(r.status is Status.OPEN and broken <= broken_by(r.verdict) for r in w.hypothesis.new)
    )
