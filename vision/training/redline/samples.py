"""Training pictures from the quick picture maker and from folders of rendered photos."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from rules.core.codec import Json
from tests.render.redline import random_photo
from vision.nn.arrays import Mask, Pixels, Points, Tensor
from vision.nn.resample import quad_area_side, rotation
from vision.training.cutting import shrunk


@dataclass(frozen=True)
class Quad:
    """A tile of a training picture: corners NW, NE, SE, SW in its own frame, pixels; `spokes` a bit
    each, clockwise from north; `visible` the share of it in sight."""

    corners_xy: Tensor
    blue: bool
    spokes: int
    visible: float

    @cached_property
    def side_px(self) -> float:
        """Square root of its area."""
        return quad_area_side(self.corners_xy)


@dataclass(frozen=True)
class Sample:
    """A picture (H, W, 3) uint8 BGR with its tiles and what covers it (H, W) bool."""

    image: Pixels
    quads: tuple[Quad, ...]
    cover: Mask


#: Scale below which a picture is made smaller before a piece of it is cut, so that the cut itself
#: shrinks what is left by `LEFT`.
SHRUNK, LEFT = 0.6, 0.9

#: The pictures of some folders.
Pools = list[list[Sample]]


def _spoke_bits(spokes: Iterable[int]) -> int:
    return sum(1 << spoke for spoke in spokes)


def rendered(
    seed: int, size_wh: tuple[int, int], side_px: tuple[float, float], stops: float = 0.0
) -> Sample:
    """One picture of the quick picture maker, with so many stops more of light than usual."""
    photo = random_photo(seed, size_wh=size_wh, tile_side_px=side_px, stops=stops)
    quads = tuple(
        Quad(t.corners_xy, t.colour == "blue", _spoke_bits(t.spokes), t.visible)
        for t in photo.tiles
    )
    return Sample(photo.image, quads, photo.occluders)


def pools_of(folders: Iterable[Path]) -> Pools:
    """The pictures of every folder that holds any."""
    return [pool for folder in folders if (pool := list(_from_folder(folder)))]


def _from_folder(folder: Path) -> Iterator[Sample]:
    """Kept pictures (see `pictures`), and photos X.jpg with X.json: its `quads` are the corners
    of every tile, a photo of another game has none."""
    for kept in sorted(folder.rglob("*.pickle")):
        yield from pickle.loads(kept.read_bytes())
    for truth in sorted(folder.rglob("*.json")):
        data = json.loads(truth.read_text())
        image = cv2.imread(str(truth.with_suffix(".jpg")))
        if image is None or ("quads" not in data and data["game"] == "redline"):
            continue
        quads = tuple(_photographed(quad, image.shape) for quad in data.get("quads", []))
        yield Sample(np.asarray(image, np.uint8), quads, np.zeros(image.shape[:2], bool))


def _photographed(told: Json, shape: tuple[int, ...]) -> Quad:
    """A tile as the truth of a photo of this shape has it."""
    corners = np.asarray(told["corners"], np.float32)
    inside = (corners >= 0).all(1) & (corners < [shape[1], shape[0]]).all(1)
    spokes = _spoke_bits(told["spokes"])
    return Quad(corners, told["colour"] == "blue", spokes, float(inside.mean()))


def cut(sample: Sample, size: int, rng: np.random.Generator, side: tuple[float, float]) -> Sample:
    """A square piece of a sample, rotated and scaled so that a random tile has a side in range."""
    scale, focus = _aimed(sample, size, rng, side)
    turn = scale * rotation(rng.uniform(0, 2 * np.pi))
    matrix = np.hstack([turn, (size / 2 - turn @ focus)[:, None]])
    picture, inner = sample.image, matrix
    if scale < SHRUNK:
        picture, inner = shrunk(picture, matrix, scale / LEFT)
    image = cv2.warpAffine(picture, inner, (size, size), borderMode=cv2.BORDER_REFLECT)
    cover = cv2.warpAffine(sample.cover.astype(np.uint8), matrix, (size, size)) > 0
    quads = []
    for quad in sample.quads:
        corners = (quad.corners_xy @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
        share = float(((corners > 0) & (corners < size)).all(1).mean())
        if share > 0:
            quads.append(replace(quad, corners_xy=corners, visible=quad.visible * share))
    return Sample(np.asarray(image, np.uint8), tuple(quads), cover)


def _aimed(
    sample: Sample, size: int, rng: np.random.Generator, side: tuple[float, float]
) -> tuple[float, Points]:
    """By how much a cut of this size is scaled, and the pixel (2,) in its middle: a tile as a rule,
    now and then a hand."""
    h, w = sample.image.shape[:2]
    scale, focus = 1.0, np.array([rng.uniform(0, w), rng.uniform(0, h)])
    near = [quad for quad in sample.quads if quad.side_px < max(h, w)]  # none behind the camera
    if near:
        quad = near[rng.integers(len(near))]
        scale = float(np.exp(rng.uniform(*np.log(side)))) / max(quad.side_px, 4.0)
        if rng.random() < 0.85:
            focus = quad.corners_xy.mean(0) + rng.normal(0, 0.3, 2) * size / scale
    if rng.random() < 0.3 and sample.cover.any():
        ys, xs = np.nonzero(sample.cover)
        k = rng.integers(len(xs))
        focus = np.array([xs[k], ys[k]], float)
    return scale, focus
