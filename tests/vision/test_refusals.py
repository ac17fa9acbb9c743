"""What is wrong with a picture as such, whatever game it shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.robust.axes import AXES
from tests.robust.scene import Scene
from vision.mokadi.limits import LIMITS as MOKADI
from vision.mokadi.refuse import refusal_at_first
from vision.quality import Quality, measure
from vision.reading import Refusal
from vision.refusals import fault_of, refusal_of

GOOD = Quality(
    light=120.0,
    bright=230.0,
    burnt=0.0,
    contrast=150.0,
    sharpness=0.4,
    colour=0.3,
    longest_px=1280,
)
OTHERWISE = Refusal("no-board", "There is no board.", "Show it.")


def test_a_good_picture_has_no_fault() -> None:
    """Then the reader's own reason counts."""
    assert fault_of(GOOD) is None
    assert refusal_of(GOOD, OTHERWISE) is OTHERWISE


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"bright": 5.0}, "too-dark"),
        ({"burnt": 0.9}, "too-bright"),
        ({"sharpness": 0.0}, "blurred"),
    ],
)
def test_a_fault_of_the_picture_comes_first(changed: dict[str, float], code: str) -> None:
    """Whatever else a reader would say of it."""
    found = fault_of(replace(GOOD, **changed))
    assert found is not None
    assert found.code == code
    assert refusal_of(replace(GOOD, **changed), OTHERWISE) is found


@pytest.mark.parametrize("seed", range(4))
def test_a_jerk_of_the_camera_is_a_blur(seed: int) -> None:
    """Though what lies along the jerk stays sharp; held still the same has no fault."""
    rng = np.random.default_rng(seed)
    discs = np.zeros((960, 1280, 3), np.uint8)
    for x, y in rng.integers(0, (1280, 960), (60, 2)).tolist():
        cv2.circle(discs, (x, y), 60, rng.integers(0, 256, 3).tolist(), cv2.FILLED, cv2.LINE_AA)
    still = Scene(f"jerk {seed}", discs, {}, np.zeros((0, 2)), (), 64.0)
    jerked = AXES["motion"].at(still, 40)
    assert jerked is not None
    assert fault_of(measure(still.image)) is None
    fault = fault_of(measure(jerked.image))
    assert fault is not None
    assert fault.code == "blurred"


def test_a_table_with_a_grain_is_not_blurred() -> None:
    """Planks have edges along one way alone, as a jerked picture has."""
    planks = np.random.default_rng(1).normal(120, 30, (60, 1)).repeat(16, 0)
    grain = np.random.default_rng(2).normal(0, 3, (960, 1280))
    table = np.clip(planks + grain, 0, 255).astype(np.uint8)
    assert fault_of(measure(cv2.merge([table // 2, table // 4 * 3, table]))) is None


@pytest.mark.parametrize(
    ("changed", "code"), [({"burnt": 0.25}, "too-bright"), ({"longest_px": 240}, "too-small")]
)
def test_what_may_hide_a_game_is_told_where_none_is_found(
    changed: dict[str, float], code: str
) -> None:
    """A white board in too much light, a preview of a photo; where a game is found it is none."""
    quality = replace(GOOD, **changed)
    assert fault_of(quality) is None
    assert refusal_of(quality, OTHERWISE).code == code


def test_a_game_begins_on_a_table_of_which_a_part_is_burnt_out() -> None:
    """An empty table has nothing to find; one that is burnt out as a whole shows nothing."""
    assert refusal_at_first((), replace(GOOD, burnt=0.25), MOKADI, 0.0) is None
    refusal = refusal_at_first((), replace(GOOD, burnt=0.9), MOKADI, 0.0)
    assert refusal is not None
    assert refusal.code == "too-bright"
