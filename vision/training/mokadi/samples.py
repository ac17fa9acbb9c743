"""Cuts of training pictures with what the net shall say of them."""

from __future__ import annotations

import math
import pickle
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np

from vision.nn.arrays import Float, Indices, Pixels
from vision.training.mokadi.pictures import Kept

#: Width and height of a cut, pixels.
CUT_WH = (256, 192)
#: Thickness that sticks have in a cut, and the change of size of a picture without any.
_THICK_PX, _SIZES = (6.5, 19.0), (0.7, 1.8)
#: Share of the cuts around a place where two pieces meet, as far as there is one, and around any
#: piece; scatter of that place in them, pixels, and pixels of the picture to a spot tried.
_ON_MEETING, _ON_PIECE, _SCATTER_PX, _COARSE = 0.6, 0.3, 40.0, 4
#: Brightness of a picture's brightest tones below which it is mostly left out.
_DARK = 90.0
#: Label of spots outside the picture.
OUTSIDE = 255
#: Units of the offsets, as `vision.mokadi.pieces.fields` reads them.
_OFF_PX, _VOTE_PX = 8.0, 32.0

#: How much more spots count that lie near another piece, and how near, cells of the answer: what
#: lies over what is told there, by slivers.
_NEAR_WEIGHT, _NEAR_CELLS = 2.0, 2
#: Cuts of one picture in a batch.
_CUTS = 2
#: Share of the cuts with more shadows, how many these are at most, and how wide, pixels.
_SHADED, _SHADOWS, _SHADOW_PX = 0.35, 6, (6.0, 40.0)

Cut = tuple[Float, Pixels, Indices, Float, Float]


class Pool:
    """The training pictures of a folder, as far as they are there: every folder below it has an
    equal say, so that a few path-traced ones count as much as many quick ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folders: list[list[Path]] = []
        self._kept: dict[Path, Kept] = {}

    def refresh(self) -> None:
        """Take in what has appeared below the folder."""
        files = sorted(self._folder.rglob("*.pickle"))
        self._folders = [list(group) for _, group in groupby(files, key=lambda f: f.parent)]

    def draw(self, rng: np.random.Generator) -> Kept:
        """Any picture."""
        files = self._folders[int(rng.integers(len(self._folders)))]
        file = files[int(rng.integers(len(files)))]
        if file not in self._kept:
            self._kept[file] = pickle.loads(file.read_bytes())
        return self._kept[file]


def cuts(kept: Kept, rng: np.random.Generator) -> list[Cut]:
    """Some cuts of a picture, as unpacking it takes longer than cutting; none where it is too dark
    to learn much from."""
    image = _decoded(kept.image, cv2.IMREAD_COLOR)
    if np.percentile(image[::4, ::4], 98) < _DARK and rng.random() < 0.8:
        return []
    owner = _decoded(kept.owner, cv2.IMREAD_GRAYSCALE).astype(np.intp) - 1
    part = _decoded(kept.part, cv2.IMREAD_GRAYSCALE)
    return [_cut(kept, (image, owner, part), rng) for _ in range(_CUTS)]


def _cut(kept: Kept, unpacked: tuple[Pixels, Indices, Pixels], rng: np.random.Generator) -> Cut:
    """A turned, mirrored, resized part of a picture: image (3, h, w) 0..1, part and colour (h / 2,
    w / 2) labels, (6, h / 2, w / 2) doubled angle, offsets to axis and end, and (h / 2, w / 2) how
    much a spot counts."""
    image, owner, part = unpacked
    view = _view(kept, owner, rng)
    shown = cv2.warpAffine(image, view, CUT_WH, borderMode=cv2.BORDER_REFLECT_101)
    half, size = view / 2, (CUT_WH[0] // 2, CUT_WH[1] // 2)
    half[:, 2] -= 0.25
    near = cv2.INTER_NEAREST
    whose = cv2.warpAffine(owner.astype(np.int16), half, size, flags=near, borderValue=-1).astype(
        np.intp
    )
    part = np.asarray(cv2.warpAffine(part, half, size, flags=near, borderValue=OUTSIDE), np.uint8)
    colour = np.append(kept.colour, 0).astype(np.intp)[whose]
    shaded = _shaded(np.asarray(shown, np.float32), rng)
    light = np.clip(_lit(shaded, rng), 0, 255) / 255
    return light.transpose(2, 0, 1), part, colour, _offsets(kept, whose, view), _weights(whose)


def _decoded(data: bytes, how: int) -> Pixels:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    assert image is not None
    return np.asarray(image, np.uint8)


def _view(kept: Kept, owner: Indices, rng: np.random.Generator) -> Float:
    """(2, 3) from the picture to the cut."""
    angle = rng.integers(4) * math.pi / 2 + (rng.uniform(-0.5, 0.5) if rng.random() < 0.5 else 0)
    low, high = _THICK_PX if kept.thick_px > 1.5 else _SIZES
    size = math.exp(rng.uniform(math.log(low), math.log(high)))
    size = float(np.clip(size / (kept.thick_px if kept.thick_px > 1.5 else 1), 0.4, 3.5))
    turn = size * np.array(
        [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
    )
    turn[:, 0] *= rng.choice([-1, 1])
    middle = _middle(owner, rng)
    return np.column_stack([turn, np.array(CUT_WH) / 2 - turn @ middle])


def _middle(owner: Indices, rng: np.random.Generator) -> Float:
    """(2,) the spot of the picture that a cut is made around."""
    coarse, kind = owner[::_COARSE, ::_COARSE], rng.random()
    shown = coarse >= 0
    if kind < _ON_MEETING and (_weights(coarse) > 1).any():
        shown = _weights(coarse) > 1
    rows, columns = np.nonzero(shown)
    if not len(rows) or kind > _ON_MEETING + _ON_PIECE:
        return np.asarray(rng.uniform(0, 1, 2) * owner.shape[::-1])
    k = int(rng.integers(len(rows)))
    return np.array([columns[k], rows[k]]) * _COARSE + rng.normal(0, _SCATTER_PX, 2)


def _offsets(kept: Kept, owner: Indices, view: Float) -> Float:
    """(6, h, w) what the net shall say of axes and ends."""
    start = np.vstack([kept.start, [[0, 0]]]) @ view[:, :2].T + view[:, 2]
    end = np.vstack([kept.end, [[1, 0]]]) @ view[:, :2].T + view[:, 2]
    rows, columns = np.mgrid[0 : owner.shape[0], 0 : owner.shape[1]]
    spot = np.stack([columns, rows], -1) * 2 + 0.5
    p, q = start[owner], end[owner]
    length = np.linalg.norm(q - p, axis=-1, keepdims=True) + 1e-6
    along = (q - p) / length
    ahead = ((spot - p) * along).sum(-1, keepdims=True)
    off = (p + ahead * along - spot) / _OFF_PX
    tip = (np.where(ahead < length / 2, p, q) - spot) / _VOTE_PX
    twice = 2 * np.arctan2(along[..., 1], along[..., 0])
    ways = np.concatenate([off, np.clip(tip, -6, 6)], -1).transpose(2, 0, 1)
    return np.concatenate([[np.cos(twice), np.sin(twice)], ways])


def _weights(owner: Indices) -> Float:
    """(h, w) how much spots count: more where two pieces meet."""
    ring = np.ones((2 * _NEAR_CELLS + 1,) * 2, np.uint8)
    high = owner.astype(np.float32)
    low = np.where(owner < 0, np.float32(1e6), high)
    meet = (owner >= 0) & (cv2.dilate(high, ring) > cv2.erode(low, ring))
    return np.where(meet, 1 + _NEAR_WEIGHT, 1.0)


def _shaded(image: Float, rng: np.random.Generator) -> Float:
    """The cut with hard or soft shadows of long things across all that it shows."""
    if rng.random() > _SHADED:
        return image
    mask = np.zeros(image.shape[:2], np.float32)
    angle, size = rng.uniform(0, math.pi), np.array(CUT_WH)
    for _ in range(int(rng.integers(1, _SHADOWS + 1))):
        turn = angle + rng.normal(0, 0.5)
        reach = rng.uniform(40, 400) * np.array([math.cos(turn), math.sin(turn)]) / 2
        middle = rng.uniform(0, 1, 2) * size
        ends = [tuple(int(v) for v in middle + way * reach) for way in (-1, 1)]
        cv2.line(mask, ends[0], ends[1], 1.0, round(rng.uniform(*_SHADOW_PX)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), math.exp(rng.uniform(math.log(0.5), math.log(8))))
    return image * (1 - rng.uniform(0.2, 0.75) * np.asarray(soft)[..., None])


def _lit(image: Float, rng: np.random.Generator) -> Float:
    """The cut under another lamp, through another camera."""
    if rng.random() < 0.7:
        image = image * np.exp(rng.normal(0, 0.1, 3)) * math.exp(rng.normal(0, 0.2))
        if rng.random() < 0.3:
            image = 255 * (np.clip(image, 0, 255) / 255) ** math.exp(rng.normal(0, 0.25))
    if rng.random() < 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.3)))
    if rng.random() < 0.5:
        image = image + rng.normal(0, rng.uniform(1, 7), image.shape)
    return image
