"""Equal squares are found on a table, exactly, and read row by row."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.homography import NoFit
from calibration.outlines import SquareOutline
from calibration.squares import (
    Square,
    _colours,
    find_squares,
    in_rows,
    rectified,
)
from tests.calibration.set_photo import SetPhoto, set_photo

REAL = Path(__file__).parents[3] / "shared/photos/real/linie1_twelve_tile_types.jpg"


def corner_error(square: Square, truth: np.ndarray) -> float:
    """The worst corner's distance in sides, whichever corner is named first."""
    off = [np.abs(np.roll(square.corners_xy, k, axis=0) - truth).max() for k in range(4)]
    return float(min(off)) / square.side_px


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 12])
def test_twelve_tiles_are_found_in_their_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On rendered tables of any look, to a twentieth of a side, in the order they were laid. Each
    outline is measured once, however many groups it is weighed for: a grained table has hundreds.
    """
    measured: list[SquareOutline] = []

    def counted(small: np.ndarray, outline: SquareOutline) -> np.ndarray:
        measured.append(outline)
        return _colours(small, outline)

    monkeypatch.setattr("calibration.squares._colours", counted)
    photo: SetPhoto = set_photo(seed, (1000, 750))
    found = find_squares(photo.image)
    assert not isinstance(found, NoFit)
    assert len(found) == 12
    errors = [corner_error(s, c) for s, c in zip(found, photo.corners_xy, strict=True)]
    assert max(errors) < 0.06
    assert len(measured) == len({id(outline) for outline in measured}) >= 12


def test_a_bare_table_has_no_squares() -> None:
    """What is plain is said to be so."""
    noise = np.random.default_rng(3).normal(120, 4, (400, 600, 3))
    found = find_squares(noise.clip(0, 255).astype(np.uint8))
    assert isinstance(found, NoFit)
    assert "stand out" in found.reason


def square_at(x: float, y: float, turn: float = 0.0) -> Square:
    """A square of side 40."""
    c, s = np.cos(turn), np.sin(turn)
    unit = np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]]) @ np.array([[c, s], [-s, c]])
    return Square(unit + np.array([x, y]))


@pytest.mark.parametrize("turn", [-0.3, 0.0, 0.3])
def test_rows_follow_the_tiles_also_when_they_slant(turn: float) -> None:
    """Two rows of six, turned as a whole, are read like lines of text."""
    c, s = np.cos(turn), np.sin(turn)
    laid = [
        square_at(400 + c * x - s * y, 300 + s * x + c * y, turn)
        for y in (0, 70)
        for x in range(0, 360, 60)
    ]
    mixed = [laid[k] for k in np.random.default_rng(1).permutation(12)]
    middles = [tuple(square.middle_xy) for square in in_rows(mixed)]
    np.testing.assert_allclose(middles, [tuple(square.middle_xy) for square in laid])


def test_a_square_is_laid_straight() -> None:
    """A slanted square fills the straightened picture, with its first corner at the top left."""
    image = np.full((200, 300, 3), 30, np.uint8)
    corners = np.array([[100, 40], [180, 60], [160, 140], [80, 120]], np.float64)
    cv2.fillConvexPoly(image, corners.astype(np.int32), (200, 180, 160))
    cv2.circle(image, (108, 50), 5, (0, 0, 255), -1)
    flat = rectified(image, Square(corners), 64)
    assert flat.shape == (64, 64, 3)
    assert (flat[6:-6, 16:-6] == (200, 180, 160)).all()
    assert flat[10:, 10:, 0].min() > 100
    assert flat[5, 5, 2] > 200
    assert flat[5, 5, 1] < 100


def test_the_real_tiles_are_found() -> None:
    """The photo of a real set's twelve types on a wooden floor: two rows of six."""
    if not REAL.exists():
        pytest.skip("the real photos are not beside this checkout")
    found = find_squares(cv2.imread(str(REAL)))
    assert not isinstance(found, NoFit)
    assert len(found) == 12
    sides = [s.side_px for s in found]
    assert max(sides) / min(sides) < 1.12
    rows = np.array([s.middle_xy[1] for s in found])
    assert rows[:6].max() < rows[6:].min()
