"""Pictures that others send: a phone's page, the browser's camera."""

from __future__ import annotations

import time

from vision.reader import Image
from vision.sources.frame import Clock, Ended
from vision.sources.slot import SlotSource, Trouble

#: What `--camera` calls pictures that a page sends: a phone's, or this computer's browser's.
PHONE = "phone"

_WAITING = Trouble(
    "No picture has come yet.", "Open the table's page on the phone and allow it to use the camera."
)


class PushedSource(SlotSource):
    """A source that is handed its pictures."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        super().__init__(clock)
        self._slot.trouble(_WAITING)

    def push(self, image: Image) -> None:
        """Takes a picture (H, W, 3 uint8 BGR, upright). Never waits; safe from any thread."""
        self._slot.put(image)

    def close(self) -> None:
        """Ends the source; whoever waits for a picture is told."""
        self._slot.end(Ended("the page was closed"))
