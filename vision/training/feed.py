"""Batches made in another process while the net learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

Batch = tuple[torch.Tensor, ...]


class _Endless(IterableDataset):  # type: ignore[type-arg]
    def __init__(self, make: Callable[[np.random.Generator], Batch], seed: int) -> None:
        self._make = make
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        cv2_threads()
        rng = np.random.default_rng(self._seed)
        while True:
            yield self._make(rng)


def cv2_threads() -> None:
    """One thread for the process that cuts pictures: the other core learns."""
    import cv2  # noqa: PLC0415 - only the worker process needs it configured

    cv2.setNumThreads(1)


def feed(make: Callable[[np.random.Generator], Batch], seed: int) -> Iterator[Batch]:
    """An endless stream of `make(rng)`, always a few batches ahead."""
    return iter(
        DataLoader(
            _Endless(make, seed),
            batch_size=None,
            num_workers=1,
            prefetch_factor=6,
            multiprocessing_context="fork",
        )
    )
