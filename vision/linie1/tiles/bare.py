"""Bare cells told by each other: the same print shows on all of them, and on no tile.

A net that never met a board's print may take it for track. What it is sure of on the same board
knows better: a cell that looks like the sure bare ones as they look like each other, and quite
unlike the sure tiles, is bare. What is printed on a location is like nothing else, but tiles are of
one set: a location in quite other colours bears none.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from rules.games.linie1.places import LOCATION_AT, SPAN
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import CELL_PX, CellReadings
from vision.nn.arrays import Float, Indices, Mask
from vision.quality import clipped_pixels
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE

#: Pixels left out at a cell's rim, where lines and neighbours are, and those a side of what is
#: compared: less than tracks are wide, more than a print's grain.
_RIM, _SPOTS = 3, 8
#: Which of the alike cells is compared with, counted from the likest one, and as a share of all of
#: them where that is more: light differs over a board, and some tiles were taken for bare.
_NEAREST, _NEAREST_SHARE = 2, 0.1
#: Least distance (rms, Lab) of looks that is told from the noise of a picture.
_GRAIN = 0.5
#: (12, 2) rows and columns of the printed locations.
_LOCATIONS = np.array([divmod(at, SPAN) for at in LOCATION_AT])


def with_bare_alike(found: CellReadings, grid: Image, limits: Limits = LIMITS) -> CellReadings:
    """The readings of a straightened picture (448, 448, 3 uint8 BGR), cells that look like the bare
    ones likelier to be bare."""
    cells = open_cells(found, limits.bare_covered, limits)
    nothing, cover = found.faces[tuple(cells.T)][:, 0], _cover(found)[tuple(cells.T)]
    tells = cover < limits.cell_covered
    bare, laid = tells & (nothing >= SURE_CONFIDENCE), tells & (nothing <= 1 - SURE_CONFIDENCE)
    if bare.sum() < limits.bare_cells:
        return found
    away = _from_alike(looks_of(grid, cells), bare)
    near = float(np.median(away[bare]))
    far = float(np.median(away[laid])) if laid.sum() >= limits.tiles_tell else limits.tile_away
    if near <= 0 or near * limits.bare_apart >= far:
        return found
    along = np.log(np.maximum(away, near) / near) / np.log(far / near)
    share = (limits.bare_until - along) / (limits.bare_until - limits.bare_from)
    # Burnt out, a tile is as white as the board.
    told = np.clip(share, 0, 1) * (1 - _burnt(grid)[tuple(cells.T)])
    return _likelier_bare(found, cells, np.exp(limits.bare_nats * told))


def with_prints_unlike_tiles(
    found: CellReadings, grid: Image, limits: Limits = LIMITS
) -> CellReadings:
    """The readings of a straightened picture (448, 448, 3 uint8 BGR), printed locations whose
    colours no sure tile has likelier to bear none."""
    printed = tuple(_LOCATIONS.T)
    open_to_doubt = _in_sight(found, limits.bare_covered, limits)[printed]
    doubted = _LOCATIONS[open_to_doubt & (found.faces[printed][:, 0] < SURE_CONFIDENCE)]
    cells = open_cells(found, limits.cell_covered, limits)
    laid = cells[found.faces[tuple(cells.T)][:, 0] <= 1 - SURE_CONFIDENCE]
    if not len(doubted) or len(laid) < limits.prints_from:
        return found
    # A tile lies in any turn, so that where its colours are says nothing.
    colours = np.sort(looks_of(grid, np.vstack([laid, doubted])), axis=1)
    away = _from_alike(colours, np.arange(len(colours)) < len(laid))
    times = away[len(laid) :] / max(float(np.median(away[: len(laid)])), _GRAIN)
    share = (times - limits.print_like) / (limits.print_unlike - limits.print_like)
    told = np.clip(share, 0, 1) * (1 - _burnt(grid)[tuple(doubted.T)])
    return _likelier_bare(found, doubted, np.exp(limits.print_nats * told))


def _likelier_bare(found: CellReadings, cells: Indices, odds: Float) -> CellReadings:
    """The readings with cells (N, 2) so many times (N,) as likely to bear no tile."""
    faces = found.faces.copy()
    for (row, col), factor in zip(cells, odds, strict=True):
        faces[row, col, 0] *= factor
        faces[row, col] /= faces[row, col].sum()
    return replace(found, faces=faces)


def _cover(found: CellReadings) -> Float:
    """(14, 14) the probability that a sign or a tram stands on a cell."""
    return np.asarray(np.maximum(found.sign, found.trams.max(axis=-1)))


def _in_sight(found: CellReadings, most_cover: float, limits: Limits) -> Mask:
    """(14, 14) the cells that no hand hides, with less over them than that."""
    return np.asarray((_cover(found) < most_cover) & (found.occlusion < limits.hidden_from))


def open_cells(found: CellReadings, most_cover: float, limits: Limits) -> Indices:
    """(N, 2) rows and columns of the cells that may bear a tile, with less over it than that."""
    seen = _in_sight(found, most_cover, limits)
    seen[[0, -1]] = seen[:, [0, -1]] = False
    for at in LOCATION_AT:
        seen[at // SPAN, at % SPAN] = False
    return np.argwhere(seen)


def _burnt(grid: Image) -> Float:
    """(14, 14) the share 0..1 of each cell's pixels with a colour as bright as can be."""
    pixels = clipped_pixels(grid).reshape(SPAN, CELL_PX, SPAN, CELL_PX)
    return np.asarray(pixels.mean((1, 3)))


def looks_of(grid: Image, cells: Indices) -> Float:
    """(N, 64, 3) colours (Lab) spread over cells (N, 2)."""
    lab = cv2.cvtColor(np.asarray(grid, np.float32) / 255, cv2.COLOR_BGR2LAB)
    size = CELL_PX - 2 * _RIM
    shown = []
    for y, x in cells * CELL_PX + _RIM:
        cell = lab[y : y + size, x : x + size]
        shown.append(cv2.resize(cell, (_SPOTS, _SPOTS), interpolation=cv2.INTER_AREA))
    return np.asarray(shown, np.float64).reshape(-1, _SPOTS**2, 3)


def _from_alike(looks: Float, alike: Mask) -> Float:
    """(N,) how far each of some looks (N, 64, 3) is from another of the `alike` (N,) ones, one of
    the likest: rms over the spots, in Lab."""
    apart = np.array([((looks[alike] - one) ** 2).sum(axis=2).mean(axis=1) for one in looks])
    count = int(alike.sum())
    apart[np.flatnonzero(alike), np.arange(count)] = np.inf
    nearest = max(_NEAREST, int(_NEAREST_SHARE * count))
    return np.asarray(np.sqrt(np.sort(apart, axis=1)[:, nearest]))
