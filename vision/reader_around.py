"""A reader around another one, for those that change or guard how that one reads."""

from __future__ import annotations

from vision.reader import Places, Reader

#: What a reader does besides reading, by name.
BESIDES = tuple(
    name
    for name, what in vars(Reader).items()
    if callable(what) and not name.startswith("_") and name != "read"
)


class ReaderAround(Reader):
    """Does all but the reading as the reader inside does it."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        for name in BESIDES:
            setattr(self, name, getattr(reader, name))

    @property
    def places(self) -> Places:
        """As its reader's are."""
        return self._reader.places
