"""The training pictures of the Mokadi net: which are drawn, what counts in them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.render.mokadi_photo import random_photo
from vision.training.mokadi.pictures import packed
from vision.training.mokadi.samples import Pool, cuts


def test_every_folder_has_an_equal_say(tmp_path: Path) -> None:
    """One path-traced picture beside thirty quick ones is drawn half of the time."""
    for name, count in (("quick", 30), ("traced", 1)):
        folder = tmp_path / name
        folder.mkdir()
        for k in range(count):
            (folder / f"{k}.pickle").write_bytes(pickle.dumps(name))
    pool = Pool(tmp_path)
    pool.refresh()
    rng = np.random.default_rng(3)
    traced = sum(str(pool.draw(rng)) == "traced" for _ in range(200))
    assert 70 < traced < 130


def test_spots_count_more_where_pieces_meet() -> None:
    """Only spots that show a piece do, and those of a pile hold many."""
    kept, rng = packed(random_photo(9, (800, 600))), np.random.default_rng(1)
    made = [one for _ in range(6) for one in cuts(kept, rng)]
    more = [(part[weight > 1] > 0) for _, part, _, _, weight in made]
    assert sum(len(one) for one in more) > 500
    assert all(one.all() for one in more)
    assert all(weight.min() >= 1.0 for *_, weight in made)


def test_what_the_command_keeps_is_read_elsewhere(tmp_path: Path) -> None:
    """A picture kept by the command is the same as one kept here."""
    command = [sys.executable, "-m", "vision.training.mokadi.pictures", str(tmp_path), "5", "1"]
    subprocess.run(command, check=True)
    pool = Pool(tmp_path)
    pool.refresh()
    kept = pool.draw(np.random.default_rng(0))
    assert kept.part == packed(random_photo(5, (800, 600))).part
