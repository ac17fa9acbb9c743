"""A homography is a value, and an impossible one is a reason."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.homography import Homography, NoFit, fit_homography

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


@given(
    st.lists(st.floats(-0.3, 0.3), min_size=8, max_size=8),
    st.floats(20, 400),
)
def test_a_fit_maps_its_own_corners_there_and_back(shifts: list[float], size: float) -> None:
    """Four corners of any not too skewed quad are met exactly, and the inverse undoes the map."""
    target = (SQUARE + np.reshape(shifts, (4, 2))) * size
    fit = fit_homography(SQUARE, target)
    assert isinstance(fit, Homography)
    np.testing.assert_allclose(fit(SQUARE), target, atol=1e-4 * size)
    np.testing.assert_allclose(fit.inverse()(target), SQUARE, atol=1e-4)


def test_the_jacobian_is_the_slope_of_the_map() -> None:
    """Small steps are mapped as the jacobian says."""
    fit = fit_homography(SQUARE, np.array([[0, 0], [90, 10], [110, 120], [-5, 80]], np.float64))
    assert isinstance(fit, Homography)
    at, step = np.array([0.4, 0.7]), np.array([1e-6, -2e-6])
    moved = (fit(at + step) - fit(at))[0]
    np.testing.assert_allclose(fit.jacobian(at) @ step, moved, rtol=1e-4)


def test_the_scale_is_the_root_of_how_areas_grow() -> None:
    """A map that doubles one side and makes the other eight times as long makes steps four times
    as long."""
    assert Homography(np.diag([2.0, 8.0, 1.0])).scale_at(np.array([3.0, 5.0])) == pytest.approx(4)


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        (SQUARE[:3], SQUARE[:3], "fewer than four"),
        (np.array([[0, 0], [1, 1], [2, 2], [3, 3.0]]), SQUARE, "one line"),
        (SQUARE, np.array([[0, 0], [1, 0], [2, 0], [3, 0.0]]), "one line"),
        (SQUARE, np.array([[0, 0], [1, 1], [1, 0], [0, 1.0]]), "horizon"),
    ],
)
def test_an_impossible_fit_is_a_value_with_a_reason(
    source: np.ndarray, target: np.ndarray, reason: str
) -> None:
    """Too few points, points on one line and folded quads give NoFit, not a crash."""
    fit = fit_homography(source, target)
    assert isinstance(fit, NoFit)
    assert reason in fit.reason
