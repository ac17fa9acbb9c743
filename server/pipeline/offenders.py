"""Where the fouls are that lie on the table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.observation import EMPTY
from rules.core.places import AnyPosition, Place
from rules.referee.history.match import OFF_THE_GAME, AnyMatch, AnyPlayed, Status


def open_fouls(match: AnyMatch) -> tuple[AnyPlayed, ...]:
    """The turns that lie on the table and are not in the game: fouls in the order of play, and
    then what is right only over them. Nothing once no foul is left: nobody is to take back what was
    told to be right."""
    if not match.foul_among(match.open_turns):
        return ()
    lying = [p for p in match.history if p.status in OFF_THE_GAME and not p.right]
    return tuple(sorted(lying, key=lambda played: played.status is not Status.OPEN))


@dataclass(frozen=True, slots=True)
class Offence:
    """Places of the open turns. `offenders`: those that they changed or, where they changed none,
    those that their violations name; `involved`: those that the violations name beside them."""

    offenders: tuple[Place, ...] = ()
    involved: tuple[Place, ...] = ()


def offence_of(match: AnyMatch) -> Offence:
    """The offence that lies on the table; an empty one where none does."""
    if not open_fouls(match):
        return Offence()
    lies, legal = match.game.position(match.standing), match.game.position(match.with_resting)
    named = _named(match)
    at_fault = differing_places(lies, legal) or named
    return Offence(at_fault, tuple(place for place in named if place not in at_fault))


def _named(match: AnyMatch) -> tuple[Place, ...]:
    named = (p for one in open_fouls(match) for v in one.verdict.violations for p in v.places)
    return tuple(dict.fromkeys(named))


def differing_places(one: AnyPosition, other: AnyPosition) -> tuple[Place, ...]:
    """The places where two positions bear something else."""
    places = sorted({*one, *other})
    return tuple(p for p in places if one.get(p, EMPTY) != other.get(p, EMPTY))
