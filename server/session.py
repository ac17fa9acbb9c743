"""One table from photo to call: reader and referee tied together. Replay, demo, serve and report
all go this way."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rules.core.call import Call
from rules.core.discovery import get
from rules.core.game import Game, Marks
from rules.referee.referee import RefereeState, begin, observe
from server.looking import read_image
from vision.photo import load_photo
from vision.reader import Image, Reader, has_reader, load_reader
from vision.reading import Reading, Refusal

AnyGame = Game[Any, Any]
AnyCall = Call[Any, Any]


@dataclass(frozen=True)
class Moment:
    """One photo and what came of it. `image` is None where the file is no picture; `calls` is
    empty where the photo was refused. `before` and `after` are positions as they lay."""

    photo: Path
    image: Image | None
    reading: Reading
    calls: tuple[AnyCall, ...]
    seconds: float
    before: Mapping[Any, Any]
    session: Session = field(repr=False)


@dataclass(frozen=True)
class Session:
    """A game between two photos. Frozen: looking at a photo gives the session after it."""

    game: AnyGame
    reader: Reader
    referee: RefereeState[Any, Any]
    players: tuple[str, ...]
    clock: Callable[[], float] = time.perf_counter
    last: AnyCall | None = None

    def look(self, photo: Path) -> tuple[Session, Moment]:
        """Reads a photo and lets the referee judge it. A photo that cannot be used changes
        nothing and says why."""
        start = self.clock()
        image = load_photo(photo)
        reading = read_image(self.game.name, self.reader, image)
        referee, calls = self._judged(reading, photo.name)
        after = replace(self, referee=referee, last=calls[-1] if calls else self.last)
        picture = None if isinstance(image, Refusal) else image
        seconds = self.clock() - start
        return after, Moment(photo, picture, reading, calls, seconds, self.standing(), after)

    def _judged(
        self, reading: Reading, photo: str
    ) -> tuple[RefereeState[Any, Any], tuple[AnyCall, ...]]:
        if reading.observation is None:
            return self.referee, ()
        return observe(self.referee, reading.observation, photo)

    def standing(self) -> Mapping[Any, Any]:
        """What lies on the table as far as is known: place to label."""
        return {} if self.last is None else self.game.position(self.last.standing)


def open_session(game: str, players: tuple[str, ...], rules: Mapping[str, str]) -> Session:
    """The session before the first photo. Raises UnknownName for a game, player or house rule
    that does not exist."""
    found = get(game)
    house = found.rulebook.house(rules)
    return Session(found, load_reader(game), begin(found, players, house), players)


def check_session(game: str, players: tuple[str, ...], rules: Mapping[str, str]) -> None:
    """Raises UnknownName for what `open_session` would not take, without loading a reader."""
    found = get(game)
    begin(found, players, found.rulebook.house(rules))
    if not has_reader(game):
        load_reader(game)


def drawing(moment: Moment) -> str:
    """The table after a moment as SVG, pointing at what was played, earned or wrong."""
    session = moment.session
    if session.last is None:
        return ""
    return session.game.draw(session.last.standing, _marks(moment))


def _marks(moment: Moment) -> Marks:
    now = moment.session.standing()
    changed = tuple(p for p in now if moment.before and moment.before.get(p) != now[p])
    verdicts = [call.verdict for call in moment.calls if call.verdict is not None]
    return Marks(
        foul=tuple(p for v in verdicts for found in v.violations for p in found.places),
        last=changed,
        reward=tuple(p for v in verdicts for reward in v.rewards for p in reward.places),
    )
