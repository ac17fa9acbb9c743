"""Places of which nothing else round about changed: what a tram leaves that nobody reads.

A tile that is laid, a hand and a shadow change the places beside them, too, in the picture. A tram
that comes up beside a sign, and is hidden by it, changes its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rules.core.observation import Observation
from rules.games.linie1.content import CellContent
from rules.games.linie1.explaining.changes import Position
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
    begin their trip there."""
    changed = _changed(observation)
    went = frozenset(line for line, stood in left.items() if stood in changed)
    beside = TERMINI_OF.keys() - {line for there in position.values() for line in there.trams}

    def begun(spot: Spot) -> frozenset[int]:
        return frozenset(line for line in beside if right_at_once(made, (line, None, spot)))

    return {spot: went or begun(spot) for spot in lone_changes(position, observation)}


def lone_changes(
    position: Position, observation: Observation[Spot, CellContent]
) -> frozenset[Spot]:
    """The places that look otherwise than before while none beside them does, but where a tram
    stood that may have left."""
    changed = _changed(observation)
    stood = {spot for spot, there in position.items() if there.trams}
    return frozenset(
        spot
        for spot, nats in changed.items()
        if nats >= _OTHERWISE and changed.keys().isdisjoint(set(_round(spot)) - stood)
    )


def _changed(observation: Observation[Spot, CellContent]) -> dict[Spot, float]:
    seen = ((s.place, s.change_nats) for s in observation.sightings)
    return {place: nats for place, nats in seen if nats >= _CHANGED}


def _round(spot: Spot) -> list[Spot]:
    steps = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    return [Spot(spot.row + down, spot.col + right) for down, right in steps]
