"""Tables with long thin things that are no game: pencils, chopsticks, cables."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.camera import Pose, camera_at
from tests.render.canvas import blurred, darken, fixed
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import Colour, random_room, random_set, random_shot
from tests.render.tables import draw_table
from tests.render.tiles import SUB

KINDS = ("pencils", "chopsticks", "cables")
_WOOD: Colour = (150.0, 190.0, 225.0)


def table_with(kind: str, seed: int, size_wh: tuple[int, int] = (1280, 960)) -> np.ndarray:
    """(H, W, 3) uint8 a table on which things of a kind lie, some across each other."""
    rng = stream(seed, "long-things", kind)
    room = random_room(stream(seed, "long-room"), random_set(stream(seed, "long-set")))
    camera = camera_at(Pose(0.0, 0.0, 0.0, 28.0), (0.0, 0.0), 3.0, size_wh)
    image = draw_table(room.table, camera, (0.0, 0.0))
    for _ in range(int(rng.integers(3, 9))):
        middle = rng.uniform(0.25, 0.75, 2) * size_wh
        _DRAWN[kind](rng, image, middle, float(rng.uniform(0.28, 0.42)) * size_wh[1])
    return np.asarray(
        expose(image.astype(np.float32), random_shot(stream(seed, "long-shot"))), np.uint8
    )


def _colour(rng: np.random.Generator) -> Colour:
    b, g, r = (float(v) for v in rng.uniform(20, 230, 3))
    return (b, g, r)


def _bar(
    image: np.ndarray, middle: np.ndarray, along: np.ndarray, width: tuple[float, float]
) -> np.ndarray:
    """(4, 2) corners of a bar that narrows from one width to another, its shadow drawn."""
    side = np.array([-along[1], along[0]]) / np.hypot(*along) / 2
    corners = np.array(
        [
            middle - along / 2 - side * width[0],
            middle + along / 2 - side * width[1],
            middle + along / 2 + side * width[1],
            middle - along / 2 + side * width[0],
        ]
    )
    _shadow(image, corners + 0.6 * width[0])
    return corners


def _shadow(image: np.ndarray, outline: np.ndarray) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, fixed(outline), 255, cv2.LINE_AA, SUB)
    darken(image, [(blurred(mask, 3.0), 0.4)])


def _fill(image: np.ndarray, corners: np.ndarray, colour: Colour) -> None:
    cv2.fillConvexPoly(image, fixed(corners), colour, cv2.LINE_AA, SUB)


def _part(corners: np.ndarray, start: float, stop: float) -> np.ndarray:
    """(4, 2) the piece of a bar between two shares of its length."""
    a, b, c, d = corners
    return np.array(
        [a + start * (b - a), a + stop * (b - a), d + stop * (c - d), d + start * (c - d)]
    )


def _along(rng: np.random.Generator, length: float) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return length * np.array([np.cos(angle), np.sin(angle)])


def _pencil(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, size: float) -> None:
    """A coloured body, bare wood where it was sharpened, lead, and sometimes a rubber."""
    width = size * float(rng.uniform(0.035, 0.05))
    body = _bar(image, middle, _along(rng, size), (width, width))
    colour = _colour(rng)
    _fill(image, _part(body, 0.0, 0.86), colour)
    _fill(image, _part(body, 0.3, 0.32), (200.0, 210.0, 220.0))
    a, b, c, d = _part(body, 0.86, 1.0)
    tip = (b + c) / 2
    _fill(image, np.array([a, tip, d]), _WOOD)
    _fill(image, np.array([a + 0.7 * (tip - a), tip, d + 0.7 * (tip - d)]), colour)
    if rng.random() < 0.5:
        _fill(image, _part(body, 0.0, 0.06), (150.0, 140.0, 220.0))


def _chopsticks(
    rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, size: float
) -> None:
    """A pair of one colour, thinner at one end, sometimes with coloured other ends."""
    along, colour = 1.2 * _along(rng, size), _WOOD if rng.random() < 0.6 else _colour(rng)
    width, ends = size * float(rng.uniform(0.03, 0.05)), _colour(rng)
    for off in (-0.06, 0.06):
        beside = off * np.array([-along[1], along[0]]) + rng.normal(0, 0.02 * size, 2)
        turn = along + rng.normal(0, 0.05 * size, 2)
        body = _bar(image, middle + beside, turn, (width, 0.5 * width))
        _fill(image, body, colour)
        if rng.random() < 0.5:
            _fill(image, _part(body, 0.0, 0.2), ends)


def _cable(rng: np.random.Generator, image: np.ndarray, middle: np.ndarray, size: float) -> None:
    """A curve of one colour with a plug."""
    t = np.linspace(0, 1, 60)[:, None]
    p = middle + rng.normal(0, 0.9 * size, (4, 2))
    curve = (1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1]
    curve = curve + 3 * t**2 * (1 - t) * p[2] + t**3 * p[3]
    width = max(3, round(size * float(rng.uniform(0.025, 0.045))))
    colour = (
        _colour(rng) if rng.random() < 0.4 else (235.0,) * 3 if rng.random() < 0.5 else (30.0,) * 3
    )
    points = np.round(curve).astype(np.int32)
    cv2.polylines(image, [points], False, colour, width, cv2.LINE_AA)
    plug = _bar(image, curve[-1], curve[-1] - curve[-8], (2.5 * width, 2.5 * width))
    _fill(image, plug, colour)


_DRAWN = {"pencils": _pencil, "chopsticks": _chopsticks, "cables": _cable}
