"""The still moments of a film: what `replay` referees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.live.look import Clear
from vision.live.watcher import Watcher
from vision.reader import Reader
from vision.sources.frame import Frame
from vision.sources.video import VideoSource


def still_moments(path: Path, reader: Reader, memory: object = None) -> Iterator[Clear]:
    """One clear look for every still moment of a film: the last one, with all that was fused.

    `memory`: what the reader knows of the table beforehand. Raises SourceError where the file is
    no film.
    """
    source = VideoSource(path, pace="fast")
    watcher = Watcher(reader, memory=memory)
    last: Clear | None = None
    while isinstance(frame := source.newest(0.0), Frame):
        look = watcher.see(frame)
        if isinstance(look, Clear):
            if last is not None and look.since != last.since:
                yield last
            last = look
    if last is not None:
        yield last
