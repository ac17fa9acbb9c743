"""From weighed meanings to one of three things: sure, ask, or nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from rules.core.verdict import Ruling
from rules.referee.inference import Weighed, fits
from rules.referee.limits import LIMITS, Limits

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
    ranked: Sequence[Weighed[TurnT]], known: int, limits: Limits = LIMITS
) -> Decision[TurnT]:
    """Absolute fit first, then the lead. `known` is the number of pieces known before."""
    fitting = tuple(w for w in ranked if fits(w.hypothesis, known, limits))
    if not fitting:
        return Decision(Sureness.NO_FIT)
    sure = may_call(fitting[0], limits)
    return Decision(Sureness.SURE if sure else Sureness.ASK, fitting)


def may_call(weighed: Weighed[Any], limits: Limits = LIMITS) -> bool:
    """Whether a meaning leads clearly enough; a touched accepted piece is always asked about."""
    hypothesis = weighed.hypothesis
    if hypothesis.disturbed or any(r.verdict.ruling is Ruling.ASK for r in hypothesis.new):
        return False
    limit = limits.sure_foul if hypothesis.foul else limits.sure_move
    return weighed.probability >= limit
