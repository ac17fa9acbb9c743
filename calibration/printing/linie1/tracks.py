"""Track between the middles of a square's sides, as polygons: tiles and termini have the same."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from calibration.arrays import Points
from calibration.printing.linie1.colours import KERB, RAIL, ROAD
from calibration.printing.shapes import arc, band, beside
from calibration.printing.sheet import Sheet

#: Widths as shares of a cell: the road, its edge, how far a rail lies from the middle, a rail, a
#: sleeper's length and width, and from sleeper to sleeper. The road is as wide as on the sets of
#: rule document 2.3.
_ROAD, _KERB, _GAUGE, _RAIL = 0.48, 0.02, 0.065, 0.03

#: Corner of the square that a curve goes round, and the angles it sweeps, by its sides.
_CURVES = {
    "NE": ((1.0, 0.0), 180, 90),
    "ES": ((1.0, 1.0), 270, 180),
    "SW": ((0.0, 1.0), 360, 270),
    "NW": ((0.0, 0.0), 0, 90),
}

#: How far track runs past a side, so that a cut leaves no gap, in cells.
_OVER = 0.06


def path_of(pair: str) -> Points:
    """(N, 2) the middle line of a connection such as ``NE``, in cells from the upper left."""
    if pair == "NS":
        return np.array([(0.5, -_OVER), (0.5, 0.5), (0.5, 1 + _OVER)])
    if pair == "EW":
        return np.array([(1 + _OVER, 0.5), (0.5, 0.5), (-_OVER, 0.5)])
    (x, y), start, end = _CURVES[pair]
    over = np.degrees(_OVER / 0.5) * np.sign(end - start)
    return arc(x, y, 0.5, start - over, end + over, 20)


def draw_track(sheet: Sheet, paths: Iterable[Points], cell: float) -> None:
    """Roads over each other, then all rails; paths in millimetres."""
    listed = list(paths)
    for width, colour in ((_ROAD + 2 * _KERB, KERB), (_ROAD, ROAD)):
        for path in listed:
            sheet.fill(band(path, width * cell), colour)
    for path in listed:
        for side in (-1, 1):
            sheet.fill(band(beside(path, side * _GAUGE * cell), _RAIL * cell), RAIL)
