"""The plane of the sticks: its unit is a stick's length, its tilt is found from the sticks."""

from __future__ import annotations

import numpy as np
import pytest

from tests.render.camera import Pose, camera_at
from vision.mokadi.pieces.plane import plane_by_unit, plane_of

SIZE_WH = (640, 480)


def _sticks(tilt_deg: float, count: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Ends (N, 2, 2) of sticks lying flat, in the plane and as a tilted camera shows them."""
    rng = np.random.default_rng(3)
    angle, middle = rng.uniform(0, np.pi, count), rng.uniform(-0.7, 0.7, (count, 2))
    half = np.column_stack([np.cos(angle), np.sin(angle)]) / 2
    flat = np.stack([middle - half, middle + half], 1)
    camera = camera_at(Pose(30.0, tilt_deg, 0.0, 28.8), (0.0, 0.0), 3.2, SIZE_WH)
    points = np.column_stack([flat.reshape(-1, 2), np.zeros(2 * count)])
    return flat, camera.project(points).reshape(-1, 2, 2)


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 28.0])
def test_distances_are_right_in_stick_lengths(tilt_deg: float) -> None:
    """All distances between ends come out right within three per cent, whatever the tilt."""
    flat, seen = _sticks(tilt_deg)
    plane = plane_of(seen, np.ones(len(seen)), SIZE_WH)
    found, true = plane.flat(seen.reshape(-1, 2)), flat.reshape(-1, 2)
    apart = np.linalg.norm(true[:, None] - true[None], axis=-1)
    told = np.linalg.norm(found[:, None] - found[None], axis=-1)
    assert np.abs(told - apart).max() < 0.03 * apart.max()


def test_a_few_wrong_pairs_do_not_bend_it() -> None:
    """Pairs of ends that are no stick count only as much as that they are another length."""
    _, seen = _sticks(20.0)
    wrong = seen[:3].copy()
    wrong[:, 1] = wrong[:, 0] + 0.6 * (wrong[:, 1] - wrong[:, 0])
    plane = plane_of(np.vstack([seen, wrong]), np.ones(len(seen) + 3), SIZE_WH)
    lengths = [plane.length(ends) for ends in seen]
    assert np.abs(np.array(lengths) - 1).max() < 0.05


def test_pixels_and_plane_are_inverse() -> None:
    """There and back again."""
    _, seen = _sticks(20.0)
    plane = plane_of(seen, np.ones(len(seen)), SIZE_WH)
    points = seen.reshape(-1, 2)
    np.testing.assert_allclose(plane.pixels(plane.flat(points)), points, atol=1e-6)


def test_a_unit_in_pixels_gives_a_plane_seen_from_above() -> None:
    """Where no stick is seen the unit is guessed, with a doubt that says so."""
    plane = plane_by_unit(120.0, SIZE_WH)
    assert plane.length(np.array([[100.0, 50.0], [100.0, 170.0]])) == pytest.approx(1.0)
    assert plane.sigma >= 0.2


def test_nothing_is_mirrored() -> None:
    """x right and y down in the plane, as in the photo."""
    plane = plane_by_unit(100.0, SIZE_WH)
    (ax, ay), (bx, by) = plane.flat(np.array([[10.0, 10.0], [20.0, 30.0]]))
    assert bx > ax
    assert by > ay


def test_no_point_lies_nowhere() -> None:
    """No pixels are no points of the plane, and the other way round."""
    plane = plane_by_unit(100.0, (640, 480))
    assert plane.flat(np.zeros((0, 2))).shape == plane.pixels(np.zeros((0, 2))).shape == (0, 2)
