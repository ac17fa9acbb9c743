"""What cameras see before they are chosen: sources kept open while somebody looks at them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from server.pipeline.photos import photos_in
from vision.photo import load_photo
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.frame import Ended, Frame, FrameSource, Silent, SourceError
from vision.sources.opening import open_source
from vision.sources.paths import is_folder, named_path

#: Pixels on the longer side of a preview.
PREVIEW_PIXELS = 320

#: Seconds a camera gets to open and to give its first picture.
_PATIENCE_S = 4.0

#: Pictures that cameras give before their exposure has settled.
_DARK_FRAMES = 4

#: Seconds after which a source that nobody asked for is let go: its lamp goes out.
_IDLE_S = 6.0


@dataclass(frozen=True, slots=True)
class NoPicture:
    """Why a source gives no picture: a stable code, and a sentence with its cure."""

    code: str
    message: str


#: What is said of a source that gives no picture, nor a reason.
_UNSEEN = NoPicture("no-picture", "No picture comes; is it used elsewhere?")


@dataclass
class _Open:
    source: FrameSource
    asked: float
    image: Image | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Previews:
    """Looks into sources that no table uses yet. Safe to use from several threads.

    A source stays open between two looks, as opening a camera takes seconds; one that nobody has
    asked for in a while is closed.
    """

    def __init__(
        self,
        opener: Callable[[str], FrameSource] = open_source,
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = _PATIENCE_S,
    ) -> None:
        self._opener = opener
        self._clock = clock
        self._patience_s = patience_s
        self._open: dict[str, _Open] = {}
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def newest(self, spec: str) -> Image | NoPicture:
        """The newest picture (H, W, 3 uint8 BGR) of a source as `--camera` names it; of a folder
        its first photo, with which a game would begin."""
        path = named_path(spec)
        if is_folder(path):
            return _first_photo(path)
        try:
            opened = self._opened(spec)
        except SourceError as error:
            return NoPicture("no-camera", str(error))
        with opened.lock:
            return self._looked(opened)

    def let_go(self, spec: str | None = None) -> None:
        """Closes a source, or all: a table wants to use it."""
        with self._lock:
            names = list(self._open) if spec is None else [spec]
            gone = [self._open.pop(name) for name in names if name in self._open]
        for opened in gone:
            opened.source.close()

    def _opened(self, spec: str) -> _Open:
        with self._lock:
            found = self._open.get(spec)
            if found is None:
                found = self._open[spec] = _Open(self._opener(spec), self._clock())
            found.asked = self._clock()
            self._wake_later()
        return found

    def _looked(self, opened: _Open) -> Image | NoPicture:
        first = opened.image is None
        until = self._clock() + (self._patience_s if first else 0.5)
        while True:
            got = opened.source.newest(0.25)
            if isinstance(got, Frame):
                opened.image = got.image
                settled = not first or got.number >= _DARK_FRAMES
            else:
                settled = isinstance(got, Ended)
            if settled or self._clock() >= until:
                break
        if isinstance(got, Silent) and got.reason is not None:  # what was seen before is old
            return NoPicture("no-picture", " ".join(filter(None, (got.reason, got.cure))))
        return _UNSEEN if opened.image is None else opened.image

    def _wake_later(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(_IDLE_S, self._close_idle)
            self._timer.daemon = True
            self._timer.start()

    def _close_idle(self) -> None:
        with self._lock:
            self._timer = None
            late = [n for n, o in self._open.items() if self._clock() - o.asked >= _IDLE_S]
            gone = [self._open.pop(name) for name in late]
            if self._open:
                self._wake_later()
        for opened in gone:
            opened.source.close()


def _first_photo(folder: Path) -> Image | NoPicture:
    try:
        photos = photos_in(folder)
    except OSError as error:
        return NoPicture("no-camera", f"{folder} cannot be opened ({error.strerror}).")
    if not photos:
        return NoPicture("empty", f"{folder} holds no photo yet; the first one begins the game.")
    image = load_photo(photos[0])
    if isinstance(image, Refusal):
        return NoPicture(image.code, f"{photos[0].name}: {image.message} {image.cure}")
    return image
