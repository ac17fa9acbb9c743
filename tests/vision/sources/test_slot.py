"""The newest-frame slot: never a backlog, every dropped picture counted."""

from __future__ import annotations

from tests.vision.sources.fakes import FakeClock, plain
from vision.sources.frame import Ended, Frame, Silent
from vision.sources.pushed import PushedSource
from vision.sources.slot import Slot, Trouble


def _value(frame: object) -> int:
    assert isinstance(frame, Frame)
    return int(frame.image[0, 0, 0])


def test_the_newest_picture_wins_and_the_others_are_counted() -> None:
    """Three pictures in, one out: the last, with two dropped."""
    slot = Slot(FakeClock())
    for value in (1, 2, 3):
        slot.put(plain(value))
    frame = slot.take(0)
    assert isinstance(frame, Frame)
    assert (_value(frame), frame.number, frame.dropped) == (3, 2, 2)


def test_a_picture_is_taken_once() -> None:
    """The second taker waits; no picture comes twice."""
    clock = FakeClock()
    slot = Slot(clock)
    slot.put(plain(1))
    slot.take(0)
    assert slot.take(0) == Silent(clock.now)


def test_dropped_counts_start_anew_with_every_picture_taken() -> None:
    """Only what was dropped since the last one counts."""
    slot = Slot(FakeClock())
    slot.put(plain(1))
    slot.put(plain(2))
    slot.take(0)
    slot.put(plain(3))
    frame = slot.take(0)
    assert isinstance(frame, Frame)
    assert frame.dropped == 0


def test_trouble_is_said_until_a_picture_comes() -> None:
    """Silence carries its cause; a picture ends it."""
    slot = Slot(FakeClock())
    slot.trouble(Trouble("It is out.", "Plug it in."))
    silent = slot.take(0)
    assert isinstance(silent, Silent)
    assert (silent.reason, silent.cure) == ("It is out.", "Plug it in.")
    slot.put(plain(1))
    slot.take(0)
    assert slot.take(0) == Silent(100.0)


def test_the_last_picture_may_be_taken_after_the_end() -> None:
    """The end does not swallow it."""
    slot = Slot(FakeClock())
    slot.put(plain(7))
    slot.end(Ended("over"))
    assert _value(slot.take(0)) == 7
    assert slot.take(0) == Ended("over")


def test_a_pushed_picture_comes_out() -> None:
    """What a phone posts is the newest frame."""
    source = PushedSource(FakeClock())
    silent = source.newest(0)
    assert isinstance(silent, Silent)
    assert silent.reason is not None
    source.push(plain(9))
    frame = source.newest(0)
    assert isinstance(frame, Frame)
    assert _value(frame) == 9
    source.close()
    assert isinstance(source.newest(0), Ended)
