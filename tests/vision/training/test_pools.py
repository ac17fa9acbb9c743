"""Training pictures come from every folder named, and are read before batches are made of them."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.render.mokadi_photo import random_photo as mokadi_photo
from vision.training.linie1.board import pool
from vision.training.mokadi import pictures as mokadi
from vision.training.rouge import pictures as rouge


def _folders(root: Path, kept: Sequence[object]) -> list[Path]:
    """A folder for each of these, with one file of it."""
    folders = [root / f"folder{k}" for k in range(len(kept))]
    for folder, rows in zip(folders, kept, strict=True):
        folder.mkdir()
        (folder / "0.pickle").write_bytes(pickle.dumps(rows))
    return folders


def _remove(folders: Sequence[Path]) -> None:
    for folder in folders:
        (folder / "0.pickle").unlink()


def test_boards_are_there_before_processes_part(tmp_path: Path) -> None:
    """Files that are gone later on have been read, so that processes share what they held."""
    folders = _folders(tmp_path, [[{"jpg": b"", "seed": 1}], [{"jpg": b"", "seed": 2}]])
    boards = pool.Pool(*folders)
    _remove(folders)
    assert [one.seed for one in boards.now()] == [1, 2]


def test_rouge_pictures_are_there_before_processes_part(tmp_path: Path) -> None:
    """The same of Rouge, whose folders are drawn from in turn."""
    pytest.importorskip("torch", reason="only training needs PyTorch")
    from vision.training.rouge.samples import Pool  # noqa: PLC0415 - torch

    photos = [rouge.without_board(seed) for seed in (1, 2)]
    folders = _folders(tmp_path, [[rouge.packed(photo)] for photo in photos])
    pictures, rng = Pool(*folders), np.random.default_rng(1)
    _remove(folders)
    means = {round(float(pictures.draw(rng).image.mean())) for _ in range(20)}
    assert means == {round(float(photo.image.mean())) for photo in photos}


def test_mokadi_pictures_of_every_folder_are_learnt(tmp_path: Path) -> None:
    """All but the first were once left out without a word."""
    pytest.importorskip("torch", reason="only training needs PyTorch")
    from vision.training.mokadi.samples import Samples  # noqa: PLC0415 - torch

    kept = mokadi.packed(mokadi_photo(9, (800, 600)))
    samples = Samples(*_folders(tmp_path, [kept, kept]), device="cpu")
    samples.refresh()
    assert len(samples) == 2
