"""Frames of a still table told as one: ``python -m tests.robust.frames [LEVEL [EVERY]]``.

Every photo is taken five times with its own grain (standard deviation LEVEL) and JPEG. Counted are
the doubtful places of one frame, of all five as the live table tells them together, and of one
picture made of the five.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tests.robust.photos import traced
from tests.robust.scene import Scene
from tests.robust.score import faults
from vision.live.fusion import fuse
from vision.reader import Image, load_reader
from vision.reading import SURE_CONFIDENCE, AnyObservation

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"

#: Frames of each table, and the JPEG quality of each.
FRAMES, _QUALITY = 5, 80


def frames(scene: Scene, level: float, count: int = FRAMES) -> list[Image]:
    """The scene as a camera with grain of `level` sees it, again and again."""
    rng = np.random.default_rng(len(scene.name) + 7)
    return [_taken(scene.image, level, rng) for _ in range(count)]


def _taken(image: Image, level: float, rng: np.random.Generator) -> Image:
    grainy = (image + level * rng.standard_normal(image.shape, np.float32)).clip(0, 255)
    options = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    data = cv2.imencode(".jpg", grainy.astype(np.uint8), options)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def doubtful(seen: AnyObservation | None) -> int:
    """Places of an observation whose likeliest label is not sure."""
    sightings = () if seen is None else seen.sightings
    return sum(s.belief.confidence < SURE_CONFIDENCE and s.visibility > 0 for s in sightings)


def main(level: float = 40.0, every: int = 3) -> None:
    """Prints the table."""
    print("| game | photos | doubtful in one frame | in all five | in their mean picture | wrong |")
    print("|---|---|---|---|---|---|")
    for game in ("redline", "linie1", "rouge"):
        reader, count = load_reader(game), Counter[str]()
        for scene in list(traced(SAMPLES / game))[::every]:
            taken = frames(scene, level)
            read = [reader.read(one) for one in taken]
            seen = [one.observation for one in read if one.observation is not None]
            mean = reader.read(np.asarray(np.mean(taken, axis=0).round(), np.uint8))
            if not seen or mean.observation is None:
                continue
            count["photos"] += 1
            count["one"] += doubtful(seen[-1])
            count["all"] += doubtful(fuse(seen))
            count["mean"] += doubtful(mean.observation)
            count["wrong one"] += faults(scene.truth, read[-1])
            count["wrong mean"] += faults(scene.truth, mean)
        cells = [game, *(count[name] for name in ("photos", "one", "all", "mean"))]
        wrong = f"{count['wrong one']} in one, {count['wrong mean']} in the mean"
        print("| " + " | ".join(map(str, cells)) + f" | {wrong} |", flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]))
