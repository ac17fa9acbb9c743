"""Which side of a board is north: the print says.

Two small nets read the letters of the twelve locations and the digits (or colours) of the twelve
termini. Each is weak in a small photo; their scores add up over the board for each of the four
quarter turns. That a letter stands upright in the photo says nothing: boards lie anyhow.
"""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from rules.games.linie1.places import LETTERS
from vision.linie1.board.pose import QUARTERS
from vision.linie1.board.print_points import (
    LETTER_OF,
    LINE_OF,
    LOCATIONS,
    OUTWARD,
    TERMINUS_MIDDLES,
)
from vision.linie1.board.rectify import rectified
from vision.linie1.limits import LIMITS, Limits
from vision.nn.arrays import Float, Indices, Mask, Pixels, Points, to_nchw
from vision.nn.calibration import calibrate, softmax
from vision.nn.symmetries import Forward
from vision.reader import Image

#: Pixels of a cell in the letters' patches, and their side.
LETTER_PX, LETTER_SIDE = 40, 48

#: Pixels of a cell in the digits' patches; their sides along the board and away from it; how far
#: they reach into the grid, all in pixels.
DIGIT_PX, DIGIT_WIDE, DIGIT_DEEP, DIGIT_IN = 32, 96, 48, 6

#: Border of the straightened picture that the digits are cut from, cells.
_BORDER = 1.5


def _expected(points: Points, names: tuple[int, ...]) -> Indices:
    """(4, 12): the name expected at each point if the true frame is this one turned k quarters
    clockwise."""
    rows = []
    for matrix in QUARTERS:
        back = Homography(np.linalg.inv(matrix))(points)
        nearest = np.linalg.norm(back[:, None] - points[None], axis=-1).argmin(1)
        rows.append([names[i] for i in nearest])
    return np.array(rows)


#: Index of the letter (in `LETTERS`) at each of `LOCATIONS`, and of the line (0..5) at each
#: terminus, for the four turns.
EXPECTED_LETTER = _expected(LOCATIONS, tuple(LETTERS.index(name) for name in LETTER_OF))
EXPECTED_LINE = _expected(TERMINUS_MIDDLES, tuple(line - 1 for line in LINE_OF))


def letter_patches(image: Image, board: Homography) -> Pixels:
    """(12, 48, 48, 3) uint8 BGR: the locations, in the order of `LOCATIONS`."""
    sheet = rectified(image, board, LETTER_PX)
    corners = np.round((LOCATIONS + 1) * LETTER_PX - LETTER_SIDE / 2).astype(int)
    return np.stack([sheet[y : y + LETTER_SIDE, x : x + LETTER_SIDE] for x, y in corners])


def digit_patches(image: Image, board: Homography) -> Pixels:
    """(12, 48, 96, 3) uint8 BGR: the termini, each with the grid at its lower edge."""
    sheet = rectified(image, board, DIGIT_PX, _BORDER)
    patches = []
    for middle, out in zip(TERMINUS_MIDDLES, OUTWARD, strict=True):
        quarters = int(np.round(np.arctan2(out[0], -out[1]) / (np.pi / 2))) % 4
        turned = np.rot90(sheet, quarters)  # anticlockwise, so that `out` points up
        across = middle[1] if out[0] else middle[0]
        if quarters in (2, 3):
            across = 12 - across
        if quarters == 1:
            across = middle[1]
        x = round((across + _BORDER) * DIGIT_PX - DIGIT_WIDE / 2)
        y = round(_BORDER * DIGIT_PX) + DIGIT_IN - DIGIT_DEEP
        patches.append(turned[y : y + DIGIT_DEEP, x : x + DIGIT_WIDE])
    return np.stack(patches)


def in_view(points: Points, image: Image, board: Homography) -> Mask:
    """Which (N, 2) board points lie in the photo."""
    pixels = board(points)
    return np.asarray(((pixels >= 0) & (pixels < image.shape[1::-1])).all(1))


class Orientation:
    """Reads the print."""

    def __init__(self, letters: Forward, digits: Forward) -> None:
        self._letters = letters
        self._digits = digits

    def scores(self, image: Image, board: Homography) -> Float:
        """(4,) summed logits of the four quarter turns clockwise."""
        total = np.zeros(4)
        places = np.arange(12)
        for net, cut, points, expected in (
            (self._letters, letter_patches, LOCATIONS, EXPECTED_LETTER),
            (self._digits, digit_patches, TERMINUS_MIDDLES + 0.4 * OUTWARD, EXPECTED_LINE),
        ):
            logits = net(to_nchw(cut(image, board))).astype(np.float64)
            seen = in_view(points, image, board)
            total += (logits[places, expected] * seen).sum(1)
        return total

    def turns(
        self, image: Image, board: Homography, limits: Limits = LIMITS
    ) -> tuple[float, float, float, float]:
        """Probabilities that the true frame is `board` turned 0, 1, 2, 3 quarters clockwise."""
        scores = calibrate(self.scores(image, board), limits.top_temperature)
        shares = softmax(scores) * (1 - 4 * limits.least_turn) + limits.least_turn
        return (float(shares[0]), float(shares[1]), float(shares[2]), float(shares[3]))
