"""A table's part of the store, as the live channel reads it."""

from __future__ import annotations

from server.store.store import Store
from server.store.values import GameRow, Json, LogEntry, Step


class TableLog:
    """The log of one table. What is added belongs to its newest game."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table

    @property
    def last(self) -> int:
        """The number of the newest event, 0 while there is none."""
        return self._store.last(self._table)

    def append(self, kind: str, data: Json) -> LogEntry:
        """Adds an event and returns it with its number."""
        [event] = self._store.write(self._game(), Step(entries=((kind, data),)))
        return event

    def since(self, number: int) -> tuple[LogEntry, ...]:
        """The events after a number, oldest first."""
        return self._store.entries(self._table, max(number, 0))

    def latest(self, kind: str) -> LogEntry | None:
        """The newest event of a kind, or None."""
        return self._store.latest(self._table, kind)

    def _game(self) -> GameRow:
        return self._store.games(self._table)[-1]
