"""Whether boards are found on restless tables: `python -m tests.vision.linie1.bench_finder FIRST
COUNT`.

Sets as shops sell them on newspapers, flowers, checks and stripes, drawn by seeds, the whole board
in view; each photo alone, without calibration. A board is found where its grid is where it lies, to
a fifth of a cell; whichever side is taken for north.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from statistics import median

import numpy as np

from calibration.homography import Homography
from tests.render.linie1.photo import Photo, sober_style, sober_table, take
from tests.render.seeds import stream
from tests.render.style import random_table
from vision.linie1.board.finder import NoBoard, load_finder
from vision.linie1.board.pose import QUARTERS, BoardPose

#: Tables whose pattern runs round the board like another grid.
RESTLESS = ("print", "flower", "check", "gingham", "stripe", "speckle", "ceramic", "weave")
SIZE_WH = (1280, 960)

_NODES = np.array([(x, y) for x in range(13) for y in range(13)], float)
_NEAR = 0.2


def restless_photo(seed: int) -> Photo:
    """The photo of a seed."""
    style, rng = sober_style(seed), stream(seed, "restless")
    tables = (random_table(rng, style.tiles) for _ in count())
    table = next(one for one in tables if one.kind in RESTLESS)
    style = replace(style, room=replace(style.room, table=table))
    return take(sober_table(seed), style, SIZE_WH, seed, cover=False, whole=True)


def off(pose: BoardPose, board_to_photo: np.ndarray) -> float:
    """The rms error over the grid's nodes, cells, whichever side is taken for north."""
    seen = pose.board_to_photo.inverse()(Homography(board_to_photo)(_NODES))
    turned = (Homography(quarter)(seen) - _NODES for quarter in QUARTERS)
    return min(float(np.sqrt((error**2).sum(1).mean())) for error in turned)


def main(argv: Sequence[str]) -> None:
    """Count, and print a line."""
    first, photos = int(argv[0]), int(argv[1])
    finder, found, seconds = load_finder(), Counter[str](), list[float]()
    for seed in range(first, first + photos):
        photo = restless_photo(seed)
        begun = time.process_time()
        pose = finder.find(photo.image)
        seconds.append(time.process_time() - begun)
        if isinstance(pose, NoBoard):
            found["refused"] += 1
            print(f"{seed}: {pose.reason}", file=sys.stderr)
        else:
            found["found" if off(pose, photo.board_to_photo) < _NEAR else "misplaced"] += 1
    print(dict(found), f"{median(seconds):.2f} s, at most {max(seconds):.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
