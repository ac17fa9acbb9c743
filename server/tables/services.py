"""What the web app needs beside its tables: kept games, calibrations, previews, readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from server.pipeline.readers import ReaderCache, StartMemory
from server.store.store import Store
from server.tables.previews import Previews


@dataclass(frozen=True)
class Services:
    """`store`: the kept games, None where nothing is kept; `start_memory`: what is known of a
    game's table beforehand; `calibrations`: the folder where tables are learnt, None where none
    is."""

    store: Store | None = None
    start_memory: StartMemory = lambda _game: None
    calibrations: Path | None = None
    readers: ReaderCache = field(default_factory=ReaderCache)
    previews: Previews = field(default_factory=Previews)
