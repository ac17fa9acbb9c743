"""Which places of a picture may have changed and what each may hold now, and which trams nobody
reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from rules.core.observation import EMPTY, Belief, Observation, Sighting, evidence_gap
from rules.games.linie1.content import CellContent
from rules.games.linie1.explaining.changes import Label, Position, bare
from rules.games.linie1.explaining.limits import LIMITS
from rules.games.linie1.explaining.lone_changes import LoneTrams
from rules.games.linie1.laws.network import TERMINUS
from rules.games.linie1.laws.signs import letter_at
from rules.games.linie1.places import Spot, node_of
from rules.games.linie1.state import Linie1State

Linie1Observation = Observation[Spot, CellContent]

_Choice = tuple[Spot, Label, float]


@dataclass(frozen=True, slots=True)
class Unread:
    """A tram of which nobody knows whether it drove: it `stood` on the board and is not read there,
    or was not on it and may be on some places (`ends`)."""

    line: int
    stood: Spot | None
    ends: tuple[Spot, ...] = ()


#: All of them.
Trams = tuple[Unread, ...]


def read_as_nobodys(
    now: Mapping[Spot, Label],
    observation: Linie1Observation,
    nobodys: frozenset[int],
    alone: LoneTrams,
) -> Iterator[Sighting[Spot, CellContent]]:
    """The places that changed alone and to which a tram came that may have, where one of a line
    that is `nobodys` is read: it is misread for sure, whichever it is."""
    for spot, label in now.items():
        came = set(bare(label).trams) & alone.get(spot, frozenset())
        sighting = observation.at(spot) if came else None
        read = bare(EMPTY if sighting is None else sighting.belief.best)
        same = replace(read, trams=()) == replace(bare(label), trams=())
        if sighting is not None and same and read.trams and nobodys.issuperset(read.trams):
            yield sighting


def open_places(
    position: Position,
    observation: Linie1Observation,
    left: frozenset[int],
    nobodys: frozenset[int],
    alone: LoneTrams,
) -> list[list[_Choice]]:
    """For every place that may have changed, what it may hold now; `nobodys`: the lines that no
    player has."""
    seen = _seen_trams(position, observation)
    found = (
        _choices(position.get(s.place, EMPTY), s, seen, left, nobodys, alone.get(s.place))
        for s in observation.sightings
    )
    return [choices for choices in found if len(choices) > 1]


def _seen_trams(position: Position, observation: Linie1Observation) -> frozenset[int]:
    """Lines whose trams may stand where none of theirs stood."""
    return frozenset(
        line
        for s in observation.sightings
        for label, p in s.belief.ranked
        if p >= LIMITS.taken_share
        for line in set(bare(label).trams) - set(bare(position.get(s.place, EMPTY)).trams)
    )


def unread_trams(position: Position, observation: Linie1Observation) -> Trams:
    """Trams that are rather not read where they stood, and those not on the board that may be seen
    somewhere: nobody knows whether they drove."""
    standing = {line: spot for spot, there in position.items() for line in there.trams}
    seen: dict[int, list[tuple[float, Spot]]] = {}
    for sighting in observation.sightings:
        for line, p in _trams_at(sighting).items():
            seen.setdefault(line, []).append((p, sighting.place))
    left = (
        Unread(line, spot)
        for line, spot in standing.items()
        if all(place != spot or p <= 0.5 for p, place in seen.get(line, ()))
    )
    begun = (
        Unread(line, None, _likeliest(places))
        for line, places in sorted(seen.items())
        if line not in standing
    )
    return (*left, *(one for one in begun if one.ends))


def _likeliest(places: Sequence[tuple[float, Spot]]) -> tuple[Spot, ...]:
    """Those where a tram may be, the likeliest first."""
    likely = sorted(one for one in places if one[0] >= LIMITS.taken_share)
    return tuple(place for _, place in likely[: -LIMITS.hinted - 1 : -1])


def _trams_at(sighting: Sighting[Spot, CellContent]) -> dict[int, float]:
    """How likely each tram is at a place."""
    found: dict[int, float] = {}
    for label, p in sighting.belief.ranked:
        for line in bare(label).trams:
            found[line] = found.get(line, 0.0) + p
    return found


def _choices(
    known: Label,
    sighting: Sighting[Spot, CellContent],
    seen: frozenset[int],
    left: frozenset[int],
    nobodys: frozenset[int],
    may_come: frozenset[int] | None,
) -> list[_Choice]:
    """What a place may hold, the likeliest first; `may_come`: the lines of which a tram may have
    come there, where the place alone changed, else None."""
    place, belief = sighting.place, sighting.belief
    stays = (place, known, evidence_gap(sighting, known))
    likely: Iterator[Label]
    likely = (x for x, p in belief.ranked if x != known and p >= LIMITS.label_share)
    if known is EMPTY:
        hidden = sighting.visibility < LIMITS.visible_share
        if 1.0 - belief.probability(EMPTY) < LIMITS.taken_share or (hidden and _vague(belief)):
            return [stays]
    elif stays[2] < LIMITS.change:
        if may_come is None:
            likely = _came_here(known, belief, left, LIMITS.taken_share)
        else:
            likely = _came_here(known, belief, may_come, LIMITS.label_share)
    alone = may_come is not None
    costs = [
        (x, evidence_gap(sighting, x) - _place_prior(place, known, x, seen, nobodys, alone=alone))
        for x in likely
    ]
    cheap = sorted(costs, key=itemgetter(1))[: LIMITS.labels]
    return [stays, *((place, label, cost) for label, cost in cheap)]


def _came_here(
    known: Label, belief: Belief[CellContent], lines: frozenset[int], least: float
) -> Iterator[Label]:
    """What a place that looks as it is known may hold all the same, from a probability on: the tram
    of one of these `lines`, which is somewhere, though a reader doubts what is rare, and that by a
    sign more than others."""
    stood = bare(known)
    alone = {replace(stood, trams=tuple(sorted({*stood.trams, line}))) for line in lines}
    return (label for label, p in belief.ranked if label in alone and p >= least)


def _place_prior(
    spot: Spot,
    known: Label,
    label: Label,
    seen: frozenset[int],
    nobodys: frozenset[int],
    *,
    alone: bool,
) -> float:
    """What another tile, sign or tram on a place costs beforehand; a tram less where the place
    `alone` changed, more of a line that is `nobodys`. One that left is paid for where it is `seen`,
    or as off the board."""
    old, new = bare(known), bare(label)
    sign = LIMITS.sign_amiss * (old.stop and not new.stop)
    sign += LIMITS.sign_astray * (new.stop and not old.stop and letter_at(spot) is None)
    if old.tile == new.tile and set(new.trams) <= set(old.trams):
        return sign + LIMITS.off * len(set(old.trams) - set(new.trams) - seen)
    came = set(new.trams) - set(old.trams)
    come = len(came)
    astray = come and new.tile is None and node_of(spot) not in TERMINUS
    trams = (LIMITS.arrives + LIMITS.tram) * come + LIMITS.astray * bool(astray)
    trams += LIMITS.nobodys * len(came & nobodys)
    trams += LIMITS.shown * (alone and come > 0)
    return sign + LIMITS.place * (old.tile != new.tile) + trams


def _vague(belief: Belief[CellContent]) -> bool:
    """Whether no content is likelier than all others together."""
    return belief.best is EMPTY or belief.confidence < 0.5


def is_nobodys(state: Linie1State, line: int) -> bool:
    """Whether every player is known to have another line, and no tram of it stood here before."""
    others = bool(state.lines) and not {None, line} & set(state.lines)
    return others and state.tram(line) is None
