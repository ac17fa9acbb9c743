"""What the pictures so far leave possible: a few complete histories, each with its weight.

A hypothesis is a whole match of its own. Its log is the common one up to where they part; what it
holds from number `told` on nobody was told of yet. Hypotheses with the same future are one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic, TypeVar

from rules.core.events import (
    Believed,
    Corrected,
    Event,
    Line,
    PositionCorrected,
    TakenBack,
    TurnSeen,
)
from rules.core.game import Game
from rules.core.observation import Quantity
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Match, Played, extended, replayed

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

#: Quantities of a picture, by how many turns lay on the table then.
Measured = tuple[tuple[int, tuple[Quantity, ...]], ...]

#: Pictures whose quantities are kept: as many as turns may be taken back at once.
MOST_MEASURED = 6


@dataclass(frozen=True)
class Hypothesis(Generic[StateT, TurnT]):
    """One complete history. `nats` is its log weight against the best one (0); hypotheses of one
    `kin` hold the same acts in other orders, `fouls` of them against the rules; `measured` are the
    quantities seen as it grew."""

    match: Match[StateT, TurnT]
    told: int
    nats: float = 0.0
    kin: int = 0
    fouls: int = 0
    measured: Measured = ()

    @property
    def untold(self) -> tuple[Played[TurnT], ...]:
        """The turns on the table that nobody was told of."""
        return tuple(p for p in self.match.live if p.number >= self.told)

    def gone(self, since: int) -> tuple[TurnT, ...]:
        """The open turns that were told of and taken back from event `since` on."""
        log = self.match.log
        told = (p for p in self.match.history if p.number < self.told)
        lay = {p.turn for p in told if p.turn not in _taken(log[p.number : since])}
        return tuple(turn for turn in _taken(log[since:]) if turn in lay)

    def withdrawn(self, since: int) -> tuple[TurnT, ...]:
        """The turns that were told of and left the game from event `since` on."""
        log = self.match.log
        numbers = [e.number for e in log[since:] if isinstance(e, Corrected) and e.turn is None]
        told = (log[number] for number in numbers if number < self.told)
        return tuple(event.turn for event in told if isinstance(event, TurnSeen))

    def quantities(self, turns: int) -> tuple[Quantity, ...]:
        """The quantities as last measured while no more than so many turns lay there."""
        return next((q for count, q in reversed(self.measured) if count <= turns), ())

    def with_measured(self, quantities: Sequence[Quantity]) -> Hypothesis[StateT, TurnT]:
        """The hypothesis after a picture's quantities; what it did not show keeps its value."""
        count = len(self.match.live)
        kept = tuple((n, q) for n, q in self.measured if n < count)
        same = {q.name: q for n, known in self.measured if n == count for q in known}
        now = tuple((same | {q.name: q for q in quantities}).values())
        return replace(self, measured=(*kept, (count, now))[-MOST_MEASURED:])

    def settled(self, match: Match[StateT, TurnT]) -> Hypothesis[StateT, TurnT]:
        """The same history as a match of which everything was told."""
        return replace(self, match=match, told=len(match.log))


def _taken(events: Sequence[Event]) -> list[Any]:
    return [turn for e in events if isinstance(e, TakenBack) for turn in e.turns]


AnyHypothesis = Hypothesis[Any, Any]
Belief = tuple[Hypothesis[StateT, TurnT], ...]


def certain(match: Match[StateT, TurnT], measured: Measured = ()) -> Belief[StateT, TurnT]:
    """The belief in one history alone."""
    return (Hypothesis(match, len(match.log), measured=measured),)


def shares(nats: Sequence[float], lost: float = 0.0, limits: Limits = LIMITS) -> list[float]:
    """Probabilities of log weights. They sum to less than one: the rest is for what was pruned,
    `lost` against the best, and for what nobody proposed."""
    best = max(nats)
    weights = [math.exp(one - best) for one in nats]
    total = sum(weights) + lost + math.exp(limits.other_nats)
    return [weight / total for weight in weights]


def settled(
    hypotheses: Iterable[Hypothesis[StateT, TurnT]],
    line: Hypothesis[StateT, TurnT],
    said: Match[StateT, TurnT],
) -> Belief[StateT, TurnT]:
    """The belief once the news of one history, its `line`, or other news in its stead, was told:
    that one is the told match now."""
    return joined([h.settled(said if h is line else h.match) for h in hypotheses], said)


def joined(
    hypotheses: Sequence[Hypothesis[StateT, TurnT]],
    said: Match[StateT, TurnT],
    limits: Limits = LIMITS,
) -> Belief[StateT, TurnT]:
    """The belief: histories with the same future as one, then the likeliest few."""
    groups: list[list[Hypothesis[StateT, TurnT]]] = []
    for one in sorted(hypotheses, key=lambda h: -h.nats):
        group = next((g for g in groups if _same_future(g[0], one)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    heads = sorted((_as_one(group, said, limits) for group in groups), key=lambda h: -h.nats)
    likely = [h for h in heads if h.nats >= heads[0].nats - limits.pruned_nats]
    kept = sorted(_bounded(likely, limits), key=lambda h: -h.nats)
    return tuple(replace(h, nats=h.nats - kept[0].nats) for h in kept)


def _bounded(
    heads: Sequence[Hypothesis[StateT, TurnT]], limits: Limits
) -> Sequence[Hypothesis[StateT, TurnT]]:
    """So many histories at most, the likeliest first; each further order of the same turns counts
    as less likely than it is. Of what is left out another order takes the weight, so that no turn
    gets sure by it."""
    if len(heads) <= limits.histories:
        return heads
    orders: dict[Hashable, list[Hypothesis[StateT, TurnT]]] = {}
    for one in heads:
        turns = frozenset(Counter(p.turn for p in one.match.live).items())
        orders.setdefault(turns, []).append(one)
    ranked = [(rank, same) for same in orders.values() for rank in range(len(same))]
    ranked.sort(key=lambda at: at[0] * limits.further_order - at[1][at[0]].nats)
    kept, left = ranked[: limits.histories], ranked[limits.histories :]
    more: dict[int, list[float]] = {}
    for rank, same in left:
        more.setdefault(id(same[0]), []).append(same[rank].nats)
    return [
        replace(one, nats=reduce(_log_sum, more.get(id(one), ()), one.nats))
        for one in (same[rank] for rank, same in kept)
    ]


def _as_one(
    same: Sequence[Hypothesis[StateT, TurnT]], said: Match[StateT, TurnT], limits: Limits
) -> Hypothesis[StateT, TurnT]:
    """Histories that nothing will ever tell apart, as one; told as people were told, unless a past
    that was otherwise has a clear lead."""
    nats = reduce(_log_sum, (one.nats for one in same))
    least = same[0].nats + math.log(1.0 - limits.sure_foul)
    likely = (one for one in same[1:] if one.nats > least)
    plain = next((one for one in likely if not amends(said, one)), None)
    head = same[0] if plain is None or not amends(said, same[0]) else plain
    return replace(head, nats=nats)


def _log_sum(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))


def _same_future(one: AnyHypothesis, other: AnyHypothesis) -> bool:
    """Whether nothing that may come is judged otherwise, and nothing is left to be told that
    differs."""
    a, b = one.match, other.match
    return (
        a.open_turns == b.open_turns
        and _untold(one) == _untold(other)
        and bool(a.accepted == b.accepted)
        and bool(a.before == b.before)
    )


def _untold(one: AnyHypothesis) -> tuple[Any, ...]:
    turns = tuple((p.turn, p.status) for p in one.untold)
    return turns, one.gone(one.told), one.withdrawn(one.told)


def in_short(said: Match[Any, Any], belief: Belief[Any, Any]) -> Believed:
    """The belief as an event of the log of what was told."""
    if len(belief) == 1 and not belief[0].untold and parted(said, belief[0].match) == len(said.log):
        return Believed()
    return Believed(tuple(_line(said, one) for one in belief))


def alike(one: Believed, other: Believed, limits: Limits = LIMITS) -> bool:
    """Whether two beliefs hold the same histories with nearly the same weights."""
    pairs = list(zip(one.lines, other.lines, strict=False))
    if len(one.lines) != len(other.lines):
        return False
    near = all(abs(a.nats - b.nats) <= limits.same_nats for a, b in pairs)
    return near and all(_bare(a) == _bare(b) for a, b in pairs)


def _bare(line: Line) -> tuple[Any, ...]:
    return line.since, line.events, line.told


def _line(said: Match[Any, Any], one: AnyHypothesis) -> Line:
    since = parted(said, one.match)
    return Line(since, one.match.log[since:], one.told, one.nats, one.kin, one.fouls)


def parted(said: Match[Any, Any], other: Match[Any, Any]) -> int:
    """At which event a history leaves the log of what was told."""
    pairs = zip(said.log, other.log, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if not _written_alike(a, b)), None)
    return min(len(said.log), len(other.log)) if first is None else first


def _written_alike(one: Event, other: Event) -> bool:
    """Whether two events are equal to the last detail: equal turns may give their piece other
    numbers, and a history must come back with its own."""
    return one is other or (one == other and repr(one) == repr(other))


def amends(said: Match[Any, Any], one: AnyHypothesis) -> bool:
    """Whether a history makes something that was told otherwise."""
    before = [p.turn for p in one.match.live if p.number < one.told]
    past = [p.turn for p in said.live]
    own = one.match.log[parted(said, one.match) :]
    reread = any(isinstance(event, PositionCorrected) for event in own)
    return reread or before != past[: len(before)]


def is_told(one: AnyHypothesis, said: Match[Any, Any]) -> bool:
    """Whether a hypothesis is the history that was told."""
    told = one.told >= len(one.match.log) and one.match.live == said.live
    return told and bool(one.match.accepted == said.accepted)


def believed_in(game: Game[StateT, TurnT], said: Match[StateT, TurnT]) -> Belief[StateT, TurnT]:
    """The belief that a log comes to: what it says last of it, else what was told and no more."""
    last = said.log[-1]
    if not isinstance(last, Believed) or not last.lines:
        return certain(said)
    return tuple(_recalled(game, said, line) for line in last.lines)


def _recalled(
    game: Game[StateT, TurnT], said: Match[StateT, TurnT], line: Line
) -> Hypothesis[StateT, TurnT]:
    match = extended(replayed(game, said.log[: line.since]), line.events)
    one = Hypothesis(match, line.told, line.nats, line.kin, line.fouls)
    return one.settled(said) if is_told(one, said) else one
