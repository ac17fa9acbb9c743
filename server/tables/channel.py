"""The live channel: whoever follows it gets every event once, in order, from any point on."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from rules.core.codec import Json
from server.store.values import LogEntry

#: A follower's loop, and what wakes it.
_Waker = tuple[asyncio.AbstractEventLoop, asyncio.Event]

#: Followers from which on those who only watch are told with a little delay, a delay so long that
#: what belongs together (a call, the standing, the status after it) goes out as one.
_CROWD, _TOGETHER_S = 50, 0.08


class Log(Protocol):
    """Where events are kept. Implementations need no locking: the channel keeps order."""

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""

    def append(self, kind: str, data: Json) -> LogEntry:
        """Adds an event and returns it with its number."""

    def since(self, number: int) -> tuple[LogEntry, ...]:
        """The events after a number, oldest first."""

    def latest(self, kind: str) -> LogEntry | None:
        """The newest event of a kind, or None."""


#: Digits of the longest number that a log may give out.
_MOST_DIGITS = 18


class Channel:
    """Publishes from any thread, is followed from event loops. `ident` tells one log from another,
    so that a page notices when it is told of another evening.

    Beside the log's events it tells how things stand just now (`status`): only the newest counts,
    it has no number, and nothing of it is kept.
    """

    def __init__(self, log: Log, ident: str | None = None) -> None:
        self._log = log
        self._status: Json = {}
        self._status_number = 0
        self._lock = threading.RLock()
        #: In the order in which they are woken: those who play before those who watch.
        self._players: dict[_Waker, None] = {}
        self._watchers: dict[_Waker, None] = {}
        #: What came after a number, read once for all who ask until something more comes.
        self._read: dict[int, tuple[LogEntry, ...]] = {}
        self._closed = False
        self._told = 0
        self.ident = ident or secrets.token_hex(8)

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return self._log.last

    def version(self) -> tuple[int, int]:
        """What changes with everything that followers are told."""
        with self._lock:
            return self._told, self._status_number

    @contextmanager
    def held(self) -> Iterator[int]:
        """Nobody else publishes meanwhile; gives the newest event's number."""
        with self._lock:
            yield self._log.last

    def publish(self, kind: str, data: Json) -> LogEntry:
        """Adds an event and wakes everyone who follows."""
        with self._lock:
            event = self._log.append(kind, data)
            self._wake()
        return event

    def notify(self) -> None:
        """Wakes everyone who follows: the log has grown by other means than `publish`."""
        with self._lock:
            self._wake()

    def status(self) -> Json:
        """How things stand just now."""
        with self._lock:
            return self._status

    def set_status(self, status: Json) -> None:
        """Says how things stand just now; the same again is not told twice."""
        with self._lock:
            if status != self._status:
                self._status = status
                self._status_number += 1
                self._wake()

    def latest(self, kind: str) -> LogEntry | None:
        """The newest event of a kind, or None."""
        with self._lock:
            return self._log.latest(kind)

    def current_game(self) -> int:
        """The number after which the game in progress begins."""
        started = self.latest("started")
        return started.number - 1 if started is not None else 0

    def resume_point(self, last_event_id: str | None) -> int:
        """The number to go on after, from what a browser says it has seen. A number this log
        never gave out comes from an earlier run: then the game in progress is told again."""
        text = last_event_id or ""
        number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        seen = int(text) if number else -1
        return seen if 0 <= seen <= self.last else self.current_game()

    async def batches(
        self, after: int, *, plays: bool = True, rest_s: float | None = None
    ) -> AsyncIterator[tuple[LogEntry, ...]]:
        """Every event after a number, what is new at a time, until the channel closes; and, as an
        event of kind `status` and number 0, how things stand whenever that changes. A channel that
        is closed already tells what there is; nothing is new after `rest_s` seconds of quiet. Who
        `plays` is told first, and never waits for a crowd that only watches."""
        known, waker = 0, (asyncio.get_running_loop(), asyncio.Event())
        wakers = self._players if plays else self._watchers
        with self._lock:
            wakers[waker] = None
        try:
            while True:
                waker[1].clear()
                with self._lock:
                    closed, entries = self._closed, self._since(after)
                    number, status = self._status_number, self._status
                after = entries[-1].number if entries else after
                if known != number:
                    known, entries = number, (*entries, LogEntry(0, "status", status))
                if entries:
                    yield entries
                if closed:
                    return
                if not await _woken(waker[1], rest_s):
                    yield ()
                elif not plays and len(self._watchers) > _CROWD:
                    await asyncio.sleep(_TOGETHER_S)
        finally:
            with self._lock:
                wakers.pop(waker, None)

    def _since(self, after: int) -> tuple[LogEntry, ...]:
        """The events after a number."""
        if after not in self._read:
            self._read[after] = self._log.since(after)
        return self._read[after]

    def close(self) -> None:
        """Ends every follower, so that the server can stop at once."""
        with self._lock:
            self._closed = True
            self._wake()

    def _wake(self) -> None:
        """Wakes every follower: one call for each loop, as each costs a system call."""
        self._read.clear()
        self._told += 1
        events: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
        for loop, event in (*self._players, *self._watchers):
            events.setdefault(loop, []).append(event)
        for loop, found in events.items():
            with suppress(RuntimeError):  # a loop that has ended in the meantime
                loop.call_soon_threadsafe(_set_all, found)


def _set_all(events: list[asyncio.Event]) -> None:
    for event in events:
        event.set()


async def _woken(event: asyncio.Event, rest_s: float | None) -> bool:
    """Whether it was set within the time."""
    try:
        await asyncio.wait_for(event.wait(), rest_s)
    except TimeoutError:
        return False
    return True
