"""How whole a layout far away is read: `python -m tests.vision.bench_far FIRST COUNT`.

Redline tables of games in play are drawn by seeds, a photo of 1280x720 each, in which 33 by 19
cells fit: tiles of some 27 pixels. Prints of how many as many tiles are read as lie there.
"""

from __future__ import annotations

from collections import Counter

from tests.asked_seeds import asked_seeds
from tests.people.photos import spokes_of
from tests.render.redline import RenderedPhoto, render
from tests.vision.bench_laid import played
from vision.redline.reader import load

#: Cells to each side of the middle that are in the picture, and its size.
COLUMNS, ROWS, SIZE_WH = 16, 9, (1280, 720)


def far_away(seed: int) -> RenderedPhoto:
    """A table of a game in play, seen from far away."""
    cells = ((c, r) for c in range(-COLUMNS, COLUMNS + 1) for r in range(-ROWS, ROWS + 1))
    board = {
        (place.col, place.row): (tile.colour.value, spokes_of(tile.mask))
        for place, tile in played("redline", seed).items()
    }
    shown = dict.fromkeys(cells) | board
    return render(
        board, seed=seed, size_wh=SIZE_WH, shot_seed=seed, frame_board=shown, occlude=False
    )


def main() -> None:
    """The table."""
    first, count, _ = asked_seeds(__doc__)
    reader, found = load(), Counter[str]()
    for seed in range(first, first + count):
        photo = far_away(seed)
        reading = reader.read(photo.image)
        tiles = sum(tile.area == "layout" for tile in photo.tiles)
        read = sum(piece.area == "layout" for piece in reading.pieces)
        found["refused" if reading.refusal else "whole" if read == tiles else "otherwise"] += 1
    print("| tables | whole | more or fewer tiles | refused |\n|---|---|---|---|")
    print(f"| {count} | {found['whole']} | {found['otherwise']} | {found['refused']} |")


if __name__ == "__main__":
    main()
