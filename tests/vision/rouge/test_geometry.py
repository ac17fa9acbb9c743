"""Planes from radii, rings from votes, rays from rings."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from calibration.homography import Homography, NoFit
from tests.render.camera import Pose, camera_at
from tests.render.rouge.photo import random_photo
from vision.rouge.board.board import FittedBoard
from vision.rouge.board.fitting import fit_plane
from vision.rouge.board.heat_maps import Votes
from vision.rouge.board.pose import BoardPose, straightened, to_straight
from vision.rouge.board.rays import rays_of
from vision.rouge.board.rings import STEP, Ring, fit_rings
from vision.rouge.limits import LIMITS
from vision.rouge.memory import BoardMemory
from vision.rouge.pawns.box import NOTHING_KNOWN
from vision.rouge.refuse import may_be_board

SIZE = (640, 480)


def plane(tilt_deg: float, roll_deg: float = 0.0, shift_px: float = 0.0) -> Homography:
    """A board of radius 1 seen by a tilted camera."""
    camera = camera_at(Pose(30.0, tilt_deg, roll_deg, 28.0), (0.0, 0.0), 4.0, SIZE)
    move = np.array([[1, 0, shift_px], [0, 1, 0], [0, 0, 1]])
    return Homography(move @ camera.plane(0.0))


def disc(count: int = 900) -> np.ndarray:
    """(N, 2) places evenly over the board."""
    k = np.arange(count) + 0.5
    r, a = np.sqrt(k / count), k * 2.39996
    return np.column_stack([r * np.cos(a), r * np.sin(a)])


@pytest.mark.parametrize("tilt_deg", [0.0, 20.0, 40.0])
def test_the_true_centre_is_found_and_not_the_ellipses(tilt_deg: float) -> None:
    """Perspective moves the circles' centre off the ellipse's: noisy radii still tell it."""
    true = plane(tilt_deg)
    spots = disc()
    radii = np.hypot(*spots.T) + np.random.default_rng(1).normal(0, 0.02, len(spots))
    found = fit_plane(true(spots), radii, np.ones(len(spots)))
    assert not isinstance(found, NoFit)
    rim = true(np.column_stack([np.cos(np.arange(0, 6.28, 0.1)), np.sin(np.arange(0, 6.28, 0.1))]))
    back = found.to_photo.inverse()
    middle = true(np.zeros((1, 2)))[0]
    radius = BoardPose.of(true, SIZE).radius_px
    assert np.hypot(*(found.to_photo(np.zeros((1, 2)))[0] - middle)) < 0.01 * radius
    assert np.abs(np.hypot(*back(rim).T) - 1).max() < 0.02
    if tilt_deg == 40.0:
        assert np.hypot(*((rim.max(0) + rim.min(0)) / 2 - middle)) > 0.02 * radius


def test_scattered_radii_of_something_else_count_less() -> None:
    """A tenth of the pixels telling nonsense moves the plane hardly at all."""
    true, spots = plane(25.0), disc()
    radii = np.hypot(*spots.T)
    radii[::10] = 0.1
    found = fit_plane(true(spots), radii, np.ones(len(spots)))
    assert not isinstance(found, NoFit)
    middle = true(np.zeros((1, 2)))[0]
    assert np.hypot(*(found.to_photo(np.zeros((1, 2)))[0] - middle)) < 3


def test_too_few_pixels_are_no_board() -> None:
    """A handful of cells fits no plane."""
    assert isinstance(fit_plane(np.eye(2), np.ones(2), np.ones(2)), NoFit)


@pytest.mark.parametrize(
    "seeds", [range(40, 44), pytest.param(range(44, 52), marks=pytest.mark.slow)]
)
def test_things_lean_as_the_picture_maker_says(seeds: range) -> None:
    """The lean that a plane gives points where the heads of tall things are seen."""
    for seed in seeds:
        photo = random_photo(seed, SIZE)
        pose = BoardPose.of(Homography(photo.homography), SIZE)
        head = pose.to_photo(pose.lean[None] * 0.1)[0] - pose.middle_xy
        true = np.array(photo.lean_xy) * 0.1
        if np.hypot(*true) < 0.03 * pose.radius_px:
            continue  # seen from straight above things lean nowhere
        cosine = head @ true / np.hypot(*head) / np.hypot(*true)
        assert cosine > 0.9, seed


def test_a_straightened_board_leans_up_and_fills_its_picture() -> None:
    """The middle of the board comes to the middle, leaning things point up."""
    pose = BoardPose.of(plane(35.0, 70.0), SIZE)
    flat = to_straight(pose)
    up = pose.upright()
    assert up.lean[1] < 0
    assert abs(up.lean[0]) < 1e-9
    assert flat(pose.middle_xy[None])[0] == pytest.approx([95.5, 95.5])
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    x, y = np.round(pose.middle_xy).astype(int)
    image[y - 4 : y + 5, x - 4 : x + 5] = 255
    assert straightened(image, flat)[94:98, 94:98].min() > 200


RADII, PHASES = (0.36, 0.61, 0.86), (0.3, 0.31, 0.29)


def votes(spoilt: Homography, scatter: float = 0.0, missing: tuple[int, ...] = ()) -> Votes:
    """Three votes for every hollow of a board, seen through a wrong plane."""
    rng = np.random.default_rng(3)
    feet, kinds = [], []
    for ring in range(3):
        for k in range(8):
            if 8 * ring + k in missing:
                continue
            a = PHASES[ring] + STEP * k
            spot = RADII[ring] * np.array([np.cos(a), np.sin(a)])
            feet += [spot + rng.normal(0, scatter, 2) for _ in range(3)]
            kinds += [ring + 2] * 3
    kind = np.eye(5)[kinds]
    places = spoilt(np.array(feet))
    return Votes(places, np.full(len(places), 0.9), kind, places)


def test_hollows_mend_the_plane() -> None:
    """A plane that is out by a tenth is put right to a hundredth by 24 hollows."""
    wrong = Homography(np.array([[1.05, 0.04, 0.05], [0.02, 0.96, -0.06], [0.03, -0.04, 1.0]]))
    found = fit_rings(votes(wrong, 0.005))
    assert not isinstance(found, NoFit)
    middle = found.correction(wrong(np.zeros((1, 2))))[0]
    assert np.hypot(*middle) < 0.015
    # All three rings turned by the same small angle: the correction knows no turn of its own.
    off = [ring.phase - phase for ring, phase in zip(found.rings, PHASES, strict=True)]
    assert np.ptp(off) < np.radians(1.0)
    assert found.moved > 0.03


def test_a_ring_between_two_steps_keeps_its_own_phase() -> None:
    """Each ring's hollows tell its own turn, also with some hidden."""
    here = replace(votes(Homography(np.eye(3)), 0.003, missing=(0, 9, 10, 20)))
    turned = here.feet.copy()
    outer = here.ring[:, 4] > 0.5
    c, s = np.cos(0.26), np.sin(0.26)
    turned[outer] = turned[outer] @ np.array([[c, s], [-s, c]])
    found = fit_rings(replace(here, feet=turned))
    assert not isinstance(found, NoFit)
    assert found.rings[2].phase == pytest.approx(PHASES[2] + 0.26, abs=0.02)
    assert found.rings[1].phase == pytest.approx(PHASES[1], abs=0.02)
    assert [ring.found for ring in found.rings] == [7, 6, 7]


def test_a_bare_disc_has_no_rings() -> None:
    """Without votes there is nothing to fit."""
    nothing = Votes(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 5)), np.zeros((0, 2)))
    assert isinstance(fit_rings(nothing), NoFit)


def rings(*phases_deg: float) -> tuple[Ring, ...]:
    """Rings at these angles."""
    return tuple(
        Ring(0.3 + 0.25 * k, float(np.radians(p) % STEP), np.zeros(2), 8, 0.01)
        for k, p in enumerate(phases_deg)
    )


UPRIGHT = BoardPose(Homography(np.array([[100.0, 0, 320], [0, 100, 240], [0, 0, 1]])), np.zeros(2))


def test_the_first_ray_is_the_one_nearest_to_twelve_oclock() -> None:
    """Cell 0 lies above the middle, cell 2 to the right: clockwise as seen."""
    rays = rays_of(rings(10, 10, 10), UPRIGHT, None, LIMITS)
    assert rays.cell(np.radians(-80)) == 0
    assert rays.cell(np.radians(10)) == 2
    assert not rays.kept


def test_a_ring_between_steps_is_measured_against_the_two_that_agree() -> None:
    """The odd ring is off, not the others."""
    rays = rays_of(rings(10, 27, 11), UPRIGHT, None, LIMITS)
    assert rays.off_deg[1] == pytest.approx(16.5, abs=0.5)
    assert abs(rays.off_deg[0]) < 1
    assert abs(rays.off_deg[2]) < 1


def test_the_first_ray_stays_where_it_was() -> None:
    """Near the border between two rays noise must not rename every cell."""
    before = rays_of(rings(22.0, 22.0, 22.0), UPRIGHT, None, LIMITS)
    alone = rays_of(rings(23.1, 23.0, 23.0), UPRIGHT, None, LIMITS)
    wished = rays_of(rings(23.1, 23.0, 23.0), UPRIGHT, None, LIMITS, before.first)
    kept = rays_of(rings(23.1, 23.0, 23.0), UPRIGHT, before.first, LIMITS)
    spot = np.radians(-68.0)
    assert before.cell(spot) != alone.cell(spot)
    assert before.cell(spot) == kept.cell(spot) == wished.cell(spot)
    assert kept.kept
    assert not wished.kept


def shifted(to_photo: Homography, px: float) -> Homography:
    """The same seen so many pixels further to the right."""
    return Homography(np.array([[1, 0, px], [0, 1, 0], [0, 0, 1]]) @ to_photo.matrix)


def test_a_moved_camera_is_noticed() -> None:
    """The first ray is kept for the same board under the same camera only."""
    memory = BoardMemory(UPRIGHT, SIZE, 0.2, NOTHING_KNOWN)
    near, far = (BoardPose(shifted(UPRIGHT.to_photo, by), np.zeros(2)) for by in (1.0, 30.0))
    assert memory.first_in(far, moved=True) == pytest.approx(memory.first)
    grown = Homography(UPRIGHT.to_photo.matrix @ np.diag([1.05, 1.05, 1.0]))
    assert memory.unmoved(near, SIZE)
    assert memory.unmoved(BoardPose(grown, np.zeros(2)), SIZE), "a rim that no light shows"
    assert not memory.unmoved(far, SIZE)
    assert not memory.unmoved(near, (SIZE[1], SIZE[0]))
    assert memory.first_in(near) == pytest.approx(0.2, abs=0.02)


@pytest.mark.parametrize(("outer", "is_board"), [(0.85, True), (0.61, False)])
def test_two_rings_on_the_same_hollows_are_no_board(outer: float, is_board: bool) -> None:
    """An outer ring at the picture's edge, for which nothing voted, was laid on the middle one: all
    its hollows looked like hollows, and were told surely."""
    three = (Ring(r, 0.2, np.zeros(2), 8, 0.0) for r in (0.35, 0.6, outer))
    laid = SimpleNamespace(
        feet=np.vstack([ring.feet() for ring in three]),
        sample=SimpleNamespace(likeness=0.97),
        maps=SimpleNamespace(covered=0.0, hollow_radius=lambda feet: 0.06),
    )
    assert may_be_board(cast(FittedBoard, laid), LIMITS) == is_board
