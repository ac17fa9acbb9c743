"""A film played into a live table as a camera would, and what was called when."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from server.store.store import Store
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.incoming.feed import Judged
from server.tables.live_table import LiveTable
from server.tables.resuming import Setup
from vision.live.look import Clear, Look
from vision.live.watcher import Watcher
from vision.reader import Image
from vision.sources.frame import Ended, Frame, Silent
from vision.sources.video import VideoSource

#: Calls that say what a turn was.
_VERDICTS = ("legal", "foul")

#: Calls that tell the players something; "nothing happened" does not.
_TELLING = (*_VERDICTS, "ask", "taken-back")

PLAYERS = ("Ada", "Bo")


@dataclass(frozen=True, slots=True)
class Told:
    """A call as the page heard it: `frame` the number of the frame it was made from, `wall` when
    it was written, seconds on this machine's clock, `worked` processor seconds from the frame to
    then."""

    frame: int
    wall: float
    call: Mapping[str, Any]
    worked: float = 0.0

    @property
    def kind(self) -> str:
        """`legal`, `foul`, `ask` and so on."""
        return str(self.call["call"])

    @property
    def codes(self) -> frozenset[str]:
        """The rules it says were broken."""
        return frozenset(violation["code"] for violation in self.call["violations"])


@dataclass(frozen=True, slots=True)
class Played:
    """What a film came to. `began`: when its first frame was due, on the same clock."""

    told: tuple[Told, ...]
    began: float
    fps: float

    def due(self, frame: int) -> float:
        """When a frame of the film was due."""
        return self.began + frame / self.fps

    def verdicts(self, turn: Turn) -> list[Told]:
        """What was called while the table lay as a turn left it."""
        return _verdicts(turn, self.told)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it truly happened: the frame from which the table lies as it leaves it, the first
    one from then on without a hand, the frame at which the next turn changes the table, and what
    must be called."""

    changes: int
    clear_from: int
    until: int
    legal: bool
    codes: frozenset[str]


@dataclass(frozen=True)
class Filmed:
    """What is truly in a film: its turns, and the frames in which a hand is in view."""

    turns: tuple[Turn, ...]
    hands: frozenset[int]


class Came(Enum):
    """What came of a turn."""

    RIGHT = "right"
    ASKED = "asked"
    WRONG = "wrong"
    MISSED = "missed"


class _Listener:
    """Eyes that hand on to a table and note which frame each call came from."""

    def __init__(self, table: LiveTable, film: _Noted, after: After) -> None:
        self._after = after
        self._table = table
        self._film = film
        self.told: list[Told] = []

    @property
    def paused(self) -> bool:
        """As the table."""
        return self._table.paused

    def seen(self, look: Look) -> Judged:
        """Notes what the table tells of a look."""
        before = self._table.channel.last
        judged = self._table.seen(look)
        if isinstance(look, Clear):
            entries = self._table.channel._log.since(before)
            worked = time.process_time() - self._film.worked
            now = time.perf_counter()
            self.told += [
                Told(look.frame.number, now, call, worked)
                for entry in entries
                if entry.kind == "moment"
                for call in entry.data["calls"]
            ]
            self._after(self._table, look.frame.number)
        return judged

    def shown(self, name: str, image: Image) -> None:
        """As the table."""
        self._table.shown(name, image)

    def silent(self, got: Silent | Ended) -> None:
        """As the table."""
        self._table.silent(got)


class _Noted:
    """A film that remembers when its first frame was due, and how much this process had `worked`
    when it gave its newest, processor seconds."""

    def __init__(self, film: VideoSource) -> None:
        self._film = film
        self.began: float | None = None
        self.worked = 0.0

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """As the film."""
        got = self._film.newest(timeout)
        if self.began is None and isinstance(got, Frame):
            self.began = time.perf_counter() - got.at
        self.worked = time.process_time()
        return got

    def close(self) -> None:
        """As the film."""
        self._film.close()


#: What people do after a clear look: the table, the number of its frame.
After = Callable[[LiveTable, int], None]


def _nothing(_table: LiveTable, _frame: int) -> None:
    """Nobody says anything."""


def play_film(
    film: Path,
    game: str,
    folder: Path,
    *,
    live: bool = False,
    players: tuple[str, ...] = PLAYERS,
    after: After = _nothing,
) -> Played:
    """Plays a film into a table whose journal is in `folder`, with the game's own reader: frame
    after frame, or `live`, at its own pace with frames dropped while the machine is busy."""
    store = Store(folder)
    table = LiveTable(
        store.table("table"),
        store,
        Setup(game, players),
        str(film),
        lambda *_: (_ for _ in ()).throw(AssertionError("this table opens no camera")),
    )
    table.begin()
    session = table.session()
    assert session is not None
    source = _Noted(VideoSource(film, pace="own" if live else "fast"))
    listener = _Listener(table, source, after)
    rest = {} if live else {"rest_s": 0.0}
    CameraFeed(str(film), source, Watcher(session.reader), **rest).run(listener)
    store.close()
    return Played(tuple(listener.told), source.began or 0.0, source._film.fps)


def filmed(folder: Path, changes: Sequence[int], hands: frozenset[int], frames: int) -> Filmed:
    """The truth of a film made from a photographed game: its turns change the table at the frames
    `changes`, a hand is in view in `hands`, the film has so many `frames`."""
    truths = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    ends = (*changes[1:], frames)
    turns = (
        Turn(
            start,
            next(n for n in range(start, end) if n not in hands),
            end,
            bool(truth["legal"]),
            frozenset(truth.get("why") or ()),
        )
        for truth, start, end in zip(truths[1:], changes, ends, strict=True)
    )
    return Filmed(tuple(turns), hands)


def came_of(turn: Turn, told: Sequence[Told]) -> Came:
    """What came of a turn while the table lay as it left it."""
    verdicts = _verdicts(turn, told)
    wanted = ("legal" if turn.legal else "foul", turn.codes)
    if any((one.kind, one.codes) != wanted for one in verdicts) or len(verdicts) > 1:
        return Came.WRONG
    if verdicts:
        return Came.RIGHT
    asked = any(one.kind == "ask" for one in told if turn.changes <= one.frame < turn.until)
    return Came.ASKED if asked else Came.MISSED


def _verdicts(turn: Turn, told: Sequence[Told]) -> list[Told]:
    here = (one for one in told if turn.changes <= one.frame < turn.until)
    return [one for one in here if one.kind in _VERDICTS]


def told_by_replay(lines: str, fps: float) -> tuple[Told, ...]:
    """The JSON lines of `replay` on a film, each with the frame it was made from."""
    found = []
    for line in lines.splitlines():
        call = json.loads(line)
        minutes, seconds = call["photo"].rsplit(" ", 1)[1].split(":")
        found.append(Told(round((60 * int(minutes) + float(seconds)) * fps), 0.0, call))
    return tuple(found)


def counts(truth: Filmed, told: Sequence[Told]) -> dict[str, int]:
    """How many turns came out in each way, calls made under a hand, and fouls that were none."""
    came = Counter(came_of(turn, told) for turn in truth.turns)
    return {
        "turns": len(truth.turns),
        **{one.value: came[one] for one in Came},
        "under a hand": sum(one.frame in truth.hands and one.kind in _TELLING for one in told),
        "false fouls": sum(one.kind == "foul" and not _foul_then(truth, one) for one in told),
    }


def _foul_then(truth: Filmed, told: Told) -> bool:
    return any(t.changes <= told.frame < t.until and not t.legal for t in truth.turns)
