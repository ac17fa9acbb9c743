"""A live table whose looks are scripted: the recorded game's photos, read from their truth."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from server.pipeline.readers import StartMemory
from server.pipeline.session import Session
from server.store.store import Store
from server.tables.incoming.feed import FrameListener
from server.tables.incoming.pulse import CameraHealth
from server.tables.learners import Learners
from server.tables.live_table import LiveTable
from server.tables.player_commands import PlayerCommand
from server.tables.resuming import Setup
from tests.server.fakes import TruthReader, small_picture
from vision.live.look import Clear
from vision.reader import Image
from vision.sources.frame import Frame
from vision.sources.offers import Offer

TABLE = "table"


class NoFeed:
    """A camera that shows nothing by itself; it remembers what it was told."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.dropped = 3
        self.newest: Image | None = None
        self.pushed: list[Image] = []
        self.closed = False
        self.looked = 0
        self.offer: Offer | None = None
        self.health: CameraHealth | None = None
        self.answers: list[tuple[str, str]] = []
        self.answered = threading.Event()
        self.remembered: list[object] = []

    def run(self, listener: FrameListener) -> None:
        """Ends at once."""

    def push(self, image: Image) -> bool:
        """Takes everything."""
        self.pushed.append(image)
        return True

    def answer(self, ident: str, choice: str) -> bool:
        """Remembers."""
        self.answers.append((ident, choice))
        self.answered.set()
        return True

    def next(self) -> None:
        """Counts."""
        self.looked += 1

    def remember(self, memory: object, *, anew: bool = True) -> None:
        """Does so."""
        self.remembered.append(memory)

    def close(self) -> None:
        """Remembers."""
        self.closed = True


def clear(turn: int, *, fresh: bool = True) -> Clear:
    """A clear look at the table as it lies after a turn."""
    image = small_picture(turn)
    reading = TruthReader().read(image)
    assert reading.observation is not None
    frame = Frame(np.asarray(image, np.uint8), float(turn), turn)
    return Clear(reading, frame, reading.observation, float(turn), 1, fresh)


def live_table(
    folder: Path,
    setup: Setup | None = None,
    *,
    spec: str | None = None,
    learners: Learners | None = None,
    start_memory: StartMemory = lambda _game: None,
    clock: Callable[[], float] = lambda: 1000.0,
) -> LiveTable:
    """A table on a store of its own, begun but not watched. Its clocks stand still."""
    store = Store(folder, clock=lambda: 1000.0)
    table = LiveTable(
        store.table(TABLE),
        store,
        setup or Setup("redline", ("Ada", "Bo")),
        spec,
        lambda spec, _reader, _known: NoFeed(spec),
        learners=learners,
        start_memory=start_memory,
        clock=clock,
    )
    table.begin()
    return table


@contextmanager
def truthful_table(
    folder: Path, *turns: int, setup: Setup | None = None, spec: str | None = None
) -> Iterator[LiveTable]:
    """A live table after so many turns of the recorded game, whose reader sees rightly."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        made = live_table(folder, setup, spec=spec)
        play(made, *turns)
        yield made
    killed(made)


def session_of(table: LiveTable) -> Session:
    """The game at a table, which has one."""
    session = table.session()
    assert session is not None
    return session


def obeyed(table: LiveTable, *commands: PlayerCommand) -> None:
    """People ask something of a table that knows the newest event, and it is done."""
    for command in commands:
        assert table.execute(command, table.channel.last) is None


def watch(table: LiveTable, feed: Any) -> None:
    """Makes a feed look at a table."""
    assert table.camera.install(feed, table.camera.choice)


def killed(table: LiveTable) -> None:
    """What a kill leaves: the file, and nothing that was not written."""
    table._store.close()


def play(table: LiveTable, *turns: int) -> None:
    """Looks at the table after each turn, twice as a camera does."""
    for turn in turns:
        table.seen(clear(turn))
        table.seen(clear(turn))


def calls(table: LiveTable) -> list[list[str]]:
    """What was told of each moment: the calls, or the order in brackets."""
    moments = [e.data for e in table.channel._log.since(0) if e.kind == "moment"]
    return [
        [f"({m['order']})" if m.get("order") else "", *(c["call"] for c in m["calls"])]
        if m.get("order")
        else [c["call"] for c in m["calls"]]
        for m in moments
    ]
