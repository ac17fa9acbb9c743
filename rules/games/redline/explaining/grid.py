"""Where a pixel lies on the lattice of one picture: a small affine fit to the tiles seen.

Good to a tenth of a cell near the layout at the tilts of table photos; it finds the cell of a
tile lying askew and judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.observation import EMPTY
from rules.games.redline.align import RedlineObservation

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """The affine map from pixels to lattice coordinates (col, row), as two rows of (x, y, 1)."""

    col_row: tuple[float, float, float]
    row_row: tuple[float, float, float]

    def lattice_xy(self, pixel_xy: XY) -> XY:
        """Lattice coordinates of a pixel; cell (c, r) has its middle at exactly (c, r)."""
        return _dot(self.col_row, pixel_xy), _dot(self.row_row, pixel_xy)


def fitted_grid(observation: RedlineObservation) -> Grid | None:
    """The least-squares map over the seen tiles: affine, or a similarity where they stand in one
    line; None for fewer than two tiles."""
    pairs = [
        (s.pose.pixel_xy, (float(s.place.col), float(s.place.row)))
        for s in observation.sightings
        if s.pose is not None and s.belief.best is not EMPTY
    ]
    cols = _least_squares([(xy, at[0]) for xy, at in pairs])
    rows = _least_squares([(xy, at[1]) for xy, at in pairs])
    return _similarity(pairs) if cols is None or rows is None else Grid(cols, rows)


def _dot(row: tuple[float, float, float], xy: XY) -> float:
    return row[0] * xy[0] + row[1] * xy[1] + row[2]


def _least_squares(samples: list[tuple[XY, float]]) -> tuple[float, float, float] | None:
    """The plane value = a x + b y + c through the samples, by Cramer's rule about the mean."""
    n = len(samples)
    if not n:
        return None
    mx, my, mv = (sum(v) / n for v in zip(*((*xy, v) for xy, v in samples), strict=True))
    xx = sum((xy[0] - mx) ** 2 for xy, _ in samples)
    yy = sum((xy[1] - my) ** 2 for xy, _ in samples)
    xy_ = sum((xy[0] - mx) * (xy[1] - my) for xy, _ in samples)
    xv = sum((xy[0] - mx) * (v - mv) for xy, v in samples)
    yv = sum((xy[1] - my) * (v - mv) for xy, v in samples)
    det = xx * yy - xy_ * xy_
    if det < FLAT * max(xx, yy, 1.0) ** 2:
        return None
    a, b = (xv * yy - yv * xy_) / det, (yv * xx - xv * xy_) / det
    return a, b, mv - a * mx - b * my


def _similarity(pairs: list[tuple[XY, XY]]) -> Grid | None:
    """Turn, scale and shift only, as complex numbers: two tiles fix it. Never a mirror image."""
    pixels = [complex(*xy) for xy, _ in pairs]
    cells = [complex(*at) for _, at in pairs]
    n = len(pairs) or 1
    middle, home = sum(pixels) / n, sum(cells) / n
    spread = sum(abs(w - middle) ** 2 for w in pixels)
    if spread <= 0.0:
        return None
    turn = sum((w - middle).conjugate() * (z - home) for w, z in zip(pixels, cells, strict=True))
    a, shift = turn / spread, home - turn / spread * middle
    return Grid((a.real, -a.imag, shift.real), (a.imag, a.real, shift.imag))


#: Share of the spread squared below which the tiles stand in one line and fix no plane.
#: Origin: three tiles in a row, a tenth of a pitch out of line, give 0.002.
FLAT = 0.001
