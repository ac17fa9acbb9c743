"""Whether boards are found on restless tables: `python -m tests.vision.linie1.bench_finder FIRST
COUNT [bright]`.

Sets as shops sell them on newspapers, flowers, checks and stripes, drawn by seeds, the whole board
in view; each photo alone, without calibration. A board is found where its grid is where it lies, to
a fifth of a cell; whichever side is taken for north.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import count
from statistics import median

import numpy as np

from tests.asked_seeds import asked_seeds
from tests.render.linie1.photo import Photo, sober_style, sober_table, take
from tests.render.seeds import stream
from tests.render.style import random_table
from tests.vision.linie1.placing import off
from vision.linie1.board.finder import NoBoard, load_finder

#: Tables whose pattern runs round the board like another grid.
GRID_LIKE = ("print", "flower", "check", "gingham", "stripe", "speckle", "ceramic", "weave")
SIZE_WH = (1280, 960)

#: Times the light of a bright photo, blue, green and red, by its seed.
LIGHTS = ((1.25, 1.35, 1.1), (1.5, 1.3, 1.6), (1.1, 1.45, 1.3), (1.6, 1.5, 1.3))

_NEAR = 0.2


def restless_photo(seed: int, kinds: Collection[str] = GRID_LIKE) -> Photo:
    """The photo of a seed, on a table of one of some kinds."""
    style, rng = sober_style(seed), stream(seed, "restless")
    tables = (random_table(rng, style.tiles) for _ in count())
    table = next(one for one in tables if one.kind in kinds)
    style = replace(style, room=replace(style.room, table=table))
    return take(sober_table(seed), style, SIZE_WH, seed, cover=False, whole=True)


def bright_photo(seed: int) -> Photo:
    """The photo of a seed on flowers, in too much light."""
    photo = restless_photo(seed, ("flower",))
    lit = photo.image * np.array(LIGHTS[seed % len(LIGHTS)])
    return replace(photo, image=np.clip(lit, 0, 255).astype(np.uint8))


def main() -> None:
    """Count, and print a line."""
    first, photos, words = asked_seeds(__doc__)
    drawn = bright_photo if "bright" in words else restless_photo
    finder, found, seconds = load_finder(), Counter[str](), list[float]()
    for seed in range(first, first + photos):
        photo = drawn(seed)
        begun = time.process_time()
        pose = finder.find(photo.image)
        seconds.append(time.process_time() - begun)
        if isinstance(pose, NoBoard):
            found["refused"] += 1
            print(f"{seed}: {pose.reason}", file=sys.stderr)
        else:
            found["found" if off(pose, photo.board_to_photo)[0] < _NEAR else "misplaced"] += 1
    print(dict(found), f"{median(seconds):.2f} s, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
