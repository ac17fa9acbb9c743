"""What `arbitable read` makes of a photo."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from rules.core.discovery import get
from server.views.read_json import read_object
from vision.reader import Reader, load_reader
from vision.reading import Reading


@cache
def _reader(game: str) -> Reader:
    return load_reader(game)


def reading(game: str, image: np.ndarray) -> Reading:
    """What the game's reader sees."""
    return _reader(game).read(image)


def read(game: str, image: np.ndarray) -> dict[str, Any]:
    """The object that `arbitable read --json` prints."""
    return read_object("photo", reading(game, image), get(game), 0.0)
