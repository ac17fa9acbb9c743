"""The finder's maps laid straight, and the board that fits them: what is printed must lie where
every board of the game has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.homography import Homography
from vision.linie1.board.print_points import ARCS, LOCATIONS, landmarks
from vision.linie1.board.small_plane import small_homography
from vision.nn.arrays import Float, Tensor
from vision.nn.resample import translation

Maps = Tensor

#: Pixels of the finder's input to a cell of its maps.
STRIDE = 4

#: Locations and termini counted this many times as much in training; taken off again.
RARE = 4.0

#: How far the straightened maps reach from their middle, cells.
_REACH = 13

#: Logits are cut here: one place of the map never decides alone.
_CUT = 4.0

#: How far a printed place may be off while the plane settles, cells, and the least evidence of it.
_SEARCH, _LEAST = 0.9, 0.25

_FROM_MAP = np.array([[STRIDE, 0, STRIDE / 2 - 0.5], [0, STRIDE, STRIDE / 2 - 0.5], [0, 0, 1.0]])


@dataclass(frozen=True)
class Shifted:
    """The best shift of a plane: (3, 3) from the net's input to the board frame, its logits summed
    over the map (a cell counts once), and whether its printed places are in the picture."""

    to_board: Float
    score: float
    in_view: bool

    def to_input(self) -> Homography | None:
        """The board frame to the net's input, None where the picture shows too little of it."""
        shown = self.in_view and np.isfinite(self.score)
        return Homography(self.to_board).inverse() if shown else None


@cache
def _templates(fine: int) -> tuple[Maps, Maps]:
    """Masks at `fine` pixels a cell, one cell around the grid: the grid (14n, 14n); locations and
    arcs (2, 14n, 14n)."""
    n = 14 * fine
    ys, xs = (np.mgrid[0:n, 0:n] + 0.5) / fine - 1
    marks = landmarks(np.stack([xs.ravel(), ys.ravel()], 1)).reshape(3, n, n).astype(np.float32)
    return marks[0], marks[1:]


class Sheet:
    """The finder's maps (8, h, w) of one picture."""

    def __init__(self, maps: Maps) -> None:
        logits = np.clip(maps[:3] - np.log([1, RARE, RARE])[:, None, None], -_CUT, _CUT)
        planes = np.concatenate([logits, np.ones_like(logits[:1])]).transpose(1, 2, 0)
        self._planes = np.ascontiguousarray(planes, np.float32)

    def _straight(self, to_cells: Float, fine: int, size: int, start: float) -> Maps:
        """(size, size, 4) logits and "in the picture" at `fine` pixels a cell from `start`."""
        enlarge = np.array(
            [[fine, 0, -start * fine - 0.5], [0, fine, -start * fine - 0.5], [0, 0, 1.0]]
        )
        straight = cv2.warpPerspective(
            self._planes,
            enlarge @ to_cells @ _FROM_MAP,
            (size, size),
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(0, 0, 0, 0),
        )
        return np.asarray(straight, np.float32)

    def shifted(self, to_cells: Float, fine: int) -> Shifted:
        """The best shift of a plane, (3, 3) from the net's input to cells."""
        sheet = self._straight(to_cells, fine, 2 * _REACH * fine, -_REACH)
        inside, marks = _templates(fine)
        grid = cv2.matchTemplate(sheet[..., 0], inside, cv2.TM_CCORR)
        printed = cv2.matchTemplate(sheet[..., 1], marks[0], cv2.TM_CCORR)
        printed = printed + cv2.matchTemplate(sheet[..., 2], marks[1], cv2.TM_CCORR)
        score = np.asarray(grid + printed, np.float64)
        y, x = (int(k) for k in np.unravel_index(int(score.argmax()), score.shape))
        seen = sheet[y : y + 14 * fine, x : x + 14 * fine, 3]
        corner = np.array([x, y]) / fine - _REACH + 1
        in_view = float((seen * marks.sum(0)).sum()) > fine**2
        to_board = translation(*-corner) @ to_cells
        return Shifted(to_board, float(score[y, x]) / fine**2, in_view)

    def drawn(self, to_board: Float) -> Float:
        """The plane (3, 3), pixels to board frame, drawn to the printed places as the maps show
        them."""
        fine = 5
        sheet = self._straight(to_board, fine, 16 * fine, -2.0)
        at, off, sure = [], [], []
        for plane, points in ((1, LOCATIONS), (2, ARCS)):
            share = np.asarray(sheet[..., 3] / (1 + np.exp(-sheet[..., plane])), np.float32)
            for point in points:
                found = _drawn(share, point, fine)
                if found is not None:
                    at.append(point)
                    off.append(found[0] - point)
                    sure.append(found[1])
        if len(at) < 4:
            return to_board
        # The map goes from where things are seen to where they belong.
        seen = np.array(at) + np.array(off)
        fit, _ = small_homography(seen, -np.array(off), np.array(sure), 0.3, 3e-3)
        return np.asarray(fit @ to_board)


def _drawn(share: Maps, point: Float, fine: int) -> tuple[Float, float] | None:
    """Middle (cells) and amount (cells) of the evidence near a printed place."""
    reach = int(_SEARCH * fine)
    x, y = ((point + 2) * fine).astype(int)
    part = share[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
    total = float(part.sum())
    if total < _LEAST * fine**2:
        return None
    ys, xs = np.mgrid[0 : part.shape[0], 0 : part.shape[1]]
    middle = np.array([(part * xs).sum(), (part * ys).sum()]) / total
    middle += (max(x - reach, 0) + 0.5, max(y - reach, 0) + 0.5)
    return middle / fine - 2, min(total / fine**2, 1.0)
