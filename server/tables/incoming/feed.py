"""What shows a live table its pictures, and what it tells the table of them."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from server.pipeline.session import Moment
from server.tables.incoming.pulse import CameraHealth
from vision.live.look import Look
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.folder import FolderSource
from vision.sources.frame import Ended, FrameSource, Silent
from vision.sources.offers import Offer

#: Seconds a feed waits for a picture before it looks whether it must end.
PATIENCE_S = 0.5


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a look. `doubts`: a call waits for a second look; `memory`: what the reader is
    to know of the table from now on, None where that is what the look left; `heard`: whether the
    referee took it in; `anew`: what the look left counts otherwise than the memory, so that the
    table is to be looked at anew."""

    doubts: bool = False
    memory: object = None
    heard: bool = True
    anew: bool = True

    @classmethod
    def of(cls, moment: Moment) -> Judged:
        """What came of the look that was judged at a moment."""
        left, memory = moment.reading.memory, moment.session.memory
        told = left is not None and memory is not left
        doubts = moment.session.doubts
        return cls(doubts, memory if told else None, moment.heard, moment.anew)


@dataclass(frozen=True, slots=True)
class Remembered:
    """What people said of a table. `memory`: what the reader is to know of the table for it;
    `anew`: whether the table is to be looked at anew."""

    memory: object
    anew: bool


class FrameListener(Protocol):
    """What a feed tells its table. The table never calls back from these."""

    @property
    def paused(self) -> bool:
        """Whether nothing is to be judged just now."""

    def seen(self, look: Look) -> Judged:
        """The watcher has looked at a frame; what came of it."""

    def shown(self, name: str, image: Image) -> None:
        """A photo that stands for a turn by itself."""

    def refused(self, name: str, refusal: Refusal) -> None:
        """A photo that stands for no turn, and why."""

    def failed(self, error: Exception) -> object:
        """A picture at which the watcher raised; the next ones go on, from what the reader knows of
        the table without having seen it, which comes back."""

    def silent(self, got: Silent | Ended | None) -> None:
        """No picture comes; None: and none is missed, whatever was said before."""

    def asked(self) -> None:
        """What the feed asks the players is another than before."""


class Feed(ABC):
    """Something that shows a table its pictures until it is closed. `spec`: as `--camera` takes
    it."""

    def __init__(self, spec: str, source: FrameSource | FolderSource) -> None:
        self.spec = spec
        #: Pictures that came and went unseen, those of a quiet table apart.
        self.dropped = 0
        #: The newest picture (H, W, 3 uint8 BGR), None before the first one.
        self.newest: Image | None = None
        self._source = source
        self._closed = threading.Event()
        self._asked = threading.Event()
        #: What people said since the reader was told, None where they said nothing.
        self._remembered: Remembered | None = None
        self._remembering = threading.Lock()

    @abstractmethod
    def run(self, listener: FrameListener) -> None:
        """Shows pictures; returns when there are no more or after `close`."""

    def push(self, image: Image) -> bool:
        """Takes a picture from outside; False where this feed has pictures of its own."""
        return False

    @property
    def health(self) -> CameraHealth | None:
        """How the camera does; None before it is known, and for photos, which have no rate."""
        return None

    @property
    def offer(self) -> Offer | None:
        """What only the players can say of the pictures; None where nothing is asked."""
        return None

    def answer(self, ident: str, choice: str) -> bool:
        """Takes what the players say to an offer; False where that is asked no more."""
        return False

    def remember(self, memory: object, *, anew: bool = True) -> None:
        """People said something: `memory` is what the reader knows of the table from now on;
        `anew`: what lies there is to be read again for it. Safe from any thread. A feed of photos
        needs none of it: the game itself remembers."""
        with self._remembering:
            before = self._remembered is not None and self._remembered.anew
            self._remembered = Remembered(memory, anew=anew or before)

    def _newly_remembered(self) -> Remembered | None:
        """What people said since this was last asked."""
        with self._remembering:
            newly, self._remembered = self._remembered, None
        return newly

    def next(self) -> None:
        """Somebody says that the table may be looked at: shows the next photo at once, or takes
        the view of a camera as it is, whatever the watcher thinks lies over the game."""
        self._asked.set()

    def close(self) -> None:
        """Lets go of the camera. Safe to call twice."""
        self._closed.set()
        self._source.close()
