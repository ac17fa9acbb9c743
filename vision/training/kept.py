"""How the pictures of all games are made once and kept, some to a file."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.nn.arrays import Pixels

#: Seconds after which new files are looked for.
_AGAIN_S = 60.0


def decoded(data: bytes, how: int) -> Pixels:
    """A picture that was kept as JPEG or PNG, read as OpenCV's flag `how` says."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    assert image is not None
    return np.asarray(image, np.uint8)


class Appearing:
    """The files of kept pictures in some folders and below them, each named once."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._seen: set[Path] = set()
        self._look_at = 0.0

    def new(self) -> list[Path]:
        """Those that have appeared since this was last asked."""
        found = {file for folder in self._folders for file in folder.rglob("*.pickle")}
        new = sorted(found - self._seen)
        self._seen |= found
        return new

    def now_and_then(self) -> list[Path]:
        """The same; none where it was asked just before."""
        if time.monotonic() < self._look_at:
            return []
        self._look_at = time.monotonic() + _AGAIN_S
        return self.new()


def keep_all(argv: Sequence[str], in_file: int, make: Callable[[range], object]) -> None:
    """The command line `OUT FIRST COUNT`: keep what `make` gives for every `in_file` seeds. A file
    has its name once it is whole, as trainings that run take in what appears."""
    out, first, count = Path(argv[0]), int(argv[1]), int(argv[2])
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    for start in range(first, first + count, in_file):
        part = out / f"{start:07d}.part"
        part.write_bytes(pickle.dumps(make(range(start, min(start + in_file, first + count)))))
        part.rename(part.with_suffix(".pickle"))
