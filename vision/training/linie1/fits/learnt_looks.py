"""How much a learnt set helps the reader of cells, and the unit of likeness that helps most.

`python -m vision.training linie1.fits.learnt_looks [SEEDS]` renders for every seed a photo of a
set's tiles and a photo of a game with the same set, learns the one and reads the other at its true
place. Prints, for several units, the mean log loss and the errors of the cells that are in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from calibration.homography import Homography, NoFit
from calibration.squares import find_squares
from rules.games.linie1.tiles import FACE_OF, KINDS, turned_mask
from tests.calibration.set_photo import set_photo
from tests.render.linie1.photo import Photo, random_photo
from vision.linie1.board.rectify import rectified
from vision.linie1.limits import LIMITS
from vision.linie1.tiles import learnt_looks as looks
from vision.linie1.tiles.cells import CELL_PX, CellReadings
from vision.linie1.tiles.learnt_looks import LearntLooks
from vision.linie1.tiles.tile_set import TileTeacher
from vision.teacher import ReferencePhoto, TaughtPieces

UNITS = (0.03, 0.05, 0.07, 0.1, 0.15, 0.25)

#: Share of a cell that must be seen for its reading to count.
SEEN = 0.9


def truth_of(photo: Photo, row: int, col: int) -> int:
    """The face on a cell, 0 for none."""
    tile = photo.cells[row, col]
    return 0 if tile is None else FACE_OF[turned_mask(KINDS[tile[0] - 1].mask, tile[1])]


def learnt_from(seed: int, teacher: TileTeacher) -> LearntLooks | None:
    """The set of a seed, None where its tiles are not found."""
    photo = set_photo(seed, (1280, 960))
    squares = find_squares(photo.image)
    if isinstance(squares, NoFit) or len(squares) != len(KINDS):
        return None
    taught = teacher.learn(ReferencePhoto(photo.image, "set", datetime(2026, 1, 1, tzinfo=UTC)), ())
    return looks.learnt_looks(taught.learnt) if isinstance(taught, TaughtPieces) else None


def loss(found: CellReadings, photo: Photo, cells: list[tuple[int, int]]) -> np.ndarray:
    """(log loss, errors) summed over cells."""
    ps = [(found.faces[at], truth_of(photo, *at)) for at in cells]
    return np.array(
        [sum(-np.log(max(p[t], 1e-6)) for p, t in ps), sum(p.argmax() != t for p, t in ps)]
    )


def main(argv: Sequence[str]) -> None:
    """Prints the comparison."""
    seeds = int(argv[0]) if argv else 24
    teacher = TileTeacher.load()
    net = teacher.cells
    sums = {unit: np.zeros(2) for unit in (0.0, *UNITS)}
    other = np.zeros(4)
    count = sets = 0
    before: LearntLooks | None = None
    for seed in range(900_000, 900_000 + seeds):
        learnt = learnt_from(seed, teacher)
        if learnt is None:
            continue
        sets += 1
        photo = random_photo(seed)
        grid = rectified(photo.image, Homography(photo.board_to_photo), CELL_PX)
        found = net.read_grid(grid)
        cells = [at for at in photo.cells if photo.seen(*at) > SEEN]
        count += len(cells)
        sums[0.0] += loss(found, photo, cells)
        for unit in UNITS:
            tuned = replace(LIMITS, likeness_unit=unit)
            sums[unit] += loss(learnt.second_opinion(found, grid, tuned), photo, cells)
        if before is not None:
            wrong = before.second_opinion(found, grid)
            other += [*loss(found, photo, cells), *loss(wrong, photo, cells)]
        before = learnt
    print(f"{sets} sets, {count} cells")
    for unit, (total, errors) in sums.items():
        print(f"unit {unit}: log loss {total / max(count, 1):.5f} a cell, {errors:.0f} errors")
    print("with another set's pictures: log loss, errors before and after:", other.round(1))
