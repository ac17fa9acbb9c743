"""Cameras and streams that OpenCV reads: a thread takes every picture, the newest one counts.

What stops comes back: a camera unplugged and plugged in again, a stream that breaks off, a
picture that freezes. Meanwhile the source is silent and says why.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import cv2
import numpy as np

from vision.reader import Image
from vision.sources.frame import Clock, Ended
from vision.sources.slot import Frozen, SlotSource, Trouble


class Capture(Protocol):
    """The part of `cv2.VideoCapture` used here, so that tests can plug cameras in and out."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether the device gave itself."""

    def read(self) -> tuple[bool, Any]:
        """The next picture, or False."""

    def grab(self) -> bool:
        """Lets the next picture pass by undecoded, or says that there is none."""

    def release(self) -> None:
        """Lets the device go."""

    def get(self, prop: int, /) -> float:
        """A setting's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Asks the driver for a value; False where it will not."""

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        """The driver's family."""


class Settings(Protocol):
    """Looks after a device's settings while it runs."""

    def opened(self, capture: Capture) -> None:
        """Called once for every opening of the device."""

    def saw(self, capture: Capture, image: Image) -> None:
        """Called for every picture."""


@dataclass(frozen=True, slots=True)
class DevicePatience:
    """How long to put up with a device, seconds."""

    #: Between two tries to open it. A choice: quick enough that replugging feels immediate.
    retry_s: float = 1.0
    #: Of reads that fail before it is opened anew: a webcam that is just waking up misses some.
    failing_s: float = 1.0
    #: Of byte for byte the same picture before it counts as frozen; a sensor's noise never
    #: repeats itself.
    frozen_s: float = 3.0


@dataclass(frozen=True, slots=True)
class SourceWords:
    """What is said of a kind of source that gives no picture."""

    missing: Trouble
    stopped: Trouble
    frozen: Trouble = field(
        default=Trouble(
            "The camera sends the same picture again and again.",
            "Unplug the camera and plug it in again, or restart the app that sends the stream.",
        )
    )


CAMERA = SourceWords(
    Trouble(
        "The camera cannot be opened.",
        "Plug it in, close other programs that use it, or choose another camera.",
    ),
    Trouble("The camera stopped.", "Check its cable; it is used again as soon as it answers."),
)
STREAM = SourceWords(
    Trouble(
        "The stream does not answer.",
        "Check that the sending app runs and that its address is right.",
    ),
    Trouble("The stream broke off.", "Check the network; it is used again as soon as it answers."),
)


class CapturedSource(SlotSource):
    """A device read by a thread of its own. `open_capture` is called for every (re)opening."""

    def __init__(
        self,
        open_capture: Callable[[], Capture],
        words: SourceWords = CAMERA,
        clock: Clock = time.monotonic,
        settings: Settings | None = None,
        patience: DevicePatience | None = None,
    ) -> None:
        super().__init__(clock)
        self._open = open_capture
        self._words = words
        self._settings = settings
        self._patience = patience or DevicePatience()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets the device go; waits a moment for its thread."""
        self._closing.set()
        self._slot.end(Ended("the camera was closed"))
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._open_and_use()
            except cv2.error:  # a driver may fail within any call, and the next opening mend it
                self._slot.trouble(self._words.stopped)
            self._closing.wait(self._patience.retry_s)

    def _open_and_use(self) -> None:
        capture = self._open()
        try:
            self._use(capture)
        finally:
            capture.release()

    def _use(self, capture: Capture) -> None:
        """Reads until the device fails."""
        if not capture.isOpened():
            self._slot.trouble(self._words.missing)
            return
        if self._settings is not None:
            self._settings.opened(capture)
        failing_since: float | None = None
        still = Frozen[Image](self._clock, self._patience.frozen_s, np.array_equal)
        while not self._closing.is_set():
            if not self._slot.wanted and capture.grab():
                failing_since = None
                self._slot.pass_by()
                continue
            ok, image = capture.read()
            if ok and image is not None and image.size:
                failing_since = None
                self._hand_over(capture, image, still)
                continue
            failing_since = self._clock() if failing_since is None else failing_since
            if self._clock() - failing_since >= self._patience.failing_s:
                self._slot.trouble(self._words.stopped)
                return
            self._closing.wait(0.02)

    def _hand_over(self, capture: Capture, image: Image, still: Frozen[Image]) -> None:
        if still.frozen(image):
            self._slot.trouble(self._words.frozen)
            return
        if self._settings is not None:
            self._settings.saw(capture, image)
        self._slot.put(_three_channels(image))


def _three_channels(image: Image) -> Image:
    """Infrared and microscope cameras give grey pictures; readers want BGR."""
    if image.ndim == 2 or image.shape[2] == 1:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return image[:, :, :3]
