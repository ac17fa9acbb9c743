"""What people's words taught of a set's colours, kept with the table: games begun or taken up
later start from it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from calibration.colours import KeptColours, forget_colours, load_colours, save_colours
from calibration.profiles import UnusableProfile
from rules.core.codec import Json
from server.errors import warn
from server.pipeline.calibrations import kept_set
from server.pipeline.session import Session
from vision.reader import Reader

#: What a form that a reader does not know raises.
_UNKNOWN = (KeyError, TypeError, ValueError)


class TaughtColours:
    """The colours of one table's sets. `folder`: where they are kept; None: until the program
    ends."""

    def __init__(self, table: str, folder: Path | None = None) -> None:
        self._table = table
        self._folder = folder
        self._told: dict[str, Json] = {}

    def recalled(self, game: str, reader: Reader, memory: object) -> object:
        """A reader's memory with what words taught in earlier games at this table. What is damaged
        is said and left."""
        told = self._told.get(game) if self._folder is None else self._kept(self._folder, game)
        if told is None:
            return memory
        try:
            return reader.with_colours(memory, told)
        except _UNKNOWN:
            warn(f"Not used: what people said of the colours of {game} is damaged.")
            return memory

    def learn(self, before: Session, after: Session) -> None:
        """Keeps what a word taught, and forgets what it took back: `before` and `after` it. Where
        that cannot be written it still holds for this game."""
        then, now = (one.reader.colours_taught(one.memory) for one in (before, after))
        if now == then:
            return
        game, folder = after.game.name, self._folder
        try:
            if folder is None:
                self._told = {k: v for k, v in (*self._told.items(), (game, now)) if v is not None}
            elif now is None:
                forget_colours(folder, self._table, game)
            else:
                save_colours(folder, self._table, game, KeptColours(now, datetime.now(UTC)))
        except UnusableProfile as error:
            warn(str(error))

    def _kept(self, folder: Path, game: str) -> Json | None:
        """What is kept of a game, unless its set was taught anew since: that may be another one."""
        try:
            colours = load_colours(folder, self._table, game)
        except UnusableProfile as error:
            warn(f"Not used: {error}")
            return None
        if colours is None:
            return None
        taught = kept_set(folder, game)
        return None if taught is not None and taught[1].made > colours.made else colours.told
