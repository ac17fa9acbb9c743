"""Watching a live table through the camera that was chosen, and what is done where that fails."""

from __future__ import annotations

from collections.abc import Callable

from server.tables.incoming.feed import Feed, FrameListener
from server.tables.incoming.photo_history import PhotoHistory
from server.tables.live.camera import TableCamera
from server.tables.live.game_in_play import GameInPlay
from server.tables.live.journalled_game import JournalledGame
from server.tables.live.status import StatusTeller
from vision.reader import Reader

#: Seconds until what failed, such as a camera that could not be opened, is tried again.
AGAIN_S = 3.0

#: Opens what looks at the table: its spec, the game's reader, and what is known of its photos.
OpenFeed = Callable[[str, Reader, PhotoHistory], Feed]


class CameraWatch:
    """Shows a listener what the chosen camera of one table sees. `again_s`: seconds until what
    failed is tried again."""

    def __init__(
        self,
        camera: TableCamera,
        in_play: GameInPlay,
        status: StatusTeller,
        open_feed: OpenFeed,
        *,
        again_s: float = AGAIN_S,
    ) -> None:
        self._camera = camera
        self._in_play = in_play
        self._status = status
        self._open_feed = open_feed
        self._again_s = again_s

    def run(self, listener: FrameListener) -> None:
        """Watches until the table is closed."""
        while not self._camera.closed:
            self.watch(listener)

    def watch(self, listener: FrameListener) -> None:
        """Opens the chosen camera and watches until it ends or another one is chosen."""
        camera = self._camera
        chosen = self._chosen()
        if chosen is None:
            return
        spec, game, choice = chosen
        again: float | None = None
        try:
            self._show(listener, spec, game, choice)
        except Exception as error:  # one bad camera or picture must not end the evening
            self._status.tell_unusable(spec, error)
            again = self._again_s
        camera.wait(lambda: choice != camera.choice, again)

    def _chosen(self) -> tuple[str, JournalledGame, int] | None:
        """Waits for a camera and a game, and gives them with the number of the choice; None where
        the table is closed."""
        camera, in_play = self._camera, self._in_play
        with camera.change:
            camera.wait(lambda: camera.spec is not None and in_play.game is not None)
            spec, game, choice = camera.spec, in_play.game, camera.choice
        return None if camera.closed or spec is None or game is None else (spec, game, choice)

    def _show(self, listener: FrameListener, spec: str, game: JournalledGame, choice: int) -> None:
        feed = self._open_feed(spec, game.session.reader, game.photos(spec))
        try:
            if self._camera.install(feed, choice):
                self._status.tell_unseen()
                feed.run(listener)
        finally:
            feed.close()
