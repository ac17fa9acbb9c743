"""What a history would have told, and how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from rules.core.call import CallKind
from rules.core.observation import EMPTY
from rules.referee.history.match import AS_LEGAL, AnyMatch, AnyPlayed, Status, beyond, broken_by
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.predicting.predict import Candidate
from rules.referee.speaking.announce import CALLED


@dataclass(frozen=True)
class Meaning:
    """What would be told: turns with their call, reason and duties, what open turns taken back put
    right, turns that left the game, accepted pieces disturbed. Player and order do not count, but
    for what was done before an event that nobody can take back."""

    facts: frozenset[Any]
    gone: frozenset[Any]
    withdrawn: tuple[Any, ...]
    disturbed: tuple[Any, ...]

    @property
    def beside(self) -> tuple[Collection[Any], ...]:
        """What would be told beside turns."""
        return self.gone, self.withdrawn, self.disturbed


@dataclass(frozen=True)
class Interpretation:
    """A hypothesis after a picture: what made it, from which event of its log on it is new, how
    likely it is, and what people were told; `anew`: it is held against that as a whole."""

    candidate: Candidate
    hypothesis: Hypothesis
    since: int
    share: float
    said: AnyMatch
    anew: bool = False

    @cached_property
    def meaning(self) -> Meaning:
        """What would be told: all that is new, or all that is otherwise than it was `said`."""
        disturbed = self.candidate.explanation.disturbed
        new = meaning_of(self.hypothesis, self.since, self.said, disturbed)
        if not self.anew:
            return new
        matches = self.hypothesis.match, self.said
        now, before = (Counter((*fact_of(p), frozenset()) for p in match.live) for match in matches)
        gone = frozenset((*new.gone, *(before - now).items()))
        return Meaning(frozenset((now - before).items()), gone, (), new.disturbed)

    @property
    def entries(self) -> tuple[AnyPlayed, ...]:
        """The turns that would be told."""
        return tuple(p for p in self.hypothesis.match.live if p.number >= self.since)

    @property
    def still(self) -> bool:
        """Whether nothing was done since the picture before."""
        return self.candidate.nothing and not self.entries

    @property
    def may_stand(self) -> bool:
        """Whether nothing that was asked about before was a foul, unless people let it stand."""
        older = (p for p in self.hypothesis.untold if p.number < self.since)
        return all(p.status in AS_LEGAL for p in older)

    @property
    def turns(self) -> tuple[Any, ...]:
        """The same as bare turns."""
        return tuple(p.turn for p in self.entries)

    @property
    def gone(self) -> tuple[Any, ...]:
        """The open turns that would be told to be gone."""
        return self.hypothesis.gone(self.since)

    @property
    def withdrawn(self) -> tuple[Any, ...]:
        """The turns that would be told to have been changed, or taken back to the hand."""
        return self.hypothesis.withdrawn(self.since)

    @property
    def fouls(self) -> tuple[AnyPlayed, ...]:
        """The turns that would be called fouls, and can be taken back."""
        return tuple(p for p in self.entries if p.status is Status.OPEN)


@dataclass(frozen=True)
class Option:
    """Everything that would be told alike, with its probability; the likeliest first."""

    histories: tuple[Interpretation, ...]

    @property
    def share(self) -> float:
        """The probability of all of it."""
        return sum(one.share for one in self.histories)

    @property
    def best(self) -> Interpretation:
        """Its likeliest history."""
        return self.histories[0]


def fact_of(played: AnyPlayed) -> tuple[Any, ...]:
    """A turn as it is told: its call, the rules it breaks, what it asks for and earns."""
    called = CALLED[played.status]
    if called is CallKind.FOUL:
        return played.turn, called, played.broken, (), (), None
    by = played.player if played.verdict.rewards else None
    return played.turn, called, frozenset(), *played.duties, by


def meaning_of(
    one: Hypothesis, since: int, said: AnyMatch, disturbed: tuple[Any, ...] = ()
) -> Meaning:
    """What a hypothesis would have told from event `since` of its log on, to people who know what
    was `said`. Who made a fall, and whose turn it was next, hangs on the new turns before it."""
    new = [p for p in one.match.live if p.number >= since]
    before = (
        frozenset(q.turn for q in new[:rank] if p.status is Status.HAPPENED)
        for rank, p in enumerate(new)
    )
    facts = Counter((*fact_of(p), turns) for p, turns in zip(new, before, strict=True))
    gone = frozenset(_lies_again(one.match, turn) for turn in known_of(said, one.gone(since)))
    return Meaning(frozenset(facts.items()), gone, one.withdrawn(since), disturbed)


def known_of(said: AnyMatch, gone: Sequence[Any]) -> tuple[Any, ...]:
    """The open turns of these as people know them; all, where they know of none."""
    known = (_as_known(said, turn) for turn in gone)
    return tuple(dict.fromkeys(turn for turn in known if turn is not None)) or tuple(gone)


def told_gone(said: AnyMatch, one: Hypothesis, since: int) -> tuple[Any, ...]:
    """The turns that are gone from event `since` on, as an answer lists them: open ones, and of
    those that left the game all but the first (`Asked.instead`)."""
    further = left_the_game(said, one.withdrawn(since))[1:]
    return (*known_of(said, one.gone(since)), *(p.turn for p in said.live if p.number in further))


def left_the_game(said: AnyMatch, withdrawn: Sequence[Any]) -> tuple[int, ...]:
    """The told turns that left the game, by their numbers: of equal ones the last."""
    stayed = Counter(p.turn for p in said.live) - Counter(map(said.as_told, withdrawn))
    return tuple(p.number for p in beyond(said.live, stayed.elements()))


def _as_known(said: AnyMatch, turn: Any) -> Any | None:
    """The told open turn that one is: itself, or one that lies in the same places."""
    if said.as_told(turn) in said.open_turns:
        return said.as_told(turn)
    places = said.puts(turn).keys()
    return next((x for x in said.open_turns if places and said.puts(x).keys() == places), None)


def looked_at(match: AnyMatch, meaning: Meaning) -> Meaning:
    """The same by what two looks at one table have in common of its turns."""
    seen = partial(seen_of, match)
    facts = (((seen(f[0]), *f[1:-1], frozenset(map(seen, f[-1]))), n) for f, n in meaning.facts)
    return replace(meaning, facts=frozenset(facts))


def seen_of(match: AnyMatch, turn: Any) -> Hashable:
    """What two looks at one table have in common of a turn: itself, but where places are numbers of
    pieces no two measure one alike. There it is what lies otherwise after it."""
    changed = match.changes(turn) if match.game.places_are_numbers else {}
    return (type(turn), frozenset(changed.items())) if changed else turn


def asked_of(match: AnyMatch, turn: Any) -> Hashable:
    """The same with what a question about a turn hangs on: how it would be judged."""
    verdict = match.judged(turn)
    return seen_of(match, turn), verdict.ruling, broken_by(verdict)


def _lies_again(match: AnyMatch, turn: Any) -> Hashable:
    """What lies again once an open turn is taken back; the turn itself where that shows no more."""
    back = ((place, match.known.get(place, EMPTY)) for place in match.changes(turn))
    return frozenset(back) or turn
