"""What each cell of a straightened board shows: which tile, a sign, trams, how much is covered.

One small net reads the whole grid in one pass, with the border cells round it (trams wait at
termini). Where it is not sure it looks again at the grid turned and mirrored, and the answers are
averaged, so that no turn and no hand is favoured. Trained by `vision/training/linie1/cells.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.games.linie1.tiles import FACE_MASKS, FACE_OF, mask_of, pairs_of, turned_mask
from vision.linie1.board.rectify import CELLS_SHOWN
from vision.linie1.limits import LIMITS, Limits
from vision.nn.arrays import Float, to_nchw
from vision.nn.calibration import calibrate, sigmoid, softmax
from vision.nn.symmetries import Forward, LabelPermutation, Symmetry, look
from vision.reader import Image

#: Pixels of a cell as the net sees it.
CELL_PX = 32

#: Looks of a cell: no tile, and the 34 faces by number.
FACES = len(FACE_MASKS)

#: Channels of the cell net's output: faces, sign, cover; those of the tram net are the lines.
SIGN, COVER = FACES, FACES + 1
CHANNELS = FACES + 2
LINES = 6

#: How many times training counts a sign and a tram that are there: they are rare. Their odds come
#: out this many times too high, which is taken back here.
SIGN_WEIGHT, TRAM_WEIGHT = 3.0, 10.0

#: How many times more trams a glance is taken to have learnt than tables bear. It learnt from still
#: fuller boards, and what is looked at closely is weighed anew: with this, of 120 trams inside 40
#: drawn boards all but one get that look.
TRAM_PLENTY = 7.0


def _mirrored_face(mask: int) -> int:
    """The face seen in a mirror that swaps east and west."""
    swapped = str.maketrans("EW", "WE")
    return FACE_OF[mask_of(pair.translate(swapped) for pair in pairs_of(mask))]


#: What becomes of the faces by number. The net is never shown a mirrored photo as such, but a
#: mirrored look is as good as another one once its answer is mirrored back.
FACE_PERMUTATION = LabelPermutation(
    np.array([[0, *(FACE_OF[turned_mask(m, q)] for m in FACE_MASKS[1:])] for q in range(4)]),
    np.array([0, *(_mirrored_face(mask) for mask in FACE_MASKS[1:])]),
)

#: The look that is always taken, and those after it. On the photos of the contract's folder these
#: three do as well as all seven others.
_FIRST = Symmetry()
_MORE = (Symmetry(1, True), Symmetry(2), Symmetry(3, True))


@dataclass(frozen=True)
class CellReadings:
    """Probabilities for the grid with its border; row and column 0..13 as in the rules.

    `faces` (14, 14, 35) of every look, summing to one; `sign` (14, 14); `trams` (14, 14, 6) by
    line; `occlusion` (14, 14) the share of the cell that something foreign hides.
    """

    faces: Float
    sign: Float
    trams: Float
    occlusion: Float


class CellReader:
    """Reads the cells of a board whose place in the photo is known."""

    def __init__(self, net: Forward, tram_net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits
        self._tram_net = tram_net

    def read_grid(self, grid: Image) -> CellReadings:
        """The readings of a straightened picture (448, 448, 3 uint8 BGR)."""
        return readings_of(self.logits(grid), self.tram_logits(grid), self._limits)

    def at_a_glance(self, grid: Image) -> CellReadings:
        """The same after one look: for those who look closely at doubtful cells themselves."""
        return readings_of(self._look(grid, _FIRST), self.tram_logits(grid), self._limits)

    def tram_logits(self, grid: Image) -> Float:
        """(14, 14, 6) what the tram net says of a straightened picture. Trams are told by their
        colour, so this net is apart: the other one learns to see past colours."""
        out = self._tram_net(to_nchw(grid[None]))[0].transpose(1, 2, 0)
        return np.asarray(out, np.float64)

    def logits(self, grid: Image) -> Float:
        """(14, 14, CHANNELS) what the net says of a straightened picture, after as many looks as
        it takes."""
        first = self._look(grid, _FIRST)
        if not _doubtful(first, self._limits):
            return first
        return np.asarray(np.mean([first, *(self._look(grid, one) for one in _MORE)], axis=0))

    def _look(self, grid: Image, symmetry: Symmetry) -> Float:
        """(14, 14, CHANNELS) logits of the grid transformed, told in its own frame."""
        told = look(self._net, grid[None], symmetry, FACE_PERMUTATION)[0]
        return np.asarray(told, np.float64)


def readings_of(logits: Float, tram_logits: Float, limits: Limits = LIMITS) -> CellReadings:
    """Logits (14, 14, CHANNELS) and (14, 14, 6) as probabilities."""
    sign = sigmoid(calibrate(logits[..., SIGN], limits.sign_temperature, SIGN_WEIGHT))
    trams = sigmoid(calibrate(tram_logits, limits.tram_temperature, TRAM_WEIGHT * TRAM_PLENTY))
    covered = np.maximum(sign, trams.max(-1))[..., None]
    less_sure = (limits.covered_temperature - limits.face_temperature) * covered
    faces = logits[..., :FACES] / (limits.face_temperature + less_sure)
    return CellReadings(
        faces=softmax(faces), sign=sign, trams=trams, occlusion=sigmoid(logits[..., COVER])
    )


def _doubtful(logits: Float, limits: Limits) -> bool:
    """Whether any cell of the grid is worth another look."""
    found = readings_of(logits, np.full((*logits.shape[:2], LINES), -30.0), limits)
    inside = (slice(1, CELLS_SHOWN - 1),) * 2
    sure = found.faces[inside].max(-1).min() > limits.grid_sure
    return not (sure and np.maximum(found.sign, 1 - found.sign).min() > limits.grid_sure)
