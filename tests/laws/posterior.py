"""What a picture says of every story, worked out the long way: each story over all places.

The second opinion on the referee's inference: no short cut, nothing shared with it but the game's
own explanations and verdicts, the evidence of one place and the referee's named limits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.core.game import Explanation, Game
from rules.core.observation import EMPTY, Observation, log_evidence
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Verdict
from rules.referee.limits import LIMITS

#: A rule broken at a place.
Broken = frozenset[tuple[str, Any]]


@dataclass(frozen=True)
class Story:
    """What may have happened: its turns, the rules that each foul in it broke, whether it is for
    the players to say, everything that would be said of it, and how likely it is."""

    turns: tuple[Any, ...]
    fouls: tuple[Broken, ...]
    open_to_players: bool
    said: tuple[Any, Any]
    probability: float = 0.0


@dataclass(frozen=True)
class _Weighed:
    """A story with the acts it tells in one order, the table it leads to, its score in nats,
    whether it fits, and of how many turns the game itself cannot say whether they are right."""

    story: Story
    acts: Hashable
    look: Mapping[Any, Any]
    score: float
    fits: bool = True
    unruled: int = 0

    @property
    def amiss(self) -> int:
        """Turns for which another order of the same acts is taken instead, if it has fewer."""
        return len(self.story.fouls) + self.unruled


def stories_of(
    game: Game[Any, Any], state: Any, house: House, picture: Observation[Any, Any]
) -> list[Story]:
    """The stories that fit a picture of the table after `state`, those that would be told alike as
    one, likeliest first; probabilities are of all that fits and of what nobody proposed."""
    found = [one for one in _all(game, state, house, picture) if one.fits]
    scored = list(_orders(found))
    if not scored:
        return []
    best = max(score for _, score in scored)
    heads: list[Story] = []
    shares: list[float] = []
    for story, score in sorted(scored, key=lambda one: -one[1]):
        rank = next((k for k, one in enumerate(heads) if _told_alike(game, one, story)), len(heads))
        if rank == len(heads):
            heads.append(story)
            shares.append(0.0)
        shares[rank] += math.exp(score - best)
    total = sum(shares) + math.exp(LIMITS.other_nats)
    rows = zip(heads, shares, strict=True)
    stories = [replace(story, probability=share / total) for story, share in rows]
    return sorted(stories, key=lambda story: -story.probability)


def _told_alike(game: Game[Any, Any], one: Story, other: Story) -> bool:
    """Whether the same would be said of both: also where a piece that may lie anywhere, and so has
    its number and its measures from this look alone, is the same piece in the same place."""
    (facts, disturbed), (others, also_disturbed) = one.said, other.said
    left = list(others)
    for (turn, *rest), count in facts:
        same = (f for f in left if (list(f[0][1:]), f[1]) == (rest, count))
        found = next((f for f in same if game.stays(turn, f[0][0])), None)
        if found is None:
            return False
        left.remove(found)
    return not left and bool(disturbed == also_disturbed)


def _all(
    game: Game[Any, Any], state: Any, house: House, picture: Observation[Any, Any]
) -> Iterator[_Weighed]:
    known = game.position(state)
    for number, aligned in enumerate(game.align(known, picture)):
        tables = [(None, state), *_misread_first(game, known, state, house, aligned)]
        for place, table in tables:
            prior = 0.0 if place is None else LIMITS.reread
            for told in game.explanations(table, aligned, house):
                one = _weighed(game, table, house, aligned, told)
                fits = _fits(aligned, known, one.look)
                acts = number, place, told.disturbed, one.acts
                yield replace(one, acts=acts, score=one.score + prior, fits=fits)


def _misread_first(
    game: Game[Any, Any],
    known: Mapping[Any, Any],
    state: Any,
    house: House,
    picture: Observation[Any, Any],
) -> Iterator[tuple[Any, Any]]:
    """Where pieces stay, one that now looks like another one may have been misread at first: the
    game as it then was."""
    for place, label in known.items() if game.pieces_stay else ():
        sighting = picture.at(place)
        if sighting is not None and sighting.belief.best not in (EMPTY, label):
            position = {**known, place: sighting.belief.best}
            yield place, game.resume(position, getattr(state, "players", ()), house)


def _orders(found: Sequence[_Weighed]) -> Iterator[tuple[Story, float]]:
    """Of the same acts only the orders that break the fewest rules; these share the weight of the
    likeliest, each as it is likely."""
    fewest: dict[Hashable, int] = {}
    for one in found:
        fewest[one.acts] = min(one.amiss, fewest.get(one.acts, one.amiss))
    kept = [one for one in found if one.amiss == fewest[one.acts]]
    for one in kept:
        same = [other.score for other in kept if other.acts == one.acts]
        shares = sum(math.exp(score - max(same)) for score in same)
        yield one.story, one.score - math.log(shares)


def _weighed(
    game: Game[Any, Any],
    state: Any,
    house: House,
    picture: Observation[Any, Any],
    told: Explanation[Any],
) -> _Weighed:
    """A story judged turn by turn, and how well all places agree with the table it leads to."""
    table = lying = state
    fouls: list[Broken] = []
    asks = bool(told.disturbed)
    said: list[Hashable] = []
    unruled = 0
    for turn in told.turns:
        verdict = game.judge(table, turn, house)
        unruled += verdict.ruling is Ruling.ASK
        counts = any(v.code in game.irreversible_fouls for v in verdict.violations)
        asks = asks or counts or verdict.ruling is Ruling.ASK
        broken = frozenset((v.code, v.places[:1]) for v in verdict.violations)
        if verdict.ruling is not Ruling.ILLEGAL:
            said.append((turn, *_duties(game, table, turn, verdict, house)))
        elif counts:
            said.append((turn, broken))
        elif fouls and (over := game.judge(lying, turn, house)).legal:
            said.append((turn, *_duties(game, table, turn, over, house)))
        else:
            fouls.append(broken)
            said.append((turn, broken))
        if verdict.ruling is not Ruling.ILLEGAL or counts:
            table = (game.apply if verdict.legal else game.force)(table, turn, house)
        lying = game.force(lying, turn, house) if fouls else table
    look = {**game.position(lying), **dict(told.look)}
    score = told.log_prior + told.log_evidence + LIMITS.foul_prior * len(fouls)
    seen = {sighting.place for sighting in picture.sightings}
    score -= sum(_misfit(picture, place, look) for place in {*seen, *look})
    told_of = frozenset(Counter(said).items()), told.disturbed
    story = Story(told.turns, tuple(fouls), asks, told_of)
    acts = told.acts or frozenset(told.turns)
    return _Weighed(story, acts, look, score, unruled=unruled)


def _duties(
    game: Game[Any, Any], table: Any, turn: Any, verdict: Verdict, house: House
) -> tuple[Hashable, ...]:
    """What a legal turn earns and asks for, and of whom: nobody is named where there is nothing."""
    duties = (verdict.rewards, verdict.required)
    return (*duties, game.player_of(table, turn, house) if any(duties) else None)


def _fits(
    picture: Observation[Any, Any], known: Mapping[Any, Any], look: Mapping[Any, Any]
) -> bool:
    """No place that changed contradicts the story, and few of the others are misread."""
    touched = [p for p in {*known, *look} if known.get(p) != look.get(p)]
    worst = max((_misfit(picture, place, look) for place in touched), default=0.0)
    rest = (p for p in known if p not in touched)
    rest = (p for p in rest if picture.at(p) is not None)
    misread = [p for p in rest if _misfit(picture, p, known) > LIMITS.stray_nats]
    allowed = max(LIMITS.free_strays, LIMITS.stray_share * len(known))
    return worst <= LIMITS.fit_nats and len(misread) <= allowed


def _misfit(picture: Observation[Any, Any], place: Any, look: Mapping[Any, Any]) -> float:
    """How much worse a place looks than it would as read; where nobody looked a piece is less
    likely than none, whatever it is."""
    sighting = picture.at(place)
    if sighting is None:
        return 0.0 if look.get(place, EMPTY) is EMPTY else LIMITS.unlisted
    best = log_evidence(sighting, sighting.belief.best)
    return best - log_evidence(sighting, look.get(place, EMPTY))
