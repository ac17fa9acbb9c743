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
from rules.games.rouge.explaining.changes import Change, Label, Position, shifted
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow


def with_faint_pawns(
    position: Position, observation: RougeObservation, change: Change
) -> Iterator[Change]:
    """The same change with one pawn more that came, or is gone, where the picture hardly shows it;
    `position` as known before, in the picture's frame."""
    board = _after(position, change)
    new = {to for to, _ in change.placed} | {to for _, to, _ in change.moved}
    for sighting in observation.sightings:
        known = board.get(sighting.place, EMPTY)
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


def _after(position: Position, change: Change) -> dict[Hollow, Pawn]:
    """The pawns as they lie after a change."""
    board = dict(position)
    for rotation in change.rotations:
        board = {shifted(hollow, rotation): pawn for hollow, pawn in board.items()}
    for hollow in [*(h for h, _ in change.gone), *(origin for origin, _, _ in change.moved)]:
        board.pop(hollow, None)
    new = (*change.placed, *((to, colour) for _, to, colour in change.moved))
    return board | {to: Pawn(colour) for to, colour in new}
