"""Carrying out what people ask of a live table."""

from __future__ import annotations

from rules.core.errors import ArbitableError
from rules.core.places import Place
from server.pipeline.session import NotSeenError, Session
from server.store.store import NotWritten
from server.tables.learners import Learners
from server.tables.live.camera import TableCamera
from server.tables.live.game_in_play import NOT_READY, GameInPlay
from server.tables.live.journalled_game import JournalledGame
from server.tables.live.judging import PictureJudge
from server.tables.live.status import StatusTeller
from server.tables.player_commands import (
    AnswerOffer,
    CommandRejected,
    CorrectPlace,
    PlayerCommand,
    PressButton,
    RenamePlayer,
    ShowMark,
    StartGame,
    UseCamera,
    event_of,
    name_of,
    seen_players,
)
from server.tables.resuming import Setup

_NO_GAME = CommandRejected("no-game", "Say which game is to be played.")
_NOT_ASKED = CommandRejected("no-offer", "This is not asked any more.")
_NO_SUCH_TURN = CommandRejected(
    "no-such-turn", "No allowed turn leads to that from what is known; nothing was changed."
)


class CommandRunner:
    """Carries out commands at one table; who runs one holds the table's lock. `learners`: what
    learns of that which people put right; `judge`: looks at a photo again."""

    def __init__(
        self,
        in_play: GameInPlay,
        camera: TableCamera,
        status: StatusTeller,
        learners: Learners,
        judge: PictureJudge,
    ) -> None:
        self._in_play = in_play
        self._camera = camera
        self._status = status
        self._learners = learners
        self._judge = judge

    def run(self, command: PlayerCommand) -> CommandRejected | None:
        """Carries out a command; why it makes no sense here and now. Raises NotWritten."""
        match command:
            case StartGame():
                return self._start_game(command)
            case UseCamera(source):
                self._camera.choose(source)
            case PressButton("play" | "pause" as name):
                self._in_play.set_playing(name == "play")
            case PressButton("next"):
                self._camera.next()
            case RenamePlayer():
                return self._rename(command)
            case AnswerOffer():
                return self._answer_offer(command)
            case ShowMark():
                return self._show_mark(command)
            case _:
                return self._enter(command)
        return None

    def _start_game(self, command: StartGame) -> CommandRejected | None:
        """Begins another game, with what was played and looked on so far where nothing is said."""
        before = self._in_play.session
        game = command.game or (before.game.name if before else None)
        if game is None:
            return _NO_GAME
        players = self._players(command)
        if isinstance(players, CommandRejected):
            return players
        try:
            self._in_play.begin(Setup(game, players, command.rules))
        except NotWritten:
            raise
        except ArbitableError as error:
            return CommandRejected("not-understood", str(error))
        if command.source is None:
            self._camera.let_go()
        else:
            self._camera.choose(command.source)
        self._status.tell_unseen()
        return None

    def _players(self, command: StartGame) -> tuple[str, ...] | CommandRejected | None:
        """Who plays the next game: as said, else who played so far, by the names of now."""
        before = self._in_play.session
        if command.players or before is None:
            return seen_players(command.players) if command.players else None
        return before.game.rulebook.all_called(before.players)

    def _answer_offer(self, command: AnswerOffer) -> CommandRejected | None:
        """Tells the feed what the players say; of the game's beginning the disk first."""
        feed, game = self._camera.feed, self._in_play.game
        offer = None if feed is None else feed.offer
        if feed is None or offer is None or not offer.takes(command.offer, command.choice):
            return _NOT_ASKED
        beginning = offer.beginning(command.choice)
        if beginning is not None and game is not None:
            game.begin_photos(feed.spec, beginning)
        return None if feed.answer(command.offer, command.choice) else _NOT_ASKED

    def _show_mark(self, command: ShowMark) -> CommandRejected | None:
        """Looks anew at a board of which somebody said which way round it lies."""
        game, image = self._in_play.game, self._camera.view()
        if game is None or image is None:
            return NOT_READY
        told = self._learners.board.marked(game.session, image, command.at)
        if isinstance(told, CommandRejected):
            return told
        game.session = told
        if self._camera.feed is None:
            self._judge.photo(self._in_play.now(), image)
        else:
            self._camera.feed.remember(told.memory)
        return None

    def _rename(self, command: RenamePlayer) -> CommandRejected | None:
        game = self._in_play.game
        if game is None:
            return NOT_READY
        told = name_of(game.session, command)
        if isinstance(told, CommandRejected):
            return told
        game.rename(self._in_play.now(), command.name, told)
        return None

    def _enter(self, command: PlayerCommand) -> CommandRejected | None:
        """Enters what a person said into the game."""
        game = self._in_play.game
        if game is None:
            return NOT_READY
        if command.name in ("undo", "redo") and game.turn_renaming(
            self._in_play.now(), command.name
        ):
            return None
        if command.name == "end-turn":
            self._camera.next()
        before = game.session
        event = event_of(before.referee.match, command, before.names)
        if isinstance(event, CommandRejected):
            return event
        try:
            anew = game.enter(self._in_play.now(), command.name, event)
        except NotSeenError:
            return _NO_SUCH_TURN
        if self._camera.feed is not None and game.session.memory is not before.memory:
            self._camera.feed.remember(game.session.memory, anew=anew)
        tapped = command.place if isinstance(command, CorrectPlace) else None
        place = None if tapped is None else before.game.place_from_json(list(tapped))
        self._learn(command, place, before, game)
        return None

    def _learn(
        self, command: PlayerCommand, place: Place | None, before: Session, game: JournalledGame
    ) -> None:
        after = game.session
        self._learners.corrections.learn(command.name, before, after, game.newest, place)
        self._learners.colours.learn(before, after)
        if after.referee.misreads != before.referee.misreads:
            self._learners.played.contradicted(after.game.name)
