"""Doubt where there is reason to, and none where there is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.robust.axes import AXES
from tests.robust.photos import drawn, photographed
from tests.robust.scene import Scene
from tests.robust.score import Outcome, faults, outcome
from vision.reader import load_reader
from vision.reading import Reading

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"


def _later(*names: str) -> list[Any]:
    """Photos like the first, beside the slow tests."""
    return [pytest.param(name, marks=pytest.mark.slow) for name in names]


def _read(game: str, name: str, axis: str, level: float) -> tuple[Scene, Reading]:
    photo = photographed(SAMPLES / game, name)
    assert photo is not None
    scene = AXES[axis].at(photo, level)
    assert scene is not None
    return scene, load_reader(game).read(scene.image)


@pytest.mark.parametrize("name", ["rouge_0004", "rouge_0006"])
def test_pawns_are_not_named_surely_where_colours_are_pale(name: str) -> None:
    """At a tenth of their colour half the pawns were misnamed, and said to be sure."""
    assert outcome(*_read("rouge", name, "saturation", 0.1)) is Outcome.UNSURE


@pytest.mark.parametrize(
    ("game", "name"), [("rouge", "rouge_0002"), ("redline", "redline_game_0101/00")]
)
def test_a_grey_picture_is_refused_with_its_cure(game: str, name: str) -> None:
    """Without any colour pawns and tiles were told by their greys, surely and wrongly."""
    _, reading = _read(game, name, "saturation", 0)
    assert reading.refusal is not None
    assert "colour" in reading.refusal.message


def test_checks_of_a_cloth_are_no_tiles() -> None:
    """Squares of the table on which any spokes were as likely as others were given as pieces."""
    scene, reading = _read("redline", "redline_0024", "none", 0)
    assert faults(scene.truth, reading) == 0
    assert min(piece.confidence for piece in reading.pieces) >= 0.5


@pytest.mark.parametrize("name", ["redline_0003", *_later("redline_0002", "redline_0021")])
def test_tiles_laid_a_little_off_are_read_surely(name: str) -> None:
    """Their outlines, and prints of the cloth beside them, put right readings in doubt."""
    assert outcome(*_read("redline", name, "none", 0)) is Outcome.RIGHT


def test_a_white_table_in_much_light_is_still_bare() -> None:
    """Ten free cells of a white table were taken for washed-out tiles, half a stop over."""
    assert outcome(*_read("redline", "redline_0004", "exposure", 0.5)) is Outcome.RIGHT


@pytest.mark.parametrize("name", ["redline_0004", *_later("redline_0005", "redline_0006")])
def test_an_arm_over_tiles_leaves_a_doubt(name: str) -> None:
    """Cells under it were taken for free ones, though they look unlike the table beside."""
    assert outcome(*_read("redline", name, "hidden", 0.1)) is Outcome.UNSURE


def test_a_hollow_that_an_arm_hides_whole_is_a_doubt() -> None:
    """One of the rim in which the board's net still half saw a foot was told to be free."""
    assert outcome(*_read("rouge", "rouge_0003", "hidden", 0.2)) is Outcome.UNSURE


def test_a_doubtful_photo_of_washed_out_tiles_says_that_it_is_too_bright() -> None:
    """A stop and a half over, tiles are still read, but players are told before they are not."""
    _, reading = _read("redline", "redline_0028", "exposure", 1.5)
    assert any("too bright" in note for note in reading.notes)
    _, reading = _read("redline", "redline_0028", "none", 0)
    assert not reading.notes


@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("redline_0025", 0.05),
        ("redline_game_0101/06", 0.05),
        pytest.param("redline_0021", 0.1, marks=pytest.mark.slow),
    ],
)
def test_part_of_a_tile_under_an_arm_is_a_doubt(name: str, share: float) -> None:
    """What showed of it was no tile to any net, and the free cell was said to be bare."""
    assert outcome(*_read("redline", name, "hidden", share)) is Outcome.UNSURE


def test_a_table_in_the_tiles_colours_holds_no_parts_of_tiles() -> None:
    """Yellow wood, yellow tiles: what the table shows in many free cells is the table's."""
    scene = next(drawn("redline", range(880013, 880014)))
    assert outcome(scene, load_reader("redline").read(scene.image)) is Outcome.RIGHT


@pytest.mark.slow
def test_a_doubtful_linie_1_photo_says_that_it_is_too_bright_or_blurred() -> None:
    """Players are told what to do before nothing can be read."""
    for axis, level, word in (("exposure", 1.5, "too bright"), ("blur", 3, "blurred")):
        _, reading = _read("linie1", "linie1_0012", axis, level)
        assert any(word in note for note in reading.notes), axis
    _, reading = _read("linie1", "linie1_0012", "none", 0)
    assert not reading.notes
