"""What the closer look is shown of a hollow."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.homography import Homography
from vision.reader import Image
from vision.rouge.board.pose import BoardPose, Points
from vision.rouge.pawns.cells import (
    CHANNELS,
    PLAIN_CHANNELS,
    VIEW,
    in_the_mirror,
    plain_views,
    with_faint,
)

#: Pixels of a square photo's side; the board's middle is its own.
SIDE = 801
#: Feet in the middle of a view's pixels, in the near view as in the far one.
FEET = np.array([[0.0, 0.0], [0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]])


@pytest.fixture
def pose() -> BoardPose:
    """A board seen from above, 300 pixels in radius."""
    middle = (SIDE - 1) / 2
    plane = np.array([[300.0, 0, middle], [0, 300.0, middle], [0, 0, 1]])
    return BoardPose.of(Homography(plane), (SIDE, SIDE))


def _views(photo: Image, pose: BoardPose, feet: Points) -> NDArray[np.float32]:
    return with_faint(plain_views(photo, pose, feet))


def _grey(level: int) -> Image:
    return np.full((SIDE, SIDE, 3), level, np.uint8)


def test_the_mirror_shows_what_a_mirrored_photo_shows(pose: BoardPose) -> None:
    """Every part of a view is swapped, those of the right columns for those of the left."""
    noise = np.random.default_rng(4).integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8)
    photo = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    mirrored = np.ascontiguousarray(photo[:, ::-1])
    seen = _views(photo, pose, FEET)
    other = _views(mirrored, pose, FEET * (-1, 1))
    assert seen.shape == (len(FEET), CHANNELS, VIEW, VIEW)
    assert np.abs(in_the_mirror(seen) - other).max() < 0.1
    assert np.abs(seen - other).max() > 0.5


@pytest.mark.parametrize("level", [40, 128, 236])
def test_a_faint_rim_is_made_strong(pose: BoardPose, level: int) -> None:
    """Four levels of 255 are hardly anything beside a lamp's light, and plain to see once they are
    compared with the ring; in a dark ring as in a burnt-out one."""
    photo = _grey(level)
    middle = (SIDE - 1) // 2
    cv2.circle(photo, (middle, middle), 20, (level - 4,) * 3, 3)
    hollow = _views(photo, pose, FEET[:1])[0]
    plain, strong = hollow[:12], hollow[PLAIN_CHANNELS:]
    assert np.ptp(plain) < 0.02
    assert np.ptp(strong) > 0.09


def test_a_strong_difference_stays_in_bounds(pose: BoardPose) -> None:
    """A black pawn in a white ring is no more than black."""
    photo = _grey(255)
    middle = (SIDE - 1) // 2
    cv2.circle(photo, (middle, middle), 15, (0, 0, 0), -1)
    hollow = _views(photo, pose, FEET[:1])
    assert 0 <= hollow.min() < 0.1
    assert hollow.max() <= 1


def test_a_nearer_look_shows_a_hollow_larger(pose: BoardPose) -> None:
    """Looked at from twice as near, a spot of 8 pixels is seen as one of 16 is as a rule, wherever
    on the board it lies."""
    at = np.array([[0.0, 0.0], [0.6, -0.6]])
    photos = [_grey(90), _grey(90)]
    for photo, radius in zip(photos, (8, 16), strict=True):
        for x, y in pose.to_photo(at):
            cv2.circle(photo, (round(x), round(y - radius / 8 * 6)), radius, (200, 40, 10), -1)
    near = plain_views(photos[0], pose, at, 2.0)[:, :12]
    usual = plain_views(photos[1], pose, at)[:, :12]
    assert np.abs(near - usual).mean() < 0.01
    assert np.abs(near - plain_views(photos[0], pose, at)[:, :12]).mean() > 0.02
