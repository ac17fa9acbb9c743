"""The recorded game as a film: an arm reaches in, lays a tile under its hand, and leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tests.render.hands import paint_hand
from tests.render.style import hsv
from tests.server.fakes import PHOTOS
from vision.reader import Image

#: Size of the film's pictures; a tile then has about 65 pixels.
SIZE_WH = (960, 720)

#: Different pictures of a clear table, and of one arm: making them takes time, showing none.
_GRAINS = 4
_ARMS = 12

_SKIN = hsv(22, 0.45, 0.8)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a turn goes, in frames: the table lies clear, then an arm is in view."""

    clear: int
    hand: int


def frames(pace: Pace, photos: tuple[Path, ...] = PHOTOS) -> Iterator[tuple[Image, int]]:
    """The film's different pictures, (H, W, 3) uint8 BGR, each with how many frames it stands.
    Begins and ends with a clear table."""
    noise = np.random.default_rng(1)
    stills = _stills(photos)
    for turn, still in enumerate(stills):
        for count in _split(pace.clear, _GRAINS):
            yield _grainy(noise, still), count
        if turn + 1 < len(stills):
            for k, count in enumerate(_split(pace.hand, _ARMS)):
                below = still if 2 * k < _ARMS else stills[turn + 1]
                arm = _with_arm(below, turn, _target(photos, turn), (k + 0.5) / _ARMS)
                yield _grainy(noise, arm), count


def write_mjpeg(path: Path, pace: Pace) -> None:
    """The film as Chromium's fake camera plays it: JPEG after JPEG, 30 a second."""
    with path.open("wb") as file:
        for image, count in frames(pace):
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])
            file.write(data.tobytes() * count)


def _split(frames: int, parts: int) -> list[int]:
    """A number of frames in at most so many parts, none empty."""
    parts = min(frames, parts)
    return [frames * (n + 1) // parts - frames * n // parts for n in range(parts)]


@cache
def _stills(photos: tuple[Path, ...]) -> tuple[Image, ...]:
    """The photos as one camera with one exposure and white balance would take them."""
    found = [cv2.imread(str(path)).astype(np.float32) for path in photos]
    first = np.median(found[0], (0, 1))
    even = (image * (first / np.median(image, (0, 1))) for image in found)
    return tuple(
        cv2.resize(np.clip(image, 0, 255).astype(np.uint8), SIZE_WH, interpolation=cv2.INTER_AREA)
        for image in even
    )


def _grainy(rng: np.random.Generator, image: Image) -> Image:
    grain = rng.normal(0, 1.5, image.shape[:2]).astype(np.float32)
    return np.clip(image + grain[..., None], 0, 255).astype(np.uint8)


def _with_arm(image: Image, turn: int, target: np.ndarray, progress: float) -> Image:
    """An arm that comes in from the nearer side, rests at the target, and goes out again."""
    away = 1 - min(1.0, 3 * min(progress, 1 - progress))
    tip = target + np.array([away * 1.3 * SIZE_WH[0], away * 0.2 * SIZE_WH[1]])
    drawn = image.copy()
    # The same arm in every frame of a turn.
    rng = np.random.default_rng(100 + turn)
    paint_hand(rng, drawn, tip, 150, _SKIN, (np.array([18.0, 22.0]), 0.3))
    return drawn


def _target(photos: tuple[Path, ...], turn: int) -> np.ndarray:
    """Where the next photo has a tile that this one has not, in pixels of the film."""
    before, after = (_tiles(photos[n]) for n in (turn, turn + 1))
    cell = next(iter(set(after) - set(before)))
    with_width = cv2.imread(str(photos[0])).shape[1]
    return np.array(after[cell]) * SIZE_WH[0] / with_width


def _tiles(photo: Path) -> dict[tuple[int, int], tuple[float, float]]:
    truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
    return {(t["col"], t["row"]): tuple(t["px"]) for t in truth["tiles"]}
