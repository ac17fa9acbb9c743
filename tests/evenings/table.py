"""A live table as `serve` runs it, shown frame after frame, and what its page is told.

The table runs in its own thread with the feed, the watcher, the reader, the referee and the journal
of the program; only the camera is one that waits until a frame has been looked at, so that a busy
machine drops none.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.core.call import Alternative, Call, CallKind
from rules.core.verdict import Required, Reward, Ruling, Verdict, Violation
from server.pipeline.session import Session
from server.store.store import Store
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.live_table import LiveTable
from server.tables.player_commands import (
    CorrectPlace,
    PlayerCommand,
    PressButton,
    StartGame,
    TellFact,
)
from server.tables.resuming import Setup
from tests.evenings.filming import Shot
from vision.live.watcher import Watcher
from vision.reader import Image, Reader
from vision.sources.frame import Ended, Frame, Silent

#: Seconds that a frame may take on a machine that is busy with something else.
PATIENCE_S = 600.0

#: Calls that tell the players nothing new.
QUIET = frozenset(("nothing", "unclear", "setup"))

_RULINGS = {"legal": Ruling.LEGAL, "foul": Ruling.ILLEGAL, "ask": Ruling.ASK}


class PatientCamera:
    """A camera whose next frame comes when the last one has been looked at."""

    name = "evening"

    def __init__(self) -> None:
        self._frames: queue.Queue[Frame | None] = queue.Queue()
        self._asked = threading.Semaphore(0)
        self._ended = False

    def show(self, frame: Frame) -> None:
        """Returns when the frame has been looked at. Raises TimeoutError where nobody does."""
        self._frames.put(frame)
        self.wait()

    def wait(self) -> None:
        """Returns when the next frame is asked for."""
        if not self._asked.acquire(timeout=PATIENCE_S):
            raise TimeoutError("nobody looks at the camera")

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The next frame, whenever it comes."""
        self._asked.release()
        got = self._frames.get()
        return got if got is not None else Silent(0.0)

    def close(self) -> None:
        """Wakes who waits for a frame."""
        self._frames.put(None)


@dataclass(frozen=True)
class Heard:
    """A call as the page hears it: `hand` whether one was in view, `waited` seconds since the table
    could be seen, of the film and of this process's work, a frame after another."""

    call: Call[Any, Any]
    hand: bool
    waited: float


#: The house rules of a table that sets none.
USUAL: Mapping[str, str] = MappingProxyType({})


class TableAtHome:
    """A table in a folder, its camera, and the clock of the film."""

    #: What work is timed by, seconds: that of all this process's threads, which other programs do
    #: not change, or the wall's, on a machine that does nothing else.
    work_clock: Callable[[], float] = staticmethod(time.process_time)

    def __init__(
        self,
        game: str,
        players: tuple[str, ...],
        folder: Path,
        rules: Mapping[str, str] = USUAL,
    ) -> None:
        """Begins the game and watches."""
        self._rules = rules
        self.seconds = 0.0
        #: When the program is through with all frames so far, on the film's clock.
        self._free_at = 0.0
        self.frames = 0
        self.shown: Image | None = None
        self._store = Store(folder)
        self._cameras: queue.Queue[PatientCamera] = queue.Queue()
        row = self._store.table("table")
        setup = Setup(game, players or None, rules)
        self._table = LiveTable(row, self._store, setup, "0", self._opened)
        self._thread = threading.Thread(target=self._table.run, daemon=True)
        self._thread.start()
        self._camera = self._looked_through()

    def _opened(self, _spec: str, reader: Reader, _history: object) -> CameraFeed:
        camera = PatientCamera()
        self._cameras.put(camera)
        return CameraFeed("0", camera, Watcher(reader), rest_s=0.0, clock=lambda: self.seconds)

    def _looked_through(self) -> PatientCamera:
        """The camera that the table has opened, when it waits for a frame."""
        camera = self._cameras.get(timeout=PATIENCE_S)
        camera.wait()
        return camera

    @property
    def session(self) -> Session:
        """The game as it stands."""
        session = self._table.session()
        assert session is not None
        return session

    @property
    def opened(self) -> bool:
        """Whether a first position is known."""
        return bool(self._table.standing()["opened"])

    @property
    def clear(self) -> bool:
        """Whether the page says that the table is seen."""
        return self._table.channel.status().get("gate") == "clear"

    @property
    def asks_way_round(self) -> bool:
        """Whether the page asks which way round the board lies."""
        return self._table.channel.status().get("code") == "top-unknown"

    def begin(self, game: str, players: tuple[str, ...], *, empty: bool) -> None:
        """Another game, on an empty table or on the table as it lies."""
        self.order(StartGame(game, players or None, self._rules))
        self._camera = self._looked_through()
        if empty:
            self.order(PressButton("open-table"))

    def order(self, command: PlayerCommand) -> list[Call[Any, Any]]:
        """What somebody does on the page; the calls it brings. Raises AssertionError where the
        table refuses it, but for what it cannot know yet."""
        last = self._table.channel.last
        refused = self._table.execute(command, last)
        assert refused is None or isinstance(command, TellFact | CorrectPlace), refused
        return self._told_since(last)

    def show(self, shots: Sequence[Shot] | Any) -> list[Heard]:
        """Shows frames; what the page hears meanwhile."""
        heard: list[Heard] = []
        since = self.seconds
        for shot in shots:
            if not shot.seen:
                # A program that is behind drops frames: it is through when a hand has come.
                since, self._free_at = self.seconds + shot.seconds, self.seconds
            last, before = self._table.channel.last, self.work_clock()
            self.shown = shot.image
            self._camera.show(Frame(shot.image, self.seconds, self.frames))
            begun = max(self.seconds, self._free_at)
            self._free_at = begun + self.work_clock() - before
            waited = max(0.0, self._free_at - since)
            heard += [Heard(call, shot.hand, waited) for call in self._told_since(last)]
            self.seconds += shot.seconds
            self.frames += 1
        return heard

    def close(self) -> None:
        """Ends the evening."""
        self._table.close()
        self._thread.join(PATIENCE_S)
        self._store.close()

    def _told_since(self, number: int) -> list[Call[Any, Any]]:
        entries = self._table.channel._log.since(number)
        return [
            call_of(self.session, told)
            for entry in entries
            if entry.kind == "moment"
            for told in entry.data["calls"]
        ]


def call_of(session: Session, told: dict[str, Any]) -> Call[Any, Any]:
    """What a page reads in a call, as a call, with what its turn may as well have been. The answers
    to a question are the page's own business."""
    match, move = session.referee.match, told["move"]
    others = told.get("alternatives", ()) if told["call"] in ("legal", "foul") else ()
    return Call(
        kind=CallKind(told["call"]),
        turn=told["turn"],
        player=told["player"],
        confidence=told["confidence"],
        accepted=match.accepted,
        standing=match.standing,
        move=None if move is None else session.game.turn_from_json(move),
        verdict=_verdict(told),
        note="; ".join(told.get("note_codes", ())) or None,
        alternatives=tuple(_alternative(session, one) for one in others),
    )


def _alternative(session: Session, told: dict[str, Any]) -> Alternative[Any]:
    turn, verdict = session.game.turn_from_json(told["move"]), _verdict(told)
    assert verdict is not None
    return Alternative((turn,), (verdict,), told["probability"])


def _verdict(told: dict[str, Any]) -> Verdict | None:
    ruling = _RULINGS.get(told["call"])
    if ruling is None or told["move"] is None:
        return None
    return Verdict(
        ruling,
        tuple(Violation(one["code"], one["rule"]) for one in told["violations"]),
        tuple(Reward(one["kind"]) for one in told.get("rewards", ())),
        tuple(Required(one["kind"]) for one in told.get("required", ())),
    )
