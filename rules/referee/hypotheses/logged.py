"""The hypotheses in short, as the log holds them, and back."""

from __future__ import annotations

from typing import Any

from rules.core.events import Believed, Line
from rules.core.game import AnyGame
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import AnyMatch
from rules.referee.hypotheses.hypothesis import (
    AnyHypotheses,
    AnyHypothesis,
    Hypothesis,
    certain,
    is_told,
    parted,
)
from rules.referee.limits import LIMITS


def in_short(said: AnyMatch, hypotheses: AnyHypotheses) -> Believed:
    """The hypotheses as an event of the log of what was told."""
    if (
        len(hypotheses) == 1
        and not hypotheses[0].untold
        and parted(said, hypotheses[0].match) == len(said.log)
    ):
        return Believed()
    return Believed(tuple(_line(said, one) for one in hypotheses))


def nearly_equal(one: Believed, other: Believed) -> bool:
    """Whether both hold the same histories with nearly the same weights."""
    if list(map(_bare, one.lines)) != list(map(_bare, other.lines)):
        return False
    pairs = zip(one.lines, other.lines, strict=True)
    return all(abs(a.nats - b.nats) <= LIMITS.same_nats for a, b in pairs)


def _bare(line: Line) -> tuple[Any, ...]:
    return line.since, line.events, line.told


def _line(said: AnyMatch, one: AnyHypothesis) -> Line:
    since = parted(said, one.match)
    return Line(since, one.match.log[since:], one.told, one.nats, one.kin, one.fouls)


def believed_in(game: AnyGame, said: AnyMatch) -> AnyHypotheses:
    """What a log comes to: the hypotheses that it last told, else what was told and no more."""
    last = said.log[-1]
    if not isinstance(last, Believed) or not last.lines:
        return certain(said)
    return tuple(_recalled(game, said, line) for line in last.lines)


def _recalled(game: AnyGame, said: AnyMatch, line: Line) -> AnyHypothesis:
    match = extended(replayed(game, said.log[: line.since]), line.events)
    one = Hypothesis(match, line.told, line.nats, line.kin, line.fouls)
    return one.all_told(said) if is_told(one, said) else one
