"""Pictures of Linie 1 tables, rendered once and kept in files: `python -m
vision.training.linie1.board.pool OUT_FOLDER FIRST_SEED COUNT [others]`."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.render.linie1.lettering import system_fonts
from tests.render.linie1.others import random_other_photo
from tests.render.linie1.photo import random_photo
from vision.training.kept import decoded, keep_all

#: Photos in one file.
CHUNK = 40


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture as JPEG bytes; its board to photo homography (3, 3), None without a board; the
    seed it was rendered from."""

    jpg: bytes
    board: NDArray[np.float64] | None
    seed: int

    def image(self, half: bool = False) -> NDArray[np.uint8]:
        """(H, W, 3) uint8 BGR; at half the size, which is decoded in a third of the time."""
        how = cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR
        return decoded(self.jpg, how)


class Pool:
    """The pictures of a folder, as far as they are rendered by now."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: set[Path] = set()
        self._kept: list[Kept] = []
        self._looked = 0

    def now(self) -> list[Kept]:
        """All pictures; the folder is looked at again every hundredth time."""
        if self._looked % 100 == 0:
            for file in sorted(set(self._folder.glob("*.pickle")) - self._read):
                self._kept += [
                    Kept(r["jpg"], r.get("H"), r["seed"]) for r in pickle.loads(file.read_bytes())
                ]
                self._read.add(file)
        self._looked += 1
        return self._kept


def _size(rng: np.random.Generator) -> tuple[int, int]:
    long = int(rng.choice([800, 960, 1120, 1280], p=[0.25, 0.35, 0.25, 0.15]))
    short = int(long * rng.choice([0.75, 0.75, 0.75, 0.667, 0.5625, 1.0]))
    return (long, short) if rng.random() < 0.72 else (short, long)


def _row(seed: int, others: bool, fonts: tuple[str, ...]) -> dict[str, object]:
    if others:
        return {"jpg": _jpeg(random_other_photo(seed, (960, 720))), "seed": seed}
    photo = random_photo(seed, size_wh=_size(np.random.default_rng(seed)), fonts=fonts)
    return {"jpg": _jpeg(photo.image), "H": photo.board_to_photo, "seed": seed}


def _jpeg(image: NDArray[np.uint8]) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes())


def main(argv: Sequence[str]) -> None:
    """Render and keep pictures, a file for every CHUNK of them."""
    others, fonts = "others" in argv[3:], system_fonts()
    keep_all(argv, CHUNK, lambda seeds: [_row(seed, others, fonts) for seed in seeds])


if __name__ == "__main__":
    main(sys.argv[1:])
