"""One history that is possible, with its weight, and how it stands to what was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from rules.core.events import Corrected, Event, PositionCorrected, TakenBack, TurnSeen, Undone
from rules.core.observation import AnyObservation, Quantity
from rules.core.places import AnyPosition
from rules.referee.history.match import OFF_THE_GAME, AnyMatch, AnyPlayed, common, instead
from rules.referee.history.undo import counting
from rules.referee.hypotheses.habits import Habits

#: Quantities of a picture, by how many turns lay on the table then.
Measured = tuple[tuple[int, tuple[Quantity, ...]], ...]


#: Pictures whose quantities are kept: as many as turns may be taken back at once.
MOST_MEASURED = 6


@dataclass(frozen=True)
class Hypothesis:
    """One complete history; what its log holds from number `told` on nobody was told of yet. `nats`
    is its log weight against the best one (0); hypotheses of one `kin` hold the same acts in other
    orders, `fouls` of them against the rules; `measured` are the quantities seen as it grew,
    `habits` what its pictures left, each laid over its own table."""

    match: AnyMatch
    told: int
    nats: float = 0.0
    kin: int = 0
    fouls: int = 0
    measured: Measured = ()
    habits: Habits = field(default_factory=Habits)

    @property
    def old(self) -> tuple[AnyPlayed, ...]:
        """The turns on the table that people were told of."""
        return tuple(p for p in self.match.live if p.number < self.told)

    @property
    def untold(self) -> tuple[AnyPlayed, ...]:
        """The turns on the table that nobody was told of."""
        return tuple(p for p in self.match.live if p.number >= self.told)

    def gone(self, since: int) -> tuple[Any, ...]:
        """The open turns that were told of and taken back from event `since` on."""
        taken = _taken(self.match.log)
        gone = [turn for number, turn in taken if number >= since]
        told = [p for p in self.match.history if p.number < self.told and p.turn in gone]
        before = [(number, turn) for number, turn in taken if number < since]
        lay = {p.turn for p in told if all(n < p.number or turn != p.turn for n, turn in before)}
        return tuple(turn for turn in gone if turn in lay)

    def withdrawn(self, since: int) -> tuple[Any, ...]:
        """The turns that were told of and left the game from event `since` on."""
        log = self.match.log
        numbers = [e.number for e in log[since:] if isinstance(e, Corrected) and e.turn is None]
        told = (log[number] for number in numbers if number < self.told)
        return tuple(event.turn for event in told if isinstance(event, TurnSeen))

    def told_otherwise(self, said: AnyMatch) -> list[Corrected[Any]]:
        """What it has in the stead of turns that people were told of."""
        return [Corrected(was.number, now.turn) for was, now in instead(said.live, self.old)]

    def quantities(self, turns: int) -> tuple[Quantity, ...]:
        """The quantities as last measured while no more than so many turns lay there."""
        return next((q for count, q in reversed(self.measured) if count <= turns), ())

    def seen(
        self, picture: AnyObservation, look: AnyPosition, disturbed: Collection[Any] = ()
    ) -> Hypothesis:
        """The hypothesis after a picture, in which what lies there looks like `look`."""
        numbered = self.match.game.places_are_numbers
        habits = self.habits.after(
            picture, self.match.lying, look, disturbed=disturbed, numbered=numbered
        )
        return replace(self.with_measured(picture.quantities), habits=habits)

    def with_measured(self, quantities: Sequence[Quantity]) -> Hypothesis:
        """The hypothesis after a picture's quantities; what it did not show keeps its value."""
        count = len(self.match.live)
        kept = tuple((n, q) for n, q in self.measured if n < count)
        same = {q.name: q for n, known in self.measured if n == count for q in known}
        now = tuple((same | {q.name: q for q in quantities}).values())
        return replace(self, measured=(*kept, (count, now))[-MOST_MEASURED:])

    def all_told(self, match: AnyMatch) -> Hypothesis:
        """The same history as a match of which everything was told."""
        return replace(self, match=match, told=len(match.log))


def _taken(log: Sequence[Event]) -> list[tuple[int, Any]]:
    """The open turns that were taken back, by events' numbers, unless people undid that."""
    taken = {n: event for n, event in enumerate(log) if isinstance(event, TakenBack)}
    if taken and any(isinstance(event, Undone) for event in log):
        taken = {n: taken[n] for n in counting(log) if n in taken}
    return [(n, turn) for n, event in taken.items() for turn in event.turns]


Hypotheses: TypeAlias = tuple[Hypothesis, ...]


def certain(match: AnyMatch, seen: Hypothesis | None = None) -> Hypotheses:
    """One history alone, of which `seen` holds what its pictures left."""
    return ((seen or Hypothesis(match, 0)).all_told(match),)


def parted(said: AnyMatch, other: AnyMatch) -> int:
    """At which event a history leaves the log of what was told, to the last detail."""
    return common(said.log, other.log, lambda x, y: x is y or (x == y and repr(x) == repr(y)))


def amends(said: AnyMatch, one: Hypothesis) -> bool:
    """Whether a history has something that was told otherwise; that a foul is gone is no such."""
    since = parted(said, one.match)
    own = one.match.log[since:]
    gone = [turn for number, turn in _taken(one.match.log) if number >= since]
    before = [p.turn for p in one.old]
    past = [p.turn for p in said.live if p.status not in OFF_THE_GAME or p.turn not in gone]
    reread = any(isinstance(event, PositionCorrected) for event in own)
    return reread or before != past[: len(before)]


def amends_more(said: AnyMatch, one: Hypothesis) -> bool:
    """Whether a history makes more of what was told otherwise than an order that was assumed."""
    told = Counter((p.turn, p.broken) for p in one.old)
    return amends(said, one) and told != Counter((p.turn, p.broken) for p in said.live)


def is_told(one: Hypothesis, said: AnyMatch) -> bool:
    """Whether a hypothesis is the history that was told."""
    told = one.told >= len(one.match.log) and one.match.live == said.live
    return told and bool(one.match.accepted == said.accepted)
