"""Pictures of Linie 1 tables, rendered once and kept in files:
`python -m vision.training linie1.board.pool OUT_FOLDER FIRST_SEED COUNT [others]`."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.encoding import jpeg
from tests.render.linie1.lettering import system_fonts
from tests.render.linie1.others import random_other_photo
from tests.render.linie1.photo import random_photo
from vision.nn.arrays import Matrix, Pixels
from vision.training.kept import Appearing, decoded, keep_all

#: How much locations and termini count against what is none: they fill a tenth of the board.
RARE = 4.0
#: Photos in one file, their JPEG quality, and size of those without a board.
CHUNK, QUALITY, OTHERS_WH = 40, 97, (960, 720)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture as JPEG bytes; its board to photo homography (3, 3), None without a board; the
    seed it was rendered from."""

    jpg: bytes
    board: Matrix | None
    seed: int

    def image(self, half: bool = False) -> Pixels:
        """(H, W, 3) uint8 BGR; at half the size, which is decoded in a third of the time."""
        how = cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR
        return decoded(self.jpg, how)


class Pool:
    """The pictures of some folders, as far as they are rendered by now. Those that are there
    already are read at once: processes that make batches then share them."""

    def __init__(self, *folders: Path) -> None:
        self._files = Appearing(*folders)
        self._kept: list[Kept] = []
        self.now()

    def now(self) -> list[Kept]:
        """All pictures; new ones are looked for now and then."""
        for file in self._files.now_and_then():
            rows = pickle.loads(file.read_bytes())
            self._kept += [Kept(row["jpg"], row.get("H"), row["seed"]) for row in rows]
        return self._kept


def drawn(boards: Pool, others: Pool, share: float, rng: np.random.Generator) -> Kept:
    """A picture, such a share of them of other things where there are any."""
    kept, other = boards.now(), others.now()
    pool = other if other and rng.random() < share else kept
    return pool[rng.integers(len(pool))]


def _size(rng: np.random.Generator) -> tuple[int, int]:
    long = int(rng.choice([800, 960, 1120, 1280], p=[0.25, 0.35, 0.25, 0.15]))
    short = int(long * rng.choice([0.75, 0.75, 0.75, 0.667, 0.5625, 1.0]))
    return (long, short) if rng.random() < 0.72 else (short, long)


def _row(seed: int, others: bool, fonts: tuple[str, ...]) -> dict[str, object]:
    if others:
        return {"jpg": jpeg(random_other_photo(seed, OTHERS_WH), QUALITY), "seed": seed}
    photo = random_photo(seed, size_wh=_size(np.random.default_rng(seed)), fonts=fonts)
    return {"jpg": jpeg(photo.image, QUALITY), "H": photo.board_to_photo, "seed": seed}


def main(argv: Sequence[str]) -> None:
    """Render and keep pictures, a file for every CHUNK of them."""
    others, fonts = "others" in argv[3:], system_fonts()
    keep_all(argv, CHUNK, lambda seeds: [_row(seed, others, fonts) for seed in seeds])
