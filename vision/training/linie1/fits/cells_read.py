"""What the nets of cells say of photos on the way on which these are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from vision.linie1 import reader as reading
from vision.linie1.tiles.beliefs import PlaceBelief, place_beliefs
from vision.linie1.tiles.cells import CellReadings


@contextmanager
def cells_read() -> Iterator[list[CellReadings]]:
    """What is read meanwhile, one photo after the other, before beliefs are made of it."""
    told: list[CellReadings] = []

    def kept(found: CellReadings, *more: object, **others: object) -> tuple[PlaceBelief, ...]:
        told.append(found)
        return place_beliefs(found)

    with patch.object(reading, "place_beliefs", kept):
        yield told
