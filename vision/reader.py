"""The contract of a reader, and how readers are found: one package `vision/<game>/` a game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.core.errors import UnknownName
from vision.reading import Reading

#: An upright picture, (H, W, 3) uint8, BGR.
Image = NDArray[np.uint8]

#: Called with a stage's name when the stage is done; the caller keeps the time.
Lap = Callable[[str], None]


def no_lap(_stage: str) -> None:
    """The lap function of those who do not measure."""


class Reader(Protocol):
    """Reads one game from pictures. Holds loaded models only; every call stands alone."""

    def read(self, image: Image, lap: Lap = no_lap) -> Reading:
        """What stands on the table. Never raises for a bad picture: it refuses."""
        ...


def read_after(reader: Reader, image: Image, memory: object, lap: Lap = no_lap) -> Reading:
    """What a photo shows, told what an earlier reading of the same table left
    (`Reading.memory`, None where there is none). Readers that can use it have `read_again`."""
    again = getattr(reader, "read_again", None)
    if memory is None or again is None:
        return reader.read(image, lap)
    found: Reading = again(image, memory, lap)
    return found


def has_reader(game: str) -> bool:
    """Whether this installation can see a game."""
    package = f"vision.{game}"
    known = game.isidentifier() and find_spec(package) is not None
    return known and find_spec(f"{package}.reader") is not None


def load_reader(game: str) -> Reader:
    """The reader of a game, models loaded. Raises UnknownName where there is none."""
    if not has_reader(game):
        raise UnknownName(
            f"Arbitable cannot see {game!r} yet; `arbitable games` lists what it can."
        )
    reader: Reader = import_module(f"vision.{game}.reader").load()
    return reader
