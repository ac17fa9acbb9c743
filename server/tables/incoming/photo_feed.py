"""A folder of photos that is shown to a live table, one after another."""

from __future__ import annotations

import time

from server.tables.incoming.feed import PATIENCE_S, Feed, FrameListener
from vision.sources.folder import FolderSource
from vision.sources.frame import Ended, Frame, Silent
from vision.sources.offers import Offer, Unusable


class PhotoFeed(Feed):
    """A folder: what lies in it is shown one photo after another, then new photos as they come.
    `interval_s`: seconds from one photo to the next."""

    def __init__(self, spec: str, folder: FolderSource, *, interval_s: float = 4.0) -> None:
        super().__init__(spec, folder)
        self._folder = folder
        self._interval_s = interval_s
        self._said: str | None = None
        self._asking: Offer | None = None

    def run(self, listener: FrameListener) -> None:
        """Shows photos until the feed is closed."""
        due = time.monotonic()
        while not self._closed.is_set():
            if not self._asked.is_set() and (listener.paused or time.monotonic() < due):
                self._asked.wait(PATIENCE_S / 5)
                continue
            got = self._folder.newest(PATIENCE_S)
            if isinstance(got, Ended):
                return
            self._tell_offer(listener)
            if isinstance(got, Frame):
                self._asked.clear()
                self._show(got, listener)
                due = time.monotonic() + self._interval_s
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
