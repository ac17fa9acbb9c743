"""The photos that lie in a folder, looked up cheaply again and again."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.sources.frame import Clock
from vision.sources.photo_order import NaturalKey, is_photo_name, natural_key, printable

#: Seconds after which a folder is read anew although nothing seems to have come: network drives
#: keep its time coarsely.
_ANEW_S = 2.0


@dataclass(slots=True)
class PhotoFile:
    """A photo file as last looked at: `name` as it can be shown, `size` in bytes, `changed` as the
    file says (seconds since 1970), `came` the same when it was first seen, `since` when it was last
    seen to change (the listing's clock). `first` tells that it lay here at the start; `order` sorts
    names as a person counts."""

    path: Path
    name: str
    size: int
    changed: float
    came: float
    since: float
    first: bool
    order: tuple[NaturalKey, str]


class Listing:
    """The photo files of a folder by name. `wall` is the clock that files are stamped by."""

    def __init__(self, folder: Path, clock: Clock, wall: Callable[[], float]) -> None:
        self.files: dict[str, PhotoFile] = {}
        self.readable = True
        self._folder = folder
        self._clock = clock
        self._wall = wall
        self._folder_changed = -1
        self._read_at = float("-inf")
        self._begun = False

    def look(self) -> tuple[PhotoFile, ...]:
        """Reads the folder where something may have come or gone; the files that are new."""
        try:
            changed = os.stat(self._folder).st_mtime_ns
            if changed == self._folder_changed and self._clock() - self._read_at < _ANEW_S:
                return ()
            found = self._read()
        except OSError:
            self.readable, self._folder_changed = False, -1
            self.files.clear()
            return ()
        self.readable, self._folder_changed, self._read_at = True, changed, self._clock()
        new = tuple(file for name, file in found.items() if name not in self.files)
        self.files = {name: self.files.get(name, file) for name, file in found.items()}
        self._begun = True
        return new

    def look_at(self, file: PhotoFile) -> bool:
        """Looks whether a file has changed since; False where it is gone."""
        try:
            now = os.stat(file.path)
        except OSError:
            return False
        if (now.st_size, now.st_mtime) != (file.size, file.changed):
            file.size, file.changed, file.since = now.st_size, now.st_mtime, self._clock()
        return True

    def _read(self) -> dict[str, PhotoFile]:
        found = {}
        with os.scandir(self._folder) as entries:
            for entry in entries:
                if is_photo_name(entry.name):
                    file = self.files.get(printable(entry.name)) or self._file(entry)
                    if file is not None:
                        found[file.name] = file
        return found

    def _file(self, entry: os.DirEntry[str]) -> PhotoFile | None:
        try:
            now = entry.stat()
        except OSError:
            return None
        if not stat.S_ISREG(now.st_mode):
            return None
        first = not self._begun
        # Of what lay here before, the file's own times tell how long nobody has written it.
        rested = self._wall() - max(now.st_mtime, now.st_ctime) if first else 0.0
        order = (natural_key(entry.name), entry.name)
        since = self._clock() - max(0.0, rested)
        name = printable(entry.name)
        changed = now.st_mtime
        return PhotoFile(Path(entry.path), name, now.st_size, changed, changed, since, first, order)
