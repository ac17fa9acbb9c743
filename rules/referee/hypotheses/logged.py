"""The hypotheses in short, as the log holds them, and back."""

from __future__ import annotations

from rules.core.events import Believed, Line
from rules.core.game import AnyGame
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import AnyMatch
from rules.referee.hypotheses.hypothesis import AnyHypotheses, Hypothesis, certain, is_told, parted
from rules.referee.limits import LIMITS


def in_short(said: AnyMatch, hypotheses: AnyHypotheses) -> Believed:
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


def believed_in(game: AnyGame, said: AnyMatch) -> AnyHypotheses:
    """What a log comes to: the hypotheses that it last told, else what was told and no more."""
    last = said.log[-1]
    found = []
    for line in last.lines if isinstance(last, Believed) else ():
        match = extended(replayed(game, said.log[: line.since]), line.events)
        one = Hypothesis(match, line.told, line.nats, line.kin, line.fouls)
        found.append(one.all_told(said) if is_told(one, said) else one)
    return tuple(found) or certain(said)
