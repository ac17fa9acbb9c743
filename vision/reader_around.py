"""A reader around another one, for those that change or guard how that one reads."""

from __future__ import annotations

from collections.abc import Collection, Hashable

from rules.core.codec import Json
from rules.core.observation import AnyObservation
from rules.core.places import AnyPosition, Place
from rules.core.rulebook import House
from vision.reader import Places, Reader


class ReaderAround(Reader):
    """Does all but the reading as the reader inside does it."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @property
    def places(self) -> Places:
        """As its reader's are."""
        return self._reader.places

    def begins(self, memory: object, house: House | None = None) -> object:
        """As its reader begins."""
        return self._reader.begins(memory, house)

    def in_play(self, memory: object, labels: Collection[Hashable] | None) -> object:
        """As its reader makes something of it."""
        return self._reader.in_play(memory, labels)

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """As its reader makes something of it."""
        return self._reader.with_position(memory, position)

    def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
        """As its reader makes something of it."""
        return self._reader.put_right(memory, position, place)

    def colours_taught(self, memory: object) -> Json | None:
        """As its reader tells it."""
        return self._reader.colours_taught(memory)

    def with_colours(self, memory: object, taught: Json) -> object:
        """As its reader takes it."""
        return self._reader.with_colours(memory, taught)

    def with_table(self, memory: object, start: object) -> object:
        """As its reader takes it."""
        return self._reader.with_table(memory, start)

    def settled(self, memory: object, aligned: AnyObservation) -> object:
        """As its reader settles it."""
        return self._reader.settled(memory, aligned)
