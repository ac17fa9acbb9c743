"""The training pictures of the Mokadi net, as its command keeps them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.render.mokadi_own_box import random_photo as own_box_photo
from tests.render.mokadi_photo import random_photo, render
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from vision.training.mokadi.pictures import Kept, packed


def test_what_the_command_keeps_is_read_elsewhere(tmp_path: Path) -> None:
    """A picture kept by the command is the same as one kept here."""
    command = [sys.executable, "-m", "vision.training", "mokadi.pictures", str(tmp_path), "5", "1"]
    subprocess.run(command, check=True)
    kept: Kept = pickle.loads((tmp_path / "0000005.pickle").read_bytes())
    assert kept.part == packed(random_photo(5, (800, 600))).part


def test_own_boxes_are_kept_by_the_same_command(tmp_path: Path) -> None:
    """Boxes of somebody's own, the same for a seed."""
    command = [sys.executable, "-m", "vision.training", "mokadi.pictures", str(tmp_path), "5", "1"]
    subprocess.run([*command, "--own-box"], check=True)
    kept: Kept = pickle.loads((tmp_path / "0000005.pickle").read_bytes())
    assert kept.part == packed(own_box_photo(5, (800, 600))).part
    assert kept.part != packed(random_photo(5, (800, 600))).part


#: A stick on two pads, seen from above, and a pad that stands alone.
SIZES = Sizes(thick=0.05, band=0.2, pad_height=0.1, pad_radius=0.08)
STICK = LaidStick(np.array([[-0.5, 0.0, 0.1], [0.5, 0.0, 0.1]]), 1, (), ())
PADS = (LaidPad((-0.4, 0.0), 0), LaidPad((0.4, 0.0), 0), LaidPad((0.0, 0.7), 0))


def _shown(sizes: Sizes) -> np.ndarray:
    """(4,) pixels that show the two pads, the third one, and the stick."""
    photo = render(Pile(sizes, PADS, (STICK,)), seed=41, size_wh=(640, 480), sober=True)
    return np.bincount(photo.labels.owner[photo.labels.owner >= 0], minlength=4)


def test_a_flat_stick_is_as_wide_as_it_says() -> None:
    """Its labels too: what the net learns of its axis and its ends is told by them."""
    narrow, wide = (_shown(replace(SIZES, wide=wide))[3] for wide in (1.0, 2.0))
    assert wide / narrow == pytest.approx(2.0, rel=0.15)


def test_a_block_has_four_corners() -> None:
    """Of the circle around them it shows two in pi."""
    disc, block = (_shown(replace(SIZES, corners=corners))[2] for corners in (28, 4))
    assert block / disc == pytest.approx(2 / np.pi, rel=0.15)
