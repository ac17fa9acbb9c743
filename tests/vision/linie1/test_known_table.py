"""A known table saves time and never spoils a reading: a stale one gives way to the finder."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import cast

import cv2
import numpy as np
import pytest

from calibration.homography import Homography, NoFit
from calibration.table import TableProfile
from tests.calibration.tables import empty, shot, table
from tests.render.linie1.photo import Photo
from vision.linie1.board.finder import BoardFinder, NoBoard
from vision.linie1.board.known_table import KnownTable, place, remembered
from vision.linie1.board.pose import BoardPose
from vision.linie1.taught import load
from vision.teacher import ReferencePhoto, can_be_taught

SEED = 5012
MADE = datetime(2026, 5, 1, tzinfo=UTC)
GRID = np.array([(x, y) for x in range(0, 13, 3) for y in range(0, 13, 3)], np.float64)


class Finder:
    """Finds what it was told to find, and counts how often it was asked."""

    def __init__(self, answer: BoardPose | NoBoard) -> None:
        self.answer = answer
        self.asked = 0

    def find(self, _image: np.ndarray) -> BoardPose | NoBoard:
        """The answer."""
        self.asked += 1
        return self.answer


def finder(answer: BoardPose | NoBoard | None = None) -> tuple[BoardFinder, Finder]:
    """The fake, as the type it stands in for and as itself."""
    fake = Finder(answer or NoBoard("nothing"))
    return cast(BoardFinder, fake), fake


@cache
def reference_photo() -> Photo:
    """The empty board, nearly from above."""
    return shot(empty(table(SEED)), SEED, 8.0)


def corners_of(photo: Photo) -> np.ndarray:
    """The grid's corners in a photo."""
    return Homography(photo.board_to_photo)(np.array([[0, 0], [12, 0], [12, 12], [0, 12.0]]))


@cache
def profile() -> TableProfile:
    """The table as calibrated by hand."""
    photo = reference_photo()
    source = ReferencePhoto(photo.image, "empty.jpg", MADE)
    found = load().learn_table(source, corners_of(photo), None)
    assert isinstance(found, TableProfile)
    return found


@cache
def calibrated() -> KnownTable:
    """What the reader starts from."""
    memory = load().memory_of(profile(), None, "kitchen")
    assert memory is not None
    assert memory.table is not None
    return memory.table


def error(pose: BoardPose | NoBoard, photo: Photo) -> float:
    """The worst grid point's distance from the truth, cells."""
    assert isinstance(pose, BoardPose)
    back = Homography(photo.board_to_photo).inverse()(pose.board_to_photo(GRID))
    return float(np.linalg.norm(back - GRID, axis=1).max())


def test_a_board_that_stands_still_is_where_it_was() -> None:
    """Tiles are laid, the camera stands: the calibrated pose is taken, nothing is said."""
    photo = shot(table(SEED), SEED, 8.0)
    boards, fake = finder()
    placed = place(photo.image, calibrated(), boards)
    assert placed.unmoved
    assert placed.note is None
    assert error(placed.pose, photo) < 0.05
    assert fake.asked == 0


def test_a_moved_camera_is_said_and_the_print_found_again() -> None:
    """Another view of the same board: locked by its print, with a sentence that names the table."""
    photo = shot(table(SEED), SEED + 9, 30.0)
    boards, fake = finder()
    placed = place(photo.image, calibrated(), boards)
    assert not placed.unmoved
    assert placed.note is not None
    assert "'kitchen'" in placed.note
    assert error(placed.pose, photo) < 0.1
    assert fake.asked == 0
    after = remembered(photo.image, placed, calibrated())
    again = place(photo.image, after, boards)
    assert again.unmoved
    assert again.note is None


def test_another_board_is_found_as_if_nothing_were_known() -> None:
    """A stale calibration gives way to the finder, and that is said."""
    photo = shot(table(5007), 5007, 15.0)
    pose = BoardPose(Homography(photo.board_to_photo), 0.01, (1.0, 0.0, 0.0, 0.0))
    boards, fake = finder(pose)
    placed = place(photo.image, calibrated(), boards)
    assert placed.pose == pose
    assert fake.asked == 1
    assert placed.note == "The photo does not show the calibrated table 'kitchen'."


def test_without_calibration_the_last_photo_is_remembered() -> None:
    """The second photo of a game needs no search while nothing moves; a push needs one."""
    first, second = reference_photo(), shot(table(SEED), SEED, 8.0)
    pose = BoardPose(Homography(first.board_to_photo), 0.01, (1.0, 0.0, 0.0, 0.0))
    boards, fake = finder(pose)
    placed = place(first.image, None, boards)
    known = remembered(first.image, placed, None)
    assert known is not None
    assert place(second.image, known, boards).unmoved
    assert fake.asked == 1
    pushed = cv2.warpAffine(second.image, np.array([[1, 0, 6.0], [0, 1, 3]]), (1024, 768))
    assert not place(pushed, known, boards).unmoved
    assert fake.asked == 2
    assert remembered(pushed, replace(placed, pose=NoBoard("hidden")), known) == known


@pytest.mark.parametrize("quarters", range(4))
def test_a_nudged_board_whose_print_is_not_read_lies_as_it_lay(quarters: int) -> None:
    """Whatever side the finder guesses. One that was turned by an eighth is not taken for it."""
    lay = Homography(reference_photo().board_to_photo)
    guessed = (0.4, 0.3, 0.2, 0.1)
    known = replace(calibrated(), since=99, reference=None)
    for moved, lies_as_before in ((np.eye(3), True), (_about_middle(45.0), False)):
        moved_by = Homography(np.array([[1, 0, 9.0], [0, 1, -4], [0, 0, 1]]) @ lay.matrix @ moved)
        found = BoardPose(moved_by, 0.01, guessed).turned(quarters)
        placed = place(reference_photo().image, known, finder(found)[0])
        assert isinstance(placed.pose, BoardPose)
        if lies_as_before:
            assert placed.pose.turns == known.pose.turns
            assert np.allclose(placed.pose.board_to_photo(GRID), moved_by(GRID), atol=1e-6)
        else:
            assert placed.pose == found


def _about_middle(degrees: float) -> np.ndarray:
    """(3, 3) a turn of the board about its middle."""
    turn = np.vstack([cv2.getRotationMatrix2D((6.0, 6.0), degrees, 1.0), [0, 0, 1]])
    return np.asarray(turn, np.float64)


def test_a_board_is_found_anew_from_time_to_time() -> None:
    """Many small drifts would add up."""
    boards, fake = finder(calibrated().pose)
    old = replace(calibrated(), since=99, reference=None)
    assert not place(reference_photo().image, old, boards).unmoved
    assert fake.asked == 1


@pytest.mark.parametrize(
    ("order", "reason"),
    [((0, 3, 2, 1), "anticlockwise"), ((0, 1, 1, 0), "one line"), ((0, 2, 1, 3), "horizon")],
)
def test_corners_that_make_no_board_are_refused(order: tuple[int, ...], reason: str) -> None:
    """With a reason that says how to give them."""
    photo = reference_photo()
    corners = corners_of(photo)[list(order)]
    found = load().learn_table(ReferencePhoto(photo.image, "a.jpg", MADE), corners, None)
    assert isinstance(found, NoFit)
    assert reason in found.reason


def test_games_without_a_teacher_learn_nothing() -> None:
    """What nobody can photograph piece by piece is not offered."""
    assert can_be_taught("linie1")
    assert not can_be_taught("toy")
