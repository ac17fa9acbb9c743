"""Where a live table's pictures come from: a camera that is watched, or a folder of photos."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from server.pipeline.session import Moment
from server.tables.faults import pause_after
from server.tables.incoming.pulse import CameraHealth, Pulse
from vision.gate.why import Why
from vision.live.look import Clear, Look, Lost, Waiting
from vision.live.watcher import Watcher
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.folder import Offer, Unusable
from vision.sources.frame import Clock, Ended, Frame, Silent, Source
from vision.sources.pushed import PushedSource
from vision.sources.slot import STALLED

#: What `--camera` calls pictures that a page sends: a phone's, or this computer's browser's.
PHONE = "phone"

#: Seconds a feed waits for a picture before it looks whether it must end.
_PATIENCE_S = 0.5

#: Seconds between two pictures while nothing happens: a hand that reaches in is noticed early
#: enough at ten a second, and the table costs a third of thirty a second. Where nothing has
#: happened for a while, four a second are enough: no hand lays a piece in a quarter of one.
_REST_S = 0.07
_LONG_REST_S = 0.25

#: Seconds after which nothing has happened for a while: all readings of a look are made by then.
_WHILE_S = 3.0

#: Why frames are not used while nothing moves: resting until that changes loses nothing.
_STILL = frozenset((Why.DARK, Why.BRIGHT, Why.BLURRED))

#: Seconds without a picture after which a camera is said to be silent.
_SILENT_S = 2.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a look. `doubts`: a call waits for a second look; `memory`: what the reader is
    to know of the table from now on, None where that is what the look left."""

    doubts: bool = False
    memory: object = None

    @classmethod
    def of(cls, moment: Moment) -> Judged:
        """What came of the look that was judged at a moment."""
        left, memory = moment.reading.memory, moment.session.memory
        settled = left is not None and memory is not left
        return cls(moment.session.doubts, memory if settled else None)


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

    def failed(self, error: Exception) -> None:
        """A picture at which the watcher raised; the next ones go on."""

    def silent(self, got: Silent | Ended | None) -> None:
        """No picture comes; None: and none is missed, whatever was said before."""

    def asked(self) -> None:
        """What the feed asks the players is another than before."""


class Closing(Protocol):
    """Something that lets go of its device or folder."""

    def close(self) -> None:
        """Safe to call twice, from any thread."""


class Photos(Closing, Protocol):
    """A folder of photos, as `FolderSource` watches one."""

    @property
    def offer(self) -> Offer | None:
        """What only the players can say."""

    def newest(self, timeout: float) -> Frame | Unusable | Ended | Silent:
        """The next photo, or why there is none."""
        ...

    def answer(self, ident: str, choice: str) -> bool:
        """Takes what the players say."""
        ...


class Feed(ABC):
    """Something that shows a table its pictures until it is closed. `spec`: as `--camera` takes
    it."""

    def __init__(self, spec: str, source: Closing) -> None:
        self.spec = spec
        #: Pictures that came and went unseen, those of a quiet table apart.
        self.dropped = 0
        #: The newest picture (H, W, 3 uint8 BGR), None before the first one.
        self.newest: Image | None = None
        self._source = source
        self._closed = threading.Event()
        self._asked = threading.Event()

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

    def next(self) -> None:
        """Somebody says that the table may be looked at: shows the next photo at once, or takes
        the view of a camera as it is, whatever the watcher thinks lies over the game."""
        self._asked.set()

    def close(self) -> None:
        """Lets go of the camera. Safe to call twice."""
        self._closed.set()
        self._source.close()


class CameraFeed(Feed):
    """A camera, a stream, a film or a phone, watched frame by frame; on a quiet table now and then,
    every `rest_s` seconds."""

    def __init__(
        self,
        spec: str,
        source: Source,
        watcher: Watcher,
        *,
        rest_s: float = _REST_S,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(spec, source)
        self._source: Source = source
        self._rest_s = rest_s
        self._watcher = watcher
        self._state: object = None
        self._since = 0.0
        self._failures = 0
        self._pulse = Pulse()
        self._looked: Look | None = None
        self._clock = clock

    def run(self, listener: FrameListener) -> None:
        """Watches until the source ends for good."""
        quiet, rested = 0, 0.0
        while not self._closed.is_set():
            got = self._source.newest(_PATIENCE_S)
            if self._closed.is_set():
                return
            if isinstance(got, Frame):
                self.dropped += 0 if rested else got.dropped
                self.newest = got.image
                self._pulse.taken(got.number, got.at)
                quiet = 0
                rested = self._looked_at(got, listener)
                if rested:
                    self._closed.wait(rested)
                continue
            if isinstance(got, Ended):
                listener.silent(got)
                return
            quiet += 1
            if got.reason is not None:
                listener.silent(got)
            elif quiet * _PATIENCE_S >= _SILENT_S:
                listener.silent(Silent(got.since, STALLED.reason, STALLED.cure))

    def _looked_at(self, frame: Frame, listener: FrameListener) -> float:
        """Looks at a frame; seconds for which the next one may wait, as the table lies quiet."""
        if self._asked.is_set():
            self._asked.clear()
            self._watcher.believe_view()
        if listener.paused:
            return self._rest_s
        try:
            look = self._watcher.see(frame)
        except Exception as error:  # one bad picture must not end the watching
            return self._rest_after_failure(error, listener)
        self._failures = 0
        if isinstance(look, Clear | Lost) and look is not self._looked:
            self._pulse.read(self._clock() - frame.at)
        self._looked = look
        judged = listener.seen(look)
        if judged.doubts:
            self._watcher.doubt()
        if judged.memory is not None:
            self._watcher.settle(judged.memory)
        return self._rest_after(look, frame.at)

    def _rest_after_failure(self, error: Exception, listener: FrameListener) -> float:
        """Tries again less and less, from what is seen then alone."""
        self._failures += 1
        self._state = None
        self._watcher.forget()
        listener.failed(error)
        return pause_after(self._failures)

    def _rest_after(self, look: Look, at: float) -> float:
        state = look.reason if isinstance(look, Waiting | Lost) else Clear
        if state != self._state:
            self._state, self._since = state, at
        if isinstance(look, Waiting) and look.reason not in _STILL:
            return 0.0
        if isinstance(look, Clear) and look.fresh:
            return 0.0
        long = at - self._since >= _WHILE_S
        return max(self._rest_s, _LONG_REST_S) if long and self._rest_s else self._rest_s

    @property
    def health(self) -> CameraHealth | None:
        """How the camera does, as last counted."""
        return self._pulse.told

    def push(self, image: Image) -> bool:
        """Hands a phone's picture to the watcher."""
        if not isinstance(self._source, PushedSource) or self._closed.is_set():
            return False
        self._source.push(image)
        return True


class PhotoFeed(Feed):
    """A folder: what lies in it is shown one photo after another, then new photos as they come.
    `interval_s`: seconds from one photo to the next."""

    def __init__(
        self,
        spec: str,
        folder: Photos,
        *,
        interval_s: float = 4.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(spec, folder)
        self._folder = folder
        self._interval_s = interval_s
        self._clock = clock
        self._said: str | None = None
        self._asking: Offer | None = None

    def run(self, listener: FrameListener) -> None:
        """Shows photos until the feed is closed."""
        due = self._clock()
        while not self._closed.is_set():
            if not self._asked.is_set() and (listener.paused or self._clock() < due):
                self._asked.wait(_PATIENCE_S / 5)
                continue
            got = self._folder.newest(_PATIENCE_S)
            if isinstance(got, Ended):
                return
            self._tell_offer(listener)
            if isinstance(got, Frame):
                self._asked.clear()
                self._show(got, listener)
                due = self._clock() + self._interval_s
            elif isinstance(got, Unusable):
                listener.refused(got.name, got.refusal)
                self._said = None
            else:
                self._tell_silence(got, listener)

    def _show(self, frame: Frame, listener: FrameListener) -> None:
        self.newest, self._said = frame.image, None
        listener.shown(frame.name or str(frame.number), frame.image)

    def _tell_offer(self, listener: FrameListener) -> None:
        if self._folder.offer != self._asking:
            self._asking = self._folder.offer
            listener.asked()

    def _tell_silence(self, got: Silent, listener: FrameListener) -> None:
        """A folder is silent between two turns; only what is wrong with it is worth saying."""
        if got.reason != self._said:
            self._said = got.reason
            listener.silent(None if got.reason is None else got)

    @property
    def offer(self) -> Offer | None:
        """What is asked of late photos, or of very many."""
        return self._asking

    def answer(self, ident: str, choice: str) -> bool:
        """Takes what the players say; the next photo may then come at once."""
        taken = self._folder.answer(ident, choice)
        if taken:
            self._asked.set()
        return taken
