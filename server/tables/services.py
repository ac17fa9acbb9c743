"""What the web app needs beside its tables: kept games, calibrations, previews, readers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from server.store.store import Store
from server.tables.previews import Previews
from server.tables.setup import Known, OneAtATime
from vision.reader import Reader, load_reader


class Readers:
    """Readers for test pictures, loaded when first asked for. Safe to use from several threads."""

    def __init__(self, load: Callable[[str], Reader] | None = None) -> None:
        self._load = load
        self._loaded: dict[str, OneAtATime] = {}
        self._lock = threading.Lock()

    def of(self, game: str) -> OneAtATime:
        """The reader of a game. Raises UnknownName where there is none."""
        with self._lock:
            if game not in self._loaded:
                self._loaded[game] = OneAtATime((self._load or load_reader)(game))
            return self._loaded[game]


@dataclass(frozen=True)
class Backstage:
    """`store`: the kept games, None where nothing is kept; `known`: what is known of a game's
    table beforehand; `calibrations`: the folder where tables are learnt, None where none is."""

    store: Store | None = None
    known: Known = lambda _game: None
    calibrations: Path | None = None
    readers: Readers = field(default_factory=Readers)
    previews: Previews = field(default_factory=Previews)
