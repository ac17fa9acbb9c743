"""One small picture of a camera, to choose it by."""

from __future__ import annotations

import time

from server.imaging import jpeg
from vision.sources import open_source
from vision.sources.frame import Frame

#: Pixels on the longer side.
_PIXELS = 320

#: Seconds a camera gets to open and to set its exposure.
_PATIENCE_S = 4.0

#: Pictures that cameras give before their exposure has settled.
_DARK_FRAMES = 4


def preview_jpeg(number: int) -> bytes | None:
    """What a camera sees, as JPEG; None where it gives no picture in time."""
    source = open_source(str(number))
    try:
        until = time.monotonic() + _PATIENCE_S
        newest: Frame | None = None
        while time.monotonic() < until:
            got = source.newest(0.5)
            if isinstance(got, Frame):
                newest = got
                if got.number >= _DARK_FRAMES:
                    break
        return None if newest is None else jpeg(newest.image, _PIXELS)
    finally:
        source.close()
