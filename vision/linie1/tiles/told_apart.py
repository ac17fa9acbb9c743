"""Whether tiles that are told apart look different at all.

A net that never met a print, or a way to draw track, may still be sure of what it says. But tiles
of one face look alike, and those of another one otherwise: where cells that are said to bear
different tiles differ no more than those that are said to bear the same one, what is said has
little to do with what is seen, and is believed less.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.bare import looks_of, open_cells
from vision.linie1.tiles.cells import CellReadings
from vision.nn.arrays import Float, Indices
from vision.reader import Image

#: Least contrast (standard deviation of lightness, Lab) that is told from a picture's noise.
_NOISE = 0.5


def as_sure_as_told_apart(
    found: CellReadings, grid: Image, limits: Limits = LIMITS
) -> CellReadings:
    """The readings of a straightened picture (448, 448, 3 uint8 BGR), the tiles less surely the
    less they are told apart by their looks."""
    cells = open_cells(found, limits.cell_covered, limits)
    told = found.faces[tuple(cells.T)].argmax(1)
    apart = _differences(_marks(grid, cells[told > 0]), told[told > 0], limits.told_from)
    if apart is None or apart >= limits.told_apart:
        return found
    share = max((apart - 1) / (limits.told_apart - 1), limits.told_least)
    faces = found.faces.copy()
    tiles = faces.argmax(-1) > 0
    faces[tiles] **= share
    faces[tiles] /= faces[tiles].sum(-1, keepdims=True)
    return replace(found, faces=faces)


def _marks(grid: Image, cells: Indices) -> Float:
    """(N, 64) how light each spot of the cells (N, 2) is, whatever the light on the cell."""
    light = looks_of(grid, cells)[..., 0]
    light -= light.mean(1, keepdims=True)
    return np.asarray(light / np.maximum(light.std(1, keepdims=True), _NOISE))


def _differences(marks: Float, told: Indices, least: int) -> float | None:
    """How many times as much the marks (N, 64) of cells that are told apart (N,) differ as those of
    cells that are told alike (the F ratio of an analysis of variance, 1 for names drawn by lot);
    None where fewer than so many are told alike with another."""
    names, member, count = np.unique(told, return_inverse=True, return_counts=True)
    often = count[member] > 1
    kinds, cells = int((count > 1).sum()), int(often.sum())
    if cells < least or kinds < 2:
        return None
    marks, member = marks[often], member[often]
    sums = np.zeros((len(names), marks.shape[1]))
    np.add.at(sums, member, marks)
    within = float(((marks - (sums / np.maximum(count, 1)[:, None])[member]) ** 2).sum())
    between = float(((marks - marks.mean(0)) ** 2).sum()) - within
    return between / (kinds - 1) / max(within / (cells - kinds), 1e-9)
