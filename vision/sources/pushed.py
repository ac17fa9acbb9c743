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

    def __init__(self, name: str = PHONE, clock: Clock = time.monotonic) -> None:
        super().__init__(name, clock)
        self._slot.trouble(_WAITING)

    def push(self, image: Image, name: str | None = None, single: bool = False) -> None:
        """Takes a picture (H, W, 3 uint8 BGR, upright). Never waits; safe from any thread.

        `single`: a photo taken on purpose, not a frame of a film (see `Frame`).
        """
        self._slot.put(image, name, single)

    def close(self) -> None:
        """Ends the source; whoever waits for a picture is told."""
        self._slot.end(Ended("the page was closed"))
