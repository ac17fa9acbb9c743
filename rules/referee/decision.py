"""From weighed meanings to one of three things: sure, ask, or nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from rules.core.verdict import Ruling
from rules.referee.inference import Ruled, Weighed, fits
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Status

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
    *,
    unanswered: bool = False,
) -> Decision[TurnT]:
    """Absolute fit first, then the lead. `known` is the number of pieces known before;
    `unanswered`: the picture before was asked about, and nobody said what it showed."""
    fitting = tuple(w for w in ranked if fits(w.hypothesis, known, limits))
    if not fitting:
        return Decision(Sureness.NO_FIT)
    built_on_doubt = unanswered and _foul_among_others(fitting[0])
    sure = not built_on_doubt and _may_call(fitting, limits)
    return Decision(Sureness.SURE if sure else Sureness.ASK, fitting)


def marginal(ranked: Sequence[Weighed[TurnT]], ruled: Ruled[TurnT]) -> float:
    """The probability that this turn was made and is called so, whatever else happened."""
    key = ruled.turn, ruled.status
    same = (w for w in ranked if any((r.turn, r.status) == key for r in w.hypothesis.new))
    return sum(w.probability for w in same)


def _may_call(ranked: Sequence[Weighed[Any]], limits: Limits) -> bool:
    """Whether the first meaning leads clearly enough, and each foul in it more clearly still. A
    touched accepted piece is always asked about, and so is an event that cannot be taken back:
    the camera proposes it, the players confirm it."""
    best = ranked[0]
    new = best.hypothesis.new
    if best.hypothesis.disturbed or any(_for_players(r) for r in new):
        return False
    fouls = (r for r in new if r.status is Status.OPEN)
    clear = all(_accused(ranked, foul) >= limits.sure_foul for foul in fouls)
    return clear and best.probability >= limits.sure_move


def _foul_among_others(weighed: Weighed[Any]) -> bool:
    """Whether a foul is told together with other turns. After a question those are guesses, and a
    foul found by guesses is none."""
    return weighed.hypothesis.foul and len(weighed.hypothesis.new) > 1


def _for_players(ruled: Ruled[Any]) -> bool:
    return ruled.verdict.ruling is Ruling.ASK or ruled.status is Status.HAPPENED


def _accused(ranked: Sequence[Weighed[Any]], foul: Ruled[Any]) -> float:
    """The probability that this rule was broken there, however the turn read in detail: an unsure
    piece that breaks the same rule in each of its readings is no doubt of the foul."""
    broken = _broken(foul)
    return sum(
        w.probability
        for w in ranked
        if any(r.status is Status.OPEN and broken <= _broken(r) for r in w.hypothesis.new)
    )


def _broken(ruled: Ruled[Any]) -> frozenset[tuple[str, Any]]:
    """The rules a turn breaks, each with the place of its first piece."""
    return frozenset((v.code, v.places[:1]) for v in ruled.verdict.violations)
