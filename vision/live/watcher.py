"""One table watched: frames in, looks out. No I/O, no clock, no referee."""

from __future__ import annotations

from vision.gate.why import Why
from vision.live.look import Look, Waiting
from vision.reader import Reader
from vision.sources.frame import Frame


class Watcher:
    """Watches one table: gate, reader, fusion and drift. Time is what the frames say."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def see(self, frame: Frame) -> Look:
        """What this frame is good for. Call it with every frame taken, in order."""
        return Waiting(Why.SETTLING, frame.at)
