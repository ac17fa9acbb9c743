"""A folder that is watched: every photo put into it is one look at the table."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

from vision.photo import load_photo
from vision.reading import Refusal
from vision.sources.frame import Clock, Ended, Frame, Silent

#: What phones and cameras write; anything else in the folder is passed over.
SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff"))

#: Seconds between two looks into the folder.
_EVERY_S = 0.2

#: Seconds a file must keep its size before it is taken: one that is still being copied grows.
_STABLE_S = 0.4

_Key = tuple[float, tuple[tuple[int, int, str], ...]]


class FolderSource:
    """Photos of a folder, each once, the ones found at the start by name, later ones as they
    come. A photo is taken on purpose, so none is dropped; `Frame.single` says so."""

    def __init__(
        self,
        folder: Path,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = folder.name or str(folder)
        self._folder = folder
        self._clock = clock
        self._sleep = sleep
        self._done: set[str] = set()
        self._sizes: dict[str, tuple[int, float]] = {}
        self._first = frozenset(p.name for p in self._photos())
        self._number = 0
        self._last = clock()
        self._trouble: tuple[str, str] | None = None
        self._closed = False

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The next photo not yet taken; waits up to `timeout` seconds for one."""
        until = self._clock() + timeout
        while not self._closed:
            frame = self._next_photo()
            if frame is not None:
                return frame
            left = until - self._clock()
            if left <= 0:
                return Silent(self._last, *(self._trouble or (None, None)))
            self._sleep(min(_EVERY_S, left))
        return Ended("the folder was closed")

    def close(self) -> None:
        """Stops watching."""
        self._closed = True

    def _next_photo(self) -> Frame | None:
        for path in sorted(self._photos(), key=self._order):
            if path.name in self._done:
                continue
            if not self._complete(path):
                return None  # a later one must not overtake it
            self._done.add(path.name)
            frame = self._frame(path)
            if frame is not None:
                return frame
        return None

    def _frame(self, path: Path) -> Frame | None:
        image = load_photo(path)
        if isinstance(image, Refusal):
            self._trouble = (f"{path.name}: {image.message}", image.cure)
            return None
        self._trouble = None
        self._last = self._clock()
        self._number += 1
        return Frame(image, self._last, self._number - 1, name=path.name, single=True)

    def _photos(self) -> list[Path]:
        try:
            return [p for p in self._folder.iterdir() if _is_photo(p)]
        except OSError:
            return []

    def _order(self, path: Path) -> _Key:
        """Those that lay here at the start by name; later ones by time, then name."""
        by_name = _natural(path.name)
        if path.name in self._first:
            return (0.0, by_name)
        try:
            return (path.stat().st_mtime, by_name)
        except OSError:
            return (float("inf"), by_name)

    def _complete(self, path: Path) -> bool:
        if path.name in self._first:
            return True
        try:
            size = path.stat().st_size
        except OSError:
            return False
        known, since = self._sizes.get(path.name, (-1, 0.0))
        if size != known or size == 0:
            self._sizes[path.name] = (size, self._clock())
            return False
        return self._clock() - since >= _STABLE_S


def _is_photo(path: Path) -> bool:
    return path.suffix.casefold() in SUFFIXES and not path.name.startswith(".") and path.is_file()


def _natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key in which 2.jpg comes before 10.jpg."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)
