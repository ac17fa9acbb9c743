"""What is kept as long as the program runs: the log and the pictures of a recording."""

from __future__ import annotations

from rules.core.codec import Json
from server.store.values import LogEntry, Picture


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


class PictureStore:
    """A picture put in twice is kept once, so replaying a game does not grow the store."""

    def __init__(self) -> None:
        self._stored: dict[str, Picture] = {}

    def put(self, data: bytes, media_type: str) -> str:
        """Keeps a picture and returns its id."""
        picture = Picture(data, media_type)
        self._stored[picture.ident] = picture
        return picture.ident

    def get(self, ident: str) -> Picture | None:
        """The picture of an id, or None."""
        return self._stored.get(ident)

    def all(self) -> tuple[Picture, ...]:
        """Every picture, in the order they were put in."""
        return tuple(self._stored.values())
