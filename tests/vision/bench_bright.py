"""Redline tiles under too much light: `python -m tests.vision.bench_bright FIRST COUNT`.

Tables are drawn by seeds, one photo for each brightness, read alone. Counted are tiles in plain
sight: those that are found nowhere, those with another colour or number of spokes, those given with
0.97 and more, and of these the wrong ones; and pieces where no tile lies.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.asked_seeds import asked_seeds
from tests.render.redline import RenderedPhoto, TruthTile, random_photo
from vision.reader import load_reader
from vision.reading import SURE_CONFIDENCE, Piece, Reading

#: Powers of two by which more light falls on the sensor than the seed's.
STOPS = (0.0, 1.0, 2.0)
#: Share of a tile that is in sight and its side, pixels, from which it counts.
SEEN, SIDE_PX = 0.97, 16.0
#: Shares of a side within which a piece is a tile's, and beyond which it is none's.
SAME, NOBODYS = 0.4, 0.6

COLUMNS = ("tiles", "missed", "wrong", "sure", "surely wrong", "where none lies")


def counted(photo: RenderedPhoto, reading: Reading) -> Counter[str]:
    """What became of the tiles of one photo, by `COLUMNS`."""
    count: Counter[str] = Counter()
    for tile in photo.tiles:
        if tile.visible <= SEEN or _side(tile) <= SIDE_PX:
            continue
        found = [p for p in reading.pieces if _away(p, tile) < SAME]
        wrong = bool(found) and not _alike(found[0], tile)
        sure = bool(found) and found[0].confidence >= SURE_CONFIDENCE
        count.update(tiles=1, missed=not found, wrong=wrong, sure=sure)
        count["surely wrong"] += wrong and sure
    ghosts = (all(_away(p, t) >= NOBODYS for t in photo.tiles) for p in reading.pieces)
    count["where none lies"] = sum(ghosts)
    return count


def _side(tile: TruthTile) -> float:
    return float(np.linalg.norm(tile.corners_xy[1] - tile.corners_xy[0]))


def _away(piece: Piece, tile: TruthTile) -> float:
    """How far a piece lies from a tile, in its sides."""
    middle = tile.corners_xy.mean(0)
    return float(np.linalg.norm(np.array(piece.pixel_xy) - middle)) / max(_side(tile), 1.0)


def _alike(piece: Piece, tile: TruthTile) -> bool:
    spokes = piece.label.mask.bit_count()
    return bool(piece.label.colour.value == tile.colour and spokes == len(tile.spokes))


def main() -> None:
    """The table."""
    first, count, _ = asked_seeds(__doc__)
    reader = load_reader("redline")
    print("| stops | " + " | ".join(COLUMNS) + " |\n|" + "---|" * (1 + len(COLUMNS)))
    for stops in STOPS:
        total: Counter[str] = Counter()
        for seed in range(first, first + count):
            photo = random_photo(seed, stops=stops)
            total += counted(photo, reader.read(photo.image))
        print(f"| {stops:g} | " + " | ".join(str(total[c]) for c in COLUMNS) + " |", flush=True)


if __name__ == "__main__":
    main()
