"""Where a table's pictures come from: watched frames, photos one by one, an end when told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rules.core.observation import Observation
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.incoming.feed import Judged
from server.tables.incoming.photo_feed import PhotoFeed
from vision.gate.why import Why
from vision.live.look import Blocked, Clear, Look, Lost
from vision.reader import Image
from vision.reading import Reading, ReadingStatus, Refusal
from vision.sources.frame import Ended, Frame, Silent
from vision.sources.offers import LEFT_OUT, Offer, Unusable
from vision.sources.pushed import PushedSource
from vision.sources.slot import STALLED

IMAGE = np.zeros((4, 4, 3), np.uint8)


class Listing:
    """A source that gives what it was made with, then ends."""

    def __init__(self, *given: Any) -> None:
        self._given = [*given, Ended()]
        self.closed = False

    def newest(self, timeout: float) -> Any:
        """The next thing."""
        return self._given.pop(0)

    def close(self) -> None:
        """Remembers."""
        self.closed = True


class Album(Listing):
    """A folder that gives what it was made with."""

    offer: Offer | None = None

    def answer(self, ident: str, choice: str) -> bool:
        """Takes what fits."""
        return self.offer is not None and choice in self.offer.choices


class Watching:
    """A watcher that always waits."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.believed = self.doubted = self.not_heard = 0
        self.settled: list[object] = []
        self.learnt: list[object] = []
        self.forgotten: list[object] = []

    def see(self, frame: Frame) -> Look:
        """Remembers."""
        self.frames.append(frame)
        return Blocked(Why.MOVING, frame.at)

    def believe_view(self) -> None:
        """Counts."""
        self.believed += 1

    def doubt(self) -> None:
        """Counts."""
        self.doubted += 1

    def unheard(self) -> None:
        """Counts."""
        self.not_heard += 1

    def forget(self, memory: object) -> None:
        """Remembers."""
        self.forgotten.append(memory)

    def settle(self, memory: object) -> None:
        """Remembers."""
        self.settled.append(memory)

    def learn(self, memory: object) -> None:
        """Remembers."""
        self.learnt.append(memory)


class Heard:
    """A table that remembers what it is told."""

    def __init__(self, *, paused: bool = False) -> None:
        self.paused = paused
        self.told: list[Any] = []
        self.judged = Judged()
        self.then: Callable[[], None] = lambda: None

    def seen(self, look: Look) -> Judged:
        """Remembers."""
        self.told.append(look)
        return self.judged

    def shown(self, name: str, image: Image) -> None:
        """Remembers the name."""
        self.told.append(name)
        self.then()

    def refused(self, name: str, refusal: Refusal) -> None:
        """Remembers."""
        self.told.append((name, refusal.code))

    def failed(self, error: Exception) -> object:
        """Remembers; knows of a game."""
        self.told.append(error)
        return "a game is played"

    def silent(self, got: Silent | Ended | None) -> None:
        """Remembers."""
        self.told.append(got)

    def asked(self) -> None:
        """Remembers."""
        self.told.append("asked")


def _frame(number: int, dropped: int = 0, name: str | None = None) -> Frame:
    return Frame(IMAGE, float(number), number, dropped, name)


def test_every_frame_is_looked_at_and_drops_are_counted() -> None:
    """Until the source ends, which is said."""
    watcher, table = Watching(), Heard()
    feed = CameraFeed("0", Listing(_frame(0), _frame(3, 2)), watcher)
    feed.run(table)
    assert [frame.number for frame in watcher.frames] == [0, 3]
    assert feed.dropped == 2
    assert isinstance(table.told[-1], Ended)


@pytest.mark.parametrize(
    ("judged", "counted"),
    [(Judged(doubts=True), "doubted"), (Judged(heard=False), "not_heard")],
    ids=["a doubt", "not taken in"],
)
def test_what_came_of_a_look_reaches_the_watcher(judged: Judged, counted: str) -> None:
    """That much hangs on it, or that nobody took it in; only where it is so."""
    watcher, table = Watching(), Heard()
    CameraFeed("0", Listing(_frame(0)), watcher).run(table)
    assert getattr(watcher, counted) == 0
    table.judged = judged
    CameraFeed("0", Listing(_frame(0)), watcher).run(table)
    assert getattr(watcher, counted) == 1


def test_what_the_game_made_of_a_look_reaches_the_watcher() -> None:
    """The memory in the frame of the game, where it is not what the look left."""
    watcher, table = Watching(), Heard()
    CameraFeed("0", Listing(_frame(0)), watcher).run(table)
    assert watcher.settled == []
    table.judged = Judged(memory="turned")
    CameraFeed("0", Listing(_frame(0)), watcher).run(table)
    assert watcher.settled == ["turned"]


def test_what_a_look_taught_of_the_table_is_told_the_next_one() -> None:
    """The look itself stands: nothing counts otherwise."""
    watcher, table = Watching(), Heard()
    table.judged = Judged(memory="laid", anew=False)
    CameraFeed("0", Listing(_frame(0)), watcher).run(table)
    assert (watcher.settled, watcher.learnt) == ([], ["laid"])


def test_after_a_failure_a_table_is_looked_at_as_the_game_knows_it() -> None:
    """Not as a photo of which nobody knows whether a game is played there."""

    class Stumbling(Watching):
        def see(self, frame: Frame) -> Look:
            raise ValueError

    watcher = Stumbling()
    CameraFeed("0", Listing(_frame(0)), watcher).run(Heard())
    assert watcher.forgotten == ["a game is played"]


def test_what_people_put_right_is_known_before_the_next_frame_is_seen() -> None:
    """The newest of it, once."""
    watcher, table = Watching(), Heard()
    feed = CameraFeed("0", Listing(_frame(0), _frame(1)), watcher)
    feed.remember("first")
    feed.remember("then")
    feed.run(table)
    assert watcher.settled == ["then"]
    assert len(watcher.frames) == 2


def test_what_people_said_of_the_table_is_known_and_the_look_stands() -> None:
    """Unless something else that they said is to be looked at anew."""
    watcher = Watching()
    feed = CameraFeed("0", Listing(_frame(0)), watcher)
    feed.remember("empty", anew=False)
    feed.run(Heard())
    assert (watcher.settled, watcher.learnt) == ([], ["empty"])
    again = Watching()
    feed = CameraFeed("0", Listing(_frame(0)), again)
    feed.remember("first")
    feed.remember("then", anew=False)
    feed.run(Heard())
    assert (again.settled, again.learnt) == (["then"], [])


def test_what_people_put_right_while_the_reader_is_told_is_looked_at_anew() -> None:
    """It is told with the next frame; what was told before takes nothing of it."""

    class Busy(Watching):
        def learn(self, memory: object) -> None:
            super().learn(memory)
            feed.remember("put right")

    watcher = Busy()
    feed = CameraFeed("0", Listing(_frame(0), _frame(1), _frame(2)), watcher)
    feed.remember("empty", anew=False)
    feed.run(Heard())
    assert (watcher.learnt, watcher.settled) == (["empty"], ["put right"])


def test_what_people_put_right_waits_where_the_table_is_paused() -> None:
    """No frame is seen meanwhile."""
    watcher, table = Watching(), Heard(paused=True)
    feed = CameraFeed("0", Listing(_frame(0)), watcher)
    feed.remember("then")
    feed.run(table)
    assert watcher.settled == []


def test_a_paused_table_is_not_looked_at() -> None:
    """Frames pass by unseen."""
    watcher = Watching()
    CameraFeed("0", Listing(_frame(0)), watcher).run(Heard(paused=True))
    assert watcher.frames == []


def test_a_quiet_table_is_looked_at_now_and_then() -> None:
    """Frames that pass meanwhile are none that were missed; one that moves is followed closely."""

    class Quiet(Watching):
        def see(self, frame: Frame) -> Look:
            self.frames.append(frame)
            nothing = Observation[Any, Any]("redline", ())
            reading = Reading("redline", ReadingStatus.READ, (4, 4), observation=nothing)
            if frame.number > 8:
                return Blocked(Why.MOVING, frame.at)
            return Clear(reading, frame, nothing, 0.0, 1, fresh=frame.number == 0)

    given = [_frame(0), _frame(1), _frame(4, 2), _frame(8, 3), _frame(9), _frame(12, 2)]
    feed = CameraFeed("0", Listing(*given), Quiet(), rest_s=0.05)
    start = time.monotonic()
    feed.run(Heard())
    assert time.monotonic() - start >= 3 * 0.05
    assert feed.dropped == 2


def test_a_lost_or_dark_table_is_looked_at_now_and_then() -> None:
    """As a quiet one; where something moves, every frame counts, and after a while four a second
    are enough."""
    nothing = Observation[Any, Any]("redline", ())
    reading = Reading("redline", ReadingStatus.READ, (4, 4), observation=nothing)
    feed = CameraFeed("0", Listing(), Watching(), rest_s=0.05)

    def rests(look: Look, at: float = 0.0) -> float:
        return feed._rest_after(look, at)

    assert rests(Blocked(Why.MOVING, 0.0)) == rests(Blocked(Why.HAND, 0.0)) == 0.0
    assert rests(Clear(reading, _frame(0), nothing, 0.0, 1, fresh=True)) == 0.0
    assert rests(Lost("no-board", 0.0)) == rests(Blocked(Why.DARK, 0.0)) == 0.05
    quiet = Clear(reading, _frame(0), nothing, 0.0, 4, fresh=False)
    assert (rests(quiet, 1.0), rests(quiet, 3.9), rests(quiet, 4.1)) == (0.05, 0.05, 0.25)
    assert rests(Blocked(Why.MOVING, 4.2), 4.2) == 0.0
    assert rests(quiet, 5.0) == 0.05


def test_silence_is_said_with_its_reason_or_after_a_while() -> None:
    """One late picture is nothing; a reason, or two seconds without a picture, is said."""
    late, why = Silent(0.0), Silent(0.0, "unplugged", "plug it in")
    table = Heard()
    CameraFeed("0", Listing(late, _frame(0), late, late), Watching()).run(table)
    assert not [one for one in table.told if isinstance(one, Silent)]
    table = Heard()
    CameraFeed("0", Listing(why, late, late, late), Watching()).run(table)
    told = [one for one in table.told if isinstance(one, Silent)]
    assert told == [why, Silent(late.since, STALLED.reason, STALLED.cure)]


def test_players_may_vouch_for_the_view() -> None:
    """The watcher is told with the next frame, once."""
    watcher = Watching()
    feed = CameraFeed("0", Listing(_frame(0), _frame(1)), watcher)
    feed.next()
    feed.run(Heard())
    assert watcher.believed == 1


def test_only_a_page_may_push() -> None:
    """A phone's pictures go to a phone's source, and to none after it was closed."""
    feed = CameraFeed("phone", PushedSource(), Watching())
    assert feed.push(IMAGE)
    feed.close()
    assert not feed.push(IMAGE)
    assert not CameraFeed("0", Listing(), Watching()).push(IMAGE)


def test_photos_are_shown_in_order_and_refusals_said() -> None:
    """Every photo is told of, one way or the other."""
    photos = [_frame(0, name="0.jpg"), Unusable("1.jpg", LEFT_OUT), _frame(2, name="2.jpg")]
    table = Heard()
    PhotoFeed("folder", Album(*photos), interval_s=0.0).run(table)
    assert table.told == ["0.jpg", ("1.jpg", "left-out"), "2.jpg"]


def test_what_a_folder_waits_for_is_said_once_and_taken_back() -> None:
    """A folder that is merely silent says nothing."""
    quiet, why = Silent(0.0), Silent(0.0, "not whole yet", "wait")
    table = Heard()
    PhotoFeed("folder", Album(quiet, why, why, quiet, quiet), interval_s=0.0).run(table)
    assert table.told == [why, None]


def test_an_offer_of_the_folder_reaches_the_table_and_its_answer_the_folder() -> None:
    """Only what is asked just now can be answered."""
    album, table = Album(Silent(0.0), Silent(0.0)), Heard()
    album.offer = Offer("late", "late-1", ("3.jpg",), 1)
    feed = PhotoFeed("folder", album, interval_s=0.0)
    feed.run(table)
    assert table.told == ["asked"]
    assert feed.offer == album.offer
    assert feed.answer("late-1", "judge")
    assert not feed.answer("late-1", "newest")


def test_a_photo_waits_its_turn_or_for_the_button() -> None:
    """Between two photos the interval passes; "next" does not wait for it."""
    table = Heard(paused=True)
    source = Album(*(_frame(n, name=f"{n}.jpg") for n in range(2)))
    feed = PhotoFeed("folder", source, interval_s=1000.0)
    shown = threading.Event()
    table.then = shown.set
    runner = threading.Thread(target=feed.run, args=(table,), daemon=True)
    runner.start()
    for number in (1, 2):
        feed.next()
        assert shown.wait(20)
        shown.clear()
        assert len(table.told) == number
    feed.close()
    runner.join(20)
    assert not runner.is_alive()
    assert source.closed
