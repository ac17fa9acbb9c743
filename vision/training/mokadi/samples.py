"""The training pictures of some folders, unpacked onto the device that learns."""

from __future__ import annotations

import os
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.nn.arrays import Float, Indices, Pixels
from vision.training.kept import Appearing, decoded
from vision.training.mokadi.pictures import SIZE_WH, Kept

#: Pieces that a picture may show.
_PIECES = 63
#: Spots of a picture around which cuts may be made, of either kind, and pixels to a spot tried.
_SPOTS, _COARSE = 256, 4
#: Brightness of a picture's brightest tones below which there is little to learn from it, and how
#: often it is drawn beside another one.
_DARK, _SELDOM = 90.0, 0.2
#: How near another piece's spots lie for both to meet there, cells of `_COARSE` pixels.
_NEAR_CELLS = 2


@dataclass(frozen=True)
class _Unpacked:
    """A picture as it is laid onto the device: `pixels` (h, w, 5), `spots` (2, 256, 2) and `told`
    (2,) as `Samples` has them, whether it is too `dark`, and what was kept beside."""

    pixels: Pixels
    spots: Float
    told: Indices
    dark: bool
    kept: Kept


class Samples:
    """All pictures below some folders. Every folder that holds any has an equal say, so that a few
    path-traced ones count as much as many quick ones.

    `pixels` (N, H, W, 5) uint8: blue, green, red, one more than the number of the piece (0 where
    there is none), its part; `size` (N, 2) float32 width and height of what is shown there; `start`
    and `end` (N, 64, 2) float32, `colour` (N, 64) int64 of the pieces, the last one standing for
    none; `thick` (N,) float32 pixels; `spots` (N, 2, 256, 2) float32 places where two pieces meet,
    and of any piece; `told` (N, 2) bool whether there are such places. N is what there is room for.
    """

    def __init__(self, *folders: Path, device: str) -> None:
        self._files = Appearing(*folders)
        self._at: dict[Path, int] = {}
        self._dark: list[bool] = []
        self._device = device
        width, height = SIZE_WH
        self.pixels = self._room(height, width, 5, kind=torch.uint8)
        self.size = self._room(2)
        self.start, self.end = self._room(_PIECES + 1, 2), self._room(_PIECES + 1, 2)
        self.colour = self._room(_PIECES + 1, kind=torch.int64)
        self.thick = self._room()
        self.spots = self._room(2, _SPOTS, 2)
        self.told = self._room(2, kind=torch.bool)
        self._chance = self._room()

    def __len__(self) -> int:
        return len(self._at)

    def refresh(self) -> None:
        """Take in what has appeared below the folders."""
        self._take(self._files.new())

    def _take(self, new: Sequence[Path]) -> None:
        if not new:
            return
        self._grow(len(self) + len(new))
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for file, one in zip(new, threads.map(_unpacked, new), strict=True):
                self._lay(file, one)
        chance = np.zeros(len(self))
        for _, group in groupby(sorted(self._at), key=lambda f: f.parent):
            at = [self._at[file] for file in group]
            chance[at] = np.where([self._dark[k] for k in at], _SELDOM, 1.0) / len(at)
        self._chance = torch.tensor(chance, dtype=torch.float32, device=self._device)

    def draw(self, count: int, rng: torch.Generator) -> torch.Tensor:
        """(count,) numbers of any pictures; new ones are taken in now and then."""
        self._take(self._files.now_and_then())
        return torch.multinomial(self._chance, count, replacement=True, generator=rng)

    def _room(self, *shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.zeros((0, *shape), dtype=kind, device=self._device)

    def _grow(self, count: int) -> None:
        """Make room for so many pictures, and some more."""
        if count <= len(self.size):
            return
        for name in ("pixels", "size", "start", "end", "colour", "thick", "spots", "told"):
            held = getattr(self, name)
            room = held.new_zeros((count * 5 // 4, *held.shape[1:]))
            room[: len(held)] = held
            setattr(self, name, room)

    def _lay(self, file: Path, one: _Unpacked) -> None:
        at, kept = len(self), one.kept
        self._at[file] = at
        self._dark.append(one.dark)
        height, width = one.pixels.shape[:2]
        self.pixels[at, :height, :width] = torch.from_numpy(one.pixels).to(self._device)
        self.size[at, 0], self.size[at, 1], self.thick[at] = width, height, kept.thick_px
        self.end[at, -1, 0] = 1.0
        for room, given in (
            (self.start[at], kept.start),
            (self.end[at], kept.end),
            (self.colour[at], kept.colour),
            (self.spots[at], one.spots),
            (self.told[at], one.told),
        ):
            room[: len(given)] = torch.from_numpy(given).to(room)


def _unpacked(file: Path) -> _Unpacked:
    kept: Kept = pickle.loads(file.read_bytes())
    image = decoded(kept.image, cv2.IMREAD_COLOR)
    owner = decoded(kept.owner, cv2.IMREAD_GRAYSCALE)
    part = decoded(kept.part, cv2.IMREAD_GRAYSCALE)
    rng = np.random.default_rng(len(kept.image))
    spots, told = np.zeros((2, _SPOTS, 2)), np.zeros(2, bool)
    for kind, shown in enumerate((_meetings(owner), owner[::_COARSE, ::_COARSE] > 0)):
        rows, columns = np.nonzero(shown)
        if len(rows):
            some = rng.integers(len(rows), size=_SPOTS)
            spots[kind] = np.column_stack([columns[some], rows[some]]) * float(_COARSE)
            told[kind] = True
    dark = bool(np.percentile(image[::4, ::4], 98) < _DARK)
    return _Unpacked(np.dstack([image, owner, part]), spots, told, dark, kept)


def _meetings(owner: Pixels) -> Indices:
    """(h, w) bool of the coarse spots that show a piece beside another one."""
    coarse = owner[::_COARSE, ::_COARSE].astype(np.float32)
    ring = np.ones((2 * _NEAR_CELLS + 1,) * 2, np.uint8)
    low: Float = np.where(coarse == 0, np.float32(1e6), coarse)
    return np.asarray((coarse > 0) & (cv2.dilate(coarse, ring) > cv2.erode(low, ring)))
