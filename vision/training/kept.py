"""How the pictures of all games are made once and kept, some to a file."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.nn.arrays import Pixels


def decoded(data: bytes, how: int) -> Pixels:
    """A picture that was kept as JPEG or PNG, read as OpenCV's flag `how` says."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    assert image is not None
    return np.asarray(image, np.uint8)


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
