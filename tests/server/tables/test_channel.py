"""The log and the channel: every event once, in order, from any point on."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.store.memory import MemoryLog, PictureStore
from server.store.values import LogEntry
from server.tables.channel import Channel

#: Seconds after which a test that waits has failed.
_PATIENCE_S = 5


async def _collect(channel: Channel, after: int, count: int) -> list[int]:
    found: list[int] = []
    async for batch in channel.batches(after):
        found += [event.number for event in batch]
        if len(found) >= count:
            break
    return found[:count]


def _numbers(channel: Channel, after: int, count: int) -> list[int]:
    # In a thread of its own: where a browser test ran before, this one has a loop already.
    with ThreadPoolExecutor(1) as pool:
        followed = asyncio.wait_for(_collect(channel, after, count), _PATIENCE_S)
        return pool.submit(asyncio.run, followed).result()


def test_a_log_numbers_from_one() -> None:
    """Numbers have no gaps, and `since` gives exactly what came after."""
    log = MemoryLog()
    events = [log.append("moment", {"n": n}) for n in range(3)]
    assert [event.number for event in events] == [1, 2, 3]
    assert log.since(1) == tuple(events[1:])
    assert log.latest("moment") == LogEntry(3, "moment", {"n": 2})
    assert log.latest("started") is None


def test_a_follower_gets_what_was_and_what_comes() -> None:
    """Events published from another thread wake a follower; none is lost or told twice."""
    channel = Channel(MemoryLog())
    channel.publish("moment", {})
    channel.publish("moment", {})
    later = threading.Timer(0.05, lambda: [channel.publish("moment", {}) for _ in range(3)])
    later.start()
    assert _numbers(channel, 1, 4) == [2, 3, 4, 5]


def test_closing_ends_every_follower() -> None:
    """A closed channel ends its followers at once, so the server can stop."""
    channel = Channel(MemoryLog())
    channel.publish("moment", {})
    threading.Timer(0.05, channel.close).start()
    assert _numbers(channel, 0, 99) == [1]


@pytest.mark.parametrize(
    ("seen", "after"),
    [
        ("4", 4),
        ("2", 2),
        (None, 2),
        ("", 2),
        ("nonsense", 2),
        ("-1", 2),
        ("900", 2),
        ("9" * 5000, 2),
    ],
)
def test_where_a_browser_goes_on(seen: str | None, after: int) -> None:
    """After what it has seen; without that, or with a number never given, with the game that is
    being played now, not with games before."""
    channel = Channel(MemoryLog())
    for kind in ("started", "moment", "started", "moment"):
        channel.publish(kind, {})
    assert channel.resume_point(seen) == after


def test_a_picture_is_kept_once() -> None:
    """The same picture has the same id; another one has another; an unknown id gives nothing."""
    pictures = PictureStore()
    first = pictures.put(b"a", "image/jpeg")
    assert pictures.put(b"a", "image/jpeg") == first != pictures.put(b"b", "image/jpeg")
    found = pictures.get(first)
    assert found is not None
    assert found.data == b"a"
    assert pictures.get("../../etc/passwd") is None
