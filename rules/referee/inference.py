"""Which turn was it? Explanations weighed against the evidence of every place.

Absolute fit first, then the lead among those that fit (`decision`). Legality is a weak prior and
bends nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from rules.core.observation import GROSS_MISREAD_RATE
from rules.referee.hypotheses import Hypothesis, Weighed
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Match
from rules.referee.misfit import AnyObservation, Pixels
from rules.referee.questions import Unanswered
from rules.referee.stories import NOTHING_MEASURED, Earlier, stories

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

#: The best any call can be trusted: what it says of a tile may be a gross misread.
MOST_SURE = 1.0 - GROSS_MISREAD_RATE


def weigh(
    match: Match[StateT, TurnT],
    aligned: Sequence[AnyObservation],
    near: Pixels,
    limits: Limits = LIMITS,
    earlier: Earlier = NOTHING_MEASURED,
    last: AnyObservation | None = None,
) -> tuple[Weighed[TurnT], ...]:
    """Every meaning with its probability, likeliest first. Probabilities sum to less than one:
    the rest is for what nobody proposed. `last` is the picture before, aligned: where it was asked
    about and nobody answered, a story must explain that one as well."""
    before = None if last is None or match.question is None else Unanswered(match, last, limits)
    found = [
        h for picture in aligned for h in stories(match, picture, near, limits, earlier, before)
    ]
    if not found:
        return ()
    best = max(h.score for h in found)
    weights: dict[Any, float] = {}
    heads: dict[Any, Hypothesis[TurnT]] = {}
    for h in sorted(_distinct(found), key=lambda h: -h.score):
        weights[h.meaning] = weights.get(h.meaning, 0.0) + math.exp(h.score - best)
        heads.setdefault(h.meaning, h)
    total = sum(weights.values()) + math.exp(limits.other_nats)
    ranked = sorted(heads, key=lambda meaning: -weights[meaning])
    return tuple(Weighed(heads[m], weights[m] / total) for m in ranked)


def fits(hypothesis: Hypothesis[Any], known: int, limits: Limits = LIMITS) -> bool:
    """Absolute fit: no touched place contradicts it, and few untouched ones are misread."""
    allowed = max(limits.free_strays, limits.stray_share * known)
    return hypothesis.worst <= limits.fit_nats and hypothesis.strays <= allowed


def _distinct(found: Sequence[Hypothesis[TurnT]]) -> Iterator[Hypothesis[TurnT]]:
    """The same reading of the same picture counts once, though proposed from both bases or in
    several orders."""
    best: dict[Any, Hypothesis[TurnT]] = {}
    for h in found:
        key = (id(h.observation), h.meaning)
        if key not in best or h.score > best[key].score:
            best[key] = h
    return iter(best.values())
