"""Quarter turns: the frames, what the print must say in each, and the patches it is read from."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.games.linie1.places import (
    LETTERS,
    LOCATION_AT,
    TERMINUS_AT,
    index_of,
    spot_of,
)
from tests.rules.linie1.tables import turned
from vision.linie1.board.orientation import (
    DIGIT_DEEP,
    DIGIT_WIDE,
    EXPECTED_LETTER,
    EXPECTED_LINE,
    LETTER_SIDE,
    Orientation,
    digit_patches,
    letter_patches,
)
from vision.linie1.board.pose import QUARTERS, BoardPose
from vision.linie1.board.print_points import LOCATIONS, OUTWARD, TERMINUS_MIDDLES

#: Board to a picture of 700 by 700 pixels, 40 a cell.
BOARD = Homography(np.array([[40.0, 0, 110], [0, 40.0, 110], [0, 0, 1]]))


def test_four_quarters_make_a_whole_turn() -> None:
    """And one quarter clockwise takes the frame's east to the old south."""
    pose = BoardPose(BOARD, 0.0, (0.7, 0.1, 0.15, 0.05))
    once = pose.turned(1)
    assert once.turns == (0.1, 0.15, 0.05, 0.7)
    np.testing.assert_allclose(
        once.board_to_photo(np.array([[12.0, 6.0]])), BOARD(np.array([[6.0, 12.0]])), atol=1e-9
    )
    back = pose.turned(1).turned(2).turned(1)
    np.testing.assert_allclose(back.board_to_photo.matrix, BOARD.matrix, atol=1e-9)
    assert back.turns == pose.turns


@pytest.mark.parametrize("k", range(4))
def test_expected_print_is_that_of_the_turned_board(k: int) -> None:
    """The letter at a point, if the true frame is turned k quarters clockwise, is what the rules'
    own turning of places says."""
    for i, at in enumerate(LOCATION_AT):
        # A place of this frame has other coordinates in the frame that is turned clockwise: it
        # moves anticlockwise.
        true = turned(spot_of(at // 14, at % 14), -k)
        assert LETTERS[EXPECTED_LETTER[k, i]] == LOCATION_AT[index_of(true)]
    for i, (middle, out) in enumerate(zip(TERMINUS_MIDDLES, OUTWARD, strict=True)):
        x, y = middle + 0.5 * out + 0.5  # a point of the border, right on a cell's corner
        spot = turned(spot_of(round(y + 0.49 * (out[0] != 0)), round(x + 0.49 * (out[1] != 0))), -k)
        assert TERMINUS_AT[index_of(spot)].line == EXPECTED_LINE[k, i] + 1


def test_patches_show_what_they_are_named_after() -> None:
    """Each location's patch is that cell; each terminus' patch has the grid below."""
    image = np.zeros((700, 700, 3), np.uint8)
    for i, (x, y) in enumerate(BOARD(LOCATIONS)):
        image[int(y) - 16 : int(y) + 16, int(x) - 16 : int(x) + 16] = 20 * (i + 1)
    for i, (x, y) in enumerate(BOARD(TERMINUS_MIDDLES + 0.5 * OUTWARD)):
        image[int(y) - 8 : int(y) + 8, int(x) - 8 : int(x) + 8, 1] = 20 * (i + 1)
    letters, digits = letter_patches(image, BOARD), digit_patches(image, BOARD)
    assert letters.shape == (12, LETTER_SIDE, LETTER_SIDE, 3)
    assert digits.shape == (12, DIGIT_DEEP, DIGIT_WIDE, 3)
    for i in range(12):
        middle = LETTER_SIDE // 2
        assert letters[i, middle, middle, 0] == 20 * (i + 1)
        # Half a cell out of the grid: above the lower edge by that and what shows of the grid.
        assert digits[i, DIGIT_DEEP - 6 - 16, DIGIT_WIDE // 2, 1] == 20 * (i + 1)


class _Right:
    """A net that reads letters or digits off patches whose grey level names them."""

    def __init__(self, names: int, expected: np.ndarray, turn: int, strength: float) -> None:
        self._answer = np.zeros((12, names), np.float32)
        self._answer[np.arange(12), expected[turn]] = strength

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        return self._answer


@pytest.mark.parametrize("turn", range(4))
def test_the_sum_of_weak_marks_decides(turn: int) -> None:
    """Marks that each say little together say it surely; no turn is ever quite excluded."""
    letters = _Right(12, EXPECTED_LETTER, turn, 0.8)
    digits = _Right(6, EXPECTED_LINE, turn, 0.8)
    image = np.zeros((700, 700, 3), np.uint8)
    turns = Orientation(letters, digits).turns(image, BOARD)  # type: ignore[arg-type]
    assert int(np.argmax(turns)) == turn
    assert turns[turn] > 0.99
    assert min(turns) > 0
    assert sum(turns) == pytest.approx(1.0)


def test_marks_out_of_the_picture_say_nothing() -> None:
    """With the whole board outside, all turns are alike."""
    letters = _Right(12, EXPECTED_LETTER, 1, 5.0)
    digits = _Right(6, EXPECTED_LINE, 1, 5.0)
    image = np.zeros((100, 100, 3), np.uint8)
    turns = Orientation(letters, digits).turns(image, BOARD)  # type: ignore[arg-type]
    assert turns == pytest.approx((0.25,) * 4)


def test_quarters_keep_the_grid() -> None:
    """A quarter turn maps the grid's corners onto each other."""
    corners = np.array([(0, 0), (12, 0), (12, 12), (0, 12.0)])
    for k, matrix in enumerate(QUARTERS):
        np.testing.assert_allclose(Homography(matrix)(corners), np.roll(corners, -k, 0), atol=1e-9)
