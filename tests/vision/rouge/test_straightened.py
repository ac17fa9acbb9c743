"""Parts of a straightened board are what the whole of it shows there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from vision.rouge.board.pose import straightened, straightened_parts

SIDE, VIEW = 200, 40
#: A board looked at askew, photo to straightened picture.
ASKEW = Homography(np.array([[0.5, 0.08, -20.0], [-0.05, 0.6, 10.0], [1e-4, 2e-4, 1.0]]))
CLOSE = [(60, 60), (75, 66), (66, 80)]
SCATTERED = [(0, 0), (160, 0), (80, 160)]


@pytest.mark.parametrize("corners", [CLOSE, SCATTERED])
def test_parts_show_what_the_whole_shows(corners: list[tuple[int, int]]) -> None:
    """Near each other they are cut from one picture, far apart each is made alone."""
    noise = np.random.default_rng(2).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    photo = np.asarray(cv2.GaussianBlur(noise, (0, 0), 4), np.uint8)
    whole = straightened(photo, ASKEW, SIDE).astype(int)
    parts = straightened_parts(photo, ASKEW, SIDE, np.array(corners), VIEW)
    assert np.ptp(parts) > 20
    for part, (x, y) in zip(parts, corners, strict=True):
        # Places of pixels are rounded to a 32nd.
        assert np.abs(part - whole[y : y + VIEW, x : x + VIEW]).max() <= 2
