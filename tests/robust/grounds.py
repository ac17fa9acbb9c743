"""What lies about: busy tables under a game, hands and things over it."""

from __future__ import annotations

import cv2
import numpy as np

from tests.robust.scene import Scene
from vision.nn.arrays import Mask
from vision.reader import Image

Rng = np.random.Generator

#: Squares of a pattern, in pitches of the game: cloths, tiles, prints.
_SQUARES = (0.4, 1.6)
#: What people are clad in, BGR: sleeves and skin, and a phone.
_CLAD = ((60, 60, 70), (150, 175, 215), (110, 60, 40), (25, 25, 25), (200, 200, 205))


def busy(scene: Scene, level: float, rng: Rng) -> Scene:
    """The game on a table with a pattern (chequered, striped or printed with squares and lines),
    in the light that fell on the photo's own."""
    pattern = _pattern(scene, rng)
    light = cv2.GaussianBlur(scene.image, (0, 0), max(scene.size_wh) / 20).astype(np.float32)
    printed = pattern.astype(np.float32) * (light / 160).clip(0.15, 1.6)
    mixed = scene.image * (1 - level) + printed * level
    ground = cv2.GaussianBlur(~_filled(scene, 1.06) * np.float32(1), (0, 0), 1.0)[..., None]
    shown = scene.image * (1 - ground) + mixed * ground
    return scene.shows(np.asarray(shown.round().clip(0, 255), np.uint8))


def _pattern(scene: Scene, rng: Rng) -> Image:
    """(H, W, 3) uint8: a pattern of squares of two colours, turned anyhow."""
    h, w = scene.image.shape[:2]
    a, side = rng.uniform(0, np.pi), scene.pitch_px * rng.uniform(*_SQUARES)
    ys, xs = np.mgrid[0:h, 0:w]
    u, v = (xs * np.cos(a) + ys * np.sin(a)) / side, (ys * np.cos(a) - xs * np.sin(a)) / side
    kind = rng.integers(3)
    if kind == 0:
        odd = (np.floor(u) + np.floor(v)) % 2
    elif kind == 1:
        odd = np.floor(u) % 2
    else:
        odd = ((np.abs(u % 1 - 0.5) < 0.33) & (np.abs(v % 1 - 0.5) < 0.33)).astype(float)
    one, two = rng.uniform(30, 235, (2, 3))
    return np.asarray(one + odd[..., None] * (two - one), np.uint8)


def _filled(scene: Scene, grown: float) -> Mask:
    """(H, W) bool where pieces or the board lie, each face grown by a factor."""
    mask = np.zeros(scene.image.shape[:2], np.uint8)
    for face in scene.faces_xy:
        hull = face.mean(0) + (face - face.mean(0)) * grown
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return np.asarray(mask > 0)


def hidden(scene: Scene, level: float, rng: Rng) -> Scene:
    """An arm from the picture's rim over about this share of the game."""
    game = _filled(scene, 1.0)
    image, over = scene.image.copy(), np.zeros(game.shape, np.uint8)
    tip = scene.outline_xy.mean(0) + rng.normal(0, 0.25, 2) * np.ptp(scene.outline_xy, axis=0)
    a = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(a), np.sin(a)])
    far = tip + way * sum(scene.size_wh)
    width = 4
    while game[over > 0].sum() < level * game.sum() and width < max(scene.size_wh):
        width = int(width * 1.15) + 1
        ends = [tuple(int(n) for n in end) for end in (tip, far)]
        over[:] = 0
        cv2.line(over, ends[0], ends[1], 1, width)
    image[over > 0] = _CLAD[int(rng.integers(len(_CLAD)))]
    return scene.shows(image)
