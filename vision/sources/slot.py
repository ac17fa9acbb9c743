"""The newest-frame slot: a writer never waits, a reader never gets an old picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from vision.reader import Image
from vision.sources.frame import Clock, Ended, Frame, Silent

_Picture = TypeVar("_Picture")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a source is silent, as a sentence, and what the players can do."""

    reason: str
    cure: str


#: What to say of a source that has gone quiet without saying why.
STALLED = Trouble(
    "It has stopped sending.",
    "Check its cable, its app and the network; it is used again as soon as a picture comes.",
)


#: Seconds after a picture was taken for which the next one is made ready unasked: a reader that
#: looks at every picture asks again within them.
_READY_S = 0.05


class Slot:
    """Room for one picture between a camera's thread and the reader of the table."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._ended: Ended | None = None
        self._trouble: Trouble | None = None
        self._number = 0
        self._taken = -1
        self._last = self._asked_at = clock()
        self._asking = 0

    def put(self, image: Image) -> None:
        """Lays a picture (H, W, 3 uint8 BGR) in; one that nobody took is dropped and counted."""
        with self._changed:
            now = self._clock()
            self._frame = Frame(image, now, self._number)
            self._number += 1
            self._trouble = None
            self._last = now
            self._changed.notify_all()

    def skip(self) -> None:
        """Counts a picture that was never laid in, since a newer one had come."""
        with self._changed:
            self._number += 1

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for a picture, or soon will: else none need be decoded."""
        with self._changed:
            return self._asking > 0 or self._clock() - self._asked_at <= _READY_S

    def pass_by(self) -> None:
        """Counts a picture that nobody wanted and that was not decoded; what lay here is old."""
        with self._changed:
            self._frame = None
            self._number += 1
            self._last = self._clock()

    def trouble(self, trouble: Trouble | None) -> None:
        """Says why no picture comes; the next picture clears it."""
        with self._changed:
            self._trouble = trouble

    def end(self, ended: Ended) -> None:
        """No picture will come any more; the one that lies here may still be taken."""
        with self._changed:
            self._ended = self._ended or ended
            self._changed.notify_all()

    def take(self, timeout: float) -> Frame | Ended | Silent:
        """The newest picture, once; waits up to `timeout` seconds."""
        with self._changed:
            self._asking += 1
            self._changed.wait_for(lambda: self._frame or self._ended, timeout)
            self._asking -= 1
            self._asked_at = self._clock()
            frame, self._frame = self._frame, None
            if frame is not None:
                dropped = frame.number - self._taken - 1
                self._taken = frame.number
                return replace(frame, dropped=dropped)
            return self._ended or self._silent()

    def _silent(self) -> Silent:
        trouble = self._trouble
        if trouble is None:
            return Silent(self._last)
        return Silent(self._last, trouble.reason, trouble.cure)


class Frozen(Generic[_Picture]):
    """Notices a source that repeats one picture byte for byte, which no sensor does: `same` tells
    of two pictures whether they are."""

    def __init__(
        self, clock: Clock, after_s: float, same: Callable[[_Picture, _Picture], bool]
    ) -> None:
        self._clock, self._after_s, self._same = clock, after_s, same
        self._last: _Picture | None = None
        self._since = 0.0

    def frozen(self, picture: _Picture) -> bool:
        """Whether this picture has been the same for too long."""
        last, self._last = self._last, picture
        if last is None or not self._same(last, picture):
            self._since = self._clock()
            return False
        return self._clock() - self._since >= self._after_s


class SlotSource:
    """A source whose pictures others lay into its slot."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._slot = Slot(clock)

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The newest picture not yet taken; waits up to `timeout` seconds for one."""
        return self._slot.take(timeout)
