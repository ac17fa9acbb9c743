"""Pictures for pages."""

from __future__ import annotations

import numpy as np
import pytest

from server.views.pictures.imaging import scaled


@pytest.mark.parametrize("wide", [1001, 1280, 1400, 1428, 1500, 1999, 4000])
def test_a_smaller_picture_leaves_no_pixel_out(wide: int) -> None:
    """A line of one pixel is in it wherever it lies, however the picture is made smaller."""
    for column in range(wide // 2, wide // 2 + 9):
        image = np.zeros((4, wide, 3), np.uint8)
        image[:, column] = 255
        small = scaled(image, 1000)
        assert small.shape[1] == 1000
        assert small.max() >= 20, column
