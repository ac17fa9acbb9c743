"""A tall pawn seen at a slant covers the hollow behind it, which need not hold a pawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from vision.reader import Image
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.covering import behind, unless_covered

#: Pixels to a board's radius and of a picture's side, a hollow's radius, and BGR of ring and pawn.
RADIUS, SIDE, HOLLOW = 200.0, 520, 0.06
RING, BLUE = (60, 60, 150), (130, 70, 40)
#: A hollow of the inner ring, and the one of the middle ring straight before it.
FEET = np.array([[0.0, 0.37], [0.01, 0.62]])


def table(*tops: float, slant: float = 1.8) -> tuple[Image, BoardPose]:
    """A board where a peg stands in each hollow, from its foot to such a height in the picture;
    none where that is 0."""
    image: Image = np.full((SIDE, SIDE, 3), RING, np.uint8)
    matrix = np.array([[RADIUS, 0, SIDE / 2], [0, RADIUS, SIDE / 2], [0, 0, 1.0]])
    pose = BoardPose(Homography(matrix), np.array([0.0, -slant]))
    for (x, y), top in zip(FEET, tops, strict=True):
        ends = [tuple(map(round, pose.to_photo(np.array([[x, at]]))[0])) for at in (y, y - top)]
        if top:
            cv2.line(image, ends[0], ends[1], BLUE, 18)
    return image, pose


def covered(*tops: float, slant: float = 1.8) -> np.ndarray:
    """(2, 2) whether the body in one hollow may be what is seen at another."""
    image, pose = table(*tops, slant=slant)
    return behind(image, pose, FEET, HOLLOW, LIMITS)


def test_a_body_that_reaches_over_the_next_hollow_covers_it() -> None:
    """Film 69: one blue peg at a slant of sixty degrees, told as two, surely."""
    assert covered(0.0, 0.3).tolist() == [[False, True], [False, False]]


def test_two_pawns_apart_are_two() -> None:
    """Low ones in hollows one behind the other, with the ring's face between them."""
    assert not covered(0.1, 0.1).any()


def test_from_above_no_pawn_reaches_so_far() -> None:
    """Pawns of their ring's colour are of one piece with it."""
    assert not covered(0.0, 0.3, slant=0.5).any()


def test_what_a_clear_pawn_covers_is_told_of_nobody() -> None:
    """As sure as the nets are; but another colour stands there itself, and bare is bare."""
    over = np.array([[False, True], [False, False]])
    blue, red = np.eye(len(COLOURS))[[COLOURS.index("blue"), COLOURS.index("red")]]
    told = [
        unless_covered(np.array([back, front]), np.array([name, blue]), over, LIMITS)[0]
        for back, front, name in (
            (1.0, 1.0, blue),
            (1.0, 0.6, blue),
            (1.0, 1.0, red),
            (0.1, 1, blue),
        )
    ]
    assert told == pytest.approx([0.5, 1.0, 1.0, 0.1])
