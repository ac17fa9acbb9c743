"""Clocks, cameras and films for tests: nothing here waits or touches a device."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.reader import Image


class FakeClock:
    """A clock that only moves when it is told to, or slept on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Passes time."""
        self.now += seconds


class FakeCapture:
    """A camera that gives its pictures one after another, then fails for ever."""

    def __init__(
        self, images: Iterable[Image], opened: bool = True, settings: dict[int, float] | None = None
    ) -> None:
        self._images = iter(images)
        self._opened = opened
        self.settings = settings if settings is not None else {}
        self.released = threading.Event()
        self.passed = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it is plugged in."""
        return self._opened

    def read(self) -> tuple[bool, Image | None]:
        """The next picture."""
        image = next(self._images, None)
        return image is not None, image

    def grab(self) -> bool:
        """Lets the next picture pass."""
        self.passed += 1
        return self.read()[0]

    def release(self) -> None:
        """Lets go."""
        self.released.set()

    def get(self, prop: int, /) -> float:
        """A setting; -1 where there is none."""
        return self.settings.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        """Takes any setting."""
        self.settings[prop] = value
        return True

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        """A Linux camera."""
        return "V4L2"


def plain(value: int, size: tuple[int, int] = (48, 64)) -> Image:
    """A picture (H, W, 3 uint8) of one grey."""
    return np.full((*size, 3), value, np.uint8)


def write_film(path: Path, images: Iterable[Image], fps: float = 10.0) -> None:
    """A motion-JPEG film."""
    writer: cv2.VideoWriter | None = None
    for image in images:
        if writer is None:
            size = (image.shape[1], image.shape[0])
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size)
        writer.write(image)
    assert writer is not None
    writer.release()


def eventually(true: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether something another thread does becomes true in time."""
    waiting = threading.Event()
    for _ in range(int(seconds / 0.005)):
        if true():
            return True
        waiting.wait(0.005)
    return true()
