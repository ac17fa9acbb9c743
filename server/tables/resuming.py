"""Which game a table plays: gone on with where there is one, else begun."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules.core.codec import Json
from rules.core.discovery import get
from server.pipeline.readers import LockedReader, StartMemory
from server.pipeline.session import DEFAULT_PLAYERS, Session, new_session, resumed_session
from server.store.store import Store
from server.store.values import GameRow
from server.tables.taught_colours import TaughtColours
from vision.reader import Reader

#: Makes a game's reader one that heeds what was put right at the table.
WrapReader = Callable[[str, Reader], Reader]

#: Seconds after which a game that nobody touched is over: next evening a new one begins.
SAME_EVENING_S = 12 * 3600.0


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be played. None and empty mean: as it was, or the usual."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    resume: bool = True


def tables_of_the_evening(store: Store, now: float) -> tuple[str, ...]:
    """The tables whose last game is of this evening, the one played at last at the end."""
    touched = {row.table: row.touched for row in store.games()}
    recent = [table for table, when in touched.items() if now - when <= SAME_EVENING_S]
    return tuple(sorted(recent, key=touched.__getitem__))


def resumable(store: Store, table: str, setup: Setup, now: float) -> GameRow | None:
    """The game to go on with: the table's last one, if it is of this evening and what is asked
    for does not differ from it."""
    games = store.games(table)
    if not setup.resume or not games or now - games[-1].touched > SAME_EVENING_S:
        return None
    last = games[-1]
    if setup.game not in (None, last.game):
        return None
    events = store.events(last)
    return last if events and _same(setup, last.game, events[0]) else None


def _same(setup: Setup, game: str, started: Json) -> bool:
    if setup.players is not None and list(setup.players) != started["players"]:
        return False
    house = get(game).rulebook.house(setup.rules).values if setup.rules else started["house"]
    return dict(house) == dict(started["house"])


@dataclass(frozen=True, slots=True)
class ReaderStart:
    """What the readers of a table start a game from. `memory`: by a calibration; `wrap`:
    makes a game's reader heed what was put right there; `colours`: what people said of the set's
    colours."""

    memory: StartMemory
    wrap: WrapReader
    colours: TaughtColours


def resumed_game(store: Store, row: GameRow, start: ReaderStart) -> Session:
    """The session that a kept game comes to."""
    return _prepared(resumed_session(row.game, store.events(row)), start)


def new_game(setup: Setup, start: ReaderStart) -> Session:
    """The session before a new game's first picture. Raises UnknownName."""
    assert setup.game is not None
    session = new_session(setup.game, setup.players or DEFAULT_PLAYERS, setup.rules)
    return _prepared(session, start)


def _prepared(session: Session, start: ReaderStart) -> Session:
    """The session with a reader that several threads may use and that knows the table."""
    reader = start.wrap(session.game.name, session.reader)
    ready = knowing_start(replace(session, reader=reader), start)
    return replace(ready, reader=LockedReader(reader, ready.memory))


def knowing_start(session: Session, start: ReaderStart) -> Session:
    """The session whose reader knows of the table what it can without having seen it."""
    name, reader = session.game.name, session.reader
    memory = start.colours.recalled(name, reader, start.memory(name))
    known = reader.begins(memory, session.referee.match.house)
    return replace(session, memory=known).knowing_pieces().knowing_position()
