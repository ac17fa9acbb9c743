"""Parts of a photo at another scale, and the way back to the photo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from vision.nn.arrays import Pixels
from vision.nn.resample import (
    Patch,
    at_most,
    cut_square,
    quad_area_side,
    square_round,
    translation,
    whole,
)


def _ramps(width: int, height: int) -> Pixels:
    """A picture whose blue tells x and whose green tells y."""
    ys, xs = np.mgrid[0:height, 0:width]
    return np.stack([xs, ys, np.zeros_like(xs)], axis=-1).astype(np.uint8)


CHANGES: dict[str, Callable[[Patch], Patch]] = {
    "cut": lambda patch: patch,
    "resized": lambda patch: patch.resized((50, 25)),
    "scaled": lambda patch: patch.scaled(0.4),
    "enlarged": lambda patch: patch.scaled(2.5),
    "halved twice": lambda patch: patch.halved().halved(),
    "in multiples": lambda patch: patch.in_multiples(0.7, 16),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_pixels_know_where_they_lie_in_the_photo(change: Callable[[Patch], Patch]) -> None:
    """What a pixel away from the rim shows is what the photo shows at its place."""
    patch = change(Patch.cut(_ramps(250, 200), np.array([30, 40]), np.array([231, 141])))
    w, h = patch.size_wh
    x, y = w // 3, h // 2
    place = patch.to_photo(np.array([[x, y]], np.float64))
    assert patch.image[y, x, :2] == pytest.approx(place[0], abs=0.8)
    assert patch.from_photo(place) == pytest.approx(np.array([[x, y]]))
    lifted = patch.matrix @ (x, y, 1)
    assert lifted[:2] == pytest.approx(place[0])


def test_a_part_outside_the_photo_is_its_nearest_rim() -> None:
    """A place beyond the border gives a picture all the same, never an error."""
    beyond = Patch.around(_ramps(40, 30), np.array([[90.0, 10], [95, 12]]), 2)
    assert min(beyond.size_wh) >= 2
    assert beyond.warped(translation(-90, -10), (4, 4)).shape == (4, 4, 3)
    assert (beyond.image[..., 0] >= 38).all()


def test_a_straight_view_shows_the_photo_through_the_map() -> None:
    """The map is told in pixels of the photo, whatever the patch was cut and halved to."""
    photo = _ramps(200, 160)
    patch = Patch.around(photo, np.array([[40.0, 40], [140, 120]])).halved_to(2.5)
    seen = patch.warped(np.diag([0.25, 0.25, 1.0]) @ translation(-60, -60), (16, 12))
    assert seen[6, 8, :2] == pytest.approx([60 + 4 * 8, 60 + 4 * 6], abs=1)


def test_large_pictures_are_made_smaller_and_small_ones_left() -> None:
    """The longest side is at most what is wanted."""
    assert at_most(_ramps(200, 100), 50).size_wh == (50, 25)
    photo = _ramps(40, 30)
    assert at_most(photo, 50).image is photo
    assert whole(photo).matrix == pytest.approx(np.eye(3))


def test_the_side_of_a_quad_is_the_root_of_its_area() -> None:
    """Whichever way its corners run."""
    corners = np.array([[0.0, 0], [9, 0], [9, 4], [0, 4]])
    assert quad_area_side(corners) == pytest.approx(6)
    assert quad_area_side(corners[::-1]) == pytest.approx(6)


@pytest.mark.parametrize("size_hw", [(1, 9000), (9000, 1), (3, 4000)])
def test_a_line_of_pixels_stays_one(size_hw: tuple[int, int]) -> None:
    """A picture one pixel wide can be made smaller like any other."""
    image = np.zeros((*size_hw, 3), np.uint8)
    smaller = at_most(image, 320)
    assert min(smaller.size_wh) == 1
    assert max(smaller.size_wh) == 320


def test_the_way_into_a_part_is_the_way_out_of_it_undone() -> None:
    """Points of the photo come to the part as by `from_photo`."""
    part = Patch.cut(_ramps(80, 60), np.array([10, 20]), np.array([50, 60])).scaled(0.5)
    spot = np.array([33.0, 41.0, 1.0])
    np.testing.assert_allclose((part.inverse @ spot)[:2], part.from_photo(spot[None, :2])[0])


def test_a_square_round_an_outline_holds_it_and_is_cut_out() -> None:
    """Its middle is the outline's; what is cut out begins at its first corner."""
    outline = np.array([(20, 30), (40, 26), (50, 38), (30, 42)], np.float64)
    square = square_round(outline)
    np.testing.assert_allclose(square, [(20, 19), (50, 19), (50, 49), (20, 49)])
    np.testing.assert_allclose(square_round(outline, 2.0).mean(0), outline.mean(0))
    seen = cut_square(_ramps(80, 60), square, 30)
    assert seen.shape == (30, 30, 3)
    np.testing.assert_allclose(seen[0, 0, :2], (20, 19), atol=1)
