"""Pawns that a picture hardly shows: one that may have come though its hollow looks empty, one that
may be gone though it looks taken.

A hollow that looks as it did is no change by itself. Where what else a picture shows is against the
rules however it was played, a faint one may be what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.observation import EMPTY, Empty, evidence_gap
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.explaining.changes import Change, Label
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.explaining.orders import Order
from rules.games.rouge.opening import position
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow


def with_faint_pawns(
    change: Change, played: Order, observation: RougeObservation
) -> Iterator[Change]:
    """The same change, `played` in any order, with one pawn more that came, or is gone, where the
    picture hardly shows it."""
    lies = {
        h: pawn
        for h, pawn in position(played.standing).items()
        if (h, pawn.colour) not in played.left
    }
    new = {to for to, _ in change.placed} | {to for _, to, _ in change.moved}
    for sighting in observation.sightings:
        known = lies.get(sighting.place, EMPTY)
        if sighting.place in new or sighting.belief.best != known:
            continue
        for label, _ in sighting.belief.ranked[1:]:
            nats = evidence_gap(sighting, label)
            if nats <= LIMITS.faint:
                yield from _with(change, sighting.place, known, label, nats)


def _with(
    change: Change, hollow: Hollow, known: Label, label: Label, nats: float
) -> Iterator[Change]:
    """The change with another label on a hollow; a pawn for another is none that came."""
    cost = change.cost + nats
    if isinstance(known, Empty) and isinstance(label, Pawn) and change.turns < LIMITS.turns:
        yield replace(change, placed=(*change.placed, (hollow, label.colour)), cost=cost)
    if isinstance(known, Pawn) and isinstance(label, Empty):
        yield replace(change, gone=(*change.gone, (hollow, known.colour)), cost=cost)
