"""A table that is played now: pictures in, calls out, and what people say about them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from server.pipeline.readers import StartMemory
from server.pipeline.session import Session
from server.store.bundle import exported
from server.store.store import NotWritten, Store, TableLog
from server.store.values import Picture, TableRow
from server.tables.channel import Channel
from server.tables.incoming.feed import Judged
from server.tables.learners import Learners
from server.tables.live.camera import TableCamera
from server.tables.live.commands import CommandRunner
from server.tables.live.game_in_play import GameInPlay
from server.tables.live.judging import PictureJudge
from server.tables.live.status import StatusTeller
from server.tables.live.watching import AGAIN_S, CameraWatch, OpenFeed
from server.tables.player_commands import CommandRejected, PlayerCommand
from server.tables.resuming import ReaderStart, Setup
from server.tables.table import Table
from server.views.now.game_state import game_state
from server.views.now.standing_json import Standings
from server.views.now.status import gate_status
from server.views.payloads import MomentPayload
from server.views.places import PlaceCandidates
from vision.live.look import Look
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.frame import Ended, Silent


class LiveTable(Table):
    """One live table. `setup`: the game to play; `spec`: what looks at the table, as `--camera`
    takes it, None while nobody has chosen; `start_memory`: what is known of the table beforehand;
    `learners`: what it learns while people play; where none are given it keeps nothing of that
    beyond this run."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        setup: Setup,
        spec: str | None,
        open_feed: OpenFeed,
        *,
        start_memory: StartMemory = lambda _game: None,
        learners: Learners | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(row, Channel(TableLog(store, row.ident, self.names), row.log))
        ident, channel, change = row.ident, self.channel, self._change
        learning = learners or Learners.of(ident, None)
        known = ReaderStart(start_memory, learning.corrections.corrected_reader, learning.colours)
        #: The parts that know how it stands; the others only work on them.
        self.camera = TableCamera(spec, change, partial(store.keep_camera, ident))
        self.in_play = GameInPlay(store, ident, channel, change, known, clock)
        self.status = StatusTeller(channel, self.camera)
        self._judge = PictureJudge(self.in_play, self.status, learning.played, change)
        self._commands = CommandRunner(
            self.in_play, self.camera, self.status, learning, self._judge
        )
        self._watch = CameraWatch(self.camera, self.in_play, self.status, open_feed)
        self._standings = Standings()
        self._setup = setup
        self._store = store

    def run(self) -> None:
        """Watches the table until the program ends; meant for a daemon thread."""
        try:
            while not self.camera.closed and not self._begun():
                self.camera.wait(lambda: False, AGAIN_S)
        except Exception as error:  # the page must learn that nothing will come
            self.status.tell_end(error)
            return
        self._watch.run(self)

    def _begun(self) -> bool:
        """Whether the game could be begun; where the disk is full the page says so."""
        try:
            self.begin()
        except NotWritten as error:
            self.status.tell_unusable(self.camera.spec, error)
            return False
        return True

    def begin(self) -> None:
        """Takes up the game where it stands, or begins the one that was asked for."""
        if self.in_play.take_up(self._setup) is None:
            self.status.tell(gate_status("no-game"))
        elif self.camera.spec is None:
            self.status.tell_unseen()

    def close(self) -> None:
        """Ends the watching and the channel."""
        self.camera.close()
        self.channel.close()

    # What a feed tells (server.tables.incoming.feed.FrameListener)

    @property
    def paused(self) -> bool:
        """Whether nothing is to be judged just now."""
        return self.in_play.paused

    def seen(self, look: Look) -> Judged:
        """Judges a fresh clear look; of any other tells only how things stand."""
        return self._judge.look(look)

    def shown(self, name: str, image: Image) -> None:
        """Judges a photo that stands for a turn by itself."""
        self._judge.photo(name, image)

    def refused(self, name: str, refusal: Refusal) -> None:
        """Tells of a photo that stands for no turn."""
        self._judge.refuse(name, refusal)

    def failed(self, error: Exception) -> object:
        """Says that Arbitable itself failed at a picture; tells what is known for the next."""
        self.status.tell_own_fault(error)
        return self.in_play.known_unseen()

    def silent(self, got: Silent | Ended | None) -> None:
        """Says that no picture comes, and what helps."""
        self.status.tell_unseen(got)

    def asked(self) -> None:
        """Says what the feed asks, beside how things stand."""
        self.status.tell_offer()

    # What people ask (server.tables.table.Table)

    def _execute(self, command: PlayerCommand) -> CommandRejected | None:
        return self._commands.run(command)

    def view(self) -> Image | None:
        """The newest picture of the camera, or the last one that a page sent."""
        return self.camera.view()

    def push(self, image: Image) -> CommandRejected | None:
        """Takes a picture of a page's film; where nothing looks at the table, the page does."""
        return self.camera.push(image)

    def photo(self, image: Image) -> MomentPayload | CommandRejected:
        """Judges one photo by itself; gives what the channel is told."""
        self.camera.sent = image
        return self._judge.photo(self.in_play.now(), image)

    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""
        return self.in_play.session

    def board(self) -> dict[str, object] | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        return self.in_play.board()

    def readings(self) -> tuple[PlaceCandidates, ...]:
        """What the newest clear look may show, place by place."""
        return self.in_play.readings()

    def game_in_play(self) -> int | None:
        """The number of the kept game that is played here now, None while none is chosen."""
        game = self.in_play.game
        return None if game is None else game.row.number

    def saved(self) -> bytes | None:
        """The game as one file; None before one has begun."""
        game = self.in_play.game
        return None if game is None else exported(self._store, game.row)

    def picture(self, ident: str) -> Picture | None:
        """A picture of this table by its id."""
        return self._store.picture(self.row.ident, ident)

    def standing(self) -> dict[str, object]:
        """What stands at the table now, whatever came last."""
        with self._change:
            return self._standings.told(
                self.in_play.session,
                self.channel.last,
                paused=self.in_play.paused,
                status=self.channel.status(),
            )

    def state(self) -> dict[str, object]:
        """How the table stands, JSON-ready."""
        with self._change:
            game = self.in_play.game
            return {
                "event": self.channel.last,
                "playing": not self.in_play.paused,
                "shown": game.index if game else 0,
                "total": 0,
                "live": True,
                "source": self.camera.spec,
                "dropped": self.camera.dropped,
                **game_state(game.session if game else None, game.carried if game else {}),
                "standing": self.standing(),
                "disk": asdict(self._store.disk()),
                "status": dict(self.channel.status()),
            }
