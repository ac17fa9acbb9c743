"""The log of what happened at the table: append only, numbered from 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of the log. `data` is JSON-ready and never changed afterwards."""

    number: int
    kind: str
    data: Mapping[str, Any]


class Log(Protocol):
    """Where events are kept. Implementations need no locking: the channel keeps order."""

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""
        ...

    def append(self, kind: str, data: Mapping[str, Any]) -> LogEvent:
        """Adds an event and returns it with its number."""
        ...

    def since(self, number: int) -> tuple[LogEvent, ...]:
        """The events after a number, oldest first."""
        ...

    def latest(self, kind: str) -> LogEvent | None:
        """The newest event of a kind, or None."""
        ...


class MemoryLog:
    """A log that lives as long as the program."""

    def __init__(self) -> None:
        self._events: list[LogEvent] = []

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""
        return len(self._events)

    def append(self, kind: str, data: Mapping[str, Any]) -> LogEvent:
        """Adds an event and returns it with its number."""
        event = LogEvent(self.last + 1, kind, data)
        self._events.append(event)
        return event

    def since(self, number: int) -> tuple[LogEvent, ...]:
        """The events after a number, oldest first."""
        return tuple(self._events[max(number, 0) :])

    def latest(self, kind: str) -> LogEvent | None:
        """The newest event of a kind, or None."""
        return next((e for e in reversed(self._events) if e.kind == kind), None)
