"""A recorded game as a film: an arm reaches in, lays a piece under its hand, and leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One picture of a film: `image` (H, W, 3) uint8 BGR stands for so many `frames`; `turn` is the
    newest one on the table, `hand` whether an arm is in view."""

    image: Image
    frames: int
    turn: int
    hand: bool


def frames(
    pace: Pace, photos: tuple[Path, ...] = PHOTOS, size_wh: tuple[int, int] = SIZE_WH
) -> Iterator[Shown]:
    """The film's different pictures. Begins and ends with a clear table."""
    noise = np.random.default_rng(1)
    stills = _stills(photos, size_wh)
    for turn, still in enumerate(stills):
        for count in _split(pace.clear, _GRAINS):
            yield Shown(_grainy(noise, still), count, turn, hand=False)
        if turn + 1 < len(stills):
            for k, count in enumerate(_split(pace.hand, _ARMS)):
                now = turn if 2 * k < _ARMS else turn + 1
                target = _target(photos, turn, size_wh)
                arm = _with_arm(stills[now], turn, target, (k + 0.5) / _ARMS)
                seen = bool((arm != stills[now]).any())
                yield Shown(_grainy(noise, arm), count, now, hand=seen)


@dataclass(frozen=True, slots=True)
class Written:
    """What is in a written film: the frame from which each turn's picture shows, the frames with
    an arm in view, how many there are."""

    starts: tuple[int, ...]
    hands: frozenset[int]
    frames: int


def write_avi(
    path: Path, pace: Pace, photos: tuple[Path, ...], size_wh: tuple[int, int], fps: float
) -> Written:
    """Writes photos as a motion-JPEG film."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, size_wh)
    starts, hands, at = [0], set[int](), 0
    for shown in frames(pace, photos, size_wh):
        if shown.turn == len(starts):
            starts.append(at)
        if shown.hand:
            hands |= set(range(at, at + shown.frames))
        for _ in range(shown.frames):
            writer.write(shown.image)
        at += shown.frames
    writer.release()
    return Written(tuple(starts), frozenset(hands), at)


def write_mjpeg(path: Path, pace: Pace) -> None:
    """The film as Chromium's fake camera plays it: JPEG after JPEG, 30 a second."""
    with path.open("wb") as file:
        for shown in frames(pace):
            _, data = cv2.imencode(".jpg", shown.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
            file.write(data.tobytes() * shown.frames)


def _split(frames: int, parts: int) -> list[int]:
    """A number of frames in at most so many parts, none empty."""
    parts = min(frames, parts)
    return [frames * (n + 1) // parts - frames * n // parts for n in range(parts)]


@cache
def _stills(photos: tuple[Path, ...], size_wh: tuple[int, int]) -> tuple[Image, ...]:
    """The photos as one camera with one exposure and white balance would take them; beside them
    the table goes on as it is at their edge."""
    found = [cv2.imread(str(path)).astype(np.float32) for path in photos]
    first = np.median(found[0], (0, 1))
    even = (image * (first / np.median(image, (0, 1))) for image in found)
    return tuple(_fitted(np.clip(image, 0, 255).astype(np.uint8), size_wh) for image in even)


def _fitted(image: Image, size_wh: tuple[int, int]) -> Image:
    scale, left, top = _fit(image.shape, size_wh)
    inner_wh = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = cv2.resize(image, inner_wh, interpolation=cv2.INTER_AREA)
    right, below = size_wh[0] - inner_wh[0] - left, size_wh[1] - inner_wh[1] - top
    filled = cv2.copyMakeBorder(small, top, below, left, right, cv2.BORDER_REPLICATE)
    return np.asarray(filled, np.uint8)


def _fit(shape: tuple[int, ...], size_wh: tuple[int, int]) -> tuple[float, int, int]:
    """Scale of a photo in the film, and how far from its left and upper edge it begins."""
    scale = min(size_wh[0] / shape[1], size_wh[1] / shape[0])
    room = (size_wh[0] - shape[1] * scale, size_wh[1] - shape[0] * scale)
    return scale, round(room[0] / 2), round(room[1] / 2)


def _grainy(rng: np.random.Generator, image: Image) -> Image:
    grain = rng.normal(0, 1.5, image.shape[:2]).astype(np.float32)
    return np.clip(image + grain[..., None], 0, 255).astype(np.uint8)


def _with_arm(image: Image, turn: int, target: np.ndarray, progress: float) -> Image:
    """An arm that comes in from the nearer side, rests at the target, and goes out again."""
    width = image.shape[1]
    away = 1 - min(1.0, 3 * min(progress, 1 - progress))
    tip = target + np.array([away * 1.3 * width, away * 0.2 * width])
    drawn = image.copy()
    # The same arm in every frame of a turn.
    rng = np.random.default_rng(100 + turn)
    paint_hand(rng, drawn, tip, 150, _SKIN, (np.array([18.0, 22.0]), 0.3))
    return drawn


def _target(photos: tuple[Path, ...], turn: int, size_wh: tuple[int, int]) -> np.ndarray:
    """Where the next photo shows something that this one does not, in pixels of the film."""
    before, after = (_pieces(photos[n]) for n in (turn, turn + 1))
    new = next(iter(sorted(after.keys() - before.keys()) or sorted(before.keys() - after.keys())))
    scale, left, top = _fit(cv2.imread(str(photos[0])).shape, size_wh)
    return np.array((after | before)[new]) * scale + (left, top)


def _pieces(photo: Path) -> dict[str, tuple[float, float]]:
    """What lies on the table, each thing in words, and where it is in the photo."""
    truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
    # Pads have no name of their own: they are counted in the order in which they were laid.
    pads = [{"pad": number, **pad} for number, pad in enumerate(truth.get("pads", ()))]
    things = [*truth.get("tiles", ()), *truth.get("cells", ()), *pads, *truth.get("sticks", ())]
    return {
        json.dumps({k: v for k, v in thing.items() if k != "px"}, sort_keys=True): _middle(thing)
        for thing in things
    }


def _middle(thing: dict[str, Any]) -> tuple[float, float]:
    """Where a piece is in its photo: a stick is told by its two ends."""
    x, y = np.atleast_2d(thing["px"]).mean(axis=0)
    return float(x), float(y)
