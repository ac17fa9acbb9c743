"""Readers as the server uses them: by the game's name or all at once, from one thread or many."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules.core.codec import Json
from rules.core.discovery import discover, get
from rules.core.game import AnyGame
from rules.core.observation import EMPTY, Empty
from vision.photo import load_photo
from vision.reader import WITH_BOARD, Image, OnStage, Reader, has_reader, load_reader, untimed
from vision.reader_around import ReaderAround
from vision.reading import SURE_CONFIDENCE, Reading, ReadingStatus, Refusal

AUTO = "auto"

_NO_GAME = Refusal(
    "no-board",
    "There is no game in this picture that Arbitable knows.",
    "Show the whole game from above, with nothing over it, or name it with --game.",
)


#: What a game's reader knows of the table before the first picture, by the game's name.
StartMemory = Callable[[str], object]


@dataclass(frozen=True)
class PhotoReading:
    """One photo as one game's reader read it. `game` is None where no game was found."""

    photo: Path
    image: Image | None
    game: AnyGame | None
    reading: Reading
    seconds: float


@dataclass(frozen=True)
class PhotoReaders:
    """Readers, loaded once for any number of photos. `known`: what each game's reader knows of
    the table beforehand, by the game's name."""

    readers: tuple[tuple[AnyGame, Reader], ...]
    searching: bool
    known: Mapping[str, object] = field(default_factory=dict)

    def read(self, photo: Path) -> PhotoReading:
        """What stands on a photo. Never raises for a bad one."""
        start = time.perf_counter()
        image = load_photo(photo)
        game, reading = self._best(image)
        shown = None if isinstance(image, Refusal) else image
        return PhotoReading(photo, shown, game, reading, time.perf_counter() - start)

    def _best(self, image: Image | Refusal) -> tuple[AnyGame | None, Reading]:
        tried = [
            (
                game,
                read_image(game.name, reader, image, self.known.get(game.name)),
                reader.places in WITH_BOARD,
            )
            for game, reader in self.readers
        ]
        return _chosen(tried) if self.searching else tried[0][:2]


def _chosen(
    tried: Sequence[tuple[AnyGame, Reading, bool]],
) -> tuple[AnyGame | None, Reading]:
    """The one game whose reading tells most; none where no reading tells that its game lies there,
    or two tell as much."""
    most = max(_tells(reading, board) for _, reading, board in tried)
    best = [(game, reading) for game, reading, board in tried if _tells(reading, board) == most]
    if most > 0 and len(best) == 1:
        return best[0]
    seen = [
        (game, reading) for game, reading in best if reading.status is not ReadingStatus.REFUSED
    ]
    why = _unclear([game for game, _ in seen]) if seen else _common([one for _, one in best])
    return None, Reading.refused(AUTO, why, tried[0][1].size_wh)


def _tells(reading: Reading, board: bool) -> int:
    """How much a reading tells of which game it is: all where it is sure as a whole, more by a
    `board` that was found than by pieces, which may be those of another game, nothing where it is
    sure of no piece."""
    if reading.status is not ReadingStatus.UNSURE:
        return 3 if reading.status is ReadingStatus.READ else 0
    return 2 if board else int(any(p.confidence >= SURE_CONFIDENCE for p in reading.pieces))


def _unclear(games: Sequence[AnyGame]) -> Refusal:
    """What to say of a picture that may show any of these games."""
    names = " or ".join(game.rulebook.titles["en"] for game in games)
    return Refusal(
        "no-board",
        f"It is not clear which game this is; it looks like {names}.",
        "Name the game with --game.",
    )


def _common(readings: Sequence[Reading]) -> Refusal:
    """What most readers say is wrong with a picture, besides that they find nothing in it."""
    said = [one.refusal for one in readings if one.refusal is not None]
    causes = Counter(one for one in said if one.code != _NO_GAME.code)
    return causes.most_common(1)[0][0] if causes else _NO_GAME


def readers_for(name: str, start_memory: StartMemory) -> PhotoReaders:
    """The readers for a game's name, or all for `auto`. Raises UnknownName."""
    names = [n for n in discover() if has_reader(n)] if name == AUTO else [name]
    readers = tuple((get(n), load_reader(n)) for n in names)
    return PhotoReaders(readers, name == AUTO, {n: start_memory(n) for n in names})


def read_image(
    game: str,
    reader: Reader,
    image: Image | Refusal,
    memory: object = None,
    on_stage: OnStage = untimed,
) -> Reading:
    """What a picture shows, or the refusal that stands in for it. `memory`: what the last reading
    of the same table left."""
    if isinstance(image, Refusal):
        return Reading.refused(game, image)
    return reader.read(image, memory, on_stage)


def label_to_json(game: AnyGame, label: object) -> Json | None:
    """What lies at a place as the contract writes it; None for nothing."""
    return None if isinstance(label, Empty) else game.label_to_json(label)


def label_from_json(game: AnyGame, data: Json | None) -> Hashable:
    """The inverse of `label_to_json`."""
    return EMPTY if data is None else game.label_from_json(data)


class LockedReader(ReaderAround):
    """A reader that two threads may use: the nets inside cannot run twice at once. `known`: what
    is known of the table before the first picture, such as its calibration."""

    def __init__(self, reader: Reader, known: object = None) -> None:
        super().__init__(reader)
        self._known = known
        self._lock = threading.Lock()

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table; waits while another picture is read."""
        with self._lock:
            return self._reader.read(image, self._known if memory is None else memory, on_stage)


class ReaderCache:
    """Readers for test pictures, loaded when first asked for. Safe to use from several threads."""

    def __init__(self, load: Callable[[str], Reader] = load_reader) -> None:
        self._load = load
        self._loaded: dict[str, LockedReader] = {}
        self._lock = threading.Lock()

    def of(self, game: str) -> LockedReader:
        """The reader of a game. Raises UnknownName where there is none."""
        with self._lock:
            if game not in self._loaded:
                self._loaded[game] = LockedReader(self._load(game))
            return self._loaded[game]
