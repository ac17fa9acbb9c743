"""Batches made in other processes while the net learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.nn.arrays import Pixels, Tensor

#: What is learnt from at once, the pictures first.
Batch = tuple[torch.Tensor, ...]
#: A function that makes a batch.
Make = Callable[[np.random.Generator], Batch]

#: Batches that every process is ahead.
_AHEAD = 6


def net_input(pictures: Pixels) -> Tensor:
    """(..., 3, H, W) float32 0..1 of pictures (..., H, W, 3) uint8 BGR."""
    return np.ascontiguousarray(np.moveaxis(pictures, -1, -3)).astype(np.float32) / np.float32(255)


def stacked(rows: Sequence[tuple[np.ndarray, ...]]) -> Batch:
    """The batch of some examples, each of the same arrays."""
    return tuple(torch.from_numpy(np.stack(column)) for column in zip(*rows, strict=True))


class _Endless(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, make: Make, seed: int) -> None:
        self._make = make
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)  # the other cores learn
        told = get_worker_info()
        rng = np.random.default_rng([self._seed, 0 if told is None else told.id])
        while True:
            yield self._make(rng)


def feed(make: Make, seed: int, workers: int = 1) -> Iterator[Batch]:
    """An endless stream of batches from some processes, always a few ahead; from this one where
    there are none."""
    if not workers:
        return iter(_Endless(make, seed))
    return iter(
        DataLoader(
            _Endless(make, seed),
            batch_size=None,
            num_workers=workers,
            prefetch_factor=_AHEAD,
            multiprocessing_context="fork",
        )
    )
