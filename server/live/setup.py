"""Which game a table plays: gone on with where there is one, else begun."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.discovery import get
from server.options import NOBODY_SAID
from server.session import Session, open_session, resumed_session
from server.store.store import Store
from server.store.values import GameRow
from vision.reader import Image, OnStage, Reader, ignore_stage, read_after
from vision.reading import Reading

#: What is known of the table before the first picture, by the game's name.
Known = Callable[[str], object]

#: Makes a game's reader one that heeds what was put right at the table.
Heeding = Callable[[str, Reader], Reader]


def _as_it_is(_game: str, reader: Reader) -> Reader:
    """Nothing was ever put right."""
    return reader


#: Seconds after which a game that nobody touched is over: next evening a new one begins.
SAME_EVENING_S = 12 * 3600.0


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be played. None and empty mean: as it was, or the usual."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    resume: bool = True


class OneAtATime:
    """A reader that two threads may use: the nets inside cannot run twice at once. `known`: what
    is known of the table before the first picture, such as its calibration."""

    def __init__(self, reader: Reader, known: object = None) -> None:
        self._reader = reader
        self._known = known
        self._lock = threading.Lock()

    def read(self, image: Image, on_stage: OnStage = ignore_stage) -> Reading:
        """What stands on the table; waits while another picture is read."""
        return self.read_again(image, self._known, on_stage)

    def read_again(self, image: Image, memory: object, on_stage: OnStage = ignore_stage) -> Reading:
        """The same, with what an earlier reading of the same table left."""
        with self._lock:
            return read_after(self._reader, image, memory, on_stage)


def resumable(store: Store, table: str, setup: Setup, now: float) -> GameRow | None:
    """The game to go on with: the table's last one, if it is of this evening and what is asked
    for does not differ from it."""
    games = store.games(table)
    if not setup.resume or not games or now - games[-1].touched > SAME_EVENING_S:
        return None
    last = games[-1]
    if setup.game not in (None, last.game):
        return None
    return last if _same(setup, last.game, store.events(last)[0]) else None


def _same(setup: Setup, game: str, started: Mapping[str, Any]) -> bool:
    if setup.players is not None and list(setup.players) != started["players"]:
        return False
    house = get(game).rulebook.house(setup.rules).values if setup.rules else started["house"]
    return dict(house) == dict(started["house"])


def gone_on(store: Store, row: GameRow, known: Known, heeding: Heeding = _as_it_is) -> Session:
    """The session that a kept game comes to."""
    return _safe(resumed_session(row.game, store.events(row)), known, heeding)


def fresh(setup: Setup, known: Known, heeding: Heeding = _as_it_is) -> Session:
    """The session before a new game's first picture. Raises UnknownName."""
    assert setup.game is not None
    session = open_session(setup.game, setup.players or NOBODY_SAID, setup.rules)
    return _safe(session, known, heeding)


def _safe(session: Session, known: Known, heeding: Heeding) -> Session:
    """The session with a reader that several threads may use and that knows the table."""
    name = session.game.name
    return replace(session, reader=OneAtATime(heeding(name, session.reader), known(name)))
