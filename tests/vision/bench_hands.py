"""Whether the layout is told from hands that lie open: `python -m tests.vision.bench_hands FIRST
COUNT`.

The beginnings of Redline games are drawn by seeds, a photo of 1280x720 each: one to eight tiles
laid, two to six players, what they have left face up before them. Prints of how many the layout is
taken for what it is, how many are called unsure, and how many are wrong without saying so.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings
from rules.games.redline.tiles import FULL_SET, Tile
from tests.asked_seeds import asked_seeds
from tests.evenings.open_hands import photo_of
from tests.laws.games import GAMES
from tests.laws.games import played as turns_of
from tests.render.redline import RenderedPhoto
from vision.reading import Reading, ReadingStatus
from vision.redline.reader import load

#: Tiles laid at most, and the size of a photo.
MOST_LAID, SIZE_WH = 8, (1280, 720)


def beginning(seed: int) -> RenderedPhoto:
    """A game that has just begun, with the hands of its players round the layout."""
    rng = Random(f"beginning {seed}")
    laid, players = rng.randint(1, MOST_LAID), rng.randint(2, 6)
    board = dict(_layout(seed, laid))
    on_table = set(map(unturned, board.values()))
    left = [unturned(tile) for tile in FULL_SET if unturned(tile) not in on_table]
    rng.shuffle(left)
    hands: list[list[Tile]] = [[] for _ in range(players)]
    for number in range(players * Readings().hand_size - laid):
        if left:
            hands[number % players].append(left.pop())
    return photo_of(board, hands, seed, 0, SIZE_WH)


def _layout(seed: int, laid: int) -> Any:
    game = GAMES["redline"]
    steps = list(islice(turns_of(game, game.rulebook.house(), seed), laid))
    return game.position(steps[-1][2])


def outcome(photo: RenderedPhoto, reading: Reading) -> str:
    """Whether the tiles that are told as the layout are those of the layout."""
    if reading.refusal is not None:
        return "refused"
    true = np.array([t.corners_xy.mean(0) for t in photo.tiles if t.area == "layout"])
    told = np.array([p.pixel_xy for p in reading.pieces if p.area == "layout"])
    side = float(np.linalg.norm(photo.tiles[0].corners_xy[0] - photo.tiles[0].corners_xy[1]))
    near = np.linalg.norm(told[:, None] - true, axis=2) < side / 2
    if not near.any(axis=1).all():
        return "wrong, unsure" if reading.status is ReadingStatus.UNSURE else "wrong"
    return "right, whole" if near.any(axis=0).all() else "right, in part"


def main() -> None:
    """The table."""
    first, count, _ = asked_seeds(__doc__)
    reader, found = load(), Counter[str]()
    for seed in range(first, first + count):
        photo = beginning(seed)
        reading = reader.read(photo.image)
        said = outcome(photo, reading)
        found[said] += 1
        found["unsure"] += reading.status is ReadingStatus.UNSURE
        if "wrong" in said:
            print(f"{seed}: {said}", file=sys.stderr)
    columns = ("right, whole", "right, in part", "wrong, unsure", "wrong", "refused", "unsure")
    print("| tables | " + " | ".join(columns) + " |\n" + "|---" * (len(columns) + 1) + "|")
    print(f"| {count} | " + " | ".join(str(found[name]) for name in columns) + " |")


if __name__ == "__main__":
    main()
