"""What the likely histories agree on: a page says no more of who holds what and who made what."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TypeVar

from rules.core.helping import Tally
from rules.referee.history.match import AnyMatch, AnyPlayed
from rules.referee.hypotheses.hypothesis import AnyHypotheses, AnyHypothesis
from rules.referee.limits import LIMITS

T = TypeVar("T", bound=Hashable)


def agreed_tally(said: AnyMatch, hypotheses: AnyHypotheses) -> Tally:
    """Who holds what by what was told; a number that the likely histories do not share is None, a
    count of the table left out. What nobody was told of yet, as while a question is open, is in no
    hand."""
    helper = said.game.helping
    told = helper.tally(said.with_resting)
    hypotheses = tuple(one for one in hypotheses if not one.untold)
    if not hypotheses:
        return told
    tallies = {id(one): helper.tally(one.match.with_resting) for one in hypotheses}

    def hand(player: str) -> int | None:
        def of(one: AnyHypothesis) -> int | None:
            return next((s.hand for s in tallies[id(one)].seats if s.player == player), None)

        return _agreed(hypotheses, of)

    def count(word: str) -> int | None:
        return _agreed(hypotheses, lambda one: dict(tallies[id(one)].counts).get(word))

    seats = tuple(replace(seat, hand=hand(seat.player)) for seat in told.seats)
    counts = tuple((word, n) for word, n in told.counts if count(word) == n)
    return Tally(seats, counts)


def agreed_maker(hypotheses: AnyHypotheses, played: AnyPlayed) -> str | None:
    """Who made a turn that was told, None where the likely histories name several."""

    def maker(one: AnyHypothesis) -> str | None:
        same = (p.player for p in reversed(one.match.live) if p.turn == played.turn)
        return next(same, played.player)

    return _agreed(hypotheses, maker)


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


def _agreed(hypotheses: AnyHypotheses, value: Callable[[AnyHypothesis], T]) -> T | None:
    """The value that the likely histories share, None where they do not."""
    return agreed((value(one), math.exp(one.nats)) for one in hypotheses)
