"""Judging what a camera or a page shows of a live table: looks that settled, and single photos."""

from __future__ import annotations

import threading
import time

from server.pipeline.readers import read_image
from server.pipeline.session import Moment
from server.store.store import NOT_KEPT
from server.tables.faults import OWN_FAULT
from server.tables.incoming.feed import Judged
from server.tables.live.game_in_play import NOT_READY, GameInPlay
from server.tables.live.journalled_game import JournalledGame
from server.tables.live.status import StatusTeller
from server.tables.played_pieces import PlayedPieces
from server.tables.player_commands import CommandRejected
from server.views.now.status import gate_after, gate_after_photo, gate_of_look
from server.views.payloads import MomentPayload
from vision.live.look import Clear, Look
from vision.reader import Image
from vision.reading import Reading, Refusal

_NEW_GAME = CommandRejected("new-game", "A new game has begun; take the photo again.")


class PictureJudge:
    """Lets the game in play judge pictures, and tells how the table stands after each. `played`:
    what learns of the pieces; `change`: the table's lock."""

    def __init__(
        self,
        in_play: GameInPlay,
        status: StatusTeller,
        played: PlayedPieces,
        change: threading.Condition,
    ) -> None:
        self._in_play = in_play
        self._status = status
        self._played = played
        self._change = change

    def look(self, look: Look) -> Judged:
        """Judges a fresh clear look; of any other tells only how things stand."""
        judged = Judged()
        standing = gate_of_look(look)
        if isinstance(look, Clear) and not look.fresh:
            if self._status.camera_on:
                return judged
        elif isinstance(look, Clear):
            with self._change:
                if self._in_play.game is not None:
                    moment = self._moment(self._in_play.game, look)
                    if moment is None:
                        return Judged(heard=False)
                    standing, judged = gate_after(moment), Judged.of(moment)
        self._status.tell(standing)
        return judged

    def _moment(self, game: JournalledGame, look: Clear) -> Moment | None:
        """What comes of a look; None where judging it failed, which is said."""
        try:
            moment = game.look(self._in_play.now(), look)
            self._played.seen(game.session.game.name, moment)
            return moment
        except NOT_KEPT:
            raise
        except Exception as error:  # one bad look must not end the evening
            self._status.tell_own_fault(error)
            return None

    def refuse(self, name: str, refusal: Refusal) -> None:
        """Enters a photo that stands for no turn, and says why."""
        with self._change:
            game = self._in_play.game
            if game is not None:
                game.photo(name, None, Reading.refused(game.session.game.name, refusal), 0.0)
        self._status.tell_refused(refusal)

    def photo(self, name: str, image: Image) -> MomentPayload | CommandRejected:
        """Judges a photo that stands for a turn by itself; gives what the channel is told."""
        game = self._in_play.game
        if game is None:
            return NOT_READY
        start = time.perf_counter()
        try:
            return self._judged(game, name, image, start)
        except NOT_KEPT:
            raise
        except Exception as error:  # one bad photo must not end the evening
            self._status.tell_own_fault(error)
            refused = Reading.refused(game.session.game.name, OWN_FAULT)
            return self._entered(game, name, None, refused, start)

    def _judged(
        self, game: JournalledGame, name: str, image: Image, start: float
    ) -> MomentPayload | CommandRejected:
        session = game.session
        reading = read_image(session.game.name, session.reader, image, session.memory)
        entered = self._entered(game, name, image, reading, start)
        if not isinstance(entered, CommandRejected):
            self._status.tell(gate_after_photo(entered["calls"]))
        return entered

    def _entered(
        self, game: JournalledGame, name: str, image: Image | None, reading: Reading, start: float
    ) -> MomentPayload | CommandRejected:
        with self._change:
            if game is not self._in_play.game:
                return _NEW_GAME
            payload = game.photo(name, image, reading, time.perf_counter() - start)
            if image is not None and game.newest is not None and game.newest.image is image:
                self._played.seen(game.session.game.name, game.newest)
            return payload
