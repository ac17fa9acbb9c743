"""What a source hands out: the newest picture, or why there is none just now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rules.core.errors import ArbitableError
from vision.reader import Image

#: Seconds on a clock that never runs backwards; `time.monotonic` unless a test says otherwise.
Clock = Callable[[], float]


class SourceError(ArbitableError):
    """A source that cannot be opened: one sentence with its cure."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    `image` (H, W, 3) uint8 BGR, upright, never mirrored; `at` seconds on the source's clock;
    `number` counts the source's pictures from 0, the dropped ones included; `dropped` of them
    came and went since the last one taken. `name` is the file it came from, where there is one.
    """

    image: Image
    at: float
    number: int
    dropped: int = 0
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The source has given its last picture (a film is over, a page was closed)."""

    reason: str = "the source has ended"


@dataclass(frozen=True, slots=True)
class Silent:
    """No new picture in time. `since` is when the last one came (or the source was opened).

    `reason` is a sentence for the players where the cause is known (camera unplugged, stream
    refused), with its `cure`; the source goes on trying by itself.
    """

    since: float
    reason: str | None = None
    cure: str | None = None


class FrameSource(Protocol):
    """Somewhere pictures of the table come from. Newest picture only, never a backlog."""

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The newest picture not yet taken; waits up to `timeout` seconds for one."""

    def close(self) -> None:
        """Lets the device go. Safe to call twice, from any thread."""
