"""The training pictures of the Mokadi net: which are drawn."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np

from vision.training.mokadi.samples import Pool


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
