"""What is known of a table, for a photo that the camera took turned by quarters: a phone over a
table calls another side up whenever it likes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mokadi.tracking.memory import Region, ShownCells, Table, TableMemory
from vision.nn.arrays import Matrix

#: A quarter turn in the steps in which a view keeps angles, and what two of them come to.
_QUARTER, _HALF = 127, 254


def ways(memory: TableMemory, size_wh: tuple[int, int]) -> tuple[TableMemory, ...]:
    """The memory for every way in which a photo of that size may be held: as before first."""
    upright = size_wh == memory.size_wh
    if not upright and size_wh != memory.size_wh[::-1]:
        return (memory,)
    return tuple(turned(memory, quarters) for quarters in ((0, 2) if upright else (1, 3)))


def turned(memory: TableMemory, quarters: int) -> TableMemory:
    """The memory as if its photo had been turned anticlockwise by so many quarters."""
    if quarters % 4 == 0:
        return memory
    w, h = memory.size_wh
    matrix = _matrix(w, quarters % 4, h)
    back = np.asarray(np.linalg.inv(matrix), np.float64)
    return replace(
        memory,
        plane=None if memory.plane is None else memory.plane.after(back),
        guess=None if memory.guess is None else memory.guess.after(back),
        table=None if memory.table is None else _table(memory.table, matrix, quarters),
        size_wh=(w, h) if quarters % 2 == 0 else (h, w),
    )


def _matrix(w: int, quarters: int, h: int) -> Matrix:
    """(3, 3) from pixels of a photo to those of the same photo turned."""
    rows = {
        1: [[0, 1, 0], [-1, 0, w - 1], [0, 0, 1]],
        2: [[-1, 0, w - 1], [0, -1, h - 1], [0, 0, 1]],
        3: [[0, -1, h - 1], [1, 0, 0], [0, 0, 1]],
    }
    return np.array(rows[quarters], np.float64)


def _table(table: Table, matrix: Matrix, quarters: int) -> Table:
    return replace(
        table,
        pads=tuple(p.moved(matrix) for p in table.pads),
        sticks=tuple(s.moved(matrix) for s in table.sticks),
        view=_view(table.view, matrix, quarters),
        region=None if table.region is None else _region(table.region, matrix),
    )


def _view(view: ShownCells, matrix: Matrix, quarters: int) -> ShownCells:
    to_look = np.asarray(view.to_look @ np.linalg.inv(matrix), np.float64)
    if quarters % 2 == 0:
        return replace(view, to_look=to_look)
    turn = view.turn.astype(np.int16) % _HALF - _QUARTER
    return replace(view, turn=turn.astype(np.int8), to_look=to_look)


def _region(region: Region, matrix: Matrix) -> Region:
    corners = np.column_stack([np.vstack([region.low, region.high]), np.ones(2)]) @ matrix.T
    return Region(corners[:, :2].min(0), corners[:, :2].max(0), region.scale)
