"""Where trams can go: from a place and the way it was entered, along the printed track only.

Rule document 2.1 and 5.11: forward, never at a right or acute angle, that is by the connections of
the tile; a terminus is one space, entered by one exit and left by the other. A stance is a place's
index with how it was entered: the side of a cell, or exit 0 or 1 of a terminus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeVar

from rules.games.linie1.board import Board
from rules.games.linie1.places import (
    CELL_SET,
    SPOTS,
    STEPS,
    TERMINI,
    TERMINUS_AT,
    Spot,
    Terminus,
    node_of,
    opposite,
)
from rules.games.linie1.tiles import FACE_SIDES, PARTNERS

StepT = TypeVar("StepT")

#: A place's index and how it was entered.
Stance = tuple[int, int]

#: The terminus of each index that names one.
TERMINUS: Mapping[int, Terminus] = MappingProxyType({t.index: t for t in TERMINI})

#: The terminus exit that a step out of a cell arrives at, by the border place stepped on.
_EXIT = {border: (t.index, exit_) for t in TERMINI for exit_, border in enumerate(t.border)}


def onward(board: Board, stance: Stance) -> Iterator[Stance]:
    """The stances one space ahead."""
    at, entered = stance
    if at in TERMINUS:
        yield from _out_of(board, TERMINUS[at], 1 - entered)
        return
    for side in PARTNERS[board.faces[at]][entered]:
        yield from across(board, at, side)


def across(board: Board, at: int, side: int) -> Iterator[Stance]:
    """The stance on the other side of a cell's edge, where track goes on there."""
    there = at + STEPS[side]
    if there in TERMINUS_AT:
        if TERMINUS_AT[there].inner == side:
            yield _EXIT[there]
    elif there in CELL_SET and FACE_SIDES[board.faces[there]] >> opposite(side) & 1:
        yield there, opposite(side)


def _out_of(board: Board, terminus: Terminus, exit_: int) -> Iterator[Stance]:
    cell = terminus.cells[exit_]
    if FACE_SIDES[board.faces[cell]] >> terminus.inner & 1:
        yield cell, terminus.inner


def walked_to(came: Mapping[StepT, StepT | None], last: StepT) -> tuple[StepT, ...]:
    """The walk that ends here, its first step first; `came` tells from where each was made."""
    walk: list[StepT] = []
    step: StepT | None = last
    while step is not None:
        walk.append(step)
        step = came[step]
    return tuple(reversed(walk))


def stances(board: Board, spot: Spot) -> tuple[int, ...]:
    """Every way a place can have been entered."""
    at = node_of(spot)
    if at in TERMINUS:
        return 0, 1
    sides = FACE_SIDES[board.faces[at]] if 0 <= at < len(SPOTS) else 0
    return tuple(side for side in range(4) if sides >> side & 1)


def on_track(board: Board, spot: Spot) -> bool:
    """Whether a tram can stand there at all: a cell with a tile, or a terminus."""
    at = node_of(spot)
    return at in TERMINUS or (at in CELL_SET and board.faces[at] > 0)


def nodes(spots: Iterable[Spot]) -> frozenset[int]:
    """The indices of places."""
    return frozenset(node_of(spot) for spot in spots)
