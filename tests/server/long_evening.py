"""Two hours at the table at run speed: does the memory stay flat?

    python -m tests.server.long_evening [HOURS]

The recorded Redline game is played over and over at one live table with the real reader, three
seconds of arm and forty of clear table a turn, two frames a second; a page asks for the state every
simulated minute. Prints the resident memory as the evening goes on.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from server.store.store import Store
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.live_table import LiveTable
from server.tables.player_commands import StartGame
from server.tables.resuming import Setup
from tests.server.fakes import PHOTOS
from tests.server.film import Pace, frames
from vision.live.watcher import Watcher
from vision.sources.frame import Ended, Frame, Silent

#: Frames a second of simulated time; and the pace of a turn, in these frames.
_FPS = 2.0
_PACE = Pace(clear=80, hand=6)

_ASKED_EVERY_S = 60.0


@dataclass(frozen=True, slots=True)
class Sample:
    """`hours` of simulated evening, `calls` told so far, `mib` of resident memory."""

    hours: float
    calls: int
    mib: float


class _Game:
    """One game as a camera sees it, from a time on; `table` is asked as a page asks."""

    def __init__(self, table: LiveTable, begins_s: float) -> None:
        self._table = table
        self._shown = frames(_PACE, PHOTOS)
        self._left = 0
        self._image = None
        self._number = 0
        self.at = begins_s
        self._asked = begins_s

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The next frame."""
        if self._left == 0:
            shown = next(self._shown, None)
            if shown is None:
                return Ended("the game is over")
            self._image, self._left = shown.image, shown.frames
        self._left -= 1
        self._number += 1
        self.at += 1 / _FPS
        if self.at - self._asked >= _ASKED_EVERY_S:
            self._asked = self.at
            self._table.state()
            self._table.readings()
        assert self._image is not None
        return Frame(self._image, self.at, self._number)

    def close(self) -> None:
        """Nothing to let go."""


def evening(hours: float, folder: Path) -> Iterator[Sample]:
    """Plays so many hours; a sample after every game."""
    store = Store(folder)
    table = LiveTable(store.table("table"), store, Setup("redline", ("Ada", "Bo")), "0", _no_camera)
    table.begin()
    at = 0.0
    while at < hours * 3600:
        session = table.session()
        assert session is not None
        game = _Game(table, at)
        CameraFeed("0", game, Watcher(session.reader), rest_s=0.0).run(table)
        at = game.at
        calls = sum(entry.kind == "moment" for entry in table.channel._log.since(0))
        yield Sample(at / 3600, calls, _resident_mib())
        table.execute(StartGame("redline"), table.channel.last)
    store.close()


def _no_camera(*_: object) -> CameraFeed:
    raise AssertionError("this table is shown its pictures")


def _resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for sample in evening(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0, Path(place)):
            print(
                f"{sample.hours:.2f} h, {sample.calls} calls told, {sample.mib:.0f} MiB",
                flush=True,
            )
