"""A camera, a stream, a film or a phone that looks at a live table."""

from __future__ import annotations

import time

from server.tables.faults import pause_after
from server.tables.incoming.feed import PATIENCE_S, Feed, FrameListener
from server.tables.incoming.pulse import CameraHealth, Pulse
from vision.gate.why import Why
from vision.live.look import Blocked, Clear, Look, Lost
from vision.live.watcher import Watcher
from vision.reader import Image
from vision.sources.frame import Clock, Ended, Frame, FrameSource, Silent
from vision.sources.pushed import PushedSource
from vision.sources.slot import STALLED

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


class CameraFeed(Feed):
    """A camera, a stream, a film or a phone, watched frame by frame; on a quiet table now and then,
    every `rest_s` seconds."""

    def __init__(
        self,
        spec: str,
        source: FrameSource,
        watcher: Watcher,
        *,
        rest_s: float = _REST_S,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(spec, source)
        self._source: FrameSource = source
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
            got = self._source.newest(PATIENCE_S)
            if self._closed.is_set():
                return
            if isinstance(got, Frame):
                quiet, rested = 0, self._taken(got, listener, rested)
                continue
            if isinstance(got, Ended):
                listener.silent(got)
                return
            quiet += 1
            if got.reason is not None:
                listener.silent(got)
            elif quiet * PATIENCE_S >= _SILENT_S:
                listener.silent(Silent(got.since, STALLED.reason, STALLED.cure))

    def _taken(self, frame: Frame, listener: FrameListener, rested: float) -> float:
        """Looks at a frame and rests; seconds of this rest, `rested` those of the one before."""
        self.dropped += 0 if rested else frame.dropped
        self.newest = frame.image
        self._pulse.taken(frame.number, frame.at)
        rest = self._looked_at(frame, listener)
        if rest:
            self._closed.wait(rest)
        return rest

    def _looked_at(self, frame: Frame, listener: FrameListener) -> float:
        """Looks at a frame; seconds for which the next one may wait, as the table lies quiet."""
        if self._asked.is_set():
            self._asked.clear()
            self._watcher.believe_view()
        if listener.paused:
            return self._rest_s
        said = self._newly_remembered()
        if said is not None:
            self._tell(said.memory, anew=said.anew)
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
        if not judged.heard:
            self._watcher.unheard()
        if judged.memory is not None:
            self._tell(judged.memory, anew=judged.anew)
        return self._rest_after(look, frame.at)

    def _tell(self, memory: object, *, anew: bool) -> None:
        """What the reader is to know of the table from now on."""
        (self._watcher.settle if anew else self._watcher.learn)(memory)

    def _rest_after_failure(self, error: Exception, listener: FrameListener) -> float:
        """Tries again less and less, from what is seen then and what the game knows."""
        self._failures += 1
        self._state = None
        self._watcher.forget(listener.failed(error))
        return pause_after(self._failures)

    def _rest_after(self, look: Look, at: float) -> float:
        state = look.reason if isinstance(look, Blocked | Lost) else Clear
        if state != self._state:
            self._state, self._since = state, at
        if isinstance(look, Blocked) and look.reason not in _STILL:
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
