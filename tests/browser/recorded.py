"""Recorded games on a dashboard of their own, read by the real readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from server.pipeline.session import Session
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.registry import TableRegistry
from tests.browser.live_server import standing

SAMPLES = Path(__file__).parents[2] / "sample_images"


def photos_of(game: str, *names: str) -> tuple[Path, ...]:
    """Photos of a game's recorded sample."""
    return tuple(SAMPLES / game / f"{game}_game_0101" / f"{name}.jpg" for name in names)


@contextmanager
def shown(photos: Sequence[Path], opening: Callable[[], Session]) -> Iterator[tuple[Playback, str]]:
    """A playback whose every photo has been read, and its address."""
    playback = Playback(tuple(photos), opening, Channel(MemoryLog()))
    playback.begin()
    while playback.step():
        pass
    with standing(TableRegistry([playback])) as address:
        yield playback, f"{address}/"
