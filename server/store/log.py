"""The log of what happened at the table: append only, numbered from 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from server.store.values import Json


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log. `data` is JSON-ready and never changed afterwards."""

    number: int
    kind: str
    data: Json


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


class MemoryLog:
    """A log that lives as long as the program."""

    def __init__(self) -> None:
        self._events: list[LogEntry] = []

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""
        return len(self._events)

    def append(self, kind: str, data: Json) -> LogEntry:
        """Adds an event and returns it with its number."""
        event = LogEntry(self.last + 1, kind, data)
        self._events.append(event)
        return event

    def since(self, number: int) -> tuple[LogEntry, ...]:
        """The events after a number, oldest first."""
        return tuple(self._events[max(number, 0) :])

    def latest(self, kind: str) -> LogEntry | None:
        """The newest event of a kind, or None."""
        return next((e for e in reversed(self._events) if e.kind == kind), None)
