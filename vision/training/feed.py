"""Batches made in another process while the net learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

Batch = tuple[torch.Tensor, ...]


class _Endless(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, make: Callable[[np.random.Generator], Batch], seed: int) -> None:
        self._make = make
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        cv2_threads()
        told = get_worker_info()
        rng = np.random.default_rng([self._seed, 0 if told is None else told.id])
        while True:
            yield self._make(rng)


def cv2_threads() -> None:
    """One thread for the process that cuts pictures: the other core learns."""
    import cv2  # noqa: PLC0415 - only the worker process needs it configured

    cv2.setNumThreads(1)


def feed(
    make: Callable[[np.random.Generator], Batch], seed: int, workers: int = 1
) -> Iterator[Batch]:
    """An endless stream of `make(rng)` from some processes, always a few batches ahead."""
    return iter(
        DataLoader(
            _Endless(make, seed),
            batch_size=None,
            num_workers=workers,
            prefetch_factor=6,
            multiprocessing_context="fork",
        )
    )
