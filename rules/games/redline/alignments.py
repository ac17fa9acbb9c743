"""New alignments: what a lay lines up (leaflet, alignments, fig. 7 to 9; R15 to R17)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.places import Cell
from rules.games.redline.state import Layout
from rules.games.redline.tiles import Colour

#: Axis by (columns, rows) of one step along it.
AXES = {(1, 0): "horizontal", (0, 1): "vertical", (1, 1): "diagonal", (1, -1): "diagonal"}

#: Tiles that make an alignment of each kind.
LENGTHS = {"same-colour": 3, "alternating": 4}


@dataclass(frozen=True, slots=True)
class Alignment:
    """An unbroken row of cells of one kind, from one end to the other.

    Red lines play no part, only that the cells adjoin (R15).
    """

    kind: str
    axis: str
    cells: tuple[Cell, ...]


def new_alignments(
    layout: Layout, cell: Cell, colour: Colour, *, joined_count: bool = False
) -> tuple[Alignment, ...]:
    """The alignments that a tile of this colour on this empty cell creates.

    Axes and kinds are independent (R17). Enlarging an alignment creates none (R16); with
    `joined_count`, joining two does.
    """
    found = (
        _created(layout, cell, colour, step, kind, joined_count)
        for step in AXES
        for kind in LENGTHS
    )
    return tuple(alignment for alignment in found if alignment is not None)


def _created(
    layout: Layout,
    cell: Cell,
    colour: Colour,
    step: tuple[int, int],
    kind: str,
    joined_count: bool,
) -> Alignment | None:
    ahead = _run(layout, cell, colour, step, kind)
    behind = _run(layout, cell, colour, (-step[0], -step[1]), kind)
    if len(ahead) + len(behind) + 1 < LENGTHS[kind]:
        return None
    old = sum(len(run) >= LENGTHS[kind] for run in (ahead, behind))
    if old == 0 or (joined_count and old == 2):
        return Alignment(kind, AXES[step], (*reversed(behind), cell, *ahead))
    return None


def _run(
    layout: Layout, cell: Cell, colour: Colour, step: tuple[int, int], kind: str
) -> list[Cell]:
    """The cells that carry the pattern on from a cell, nearest first."""
    run: list[Cell] = []
    wanted = colour
    here = cell.shifted(*step)
    while (tile := layout.get(here)) is not None:
        wanted = wanted.other if kind == "alternating" else wanted
        if tile.colour is not wanted:
            break
        run.append(here)
        here = here.shifted(*step)
    return run
