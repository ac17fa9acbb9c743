"""The picture in which people show which way round a board lies: the board, large."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from server.views.pictures.imaging import data_uri, jpeg
from vision.reader import Image

#: What is seen around the board, as a share of its size.
_AROUND = 0.15


@dataclass(frozen=True, slots=True)
class Cutout:
    """A part of a picture as a data URI; `window`: its left, top, width and height, as shares of
    the whole picture's width and height."""

    picture: str
    window: tuple[float, float, float, float]


def cutout_round(image: Image, spots: Iterable[tuple[float, ...]]) -> Cutout:
    """What a picture (H, W, 3 uint8 BGR) shows around spots, shares of its width and height; all
    of it where there are none."""
    height, width = image.shape[:2]
    size = np.array([width, height])
    found = np.array([*spots]).reshape(-1, 2)
    if not len(found):
        return Cutout(data_uri(jpeg(image), "image/jpeg"), (0.0, 0.0, 1.0, 1.0))
    low, high = found.min(axis=0), found.max(axis=0)
    pad = _AROUND * (high - low)
    first = np.clip(np.floor((low - pad) * size), 0, size - 1).astype(int)
    end = np.clip(np.ceil((high + pad) * size), first + 1, size).astype(int)
    cut = np.ascontiguousarray(image[first[1] : end[1], first[0] : end[0]])
    left, top = (round(float(v), 5) for v in first / size)
    wide, high_ = (round(float(v), 5) for v in (end - first) / size)
    return Cutout(data_uri(jpeg(cut), "image/jpeg"), (left, top, wide, high_))
