"""Profiles are files a person can read; a damaged or newer one is said in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.homography import Homography
from calibration.learnt_set import Example, LearntSet, load_set, save_set, set_names
from calibration.profiles import ProfileKind, UnusableProfile, check_name
from calibration.table import TableProfile, load_table, save_table, shrunk_reference, table_names

MADE = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)
LATER = datetime(2026, 5, 2, 9, 30, tzinfo=UTC)
CORNERS = ((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0))


def picture(seed: int, size: int = 40) -> np.ndarray:
    """A smooth picture, which JPEG hardly changes."""
    values = np.random.default_rng(seed).uniform(40, 200, 3)
    return np.full((size, size, 3), values, np.uint8)


def table_profile() -> TableProfile:
    """A table seen aslant."""
    view = Homography(np.array([[50, 4, 300], [2, 45, 100], [0.001, 0.002, 1]], np.float64))
    return TableProfile(
        "linie1", MADE, "IMG_1.jpg", (1600, 1200), view, CORNERS, 0.02, picture(1, 80)
    )


def learnt() -> LearntSet:
    """Two tiles."""
    examples = (
        Example("T1", 1, (120.5, 80.0), picture(2), "tiles.jpg", MADE),
        Example("T7", 3, (220.5, 81.0), picture(3), "more.jpg", LATER),
    )
    return LearntSet("linie1", MADE, "tiles.jpg", examples)


def test_a_table_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """The view to a thousandth of a pixel, the picture, and everything a person reads."""
    table = table_profile()
    save_table(tmp_path, "kitchen", table)
    back = load_table(tmp_path, "kitchen")
    np.testing.assert_allclose(back.outline_xy(), table.outline_xy(), atol=2e-3)
    assert (back.game, back.made, back.photo, back.size_wh) == (
        *("linie1", MADE, "IMG_1.jpg"),
        (1600, 1200),
    )
    np.testing.assert_allclose(back.reference, table.reference, atol=3)
    assert table_names(tmp_path) == ("kitchen",)


def test_a_set_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    """Names, turns, places, sources, dates and pictures in their order."""
    save_set(tmp_path, "box", learnt())
    back = load_set(tmp_path, "box")
    assert [(e.name, e.quarters, e.where_xy, e.photo, e.made) for e in back.examples] == [
        ("T1", 1, (120.5, 80.0), "tiles.jpg", MADE),
        ("T7", 3, (220.5, 81.0), "more.jpg", LATER),
    ]
    np.testing.assert_allclose(back.examples[1].picture, picture(3), atol=3)
    assert set_names(tmp_path) == ("box",)


def test_a_reference_kept_smaller_has_its_own_view() -> None:
    """A large photo is kept at 2000 pixels, and the board lies where the smaller picture has it."""
    photo = np.zeros((3000, 4000, 3), np.uint8)
    table = replace(table_profile(), size_wh=(4000, 3000), reference=shrunk_reference(photo))
    assert table.reference.shape == (1500, 2000, 3)
    middle = np.array([[6.0, 6.0]])
    np.testing.assert_allclose(
        table.reference_pose()(middle) + 0.5, (table.board_to_photo(middle) + 0.5) / 2
    )


def test_a_second_calibration_replaces_the_first(tmp_path: Path) -> None:
    """And leaves no picture behind that nothing names."""
    save_set(tmp_path, "box", learnt())
    save_set(tmp_path, "box", replace(learnt(), examples=learnt().examples[:1]))
    folder = tmp_path / "sets" / "box"
    assert len(load_set(tmp_path, "box").examples) == 1
    assert len(list(folder.iterdir())) == 2


def test_a_calibration_that_fails_half_way_leaves_the_old_one(tmp_path: Path) -> None:
    """The disk is full after the pictures and before the text."""
    save_set(tmp_path, "box", learnt())

    def full(_names: Any) -> Any:
        raise OSError(28, "No space left on device")

    with pytest.raises(UnusableProfile, match="No space left"):
        ProfileKind("set", 1, "sets").save(tmp_path, "box", {"x": picture(9)}, full)
    assert [e.name for e in load_set(tmp_path, "box").examples] == ["T1", "T7"]


def spoilt(path: Path, change: Any) -> None:
    """Rewrites a profile's text."""
    fields = json.loads(path.read_text("utf-8"))
    change(fields)
    path.write_text(json.dumps(fields), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda f: f.pop("points"),
        lambda f: f.update(points=f["points"][:3]),
        lambda f: f["points"][0].update(pixel=[float("nan"), 1]),
        lambda f: f["points"][0].update(pixel="here"),
        lambda f: f["picture"].update(width=0),
        lambda f: f.update(made="yesterday"),
        lambda f: f.update(reference="../../etc/passwd"),
        lambda f: f.update(reference="gone.jpg"),
        lambda f: f.update(arbitable="set"),
        lambda f: f.update(version="one"),
    ],
)
def test_a_damaged_table_is_said_in_one_sentence(tmp_path: Path, change: Any) -> None:
    """Whatever is missing or wrong, with where it lies and what to do."""
    save_table(tmp_path, "kitchen", table_profile())
    spoilt(tmp_path / "tables" / "kitchen" / "table.json", change)
    with pytest.raises(UnusableProfile, match=r"kitchen is damaged \(.*calibrate again\.$"):
        load_table(tmp_path, "kitchen")


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00\xff"])
def test_what_is_no_profile_is_said(tmp_path: Path, text: str) -> None:
    """Cut short, empty, or something else."""
    save_set(tmp_path, "box", learnt())
    (tmp_path / "sets" / "box" / "set.json").write_text(text, "utf-8")
    with pytest.raises(UnusableProfile, match="damaged"):
        load_set(tmp_path, "box")


def test_a_newer_profile_asks_for_an_update(tmp_path: Path) -> None:
    """It is not misread."""
    save_table(tmp_path, "kitchen", table_profile())
    path = tmp_path / "tables" / "kitchen" / "table.json"
    spoilt(path, lambda f: f.update(version=7))
    with pytest.raises(UnusableProfile, match=r"newer Arbitable \(version 7.*update"):
        load_table(tmp_path, "kitchen")


@pytest.mark.parametrize("name", ["", "..", "a/b", "-x", "x" * 65, "ä"])
def test_a_name_must_make_a_folder(name: str) -> None:
    """Nothing leads out of the data folder."""
    with pytest.raises(UnusableProfile, match="is no name"):
        check_name(name)
