"""A table that is played now: pictures in, calls out, and what people say about them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from typing import Any

from rules.core.errors import ArbitableError
from server.pipeline.photo_readers import read_image
from server.pipeline.session import Session
from server.store.bundle import exported
from server.store.store import Store
from server.store.table_log import TableLog
from server.store.values import Json, Picture, TableRow
from server.tables.channel import Channel
from server.tables.command_events import event_of
from server.tables.corrections import Teaching
from server.tables.feeds import Feed
from server.tables.player_commands import Impossible, NewGame, Order, Press, Stale, UseCamera
from server.tables.recorded_game import Refereed
from server.tables.setup import Known, Setup, fresh, gone_on, resumable
from server.tables.table import PlaceRead
from server.views.board import board_now
from server.views.game_state import disk_state, game_state
from server.views.places import places_read
from server.views.standing_json import Standings
from server.views.status import camera, failed, gate, gate_after, gate_of
from vision.live.look import Clear, Look
from vision.reader import Image, Reader
from vision.sources.frame import Ended, Silent

#: What `--camera` calls pictures that a page sends: a phone's, or this computer's browser's.
PHONE = "phone"

#: Seconds until a camera that could not be opened is tried again.
_AGAIN_S = 3.0

#: Opens what looks at the table: its spec, the game's reader, and the photos judged so far.
OpenFeed = Callable[[str, Reader, Collection[str]], Feed]

_NOT_READY = Impossible("not-ready", "The table is not ready yet: choose a game, or wait a moment.")


class LiveTable:
    """One live table. `setup`: the game to play; `spec`: what looks at the table, as `--camera`
    takes it, None while nobody has chosen; `known`: what is known of the table beforehand;
    `teaching`: what was put right at it, of this run alone where none is given."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        setup: Setup,
        spec: str | None,
        open_feed: OpenFeed,
        *,
        known: Known = lambda _game: None,
        teaching: Teaching | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.row = row
        self.channel = Channel(TableLog(store, row.ident), row.log)
        self._store = store
        self._setup = setup
        self._spec = spec
        self._open_feed = open_feed
        self._known = known
        self._teaching = teaching or Teaching(row.ident)
        self._clock = clock
        self._change = threading.Condition(threading.RLock())
        self._game: Refereed | None = None
        self._feed: Feed | None = None
        self._sent: Image | None = None
        self._choice = 0
        self._standings = Standings()
        self._paused = self._closed = False

    def run(self) -> None:
        """Watches the table until the program ends; meant for a daemon thread."""
        try:
            self.begin()
        except Exception as error:  # the page must learn that nothing will come
            self._tell_fault(error)
            return
        while not self._closed:
            self._watch()

    def begin(self) -> None:
        """Takes up the game where it stands, or begins the one that was asked for."""
        kept = resumable(self._store, self.row.ident, self._setup, self._clock())
        if kept is not None:
            session = gone_on(self._store, kept, self._known, self._teaching.heeding)
            game = Refereed(self._store, self.channel, kept, session)
            playing = self.channel.latest("playing")
            self._paused = playing is not None and not playing.data["playing"]
        elif self._setup.game is not None:
            session = fresh(self._setup, self._known, self._teaching.heeding)
            game = Refereed.begun(self._store, self.channel, self.row.ident, session)
        else:
            self._tell(**gate("no-game"), **camera(self._spec))
            return
        with self._change:
            self._game = game
            self._change.notify_all()
        if self._spec is None:
            self._tell(**gate("none"), **camera(None))

    def close(self) -> None:
        """Ends the watching and the channel."""
        with self._change:
            self._closed = True
            self._let_go()
        self.channel.close()

    # What a feed tells (server.tables.feeds.Eyes)

    @property
    def paused(self) -> bool:
        """Whether nothing is to be judged just now."""
        return self._paused

    def seen(self, look: Look) -> bool:
        """Judges a fresh clear look; of any other tells only how things stand. True where a foul
        waits for a second look."""
        doubts = False
        standing = gate_of(look)
        if isinstance(look, Clear):
            if not look.fresh:
                if self.channel.status().get("camera") != "on":
                    self._tell(**standing, **camera(self._spec))
                return False
            with self._change:
                if self._game is not None:
                    moment = self._game.look(self._time(), look)
                    standing, doubts = gate_after(moment), moment.session.doubts
        self._tell(**standing, **camera(self._spec))
        return doubts

    def shown(self, name: str, image: Image) -> None:
        """Judges a photo that stands for a turn by itself."""
        self._judge_photo(name, image)

    def silent(self, got: Silent | Ended) -> None:
        """Says that no picture comes, and what helps."""
        self._tell(**gate("none"), **camera(self._spec, got))

    # What people ask (server.tables.table.Table)

    def view(self) -> Image | None:
        """The newest picture of the camera, or the last one that a page sent."""
        feed = self._feed
        return self._sent if feed is None or feed.newest is None else feed.newest

    def push(self, image: Image) -> Impossible | None:
        """Takes a picture of a page's film; where nothing looks at the table, the page does."""
        self._sent = image
        feed = self._feed
        if feed is not None and feed.push(image):
            return None
        with self._change:
            if self._spec is None:
                self._choose(PHONE)
            if self._spec != PHONE:
                return Impossible("other-camera", "Another camera looks at this table.")
        return None  # dropped: the feed is just being opened

    def photo(self, image: Image) -> Json | Impossible:
        """Judges one photo by itself; gives what the channel is told."""
        self._sent = image
        return self._judge_photo(self._time(), image)

    def order(self, order: Order, seen: int) -> Stale | Impossible | None:
        """Carries out what a person asks, unless something happened since the event seen."""
        with self._change, self.channel.held() as last:
            if seen != last:
                return Stale(seen, last)
            return self._carried_out(order)

    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""
        with self._change:
            return None if self._game is None else self._game.session

    def board(self) -> Json | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        with self._change:
            game = self._game
            return None if game is None else board_now(game.session, game.newest)

    def readings(self) -> tuple[PlaceRead, ...]:
        """What the newest clear look may show, place by place."""
        with self._change:
            game = self._game
            if game is None or game.newest is None:
                return ()
            session, newest = game.session, game.newest
        return places_read(session, newest.reading)

    def saved(self) -> bytes | None:
        """The game as one file; None before one has begun."""
        with self._change:
            game = self._game
        return None if game is None else exported(self._store, game.row)

    def picture(self, ident: str) -> Picture | None:
        """A picture of this table by its id."""
        return self._store.picture(self.row.ident, ident)

    def standing(self) -> dict[str, Any]:
        """What stands at the table now, whatever came last."""
        with self._change:
            return self._standings.told(
                None if self._game is None else self._game.session,
                self.channel.last,
                paused=self._paused,
                status=self.channel.status(),
            )

    def state(self) -> dict[str, Any]:
        """How the table stands, JSON-ready."""
        with self._change:
            game = self._game
            return {
                "event": self.channel.last,
                "playing": not self._paused,
                "shown": game.index if game else 0,
                "total": 0,
                "live": True,
                "source": self._spec,
                "dropped": self._feed.dropped if self._feed else 0,
                **game_state(game.session if game else None, game.carried if game else {}),
                "standing": self.standing(),
                "disk": disk_state(self._store.disk()),
                "status": dict(self.channel.status()),
            }

    # How it is done

    def _carried_out(self, order: Order) -> Impossible | None:
        match order:
            case NewGame():
                return self._begin_anew(order)
            case UseCamera(source):
                self._choose(source)
            case Press("play" | "pause" | "next" as name):
                self._press(name)
            case _:
                return self._said(order)
        return None

    def _said(self, order: Order) -> Impossible | None:
        if self._game is None:
            return _NOT_READY
        if order.name == "end-turn" and self._feed is not None:
            self._feed.next()
        before = self._game.session
        event = event_of(before.referee.match, order)
        if isinstance(event, Impossible):
            return event
        self._game.said(self._time(), order.name, event)
        self._teaching.heard(order.name, before, self._game.session, self._game.newest)
        return None

    def _watch(self) -> None:
        """Opens the chosen camera and watches until it ends or another one is chosen."""
        with self._change:
            self._change.wait_for(lambda: self._closed or self._may_watch())
            spec, game, choice = self._spec, self._game, self._choice
        if self._closed or spec is None or game is None:
            return
        again: float | None = None
        try:
            feed = self._open_feed(spec, game.session.reader, game.photos)
            if self._install(feed, choice):
                self._tell(**gate("none"), **camera(spec, None))
                feed.run(self)
            feed.close()
        except Exception as error:  # one bad camera or picture must not end the evening
            self._tell_trouble(spec, error)
            again = _AGAIN_S
        with self._change:
            self._change.wait_for(lambda: self._closed or choice != self._choice, again)

    def _may_watch(self) -> bool:
        return self._spec is not None and self._game is not None

    def _install(self, feed: Feed, choice: int) -> bool:
        """Makes a feed the table's, unless another was chosen while it was opened."""
        with self._change:
            if self._closed or choice != self._choice:
                return False
            self._feed = feed
            return True

    def _choose(self, spec: str) -> None:
        self._spec = spec
        self._let_go()

    def _let_go(self) -> None:
        """Ends the feed that runs, so that another one can begin."""
        if self._feed is not None:
            self._feed.close()
        self._feed = None
        self._choice += 1
        self._change.notify_all()

    def _begin_anew(self, order: NewGame) -> Impossible | None:
        before = self._game.session if self._game else None
        game = order.game or (before.game.name if before else None)
        players = order.players or (before.players if before else None)
        try:
            setup = Setup(game, players, order.rules)
            session = fresh(setup, self._known, self._teaching.heeding) if game else None
        except ArbitableError as error:
            return Impossible("not-understood", str(error))
        if session is None:
            return Impossible("no-game", "Say which game is to be played.")
        self._game = Refereed.begun(self._store, self.channel, self.row.ident, session)
        self._paused = False
        if order.source is not None:
            self._spec = order.source
        self._let_go()
        self._tell(**gate("none"), **camera(self._spec))
        return None

    def _press(self, name: str) -> None:
        if name == "next":
            if self._feed is not None:
                self._feed.next()
        elif self._paused != (name == "pause"):
            self._paused = name == "pause"
            if self._game is not None:
                self._game.set_playing(not self._paused)

    def _judge_photo(self, name: str, image: Image) -> Json | Impossible:
        with self._change:
            game = self._game
        if game is None:
            return _NOT_READY
        start = time.perf_counter()
        session: Session = game.session
        reading = read_image(session.game.name, session.reader, image, session.memory)
        with self._change:
            if game is not self._game:
                return Impossible("new-game", "A new game has begun; take the photo again.")
            told = game.photo(name, image, reading, time.perf_counter() - start)
        self._tell(**gate("clear"), **camera(self._spec))
        return told

    def _time(self) -> str:
        return time.strftime("%H:%M:%S", time.localtime(self._clock()))

    def _tell(self, **status: Any) -> None:
        self.channel.tell(status)

    def _tell_trouble(self, spec: str, error: Exception) -> None:
        own = f"a fault of Arbitable itself ({type(error).__name__}: {error})"
        said = str(error) if isinstance(error, ArbitableError) else own
        self._tell(**gate("none"), **failed(spec, said))

    def _tell_fault(self, error: Exception) -> None:
        self._tell(**gate("fault", type(error).__name__), **camera(self._spec), fault=str(error))
