"""Where the fouls are that lie on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.observation import EMPTY
from rules.referee.match import OFF_THE_GAME, Match, Played, Status


def open_fouls(match: Match[Any, Any]) -> tuple[Played[Any], ...]:
    """The turns that lie on the table and are not in the game: fouls in the order of play, and
    then what is right only over them."""
    lying = [played for played in match.history if played.status in OFF_THE_GAME]
    return tuple(sorted(lying, key=lambda played: played.status is not Status.OPEN))


def offenders(match: Match[Any, Any]) -> tuple[Any, ...]:
    """The places that the open turns changed; where they changed none, those that their violations
    name."""
    if not match.open_turns:
        return ()
    lies, legal = match.game.position(match.standing), match.game.position(match.accepted)
    return differing(lies, legal) or _named(match)


def involved(match: Match[Any, Any]) -> tuple[Any, ...]:
    """The places that the violations of open turns name beside those at fault."""
    at_fault = offenders(match)
    return tuple(place for place in _named(match) if place not in at_fault)


def _named(match: Match[Any, Any]) -> tuple[Any, ...]:
    named = (p for one in open_fouls(match) for v in one.verdict.violations for p in v.places)
    return tuple(dict.fromkeys(named))


def differing(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The places where two positions bear something else."""
    places = sorted({*one, *other})
    return tuple(p for p in places if one.get(p, EMPTY) != other.get(p, EMPTY))
