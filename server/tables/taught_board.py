"""Which way round a table's board lies, where its print is not read and somebody tells it in the
middle of a game: heeded at once, and kept for later games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from pathlib import Path

from calibration.profiles import name_of_game
from server.errors import warn
from server.pipeline.session import Session
from server.tables.corners import Corners, ShareXY, keep_table, table_of, ways_round
from server.tables.player_commands import CommandRejected
from vision.reader import Image
from vision.teacher import load_teacher

_NO_BOARD = CommandRejected(
    "no-board", "The board is not seen just now; clear the view and tap again."
)


@dataclass(frozen=True, slots=True)
class TaughtBoard:
    """The board of one table. `folder`: where calibrations are kept; None: until the program
    ends."""

    table: str
    folder: Path | None = None

    def marked(self, session: Session, image: Image, spot: ShareXY) -> Session | CommandRejected:
        """The session whose reader knows that the board in `image` (H, W, 3 uint8 BGR, upright)
        lies with its mark nearest to `spot`. Where that cannot be written it still holds for this
        game."""
        game = session.game.name
        ways = ways_round(game, image)
        if not ways:
            return _NO_BOARD
        meant = min(ways, key=lambda way: dist(way.mark, spot))
        profile = table_of(game, image, Corners(meant.corners, sure=True))
        if isinstance(profile, CommandRejected):
            return profile
        if self.folder is not None:
            refused = keep_table(self.folder, self.table, game, profile)
            if refused is not None:
                warn(refused.message)
        name = name_of_game(self.table, game)
        start = load_teacher(game).memory_of(profile, None, name)
        return replace(session, memory=session.reader.with_table(session.memory, start))
