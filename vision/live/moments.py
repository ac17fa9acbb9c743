"""The still moments of a film: what `replay` referees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.live.look import Clear, Look, Lost
from vision.live.watcher import Watcher
from vision.reader import Reader
from vision.reading import Refusal
from vision.sources.frame import Frame, SourceError
from vision.sources.video import VideoSource, not_a_film

#: How a game is filmed so that it has still moments.
_HOW = "film the whole game from above, hands off it for two seconds after each turn"


def still_moments(path: Path, reader: Reader, memory: object = None) -> Iterator[Clear]:
    """One clear look for every still moment of a film: the last one, with all that was fused.

    `memory`: what the reader knows of the table beforehand. Raises SourceError where the file is
    no film, and at the end of one without any such moment.
    """
    source = VideoSource(path, pace="fast")
    watcher = Watcher(reader, memory=memory)
    last: Clear | None = None
    refusal: Refusal | None = None
    look: Look | None = None
    while isinstance(frame := source.newest(0.0), Frame):
        look = watcher.see(frame)
        if isinstance(look, Clear):
            if last is not None and look.since != last.since:
                yield last
            last = look
        elif isinstance(look, Lost):
            refusal = look.refusal or refusal
    if last is None:
        raise SourceError(not_a_film(path) if look is None else _nothing_still(path, refusal))
    yield last


def _nothing_still(path: Path, refusal: Refusal | None) -> str:
    """Why a film has no still moment: what was wrong with the table where it lay still, if it
    did."""
    if refusal is None:
        return f"{path} shows no table at rest; {_HOW}."
    return f"{path} shows no game at rest: {refusal.message} {refusal.cure}"
