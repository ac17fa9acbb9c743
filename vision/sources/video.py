"""A film as a camera: at its own pace, or one frame after another as fast as they are taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from vision.sources.frame import Clock, Ended, Frame, Silent, SourceError
from vision.sources.photo_order import is_photo_name

#: Frames a second of a file that does not say, or says nonsense.
_USUAL_FPS = 25.0

_OVER = Ended("the film is over")

#: Bytes of a file that tell text from a film: every film has zeros among its first sizes.
_HEAD_BYTES = 4096


def _may_be_film(path: Path) -> bool:
    """Whether a file is no text, and no photo by its name that is none. The film library plays text
    as one, and complains on the terminal of such photos."""
    if is_photo_name(path.name) and not cv2.haveImageReader(str(path)):
        return False
    try:
        with path.open("rb") as file:
            return b"\0" in file.read(_HEAD_BYTES)
    except OSError:
        return False


def not_a_film(path: Path) -> str:
    """What is said of a file that holds no film."""
    return f"{path} is not a film that can be opened; give an AVI, MP4 or MOV."


class VideoSource:
    """Plays a video file. Frame times are the film's own, seconds from its first frame."""

    def __init__(
        self,
        path: Path,
        clock: Clock = time.monotonic,
        pace: Literal["own", "fast"] = "own",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._fast = pace == "fast"
        self._sleep = sleep
        self._film = cv2.VideoCapture(*([str(path)] if _may_be_film(path) else []))
        if not self._film.isOpened():
            raise SourceError(not_a_film(path))
        fps = float(self._film.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 1.0 <= fps <= 240.0 else _USUAL_FPS
        self._next = 0
        self._started: float | None = None
        self._over = False

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The frame that is due now; frames whose time has passed are dropped and counted."""
        if self._over:
            return _OVER
        due = self._next if self._fast else self._due(timeout)
        if due is None:
            return Silent(self._now())
        dropped = due - self._next
        if not self._skip(dropped):
            return self._end()
        ok, image = self._film.read()
        if not ok or image is None:
            return self._end()
        self._next = due + 1
        return Frame(np.asarray(image, np.uint8), due / self.fps, due, dropped)

    def close(self) -> None:
        """Ends the film."""
        self._over = True
        self._film.release()

    def _now(self) -> float:
        """Seconds of film gone by."""
        if self._started is None:
            self._started = self._clock()
        return self._clock() - self._started

    def _due(self, timeout: float) -> int | None:
        """The number of the frame that is due within the timeout; waits for it."""
        # A clock read a hair early must not wait for a frame that is due.
        wait = self._next / self.fps - self._now() - 1e-6
        if wait > timeout:
            self._sleep(timeout)
            return None
        if wait > 0:
            self._sleep(wait)
        return max(self._next, int(self._now() * self.fps + 1e-3))

    def _skip(self, frames: int) -> bool:
        return all(self._film.grab() for _ in range(frames))

    def _end(self) -> Ended:
        self.close()
        return _OVER
