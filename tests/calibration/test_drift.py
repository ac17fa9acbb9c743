"""A pushed board is noticed; light, hands and laid tiles are no movement."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.drift import (
    Changed,
    Drift,
    EarlierLook,
    _strength,
    detail_of,
    drift_since,
    earlier_look_of,
)
from calibration.homography import Homography
from tests.calibration.tables import empty, shot, table
from tests.render.linie1.photo import Photo

SEED = 5012


@cache
def before() -> Photo:
    """The empty board."""
    return shot(empty(table(SEED)), SEED, 15.0)


@cache
def later() -> Photo:
    """The same camera, with tiles on the board."""
    return shot(table(SEED), SEED, 15.0)


@cache
def still() -> EarlierLook:
    """What is remembered of the empty board."""
    board = Homography(before().board_to_photo)
    return earlier_look_of(
        detail_of(before().image), board(np.array([[-1, -1], [13, -1], [13, 13], [-1, 13.0]]))
    )


def shifted(image: np.ndarray, x: float, y: float) -> np.ndarray:
    """The picture moved by so many pixels."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return cv2.warpAffine(image, matrix, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def drift(image: np.ndarray) -> Drift:
    """The movement, where it can be told."""
    found = drift_since(still(), detail_of(image))
    assert isinstance(found, Drift)
    return found


def test_tiles_laid_are_no_movement() -> None:
    """The board stands still while a game is played on it."""
    assert drift(later().image).pixels < 0.6


@pytest.mark.parametrize("push", [(1.5, 0.0), (0.0, -4.0), (9.0, 7.0)])
def test_a_push_is_measured(push: tuple[float, float]) -> None:
    """To half a pixel, from less than a tenth of a cell on."""
    found = drift(shifted(before().image, *push))
    assert found.pixels == pytest.approx(np.hypot(*push), abs=0.5)


def test_a_turn_is_measured_at_the_corner_that_moved_most() -> None:
    """One degree about the middle of the picture."""
    image = before().image
    turn = cv2.getRotationMatrix2D((512, 384), 1.0, 1.0)
    outline = still().outline_xy / still().scale
    truth = np.linalg.norm(outline @ turn[:, :2].T + turn[:, 2] - outline, axis=1).max()
    found = drift(cv2.warpAffine(image, turn, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))
    assert found.pixels == pytest.approx(truth, rel=0.15)


def test_light_is_no_movement() -> None:
    """A lamp switched off, or a shadow over half the table."""
    dark = (before().image * 0.4).astype(np.uint8)
    half = before().image.copy()
    half[:, 500:] = (half[:, 500:] * 0.5).astype(np.uint8)
    assert drift(dark).pixels < 0.6
    assert drift(half).pixels < 0.6


def test_another_table_is_a_change() -> None:
    """Nothing is said of how far, and a picture of another size cannot be compared."""
    other = shot(table(5007), 5007, 15.0)
    assert isinstance(drift_since(still(), detail_of(other.image)), Changed)
    assert isinstance(drift_since(still(), detail_of(other.image[:-8])), Changed)


@pytest.mark.parametrize("seed", range(20))
def test_where_detail_ends_its_strength_is_a_number(seed: int) -> None:
    """A flat table beside strong texture: rounding leaves less than nothing there."""
    rng = np.random.default_rng(seed)
    fine = np.zeros((200, 300), np.float32)
    fine[:, :100] = rng.normal(0, 10 ** rng.uniform(-3, 5), (200, 100))
    strength = _strength(fine)
    assert np.isfinite(strength).all()
    assert (strength[:, 150:] < 1e-3 + 1e-6 * strength.max()).all()
