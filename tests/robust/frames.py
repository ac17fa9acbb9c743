"""A still table filmed by a grainy camera: ``python -m tests.robust.frames [LEVEL EVERY SHAKE]``.

Every photo becomes a film of a still table whose frames have their own grain (standard deviation
LEVEL), shake (up to SHAKE pixels), light (half a percent) and JPEG, and is watched as at a live
table, once reading single frames and once their mean picture. Counted are the doubtful places and
the pieces misread of the first look and of all looks of the film together.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.robust.photos import traced
from tests.robust.scene import Scene
from tests.robust.score import faults
from vision.live.limits import LIMITS
from vision.live.look import Clear
from vision.live.watcher import Watcher
from vision.reader import Image, Reader, load_reader
from vision.reading import SURE_CONFIDENCE, AnyObservation
from vision.sources.frame import Frame

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"

#: Frames of each film, how many a second, and the JPEG quality of each.
FRAMES, _FPS, _QUALITY = 17, 10.0, 80

#: Change of light from frame to frame, standard deviation.
_FLICKER = 0.005


def frames(scene: Scene, level: float, shake: float = 0.0, count: int = FRAMES) -> Iterator[Image]:
    """The scene as a camera with grain of `level` and a shake in pixels sees it, time and again."""
    rng = np.random.default_rng(len(scene.name) + 7)
    for _ in range(count):
        yield _taken(scene.image, level, shake, rng)


def _taken(image: Image, level: float, shake: float, rng: np.random.Generator) -> Image:
    if shake:
        x, y = rng.uniform(-shake, shake, 2)
        matrix, size = np.array([[1, 0, x], [0, 1, y]]), (image.shape[1], image.shape[0])
        image = np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE))
    lit = image * np.float32(1 + _FLICKER * rng.standard_normal())
    grainy = (lit + level * rng.standard_normal(image.shape, np.float32)).clip(0, 255)
    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    data = cv2.imencode(".jpg", grainy.astype(np.uint8), options)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def doubtful(seen: AnyObservation) -> int:
    """Places of an observation whose likeliest label is not sure."""
    return sum(s.belief.confidence < SURE_CONFIDENCE and s.visibility > 0 for s in seen.sightings)


def watched(film: list[Image], reader: Reader, averaged: int) -> list[Clear]:
    """The looks at a film of a still table that means so many frames for each picture read."""
    watcher = Watcher(reader, replace(LIMITS, averaged=averaged))
    looks = [watcher.see(Frame(image, k / _FPS, k)) for k, image in enumerate(film)]
    return [look for look in looks if isinstance(look, Clear) and look.fresh]


def main(level: float = 40.0, every: int = 3, shake: float = 0.0) -> None:
    """Prints the table."""
    print("| game | films | looks | doubtful in the first | in all | pieces wrong in a look |")
    print("|---|---|---|---|---|---|", flush=True)
    for game in ("redline", "linie1", "rouge"):
        reader, count = load_reader(game), Counter[str]()
        for scene in list(traced(SAMPLES / game))[::every]:
            film = list(frames(scene, level, shake))
            for averaged in (1, LIMITS.averaged):
                _count(count, averaged, scene, watched(film, reader, averaged))
        pairs = [
            ", ".join(str(count[f"{what} {n}"]) for n in (1, LIMITS.averaged))
            for what in ("films", "looks", "first", "all", "wrong")
        ]
        print(f"| {game} | {' | '.join(pairs)} |", flush=True)


def _count(count: Counter[str], averaged: int, scene: Scene, looks: list[Clear]) -> None:
    count[f"films {averaged}"] += bool(looks)
    count[f"looks {averaged}"] += len(looks)
    if looks:
        count[f"first {averaged}"] += doubtful(looks[0].evidence)
        count[f"all {averaged}"] += doubtful(looks[-1].evidence)
    count[f"wrong {averaged}"] += sum(faults(scene.truth, look.reading) for look in looks)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]), *map(float, sys.argv[3:4]))
