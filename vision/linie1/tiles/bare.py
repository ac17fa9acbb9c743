"""Bare cells told by each other: the same print shows on all of them, and on no tile.

A net that never met a board's print may take it for track. What it is sure of on the same board
knows better: a cell that looks like the sure bare ones as they look like each other, and quite
unlike the sure tiles, is bare.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from rules.games.linie1.places import LOCATION_AT, SPAN
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import CELL_PX, CellReadings
from vision.nn.arrays import Float, Indices, Mask
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE

#: Pixels left out at a cell's rim, where lines and neighbours are, and those a side of what is
#: compared: less than tracks are wide, more than a print's grain.
_RIM, _SPOTS = 3, 8
#: The bare cell that is compared with, counted from the likest one: light differs over a board, and
#: a tile that was taken for bare would be the likest of its like.
_NEAREST = 2


def with_bare_alike(found: CellReadings, grid: Image, limits: Limits = LIMITS) -> CellReadings:
    """The readings of a straightened picture (448, 448, 3 uint8 BGR), cells that look like the bare
    ones likelier to be bare."""
    cells = _open_cells(found, limits.bare_covered, limits)
    nothing, cover = found.faces[tuple(cells.T)][:, 0], _cover(found)[tuple(cells.T)]
    tells = cover < limits.cell_covered
    bare, laid = tells & (nothing >= SURE_CONFIDENCE), tells & (nothing <= 1 - SURE_CONFIDENCE)
    if bare.sum() < limits.bare_cells:
        return found
    away = _from_bare(_looks(grid, cells), bare)
    near = float(np.median(away[bare]))
    far = float(np.median(away[laid])) if laid.sum() >= limits.tiles_tell else limits.tile_away
    if near <= 0 or near * limits.bare_apart >= far:
        return found
    along = np.log(np.maximum(away, near) / near) / np.log(far / near)
    share = (limits.bare_until - along) / (limits.bare_until - limits.bare_from)
    odds = np.exp(limits.bare_nats * np.clip(share, 0, 1))
    faces = found.faces.copy()
    for (row, col), factor in zip(cells, odds, strict=True):
        faces[row, col, 0] *= factor
        faces[row, col] /= faces[row, col].sum()
    return replace(found, faces=faces)


def _cover(found: CellReadings) -> Float:
    """(14, 14) the probability that a sign or a tram stands on a cell."""
    return np.asarray(np.maximum(found.sign, found.trams.max(axis=-1)))


def _open_cells(found: CellReadings, most_cover: float, limits: Limits) -> Indices:
    """(N, 2) rows and columns of the cells that may bear a tile, with less over it than that."""
    seen = _cover(found) < most_cover
    seen &= found.occlusion < limits.hidden_from
    seen[[0, -1]] = seen[:, [0, -1]] = False
    for at in LOCATION_AT:
        seen[at // SPAN, at % SPAN] = False
    return np.argwhere(seen)


def _looks(grid: Image, cells: Indices) -> Float:
    """(N, 64, 3) colours (Lab) spread over cells (N, 2)."""
    lab = cv2.cvtColor(np.asarray(grid, np.float32) / 255, cv2.COLOR_BGR2LAB)
    size = CELL_PX - 2 * _RIM
    shown = []
    for y, x in cells * CELL_PX + _RIM:
        cell = lab[y : y + size, x : x + size]
        shown.append(cv2.resize(cell, (_SPOTS, _SPOTS), interpolation=cv2.INTER_AREA))
    return np.asarray(shown, np.float64).reshape(-1, _SPOTS**2, 3)


def _from_bare(looks: Float, bare: Mask) -> Float:
    """(N,) how far each of some looks (N, 64, 3) is from another of the `bare` (N,) ones, the third
    likest: rms over the spots, in Lab."""
    apart = np.array([((looks[bare] - one) ** 2).sum(axis=2).mean(axis=1) for one in looks])
    apart[np.flatnonzero(bare), np.arange(int(bare.sum()))] = np.inf
    return np.asarray(np.sqrt(np.sort(apart, axis=1)[:, _NEAREST]))
