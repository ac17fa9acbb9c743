"""What looks at a live table: the camera that was chosen, and the feed that shows its pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable

from server.tables.incoming.feed import Feed
from server.tables.incoming.pulse import CameraHealth
from server.tables.player_commands import CommandRejected
from vision.reader import Image
from vision.sources.offers import Offer
from vision.sources.pushed import PHONE

_OTHER_CAMERA = CommandRejected("other-camera", "Another camera looks at this table.")


class TableCamera:
    """The choice of one table. `spec`: what looks, as `--camera` takes it, None while nobody has
    chosen. `change`: the table's lock, notified of every choice; who chooses holds it. `keep`:
    hears of every choice."""

    def __init__(
        self, spec: str | None, change: threading.Condition, keep: Callable[[str], None]
    ) -> None:
        self.spec = spec
        self._keep = keep
        if spec is not None:
            keep(spec)
        #: Shows the pictures; None while nothing looks, or it is being opened.
        self.feed: Feed | None = None
        #: Grows with every choice.
        self.choice = 0
        #: Whether the table is watched no more.
        self.closed = False
        #: The newest picture (H, W, 3 uint8 BGR) that a page sent, None before the first one.
        self.sent: Image | None = None
        #: The table's lock.
        self.change = change

    def choose(self, spec: str) -> None:
        """Another camera is to look."""
        self.spec = spec
        self._keep(spec)
        self.let_go()

    def let_go(self) -> None:
        """Ends the feed that runs, so that another one can begin."""
        if self.feed is not None:
            self.feed.close()
        self.feed = None
        self.choice += 1
        self.change.notify_all()

    def close(self) -> None:
        """Nothing looks from now on."""
        with self.change:
            self.closed = True
            self.let_go()

    def install(self, feed: Feed, choice: int) -> bool:
        """Makes a feed the table's; False where something else was chosen since `choice`."""
        with self.change:
            if self.closed or choice != self.choice:
                return False
            self.feed = feed
            return True

    def wait(self, ready: Callable[[], bool], seconds: float | None = None) -> None:
        """Waits until something is ready or the table closed, for so many seconds at most."""
        with self.change:
            self.change.wait_for(lambda: self.closed or ready(), seconds)

    # The pictures

    def view(self) -> Image | None:
        """The newest picture of the camera, or the last one that a page sent."""
        feed = self.feed
        return self.sent if feed is None or feed.newest is None else feed.newest

    def push(self, image: Image) -> CommandRejected | None:
        """Takes a picture of a page's film; where nothing looks at the table, the page does."""
        self.sent = image
        feed = self.feed
        if feed is not None and feed.push(image):
            return None
        with self.change:
            if self.spec is None:
                self.choose(PHONE)
            if self.spec != PHONE:
                return _OTHER_CAMERA
        return None  # dropped: the feed is just being opened

    def next(self) -> None:
        """Somebody says that the table may be looked at, as it lies."""
        if self.feed is not None:
            self.feed.next()

    # What is known of it

    @property
    def dropped(self) -> int:
        """Pictures that came and went unseen."""
        feed = self.feed
        return 0 if feed is None else feed.dropped

    @property
    def health(self) -> CameraHealth | None:
        """How the camera does; None before it is known."""
        feed = self.feed
        return None if feed is None else feed.health

    @property
    def offer(self) -> Offer | None:
        """What only the players can say of the pictures; None where nothing is asked."""
        feed = self.feed
        return None if feed is None else feed.offer
