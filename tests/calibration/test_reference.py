"""A learnt board is found again in play, and no other board is taken for it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography, NoFit
from calibration.reference import Locked, Reference, learn_reference, lock
from tests.calibration.tables import empty, shot, table

GRID = np.array([(x, y) for x in range(0, 13, 3) for y in range(0, 13, 3)], np.float64)


def learnt(seed: int) -> Reference:
    """The empty board of a table, photographed nearly from above."""
    photo = shot(empty(table(seed)), seed, 8.0)
    found = learn_reference(
        photo.image, Homography(photo.board_to_photo), (-1.0, -1.0), (14.0, 14.0)
    )
    assert isinstance(found, Reference)
    return found


@pytest.mark.parametrize(
    ("seed", "cover"), [(5001, True), pytest.param(5012, False, marks=pytest.mark.slow)]
)
def test_the_board_is_found_in_a_game(seed: int, cover: bool) -> None:
    """Aslant, under another lamp, with tiles on it and a hand over it."""
    photo = shot(table(seed), seed + 100, 32.0, cover)
    found = lock(learnt(seed), photo.image)
    assert isinstance(found, Locked)
    back = Homography(photo.board_to_photo).inverse()(found.board_to_photo(GRID))
    assert np.linalg.norm(back - GRID, axis=1).max() < 0.1
    assert found.residual < 0.06


def test_another_board_is_not_taken_for_it() -> None:
    """A stale reference is noticed: other prints give no fit."""
    photo = shot(table(5007), 5007, 15.0)
    assert isinstance(lock(learnt(5012), photo.image), NoFit)


def test_a_bare_sheet_cannot_be_learnt() -> None:
    """Nor does a picture without details show any board."""
    bare = np.full((300, 400, 3), 90, np.uint8)
    found = learn_reference(bare, Homography(np.diag([20.0, 20.0, 1.0])), (0.0, 0.0), (12.0, 12.0))
    assert isinstance(found, NoFit)
    assert "too little" in found.reason
    lost = lock(learnt(5012), bare)
    assert isinstance(lost, NoFit)
    assert "few details" in lost.reason
