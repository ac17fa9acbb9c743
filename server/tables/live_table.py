"""A table that is played now: pictures in, calls out, and what people say about them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, replace

import click

from rules.core.errors import ArbitableError
from server.pipeline.readers import StartMemory, read_image
from server.pipeline.session import Moment, NotSeenError, Session
from server.store.bundle import exported
from server.store.store import NOT_KEPT, NotWritten, Store, TableLog
from server.store.values import GameRow, Picture, TableRow
from server.tables.channel import Channel
from server.tables.corrections import CorrectionLearner
from server.tables.faults import OWN_FAULT, Faults
from server.tables.incoming.feeds import PHONE, Feed, Judged
from server.tables.incoming.photo_history import PhotoHistory
from server.tables.live_game import LiveGame
from server.tables.played_pieces import PlayedPieces
from server.tables.player_commands import (
    AnswerOffer,
    CommandRejected,
    PlayerCommand,
    PressButton,
    StartGame,
    UseCamera,
    event_of,
)
from server.tables.setup import Setup, new_game, resumable, resumed_game
from server.tables.table import Table
from server.views.now.game_state import game_state
from server.views.now.standing_json import Standings
from server.views.now.status import (
    camera_failed,
    camera_status,
    gate_after,
    gate_of_look,
    gate_status,
    offer_status,
)
from server.views.payloads import MomentPayload
from server.views.pictures.board import board_now
from server.views.places import PlaceCandidates, place_candidates
from vision.live.look import Clear, Look
from vision.reader import Image, Reader
from vision.reading import Reading, Refusal
from vision.sources.frame import Ended, Silent

#: Seconds until a camera that could not be opened is tried again.
_AGAIN_S = 3.0

#: Opens what looks at the table: its spec, the game's reader, and what is known of its photos.
OpenFeed = Callable[[str, Reader, PhotoHistory], Feed]

_NOT_ASKED = CommandRejected("no-offer", "This is not asked any more.")
_NO_SUCH_TURN = CommandRejected(
    "no-such-turn", "No allowed turn leads to that from what is known; nothing was changed."
)
_NOT_READY = CommandRejected(
    "not-ready", "The table is not ready yet: choose a game, or wait a moment."
)


class LiveTable(Table):
    """One live table. `setup`: the game to play; `spec`: what looks at the table, as `--camera`
    takes it, None while nobody has chosen; `start_memory`: what is known of the table beforehand;
    `corrections`: what was put right at it, of this run alone where none is given; `played`: what
    is learnt of its pieces in play, nothing where none is given."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        setup: Setup,
        spec: str | None,
        open_feed: OpenFeed,
        *,
        start_memory: StartMemory = lambda _game: None,
        corrections: CorrectionLearner | None = None,
        played: PlayedPieces | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(row, Channel(TableLog(store, row.ident), row.log))
        self._store = store
        self._setup = setup
        self._spec = spec
        self._open_feed = open_feed
        self._start_memory = start_memory
        self._corrections = corrections or CorrectionLearner(row.ident)
        self._played = played or PlayedPieces(row.ident, None)
        self._clock = clock
        self._game: LiveGame | None = None
        self._feed: Feed | None = None
        self._sent: Image | None = None
        self._choice = 0
        self._standings = Standings()
        self._faults = Faults()
        self._paused = self._closed = False

    def run(self) -> None:
        """Watches the table until the program ends; meant for a daemon thread."""
        try:
            while not self._closed and not self._begun():
                self._wait(_AGAIN_S)
        except Exception as error:  # the page must learn that nothing will come
            gate = gate_status("fault", type(error).__name__)
            self._set_status(gate, fault=str(error))
            return
        while not self._closed:
            self._watch()

    def _begun(self) -> bool:
        """Whether the game could be begun; where the disk is full the page says so."""
        try:
            self.begin()
        except NotWritten as error:
            self._set_failed(self._spec, error)
            return False
        return True

    def _wait(self, seconds: float) -> None:
        with self._change:
            self._change.wait_for(lambda: self._closed, seconds)

    def begin(self) -> None:
        """Takes up the game where it stands, or begins the one that was asked for."""
        game = self._first_game()
        with self._change:
            self._game = game
            self._change.notify_all()
        if game is None:
            self._set_status(gate_status("no-game"))
        elif self._spec is None:
            self._set_unseen()

    def _first_game(self) -> LiveGame | None:
        kept = resumable(self._store, self.row.ident, self._setup, self._clock())
        try:
            return self._fresh_game() if kept is None else self._kept_game(kept)
        except NotWritten:
            raise
        except (ArbitableError, LookupError, TypeError, ValueError) as error:
            if kept is None:
                raise
            said = f"The last game cannot be gone on with ({error}); it stays among the evenings."
            click.echo(f"arbitable: {said}", err=True)
            return self._fresh_game()

    def _fresh_game(self) -> LiveGame | None:
        return self._new_game(self._setup) if self._setup.game is not None else None

    def _kept_game(self, kept: GameRow) -> LiveGame:
        wrap = self._corrections.corrected_reader
        session = resumed_game(self._store, kept, self._start_memory, wrap)
        playing = self.channel.latest("playing")
        self._paused = playing is not None and not playing.data["playing"]
        return LiveGame(self._store, self.channel, kept, session)

    def _new_game(self, setup: Setup) -> LiveGame:
        session = new_game(setup, self._start_memory, self._corrections.corrected_reader)
        return LiveGame.begun(self._store, self.channel, self.row.ident, session)

    def close(self) -> None:
        """Ends the watching and the channel."""
        with self._change:
            self._closed = True
            self._let_go()
        self.channel.close()

    # What a feed tells (server.tables.incoming.feeds.FrameListener)

    @property
    def paused(self) -> bool:
        """Whether nothing is to be judged just now."""
        return self._paused

    def seen(self, look: Look) -> Judged:
        """Judges a fresh clear look; of any other tells only how things stand."""
        judged = Judged()
        standing = gate_of_look(look)
        if isinstance(look, Clear) and not look.fresh:
            if self.channel.status().get("camera") == "on":
                return judged
        elif isinstance(look, Clear):
            with self._change:
                if self._game is not None:
                    moment = self._look(self._game, look)
                    if moment is None:
                        return judged
                    standing, judged = gate_after(moment), Judged.of(moment)
        self._set_status(standing)
        return judged

    def _look(self, game: LiveGame, look: Clear) -> Moment | None:
        """Judges a look; None where that failed, which is said."""
        try:
            moment = game.look(self._time(), look)
            self._played.seen(game.session.game.name, moment)
            return moment
        except NOT_KEPT:
            raise
        except Exception as error:  # one bad look must not end the evening
            self.failed(error)
            return None

    def shown(self, name: str, image: Image) -> None:
        """Judges a photo that stands for a turn by itself."""
        self._judge_photo(name, image)

    def refused(self, name: str, refusal: Refusal) -> None:
        """Tells of a photo that stands for no turn."""
        with self._change:
            if self._game is not None:
                reading = Reading.refused(self._game.session.game.name, refusal)
                self._game.photo(name, None, reading, 0.0)
        self._set_status(gate_status("lost", refusal.code, refusal))

    def failed(self, error: Exception) -> None:
        """Says that Arbitable itself failed at a picture."""
        self._faults.note(error)
        self._set_status(gate_status("lost", OWN_FAULT.code, OWN_FAULT))

    def silent(self, got: Silent | Ended | None) -> None:
        """Says that no picture comes, and what helps."""
        self._set_unseen(got)

    def asked(self) -> None:
        """Says what the feed asks, beside how things stand."""
        self.channel.set_status({**self.channel.status(), **self._offered()})

    # What people ask (server.tables.table.Table)

    def view(self) -> Image | None:
        """The newest picture of the camera, or the last one that a page sent."""
        feed = self._feed
        return self._sent if feed is None or feed.newest is None else feed.newest

    def push(self, image: Image) -> CommandRejected | None:
        """Takes a picture of a page's film; where nothing looks at the table, the page does."""
        self._sent = image
        feed = self._feed
        if feed is not None and feed.push(image):
            return None
        with self._change:
            if self._spec is None:
                self._choose(PHONE)
            if self._spec != PHONE:
                return CommandRejected("other-camera", "Another camera looks at this table.")
        return None  # dropped: the feed is just being opened

    def photo(self, image: Image) -> MomentPayload | CommandRejected:
        """Judges one photo by itself; gives what the channel is told."""
        self._sent = image
        return self._judge_photo(self._time(), image)

    def session(self) -> Session | None:
        """The game as it stands, None while none is chosen."""
        game = self._game
        return None if game is None else game.session

    def board(self) -> dict[str, object] | None:
        """What a drawing of the board needs, as it stands now; None before it is known."""
        with self._change:
            game = self._game
            return None if game is None else board_now(game.session, game.newest)

    def readings(self) -> tuple[PlaceCandidates, ...]:
        """What the newest clear look may show, place by place."""
        with self._change:
            game = self._game
            if game is None or game.newest is None:
                return ()
            session, newest = game.session, game.newest
        return place_candidates(replace(newest, session=session))

    def saved(self) -> bytes | None:
        """The game as one file; None before one has begun."""
        game = self._game
        return None if game is None else exported(self._store, game.row)

    def picture(self, ident: str) -> Picture | None:
        """A picture of this table by its id."""
        return self._store.picture(self.row.ident, ident)

    def standing(self) -> dict[str, object]:
        """What stands at the table now, whatever came last."""
        with self._change:
            return self._standings.told(
                None if self._game is None else self._game.session,
                self.channel.last,
                paused=self._paused,
                status=self.channel.status(),
            )

    def state(self) -> dict[str, object]:
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
                "disk": asdict(self._store.disk()),
                "status": dict(self.channel.status()),
            }

    # How it is done

    def _execute(self, command: PlayerCommand) -> CommandRejected | None:
        match command:
            case StartGame():
                return self._begin_anew(command)
            case UseCamera(source):
                self._choose(source)
            case PressButton("play" | "pause" as name):
                self._set_playing(name == "play")
            case PressButton("next"):
                self._next()
            case AnswerOffer():
                return self._answer_offer(command)
            case _:
                return self._enter(command)
        return None

    def _answer_offer(self, command: AnswerOffer) -> CommandRejected | None:
        """Tells the feed what the players say; of the game's beginning the disk first."""
        feed, game, gone = self._feed, self._game, _NOT_ASKED
        offer = None if feed is None else feed.offer
        if feed is None or offer is None or not offer.takes(command.offer, command.choice):
            return gone
        beginning = offer.beginning(command.choice)
        if beginning is not None and game is not None:
            game.begin_photos(feed.spec, beginning)
        return None if feed.answer(command.offer, command.choice) else gone

    def _enter(self, command: PlayerCommand) -> CommandRejected | None:
        """Enters what a person said into the game."""
        if self._game is None:
            return _NOT_READY
        if command.name == "end-turn":
            self._next()
        before = self._game.session
        event = event_of(before.referee.match, command)
        if isinstance(event, CommandRejected):
            return event
        try:
            self._game.enter(self._time(), command.name, event)
        except NotSeenError:
            return _NO_SUCH_TURN
        after = self._game.session
        self._corrections.learn(command.name, before, after, self._game.newest)
        if after.referee.misreads != before.referee.misreads:
            self._played.contradicted(after.game.name)
        return None

    def _watch(self) -> None:
        """Opens the chosen camera and watches until it ends or another one is chosen."""
        with self._change:
            self._change.wait_for(lambda: self._closed or None not in (self._spec, self._game))
            spec, game, choice = self._spec, self._game, self._choice
        if self._closed or spec is None or game is None:
            return
        again: float | None = None
        try:
            feed = self._open_feed(spec, game.session.reader, game.photos(spec))
            if self._install(feed, choice):
                self._set_unseen()
                feed.run(self)
            feed.close()
        except Exception as error:  # one bad camera or picture must not end the evening
            self._set_failed(spec, error)
            again = _AGAIN_S
        with self._change:
            self._change.wait_for(lambda: self._closed or choice != self._choice, again)

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

    def _begin_anew(self, command: StartGame) -> CommandRejected | None:
        before = self._game.session if self._game else None
        game = command.game or (before.game.name if before else None)
        if game is None:
            return CommandRejected("no-game", "Say which game is to be played.")
        players = command.players or (before.players if before else None)
        try:
            self._game = self._new_game(Setup(game, players, command.rules))
        except NotWritten:
            raise
        except ArbitableError as error:
            return CommandRejected("not-understood", str(error))
        self._paused = False
        if command.source is not None:
            self._spec = command.source
        self._let_go()
        self._set_unseen()
        return None

    def _next(self) -> None:
        if self._feed is not None:
            self._feed.next()

    def _set_playing(self, playing: bool) -> None:
        if self._paused == playing:
            if self._game is not None:
                self.channel.publish("playing", {"playing": playing})
            self._paused = not playing

    def _judge_photo(self, name: str, image: Image) -> MomentPayload | CommandRejected:
        game = self._game
        if game is None:
            return _NOT_READY
        start = time.perf_counter()
        try:
            return self._judged(game, name, image, start)
        except NOT_KEPT:
            raise
        except Exception as error:  # one bad photo must not end the evening
            self.failed(error)
            refused = Reading.refused(game.session.game.name, OWN_FAULT)
            return self._entered(game, name, None, refused, start)

    def _judged(
        self, game: LiveGame, name: str, image: Image, start: float
    ) -> MomentPayload | CommandRejected:
        session = game.session
        reading = read_image(session.game.name, session.reader, image, session.memory)
        entered = self._entered(game, name, image, reading, start)
        if not isinstance(entered, CommandRejected):
            self._set_status(gate_status("clear"))
        return entered

    def _entered(
        self, game: LiveGame, name: str, image: Image | None, reading: Reading, start: float
    ) -> MomentPayload | CommandRejected:
        with self._change:
            if game is not self._game:
                return CommandRejected("new-game", "A new game has begun; take the photo again.")
            payload = game.photo(name, image, reading, time.perf_counter() - start)
            if image is not None and game.newest is not None and game.newest.image is image:
                self._played.seen(game.session.game.name, game.newest)
            return payload

    def _time(self) -> str:
        return time.strftime("%H:%M:%S", time.localtime(self._clock()))

    def _set_status(
        self, gate: dict[str, object], camera: dict[str, object] | None = None, **more: object
    ) -> None:
        camera = camera or camera_status(self._spec)
        self.channel.set_status({**gate, **camera, **self._offered(), **self._health(), **more})

    def _health(self) -> dict[str, object]:
        found = None if self._feed is None else self._feed.health
        return {"health": None if found is None else asdict(found)}

    def _offered(self) -> dict[str, object]:
        return {"offer": offer_status(None if self._feed is None else self._feed.offer)}

    def _set_unseen(self, got: Silent | Ended | None = None) -> None:
        """Says that no picture comes, and why where that is known."""
        self._set_status(gate_status("none"), camera_status(self._spec, got))

    def _set_failed(self, spec: str | None, error: Exception) -> None:
        own = f"a fault of Arbitable itself ({type(error).__name__}: {error})"
        said = str(error) if isinstance(error, ArbitableError) else own
        self._set_status(gate_status("none"), camera_failed(spec, said))
