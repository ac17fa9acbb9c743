"""Laying and exchanging tiles: what the final position of a turn objects to (rules A to E, 5.4 to
5.7). Two tiles are looked at together, as the second may mend what the first broke.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.places import Place
from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.linie1.board import FITTING, OPEN, WEIGHTS, Board
from rules.games.linie1.places import (
    CELL_SET,
    CELLS,
    LOCATION_AT,
    SIDES,
    SPOTS,
    STEPS,
    TERMINUS_AT,
    Spot,
    index_of,
    opposite,
)
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.state import Laid
from rules.games.linie1.tiles import FACE_SIDES


def laid_out(board: Board, tiles: Sequence[Laid]) -> Board:
    """The board after these tiles, legal or not."""
    for laid in tiles:
        board = board.with_tile(laid.spot, laid.tile)
    return board


def position_fouls(board: Board, spots: Sequence[Spot], readings: Readings) -> Iterator[Violation]:
    """What rules A to E object to about the tiles on these places, as the board now lies. A
    contact between two of them is named once."""
    done: set[frozenset[Place]] = set()
    for spot in dict.fromkeys(spots):
        out = place_foul(spot)
        if out is not None:
            yield out
            continue
        for violation in _side_fouls(board, spot, readings):
            pair = frozenset(violation.places)
            if len(pair) < 2 or pair not in done:
                done.add(pair)
                yield violation


def place_foul(spot: Spot) -> Violation | None:
    """Rule C, and a tile that lies on no cell at all."""
    at = index_of(spot)
    if at in LOCATION_AT:
        return foul("on-location", spot, cell=spot, letter=LOCATION_AT[at])
    if at not in CELL_SET:
        return foul("off-board", spot, cell=spot, case="outside")
    return None


def _side_fouls(board: Board, spot: Spot, readings: Readings) -> Iterator[Violation]:
    at = index_of(spot)
    for side, step in enumerate(STEPS):
        tracked = bool(FACE_SIDES[board.faces[at]] >> side & 1)
        yield from _side_foul(board, at, at + step, side, tracked, readings)


def _side_foul(
    board: Board, at: int, there: int, side: int, tracked: bool, readings: Readings
) -> Iterator[Violation]:
    """One side of a tile against what lies beyond it: rules A, B, then D and E."""
    spot, direction = SPOTS[at], SIDES[side]
    if there in LOCATION_AT:
        if tracked:
            letter = LOCATION_AT[there]
            yield foul("into-location", spot, cell=spot, letter=letter, direction=direction)
    elif there not in CELL_SET:
        yield from _edge_foul(at, there, side, tracked, readings)
    elif board.faces[there]:
        meets = bool(FACE_SIDES[board.faces[there]] >> opposite(side) & 1)
        if tracked != meets:
            yield _blocked(spot, SPOTS[there], direction, own=tracked)


def _edge_foul(
    at: int, there: int, side: int, tracked: bool, readings: Readings
) -> Iterator[Violation]:
    """The edge of the board: closed, but for a terminus exit, which must be joined (D, 8.4)."""
    spot = SPOTS[at]
    terminus = TERMINUS_AT.get(there)
    exit_ = terminus is not None and terminus.inner == side
    if tracked and not exit_:
        yield foul("off-board", spot, cell=spot, direction=SIDES[side])
    elif exit_ and not tracked and terminus is not None and readings.terminus_exit == "joins":
        reading = named("terminus_exit", "joins")
        yield foul(
            "terminus", spot, terminus.spot, reading=reading, cell=spot, terminus=terminus.spot
        )


def _blocked(spot: Spot, other: Spot, direction: str, *, own: bool) -> Violation:
    case = "own" if own else None
    return foul(
        "blocks-track", spot, other, cell=spot, neighbour=other, direction=direction, case=case
    )


def exchange_fouls(board: Board, laid: Laid, readings: Readings) -> Iterator[Violation]:
    """What an exchange objects to: trees, track removed, nothing added (5.5)."""
    old = board.at(laid.spot)
    if old is None:
        return
    spot = laid.spot
    if old.trees:
        yield foul("tree-locked", spot, cell=spot)
    if old == laid.tile:
        if old.trees or readings.exchange_adds == "more":
            yield foul("no-change", spot, reading=named("exchange_adds", "more"), cell=spot)
    elif old.mask & ~laid.tile.mask:
        kept = laid.tile.connections
        gone = tuple(pair for pair in old.connections if pair not in kept)
        yield foul("track-removed", spot, cell=spot, connections=gone)


def hopeless(board: Board, at: int) -> bool:
    """Whether track arrives at an empty cell and no tile whatever fits it (5.4, the look-ahead
    reading): every kind of tile has two sides with track at least."""
    return not board.faces[at] and board.asks[at] in _HOPELESS


#: Numbers of a cell's sides where track arrives and no face fits (see `board`).
_HOPELESS = frozenset(
    key
    for key, faces in enumerate(FITTING)
    if not faces and any(key // weight % 3 == OPEN for weight in WEIGHTS)
)


def dead_end_fouls(
    before: Board, after: Board, spots: Sequence[Spot], readings: Readings
) -> Iterator[Violation]:
    """Cells that this turn made impossible to fill, where the table forbids that."""
    if readings.dead_ends != "forbidden":
        return
    reading = named("dead_ends", "forbidden")
    for at in CELLS:
        if hopeless(after, at) and not hopeless(before, at):
            places = (SPOTS[at], *spots)
            yield foul("blocks-track", *places, reading=reading, cell=SPOTS[at], case="dead-end")
