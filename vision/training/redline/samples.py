"""Training pictures from the quick picture maker and from folders of rendered photos."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.render.redline import random_photo

Float = NDArray[np.float32]


@dataclass(frozen=True)
class Quad:
    """A tile of a training picture: corners NW, NE, SE, SW in its own frame, pixels."""

    corners_xy: Float
    blue: bool
    spokes: int
    visible: float


@dataclass(frozen=True)
class Sample:
    """A picture (H, W, 3) uint8 BGR with its tiles and what covers it (H, W) bool."""

    image: NDArray[np.uint8]
    quads: tuple[Quad, ...]
    cover: NDArray[np.bool_]


def rendered(
    seed: int, size_wh: tuple[int, int], side_px: tuple[float, float], stops: float = 0.0
) -> Sample:
    """One picture of the quick picture maker, with so many stops more of light than usual."""
    photo = random_photo(seed, size_wh=size_wh, tile_side_px=side_px, stops=stops)
    quads = tuple(
        Quad(t.corners_xy, t.colour == "blue", sum(1 << s for s in t.spokes), t.visible)
        for t in photo.tiles
    )
    return Sample(photo.image, quads, photo.occluders)


def from_folder(folder: Path) -> Iterator[Sample]:
    """Kept pictures (see `pictures`), and photos X.jpg with X.json: its `quads` are the corners
    of every tile, a photo of another game has none."""
    for kept in sorted(folder.rglob("*.pickle")):
        yield from pickle.loads(kept.read_bytes())
    for truth in sorted(folder.rglob("*.json")):
        data = json.loads(truth.read_text())
        image = cv2.imread(str(truth.with_suffix(".jpg")))
        if image is None or ("quads" not in data and data["game"] == "redline"):
            continue
        quads = tuple(
            Quad(
                np.asarray(q["corners"], np.float32),
                q["colour"] == "blue",
                sum(1 << s for s in q["spokes"]),
                _inside(np.asarray(q["corners"]), image.shape),
            )
            for q in data.get("quads", [])
        )
        yield Sample(np.asarray(image, np.uint8), quads, np.zeros(image.shape[:2], bool))


def _inside(corners: NDArray[np.float64], shape: tuple[int, ...]) -> float:
    inside = (corners >= 0).all(1) & (corners < [shape[1], shape[0]]).all(1)
    return float(inside.mean())


def side_px(quad: Quad) -> float:
    """Square root of a tile's area in pixels."""
    return float(np.sqrt(abs(cv2.contourArea(quad.corners_xy.astype(np.float32)))))


def cut(sample: Sample, size: int, rng: np.random.Generator, side: tuple[float, float]) -> Sample:
    """A square piece of a sample, rotated and scaled so that a random tile has a side in range."""
    h, w = sample.image.shape[:2]
    scale, focus = 1.0, np.array([rng.uniform(0, w), rng.uniform(0, h)])
    near = [quad for quad in sample.quads if side_px(quad) < max(h, w)]  # none behind the camera
    if near:
        quad = near[rng.integers(len(near))]
        scale = float(np.exp(rng.uniform(*np.log(side)))) / max(side_px(quad), 4.0)
        if rng.random() < 0.85:
            focus = quad.corners_xy.mean(0) + rng.normal(0, 0.3, 2) * size / scale
    if rng.random() < 0.3 and sample.cover.any():
        ys, xs = np.nonzero(sample.cover)
        k = rng.integers(len(xs))
        focus = np.array([xs[k], ys[k]], float)
    angle = rng.uniform(0, 2 * np.pi)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    matrix = np.hstack([turn, (size / 2 - turn @ focus)[:, None]])
    if scale < 0.6:
        factor = scale / 0.9
        small = cv2.resize(sample.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        inner = matrix.copy()
        inner[:, :2] /= factor
        image = cv2.warpAffine(small, inner, (size, size), borderMode=cv2.BORDER_REFLECT)
    else:
        image = cv2.warpAffine(sample.image, matrix, (size, size), borderMode=cv2.BORDER_REFLECT)
    cover = cv2.warpAffine(sample.cover.astype(np.uint8), matrix, (size, size)) > 0
    quads = []
    for quad in sample.quads:
        corners = (quad.corners_xy @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
        share = float(((corners > 0) & (corners < size)).all(1).mean())
        if share > 0:
            quads.append(Quad(corners, quad.blue, quad.spokes, quad.visible * share))
    return Sample(np.asarray(image, np.uint8), tuple(quads), cover)
