"""Looking at single photos: with one game's reader, or with each to find out which game it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.core.discovery import discover, get
from rules.core.game import Game
from vision.photo import load_photo
from vision.reader import Image, Reader, has_reader, load_reader, read_after
from vision.reading import Reading, Refusal, Status

AUTO = "auto"

_RANK = {Status.READ: 2, Status.UNSURE: 1, Status.REFUSED: 0}


@dataclass(frozen=True)
class Look:
    """One photo as one game's reader saw it. `game` is None where no game was found."""

    photo: Path
    image: Image | None
    game: Game[Any, Any] | None
    reading: Reading
    seconds: float


@dataclass(frozen=True)
class Eyes:
    """Readers, loaded once for any number of photos. `known`: what each game's reader knows of
    the table beforehand, by the game's name."""

    readers: tuple[tuple[Game[Any, Any], Reader], ...]
    searching: bool
    known: Mapping[str, object] = field(default_factory=dict)

    def look(self, photo: Path) -> Look:
        """What stands on a photo. Never raises for a bad one."""
        start = time.perf_counter()
        image = load_photo(photo)
        game, reading = self._best(image)
        shown = None if isinstance(image, Refusal) else image
        return Look(photo, shown, game, reading, time.perf_counter() - start)

    def _best(self, image: Image | Refusal) -> tuple[Game[Any, Any] | None, Reading]:
        tried = [
            (game, read_image(game.name, reader, image, self.known.get(game.name)))
            for game, reader in self.readers
        ]
        game, reading = max(tried, key=lambda one: _fit(one[1]))
        lost = self.searching and reading.status is Status.REFUSED
        return (None if lost else game), reading


def _fit(reading: Reading) -> tuple[int, float, int]:
    """How well a reader got on with a photo: the surest status first, then how sure it is of its
    pieces, then how many it found."""
    sure = sum(piece.confidence for piece in reading.pieces)
    count = len(reading.pieces)
    return _RANK[reading.status], sure / count if count else 0.0, count


def eyes_for(name: str, known: Callable[[str], object] = lambda _game: None) -> Eyes:
    """The readers for a game's name, or all for `auto`; `known` gives what a game's reader knows
    of the table beforehand. Raises UnknownName."""
    names = [n for n in discover() if has_reader(n)] if name == AUTO else [name]
    readers = tuple((get(n), load_reader(n)) for n in names)
    return Eyes(readers, name == AUTO, {n: known(n) for n in names})


def read_image(game: str, reader: Reader, image: Image | Refusal, memory: object = None) -> Reading:
    """What a picture shows, or the refusal that stands in for it. `memory`: what the last reading
    of the same table left."""
    if isinstance(image, Refusal):
        return Reading.refused(game, image)
    return read_after(reader, image, memory)
