"""The axes of sticks: straight lines that cells which show a stick agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.mokadi.pieces.fields import Fields
from vision.nn.arrays import Float, Indices, Points

#: Steps of the fit: how far along the line cells are asked, shares of a stick; how far their axes
#: may lie beside it, thicknesses, and turn away, degrees (spreads of a bell).
_FITS = ((0.25, 0.35, 9.0), (0.5, 0.22, 6.0), (0.9, 0.14, 4.0))
#: Spread of a cell's word on the slope, tangent, and how many cells' worth it has.
_SLOPE, _SLOPE_CELLS = 0.08, 3.0
#: Two lines are one that turn less apart, degrees, and lie nearer beside each other, thicknesses.
_SAME_DEG, _SAME_OFF = 0.8, 0.05
#: Cells and lines that are looked at together, at most.
_CELLS, _SEEDS = 2200, 180
#: Cells to a line that is tried, at least.
_A_SEED = 8
#: Spreads from which a cell beside a line has no say.
_NEAR = 2.5
#: Probability from which a cell is asked.
_SHOWN = 0.35
#: How far the axis of a cell of one stick may lie beside its own, thicknesses, and turn, degrees
#: (spreads).
_OFF, _LEAN_DEG = 0.19, 7.0
#: How far beyond a stick's end cells may lie that it explains, thicknesses.
_PAST_END = 0.15


@dataclass(frozen=True)
class Cells:
    """N cells that show a stick: `at` (N, 2) the nearest point of its axis, pixels of the net's
    picture; `turn` (N,) radians; `chance` (N,) how surely; `flat` (N,) their flat numbers."""

    at: Points
    turn: Float
    chance: Float
    flat: Indices

    def only(self, keep: np.ndarray) -> Cells:
        """Some of them, by mask or number."""
        return Cells(self.at[keep], self.turn[keep], self.chance[keep], self.flat[keep])


@dataclass(frozen=True)
class Lines:
    """S lines: `start` (S, 2) a point, `along` (S, 2) a unit vector, `support` (S,) cells."""

    start: Points
    along: Points
    support: Float

    def only(self, keep: Indices) -> Lines:
        """Some of them, by number (N,)."""
        return Lines(self.start[keep], self.along[keep], self.support[keep])


def cells_of(fields: Fields) -> Cells:
    """The cells that may show a stick."""
    chance = fields.stick.ravel()
    flat = np.flatnonzero(chance > _SHOWN)
    at, turn = fields.axis.reshape(-1, 2)[flat], fields.turn.ravel()[flat]
    return Cells(at, turn, chance[flat], flat)


def membership(cells: Cells, ends: Points, width_px: float) -> Float:
    """(N,) how well cells fit a stick with ends (2, 2), 0..1."""
    along = ends[1] - ends[0]
    length = float(np.hypot(*along)) + 1e-9
    along = along / length
    gap = cells.at - ends[0]
    ahead, off = gap @ along, gap @ np.array([-along[1], along[0]])
    lean = _turned(cells.turn - np.arctan2(along[1], along[0]))
    fit = np.exp(-((np.degrees(lean) / _LEAN_DEG) ** 2) / 2 - (off / (_OFF * width_px)) ** 2 / 2)
    room = 0.4 * width_px
    return np.where((ahead > -room) & (ahead < length + room), fit, 0.0)


def fits(cells: Cells, ends: Points, width_px: float) -> tuple[Float, Float]:
    """(K, N) how well cells fit sticks with ends (K, 2, 2), 0..1, and where along them they lie,
    shares of their lengths."""
    along = ends[:, 1] - ends[:, 0]
    length = np.hypot(*along.T)[:, None] + 1e-9
    along = along / length
    across = np.column_stack([-along[:, 1], along[:, 0]])
    ahead = along @ cells.at.T - (along * ends[:, 0]).sum(1)[:, None]
    off = across @ cells.at.T - (across * ends[:, 0]).sum(1)[:, None]
    lean = np.degrees(_turned(cells.turn - np.arctan2(along[:, 1], along[:, 0])[:, None]))
    fit = np.exp(-((lean / _LEAN_DEG) ** 2 + (off / (_OFF * width_px)) ** 2) / 2)
    room = _PAST_END * width_px
    inside = (ahead > -room) & (ahead < length + room)
    return np.where(inside, fit, 0.0), ahead / length


def lines_of(cells: Cells, length_px: float, width_px: float) -> Lines:
    """The lines through as many of the cells, evenly picked, each line once; the best first."""
    if not len(cells.flat):
        return Lines(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    few = cells.only(np.arange(0, len(cells.flat), max(1, -(-len(cells.flat) // _CELLS))))
    sure = np.flatnonzero(few.chance > min(0.5, float(few.chance.max()) * 0.8))
    count = min(_SEEDS, max(8, len(cells.flat) // _A_SEED))
    seeds = sure[:: max(1, -(-len(sure) // count))]
    turn = few.turn[seeds]
    lines = Lines(few.at[seeds], np.column_stack([np.cos(turn), np.sin(turn)]), few.chance[seeds])
    fits = [(reach * length_px, wide * width_px, lean) for reach, wide, lean in _FITS]
    return _once(drawn_to(few, lines, fits), length_px, width_px)


def drawn_to(cells: Cells, lines: Lines, fits: Sequence[tuple[float, float, float]]) -> Lines:
    """The lines drawn to the cells near them. `fits` step by step: how far along a line cells are
    asked, pixels, how far aside, pixels, and how far they lean, degrees (spreads)."""
    for reach, wide, lean in fits:
        lines = _fitted(cells, lines, reach, wide, np.radians(lean))
    return lines


def _fitted(cells: Cells, lines: Lines, reach: float, wide: float, lean: float) -> Lines:
    """The lines after a weighted fit to the cells near them."""
    along, turn = lines.along, np.arctan2(lines.along[:, 1], lines.along[:, 0])
    across = np.column_stack([-along[:, 1], along[:, 0]])
    line, cell = _beside(cells, lines, across, _NEAR * wide)
    gap = cells.at[cell] - lines.start[line]
    ahead, off = (gap * along[line]).sum(1), (gap * across[line]).sum(1)
    turned = _turned(cells.turn[cell] - turn[line])
    fit = np.exp(-((off / wide) ** 2 + (turned / lean) ** 2) / 2)
    weight = cells.chance[cell] * fit * (np.abs(ahead) < reach)

    def mean(values: Float) -> Float:
        return np.bincount(line, weight * values, len(along)) / total

    total = np.bincount(line, weight, len(along)) + 1e-6
    ahead_mean, off_mean = mean(ahead), mean(off)
    spread = mean(ahead * ahead) - ahead_mean**2
    both = mean(ahead * off) - ahead_mean * off_mean
    stiff = _SLOPE_CELLS * (wide / _SLOPE) ** 2 / total
    turn = turn + np.arctan((both + stiff * mean(turned)) / (spread + stiff))
    place = lines.start + ahead_mean[:, None] * along + off_mean[:, None] * across
    return Lines(
        place, np.column_stack([np.cos(turn), np.sin(turn)]), np.asarray(total, np.float64)
    )


def _beside(cells: Cells, lines: Lines, across: Points, most: float) -> tuple[Indices, Indices]:
    """Which cells lie beside which lines, by number, and no farther than `most` pixels."""
    off = across.astype(np.float32) @ cells.at.astype(np.float32).T
    off -= (across * lines.start).sum(1)[:, None].astype(np.float32)
    line, cell = np.nonzero(np.abs(off, out=off) < most)
    return line.astype(np.intp), cell.astype(np.intp)


def _turned(angle: np.ndarray) -> np.ndarray:
    """Angles between axes, radians -pi/2..pi/2."""
    return np.asarray((angle + np.pi / 2) % np.pi - np.pi / 2)


def _once(lines: Lines, length_px: float, width_px: float) -> Lines:
    """Every line once, that with the most cells."""
    kept: list[int] = []
    for k in np.argsort(-lines.support):
        if not kept or not _known(lines, int(k), kept, length_px, width_px):
            kept.append(int(k))
    return lines.only(np.array(kept, np.intp))


def _known(lines: Lines, index: int, kept: list[int], length_px: float, width_px: float) -> bool:
    along, start = lines.along[kept], lines.start[kept]
    gap = lines.start[index] - start
    off = np.abs(gap[:, 1] * along[:, 0] - gap[:, 0] * along[:, 1])
    near = np.abs((gap * along).sum(1)) < 0.3 * length_px
    lean = np.abs(along @ lines.along[index])
    same = lean > np.cos(np.radians(_SAME_DEG))
    return bool((same & near & (off < _SAME_OFF * width_px)).any())
