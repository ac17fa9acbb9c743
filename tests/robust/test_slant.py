"""Photos leaned back by sixty degrees are read, and what was changed keeps its truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.robust.axes import AXES
from tests.robust.photos import drawn, photographed
from tests.robust.scene import Scene
from tests.robust.score import faults
from vision.reader import load_reader
from vision.reading import ReadingStatus

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"


def _scene(game: str, name: str) -> Scene:
    scene = photographed(SAMPLES / game, name)
    assert scene is not None
    return scene


@pytest.mark.parametrize(
    "name",
    [
        "redline_0004",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("redline_0022", "redline_game_0101/01")
        ),
    ],
)
def test_a_redline_layout_joined_by_corners_is_read_sixty_degrees_lower(name: str) -> None:
    """Each tile by itself is too flat for the finder: most were not found, the rest hung nowhere
    together."""
    scene = AXES["slant"].at(_scene("redline", name), 60)
    assert scene is not None
    reading = load_reader("redline").read(scene.image)
    assert reading.status is not ReadingStatus.REFUSED
    assert faults(scene.truth, reading) == 0


def test_one_tile_near_the_camera_is_not_taken_for_the_whole_layout() -> None:
    """It alone looked whole in a layout seen very flat; all others were told to be bare table."""
    (scene,) = drawn("redline", range(880103, 880104), 60)
    assert faults(scene.truth, load_reader("redline").read(scene.image)) == 0


@pytest.mark.parametrize(
    ("game", "name"),
    [
        *(
            pytest.param("linie1", name, marks=pytest.mark.slow)
            for name in ("linie1_0014", "linie1_game_0101/01")
        ),
        ("rouge", "rouge_0004"),
    ],
)
def test_a_board_is_found_sixty_degrees_lower_without_any_calibration(game: str, name: str) -> None:
    """No finder saw a board as flat as that; views that stretch the photo show it rounder."""
    scene = AXES["slant"].at(_scene(game, name), 60)
    assert scene is not None
    reading = load_reader(game).read(scene.image)
    assert reading.status is not ReadingStatus.REFUSED
    assert faults(scene.truth, reading) == 0


@pytest.mark.parametrize("axis", ["slant", "size", "distortion", "webcam"])
def test_the_truth_follows_its_picture(axis: str) -> None:
    """A blue dot on a tile's middle is still there once both are moved."""
    scene = _scene("redline", "redline_game_0101/00")
    spot = scene.truth["tiles"][0]["px"]
    image = scene.image.copy()
    x, y = np.round(spot).astype(int)
    image[y - 6 : y + 7, x - 6 : x + 7] = (255, 0, 0)
    moved = AXES[axis].at(scene.shows(image), AXES[axis].levels[1])
    assert moved is not None
    x, y = np.round(moved.truth["tiles"][0]["px"]).astype(int)
    assert (np.abs(moved.image[y, x].astype(int) - (255, 0, 0)) < 40).all()
