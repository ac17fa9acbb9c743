"""What the likely histories agree on: a page says no more of who holds what and who made what."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.core.helping import Tally
from rules.referee.history.match import AnyMatch, AnyPlayed
from rules.referee.hypotheses.hypothesis import Hypotheses, Hypothesis
from rules.referee.limits import LIMITS

T = TypeVar("T", bound=Hashable)


def agreed_tally(said: AnyMatch, hypotheses: Hypotheses) -> Tally:
    """Who holds what by what was told, as far as the likely histories share it."""
    helper = said.game.helping
    told = helper.tally(said.with_resting)
    hypotheses = tuple(one for one in hypotheses if not one.untold)
    if not hypotheses:
        return told
    tallies = [(helper.tally(one.match.with_resting), math.exp(one.nats)) for one in hypotheses]
    held = [({seat.player: seat.hand for seat in tally.seats}, w) for tally, w in tallies]
    counted = [(dict(tally.counts), w) for tally, w in tallies]
    hands = (agreed((of.get(seat.player), w) for of, w in held) for seat in told.seats)
    seats = (replace(seat, hand=hand) for seat, hand in zip(told.seats, hands, strict=True))
    counts = ((x, n) for x, n in told.counts if agreed((of.get(x), w) for of, w in counted) == n)
    return Tally(tuple(seats), tuple(counts))


def agreed_maker(hypotheses: Sequence[Hypothesis], played: AnyPlayed) -> str | None:
    """Who made a turn that was told, None where the likely histories name several."""
    made = ((p, math.exp(one.nats)) for one in hypotheses for p in one.match.live)
    same = [(p, weight) for p, weight in made if p.turn == played.turn and p.photo == played.photo]
    sure = agreed((p.player, weight) for p, weight in same or [(played, 1.0)])
    return played.player if sure == played.player else None


def ranked(weights: Iterable[tuple[T, float]]) -> list[tuple[T, float]]:
    """Each value with all its weight, the weightiest first."""
    total: dict[T, float] = defaultdict(float)
    for value, weight in weights:
        total[value] += weight
    return sorted(total.items(), key=lambda each: -each[1])


def agreed(weights: Iterable[tuple[T, float]]) -> T | None:
    """The value that nearly all of the weight shares, None where it does not."""
    total = ranked(weights)
    least = LIMITS.sure_move * sum(weight for _, weight in total)
    return next((value for value, weight in total[:1] if weight >= least), None)
