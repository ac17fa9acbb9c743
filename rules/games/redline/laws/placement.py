"""Rules A, B and C of a tile at a place, in words: every foul with its reasons.

Leaflet, A to C and the variant; rule document R4 to R12. `fitting` is the same law as arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.places import Cell
from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Violation
from rules.games.redline.board import Board, Surroundings, neighbours
from rules.games.redline.laws.fitting import continues, feeding, met_corners, passed_over
from rules.games.redline.readings import Readings, foul
from rules.games.redline.state import Lay
from rules.games.redline.tiles import DIRECTIONS, Colour, Tile, opposite

#: Lines that can arrive at a cell and all be continued: a tile has three spokes (R10).
MOST_DEMAND = 3


def neighbour(cell: Cell, direction: int) -> Cell:
    """The cell next to one in a direction."""
    return neighbours(cell)[direction]


def directions(mask: int) -> Iterator[int]:
    """The directions of a mask, clockwise from north."""
    return (direction for direction in range(8) if mask >> direction & 1)


def placement_fouls(board: Board, lay: Lay, readings: Readings) -> tuple[Violation, ...]:
    """Every foul against A, B and C of a straight tile on an empty cell. The first tile is free.

    Does not look at hands, turn order, the rest of the set or the colour variant.
    """
    if not board:
        return ()
    around = board.around(lay.cell)
    return (
        *extension_fouls(lay, around, readings),
        *dead_end_fouls(board, lay, around, readings),
        *full_cell_fouls(board, lay, readings),
        *colour_fouls(lay, around, readings),
    )


def extension_fouls(lay: Lay, around: Surroundings, readings: Readings) -> Iterator[Violation]:
    """A: the tile continues a line of a tile it touches (leaflet, A; R5, R6, R8)."""
    if continues(around, lay.tile.mask, readings):
        return
    touched = tuple(neighbour(lay.cell, d) for d in directions(around.occupied))
    if not touched:
        yield lay_foul("no-extension", (lay.cell,), lay, case="alone")
    elif readings.extends == "every" and lay.tile.mask & around.demand:
        over = passed_over(around, lay.tile.mask, readings)
        yield _every(lay, tuple(neighbour(lay.cell, d) for d in directions(over)))
    else:
        meets = lay.tile.mask & around.corners and readings.right_angle == "neither"
        reading = named("right_angle", "neither") if meets else None
        places = (lay.cell, *touched)
        yield lay_foul("no-extension", places, lay, reading, neighbours=touched)


def _every(lay: Lay, over: tuple[Cell, ...]) -> Violation:
    reading = named("extends", "every")
    places = (lay.cell, *over)
    return lay_foul("no-extension", places, lay, reading, case="every", neighbours=over)


def dead_end_fouls(
    board: Board, lay: Lay, around: Surroundings, readings: Readings
) -> Iterator[Violation]:
    """B: no line ends at a blank side or corner (leaflet, B, fig. 4 and 5; R7).

    Which lines count is the reading: those of placed tiles, also the new tile's own, or only these.
    Lines that meet at a right angle neither make nor cure a dead end (fig. 6, R8).
    """
    if readings.dead_end != "own_only":
        for direction in directions(around.demand & ~lay.tile.mask):
            yield _cut_off(board, lay, direction)
    if readings.dead_end != "placed_only":
        for direction in directions(lay.tile.mask & around.occupied & ~around.demand):
            yield _runs_in(board, lay, direction, named("dead_end", readings.dead_end))


def _cut_off(board: Board, lay: Lay, direction: int) -> Violation:
    """The new tile is blank where a placed tile's line arrives."""
    owner = neighbour(lay.cell, direction)
    return lay_foul(
        "dead-end",
        (owner, lay.cell),
        lay,
        neighbour=owner,
        neighbour_colour=board[owner].colour.value,
        direction=DIRECTIONS[opposite(direction)],
    )


def _runs_in(board: Board, lay: Lay, direction: int, reading: str) -> Violation:
    """The new tile's own line ends at a placed tile's blank side or corner."""
    blank = neighbour(lay.cell, direction)
    return lay_foul(
        "dead-end",
        (lay.cell, blank),
        lay,
        reading,
        case="own",
        neighbour=blank,
        neighbour_colour=board[blank].colour.value,
        direction=DIRECTIONS[direction],
    )


def full_cell_fouls(board: Board, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """Where the house forbids it: making a cell that no tile can ever fill (R10)."""
    if readings.full_cell != "forbidden":
        return
    for direction in directions(lay.tile.mask):
        cell = neighbour(lay.cell, direction)
        if cell in board:
            continue
        demand = board.around(cell).demand
        after = demand | 1 << opposite(direction)
        if demand.bit_count() <= MOST_DEMAND < after.bit_count():
            reading = named("full_cell", "forbidden")
            places = (lay.cell, cell)
            yield lay_foul("dead-end", places, lay, reading, case="full", place=cell)


def colour_fouls(lay: Lay, around: Surroundings, readings: Readings) -> Iterator[Violation]:
    """C: the colour differs from that of the tiles whose lines arrive (leaflet, C; R11).

    Lines from both colours leave the choice. A tile that continues nothing has no colour to answer.
    """
    if not continues_something(around, lay.tile.mask, readings):
        return
    if feeding(around, lay.tile.mask, readings) == {lay.tile.colour}:
        owners = tuple(neighbour(lay.cell, d) for d in _feeding_from(around, lay.tile, readings))
        yield lay_foul("colour", (lay.cell, *owners), lay, neighbours=owners)


def continues_something(around: Surroundings, mask: int, readings: Readings) -> bool:
    """Whether at least one line is continued, whatever A asks for."""
    return bool(mask & around.demand or met_corners(around, mask, readings))


def _feeding_from(around: Surroundings, tile: Tile, readings: Readings) -> list[int]:
    """Directions of the neighbours that `feeding` looks at."""
    met = met_corners(around, tile.mask, readings)
    found = set(directions(around.demand))
    found |= {(corner - 1) % 8 for corner in directions(met & around.before)}
    found |= {(corner + 1) % 8 for corner in directions(met & around.after)}
    return sorted(found)


def variant_fouls(
    board: Board, lay: Lay, last: Lay | None, readings: Readings
) -> Iterator[Violation]:
    """The variant: where lines of both colours arrive, not the last tile's colour (R12).

    The last tile is the last one laid by anyone; where nobody saw it there is no foul.
    """
    if not readings.colour_variant or last is None or last.tile.colour is not lay.tile.colour:
        return
    around = board.around(lay.cell)
    both = feeding(around, lay.tile.mask, readings) == set(Colour)
    if both and continues_something(around, lay.tile.mask, readings):
        reading = named("colour_variant", True)
        places = (lay.cell, last.cell)
        yield lay_foul("colour-variant", places, lay, reading, neighbour=last.cell)


def lay_foul(
    code: str,
    places: tuple[Cell, ...],
    lay: Lay,
    reading: str | None = None,
    /,
    **named: Param | None,
) -> Violation:
    """A foul of a lay at these places, with its facts by name."""
    colour = lay.tile.colour.value
    return foul(code, *places, reading=reading, cell=lay.cell, colour=colour, **named)
