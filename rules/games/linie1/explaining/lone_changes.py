"""Places of which nothing else round about changed: what a tram leaves that nobody reads.

A tile that is laid, a hand and a shadow change the places beside them, too, in the picture. A tram
that comes up beside a sign, and is hidden by it, changes its own, and the bare ground that it juts
out over, where a little of it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rules.core.observation import EMPTY, Observation
from rules.games.linie1.content import CellContent
from rules.games.linie1.explaining.changes import Position, bare
from rules.games.linie1.explaining.limits import LIMITS
from rules.games.linie1.explaining.orders import right_at_once
from rules.games.linie1.explaining.played import Sequences
from rules.games.linie1.places import TERMINI_OF, Spot

#: From which nats on a place looks otherwise than before. Of 30,429 places of four filmed games
#: that bore what they had borne 32 did, 12 of them with no other that changed beside them.
_OTHERWISE = 1.5

#: From which nats on a place changed at all. Of 209 places that bore something else than before on
#: four filmed evenings and looked otherwise, 62 have no neighbour from 0 nats on and 71 none from
#: half a nat on; of the 66 that bore the same 12 and 12.
_CHANGED = 0.5

#: By place, the lines of which a tram may have come there.
LoneTrams = Mapping[Spot, frozenset[int]]


def lone_trams(
    made: Sequences,
    position: Position,
    observation: Observation[Spot, CellContent],
    left: Mapping[int, Spot],
) -> LoneTrams:
    """The places that changed alone, with the trams that may have come there: of those not read
    where they stood (`left`) the ones whose place changed, too; where there is none, those that may
    begin their trip there; where one juts out beside, those of which a little is read there."""
    changed, juts = _changed(observation), _jutting(position, observation)
    went = frozenset(line for line, stood in left.items() if stood in changed)
    beside = TERMINI_OF.keys() - {line for there in position.values() for line in there.trams}

    def begun(spot: Spot) -> frozenset[int]:
        return frozenset(line for line in beside if right_at_once(made, (line, None, spot)))

    return {
        spot: (went or begun(spot)).intersection(*(juts[p] for p in _round(spot) if p in juts))
        for spot in lone_changes(position, observation)
    }


def lone_changes(
    position: Position, observation: Observation[Spot, CellContent]
) -> frozenset[Spot]:
    """The places that look otherwise than before while none beside them does, but where a tram
    stood that may have left, or one juts out."""
    changed = _changed(observation)
    told = {spot for spot, there in position.items() if there.trams}
    told |= _jutting(position, observation).keys()
    return frozenset(
        spot
        for spot, nats in changed.items()
        if nats >= _OTHERWISE and changed.keys().isdisjoint(set(_round(spot)) - told)
    )


def _jutting(
    position: Position, observation: Observation[Spot, CellContent]
) -> dict[Spot, frozenset[int]]:
    """Bare ground that changed and is still read as bare, with the trams of which a little is read
    there: one that stands beside it, on a place of its own."""
    changed, found = _changed(observation), {}
    for s in observation.sightings:
        if s.place in changed and s.place not in position and s.belief.best is EMPTY:
            hints = (bare(label) for label, p in s.belief.ranked if p >= LIMITS.taken_share)
            found[s.place] = frozenset(line for x in hints if x.tile is None for line in x.trams)
    return {spot: lines for spot, lines in found.items() if lines}


def _changed(observation: Observation[Spot, CellContent]) -> dict[Spot, float]:
    seen = ((s.place, s.change_nats) for s in observation.sightings)
    return {place: nats for place, nats in seen if nats >= _CHANGED}


def _round(spot: Spot) -> list[Spot]:
    steps = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    return [Spot(spot.row + down, spot.col + right) for down, right in steps]
