"""What a picture says of every story, worked out the long way: each story over all places.

The second opinion on the referee's inference: no short cut, nothing shared with it but the game's
own explanations and verdicts, the evidence of one place and the referee's named limits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.game import Explanation, Game
from rules.core.observation import EMPTY, Observation, log_evidence
from rules.core.rulebook import House
from rules.core.verdict import Ruling
from rules.referee.limits import LIMITS

#: A rule broken at a place.
Broken = frozenset[tuple[str, Any]]


@dataclass(frozen=True)
class Story:
    """What may have happened: its turns, the rules that each foul in it broke, whether it is for
    the players to say, and how likely it is."""

    turns: tuple[Any, ...]
    fouls: frozenset[Broken]
    open_to_players: bool
    probability: float


def stories_of(
    game: Game[Any, Any], state: Any, house: House, picture: Observation[Any, Any]
) -> list[Story]:
    """The stories that fit a picture of the table after `state`, likeliest first; probabilities
    are of all that was proposed and of what was not."""
    found: dict[Any, tuple[float, Story, bool]] = {}
    for number, aligned in enumerate(game.align(game.position(state), picture)):
        for told in game.explanations(state, aligned, house):
            meaning, score, story, fits = _weighed(game, state, house, aligned, told)
            key = number, meaning
            if key not in found or score > found[key][0]:
                found[key] = score, story, fits
    if not found:
        return []
    best = max(score for score, _, _ in found.values())
    shares: dict[Any, float] = {}
    heads: dict[Any, tuple[float, Story, bool]] = {}
    for (_, meaning), one in found.items():
        shares[meaning] = shares.get(meaning, 0.0) + math.exp(one[0] - best)
        if meaning not in heads or one[0] > heads[meaning][0]:
            heads[meaning] = one
    total = sum(shares.values()) + math.exp(LIMITS.other_nats)
    fitting = [
        Story(story.turns, story.fouls, story.open_to_players, shares[meaning] / total)
        for meaning, (_, story, fits) in heads.items()
        if fits
    ]
    return sorted(fitting, key=lambda story: -story.probability)


def _weighed(
    game: Game[Any, Any],
    state: Any,
    house: House,
    picture: Observation[Any, Any],
    told: Explanation[Any],
) -> tuple[Any, float, Story, bool]:
    """The story's meaning, its score in nats, itself, and whether the picture allows it."""
    table = lying = state
    fouls: list[tuple[Any, Broken]] = []
    asks = bool(told.disturbed)
    said = []
    for turn in told.turns:
        verdict = game.judge(table, turn, house)
        counts = any(v.code in game.happenings for v in verdict.violations)
        asks = asks or counts or verdict.ruling is Ruling.ASK
        if verdict.ruling is Ruling.ILLEGAL and not counts:
            rests = bool(fouls) and game.judge(lying, turn, house).legal
            if not rests:
                fouls.append((turn, frozenset((v.code, v.places[:1]) for v in verdict.violations)))
            said.append((turn, "rests" if rests else "foul"))
        else:
            table = (game.apply if verdict.legal else game.force)(table, turn, house)
            said.append((turn, "counts" if counts else "legal"))
        lying = game.force(lying, turn, house) if fouls else table
    known = game.position(state)
    look = {**game.position(lying), **dict(told.look)}
    score = told.log_prior + told.log_evidence + LIMITS.foul_prior * len(fouls)
    score -= sum(_misfit(picture, place, look) for place in _places(picture))
    touched = [p for p in {*known, *look} if known.get(p) != look.get(p)]
    worst = max((_misfit(picture, place, look) for place in touched), default=0.0)
    misread = [p for p in known if p not in touched and _misfit(picture, p, known) > STRAY]
    fits = worst <= LIMITS.fit_nats
    fits = fits and len(misread) <= max(LIMITS.free_strays, LIMITS.stray_share * len(known))
    story = Story(told.turns, frozenset(broken for _, broken in fouls), asks, 0.0)
    return (frozenset(said), told.disturbed, game.to_move(table)), score, story, fits


STRAY = LIMITS.stray_nats


def _places(picture: Observation[Any, Any]) -> list[Any]:
    return [sighting.place for sighting in picture.sightings]


def _misfit(picture: Observation[Any, Any], place: Any, look: Mapping[Any, Any]) -> float:
    sighting = picture.at(place)
    if sighting is None:
        return 0.0
    best = log_evidence(sighting, sighting.belief.best)
    return best - log_evidence(sighting, look.get(place, EMPTY))
