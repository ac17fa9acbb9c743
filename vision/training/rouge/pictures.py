"""Make Rouge training pictures once: `python -m vision.training rouge.pictures OUT FIRST COUNT`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.encoding import encoded, jpeg
from tests.render.redline import random_photo as redline_photo
from tests.render.rouge.photo import RougePhoto, random_photo
from vision.training.kept import decoded, keep_all

#: Width and height of the pictures, pixels; every fourth stands upright.
SIZE_WH, _UPRIGHT = (720, 540), (540, 720)
#: Of ten pictures so many show boxes as shops sell them; the others show any.
SOBER = 6
#: Pictures in a file.
_IN_FILE = 50
#: Quality at which a picture is kept: its own JPEG losses are already in it.
QUALITY = 95

Kept = tuple[RougePhoto, bytes, bytes]


def packed(photo: RougePhoto) -> Kept:
    """A picture as it is kept: its truth, the picture and the hands as compressed bytes."""
    image, hands = jpeg(photo.image, QUALITY), encoded(photo.covered.astype(np.uint8) * 255, ".png")
    nothing = np.zeros(0, np.uint8)
    return replace(photo, image=nothing, covered=nothing), image, hands


def unpacked(kept: Kept) -> RougePhoto:
    """The inverse of `packed`, less some JPEG losses."""
    truth, image, hands = kept
    return replace(truth, image=decoded(image, cv2.IMREAD_COLOR),
                   covered=decoded(hands, cv2.IMREAD_GRAYSCALE) > 127)  # fmt: skip


def without_board(seed: int) -> RougePhoto:
    """A picture of another game."""
    image = redline_photo(seed, (640, 480)).image
    far = np.array([[100.0, 0, -9000], [0, 100, -9000], [0, 0, 1]])
    return RougePhoto(image, far, (), (), ((0.2, 0.4), (0.4, 0.7), (0.7, 1.0)), (0.0, 0.0, 0.0),
                      np.zeros(image.shape[:2], bool), (), (0.0, 0.0))  # fmt: skip


def _kept(seeds: range) -> list[Kept]:
    photos = [
        random_photo(s, _UPRIGHT if s % 4 == 0 else SIZE_WH, sober=s % 10 < SOBER) for s in seeds
    ]
    return [packed(p) for p in (*photos, *(without_board(s) for s in seeds if s % 16 == 0))]


def main(argv: Sequence[str]) -> None:
    """Render and keep `COUNT` pictures, some to a file, and one without a board in 16."""
    keep_all(argv, _IN_FILE, _kept)
