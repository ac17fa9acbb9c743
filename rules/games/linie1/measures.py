"""What is counted of a Linie 1 match: tiles, stop signs, and how far the trams have come."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.measures import Measure
from rules.games.linie1.state import Linie1State


def measures(state: Linie1State) -> tuple[Measure, ...]:
    """Tiles on the board, stop signs put up, and the stops that every tram on its trip has seen."""
    signs = Measure("signs", len(state.signs))
    return (Measure("tiles", len(state.board)), signs, *_trips(state))


def _trips(state: Linie1State) -> Iterator[Measure]:
    for tram in state.trams:
        if tram.visited is not None:
            yield Measure("stops", len(tram.visited), str(tram.line))
