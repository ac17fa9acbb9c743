"""The Rouge picture maker tells the truth about its pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tests.render.rouge.photo import RougePhoto, random_photo, random_table, render

SIZE = (480, 360)


@pytest.fixture(scope="module")
def photos() -> list[RougePhoto]:
    """A few pictures nobody chose."""
    return [random_photo(seed, SIZE) for seed in range(300, 306)]


def test_the_same_seed_gives_the_same_picture() -> None:
    """A photograph is a function of its seed."""
    one, other = random_photo(7, SIZE), random_photo(7, SIZE)
    assert np.array_equal(one.image, other.image)
    assert one.cells == other.cells


def test_every_ring_has_eight_hollows_a_step_apart(photos: list[RougePhoto]) -> None:
    """Hollows lie 45 degrees apart, clockwise, on their ring's face."""
    for photo in photos:
        back = np.linalg.inv(photo.homography)
        for ring in range(3):
            own = [c for c in photo.cells if c.ring == ring]
            at = np.column_stack([[c.foot_xy for c in own], np.ones(8)]) @ back.T
            angles = np.degrees(np.arctan2(at[:, 1], at[:, 0]))
            assert len(own) == 8
            steps = (angles - photo.phases_deg[ring] - 45 * np.arange(8) + 180) % 360 - 180
            # A ring of another height lies beside the plane that the homography is of.
            assert np.abs(steps).max() < 3


def test_a_pawn_changes_the_picture_where_its_truth_says() -> None:
    """Next to its foot the picture with a pawn differs most from the one without."""
    table = random_table(12, SIZE)
    colour = next(iter(table.pawns.colours))
    phases = (10.0, 12.0, 11.0)
    bare = render(table, {}, phases_deg=phases, hand=False)
    one = render(table, {(2, 3): colour}, phases_deg=phases, hand=False)
    changed = np.abs(one.image.astype(int) - bare.image).sum(2)
    cell = next(c for c in one.cells if c.colour is not None)
    y, x = np.unravel_index(np.argmax(changed), changed.shape)
    assert (cell.ring, cell.index) == (2, 3)
    assert np.hypot(x - cell.middle_xy[0], y - cell.middle_xy[1]) < 6 * cell.radius_px


def test_a_hand_hides_what_it_covers() -> None:
    """Hollows under the hand are not visible, and only those."""
    table = random_table(12, SIZE)
    free, hidden = (render(table, {}, shot_seed=3, hand=hand) for hand in (False, True))
    assert not free.covered.any()
    assert hidden.covered.any()
    for cell in hidden.cells:
        x, y = (round(v) for v in cell.foot_xy)
        if 0 <= x < SIZE[0] and 0 <= y < SIZE[1] and hidden.covered[y, x]:
            assert cell.visible < 0.95
    assert min(c.visible for c in free.cells) > 0.5


def test_turning_a_ring_moves_its_pawns_only() -> None:
    """The other rings' truth stays."""
    table = random_table(12, SIZE)
    colour = next(iter(table.pawns.colours))
    cells = {(0, 0): colour, (1, 0): colour}
    before = render(table, cells, phases_deg=(0.0, 0.0, 0.0), hand=False)
    after = render(table, cells, phases_deg=(0.0, 45.0, 0.0), hand=False)
    for a, b in zip(before.cells, after.cells, strict=True):
        assert (a.foot_xy == b.foot_xy) == (a.ring != 1)
