"""The training pictures of the Mokadi net: which are drawn, how they are cut, what counts there."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import numpy as np
import pytest

from tests.render.mokadi_photo import random_photo
from vision.training.mokadi.pictures import Kept, packed

torch = pytest.importorskip("torch", reason="only training needs PyTorch")

from vision.training.mokadi.cuts import OUTSIDE, Cutter  # noqa: E402 - beside torch
from vision.training.mokadi.samples import Samples  # noqa: E402

SIZE_WH = (800, 600)


def _of(folder: Path, name: str, kept: Kept, count: int = 1) -> None:
    (folder / name).mkdir(exist_ok=True)
    for k in range(count):
        (folder / name / f"{k}.pickle").write_bytes(pickle.dumps(kept))


def _samples(folder: Path) -> Samples:
    samples = Samples(folder, device="cpu")
    samples.refresh()
    return samples


def test_every_folder_has_an_equal_say(tmp_path: Path) -> None:
    """One path-traced picture beside thirty quick ones is drawn half of the time."""
    kept = packed(random_photo(9, SIZE_WH))
    _of(tmp_path, "quick", kept, 30)
    _of(tmp_path, "traced", kept)
    drawn = _samples(tmp_path).draw(200, torch.Generator().manual_seed(3))
    assert 70 < int((drawn == 30).sum()) < 130


def test_pictures_that_come_late_are_taken_in(tmp_path: Path) -> None:
    """Those taken before stay as they are, wherever the new ones stand by name."""
    one, other = (packed(random_photo(seed, SIZE_WH)) for seed in (9, 10))
    _of(tmp_path, "b", one)
    samples = _samples(tmp_path)
    first = samples.pixels[0].clone()
    _of(tmp_path, "a", other)
    samples.refresh()
    assert len(samples) == 2
    assert torch.equal(samples.pixels[0], first)
    assert not torch.equal(samples.pixels[1], first)


def test_spots_count_more_where_pieces_meet(tmp_path: Path) -> None:
    """Only spots that show a piece do, and those of a pile hold many."""
    _of(tmp_path, "quick", packed(random_photo(9, SIZE_WH)))
    _, part, _, _, weight = Cutter(_samples(tmp_path), 1).batch(8)
    more = part[weight > 1]
    assert len(more) > 500
    assert bool(((more > 0) & (more != OUTSIDE)).all())
    assert float(weight.min()) == 1.0


def test_what_is_told_of_a_spot_fits_what_the_cut_shows(tmp_path: Path) -> None:
    """However a cut is turned: spots that point to one axis show one piece, which lies along the
    turn that they tell, and their ends lie on its axis."""
    _of(tmp_path, "quick", packed(random_photo(9, SIZE_WH)))
    _, part, _, ways, _ = (one.numpy() for one in Cutter(_samples(tmp_path), 2).batch(6))
    rows, columns = np.mgrid[0 : part.shape[1], 0 : part.shape[2]]
    spot = np.stack([columns, rows], -1) * 2 + 0.5
    checked = 0
    for shown, told in zip(part, ways, strict=True):
        on = (shown == 1) | (shown == 2)
        turn = np.arctan2(told[1], told[0])[on] / 2
        axis = spot[on] + told[2:4].transpose(1, 2, 0)[on] * 8.0
        tip = spot[on] + told[4:6].transpose(1, 2, 0)[on] * 32.0
        away = tip - axis
        far = (np.abs(told[4:6]).max(0)[on] < 6) & (np.hypot(*away.T) > 8)
        bearing = np.arctan2(away[:, 1], away[:, 0])
        off = np.abs((bearing - turn + math.pi / 2) % math.pi - math.pi / 2)[far]
        checked += len(off)
        assert not len(off) or np.percentile(off, 99) < 0.02
    assert checked > 2000
