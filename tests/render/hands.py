"""Arms and fingers that reach over the layout, painted in the picture plane."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.canvas import blend, blurred, darken, fixed
from tests.render.noise import cloud
from tests.render.style import Colour, hsv
from tests.render.tiles import SUB


def _capsule(mask: np.ndarray, a: np.ndarray, b: np.ndarray, width: float) -> None:
    p, q = fixed(np.array([a, b]))
    cv2.line(
        mask, tuple(map(int, p)), tuple(map(int, q)), 255, max(1, round(width)), cv2.LINE_AA, SUB
    )


def _turned(v: np.ndarray, deg: float) -> np.ndarray:
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.array([v[0] * c - v[1] * s, v[0] * s + v[1] * c])


def _entry(rng: np.random.Generator, tip: np.ndarray, size_wh: tuple[int, int]) -> np.ndarray:
    """Direction from which the arm comes: a random border of the picture."""
    w, h = size_wh
    far = max(w, h)
    border = [(tip[0], -far), (tip[0], h + far), (-far, tip[1]), (w + far, tip[1])]
    aim = np.array(border[int(rng.integers(4))]) + rng.normal(0, 0.5 * far, 2)
    return (tip - aim) / np.linalg.norm(tip - aim)


def _hand_mask(
    rng: np.random.Generator, shape_hw: tuple[int, int], tip: np.ndarray, size: float
) -> tuple[np.ndarray, np.ndarray]:
    """uint8 masks of the bare hand and of the forearm; the fingertips lie at or beyond `tip`."""
    hand, arm = np.zeros(shape_hw, np.uint8), np.zeros(shape_hw, np.uint8)
    toward = _entry(rng, tip, (shape_hw[1], shape_hw[0]))
    tip = tip + toward * size * rng.uniform(-0.1, 0.9)
    side = _turned(toward, 90)
    palm = tip - toward * size * 1.05
    spread, thumb = rng.uniform(4, 15), rng.choice([-1, 1])
    for k, reach in enumerate((0.84, 1.0, 0.96, 0.76)):
        _finger(rng, hand, palm, toward, side, (k - 1.5) * thumb, reach * size, spread)
    base = palm - toward * 0.25 * size + side * thumb * -0.3 * size
    _capsule(hand, base, base + _turned(toward, -38 * thumb) * size * 0.62, size * 0.24)
    hull = [palm + toward * 0.22 * size + side * s * 0.36 * size for s in (-1, 1)]
    hull += [palm - toward * 0.75 * size + side * s * 0.25 * size for s in (1, -1)]
    cv2.fillConvexPoly(hand, fixed(np.array(hull)), 255, cv2.LINE_AA, SUB)
    wrist = palm - toward * size * 0.6
    _capsule(arm, wrist, wrist - toward * 4 * max(shape_hw), size * rng.uniform(0.52, 0.8))
    return cv2.GaussianBlur(hand, (0, 0), max(0.5, size * 0.015)), arm


def _finger(
    rng: np.random.Generator,
    mask: np.ndarray,
    palm: np.ndarray,
    toward: np.ndarray,
    side: np.ndarray,
    place: float,
    length: float,
    spread: float,
) -> None:
    """Two capsules, bent a little; now and then a finger is folded away."""
    if rng.random() < 0.2:
        length *= 0.45
    root = palm + side * place * length * 0.24
    knee = root + _turned(toward, place * spread) * length * 0.6
    _capsule(mask, root, knee, length * 0.23)
    _capsule(
        mask,
        knee,
        knee + _turned(toward, place * spread * rng.uniform(-0.6, 1)) * length * 0.42,
        length * 0.2,
    )


def _shaded(rng: np.random.Generator, mask: np.ndarray, colour: Colour, size: float) -> np.ndarray:
    """(H, W, 3) uint8 paint, darker towards the rim as on a round body."""
    inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    tone = np.sqrt(np.minimum(inside / np.float32(size * 0.16), 1)) * np.float32(0.42)
    tone += np.float32(0.05) * cloud(rng, mask.shape, (size * 0.2, size * 0.2)) + np.float32(0.6)
    planes = [np.clip(tone * np.float32(v), 0, 255).astype(np.uint8) for v in colour]
    return np.asarray(cv2.merge(planes))


def _sleeve(rng: np.random.Generator, skin: Colour) -> Colour:
    if rng.random() < 0.4:
        return skin
    return hsv(
        float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9)), float(rng.uniform(0.1, 0.95))
    )


def paint_hand(
    rng: np.random.Generator,
    image: np.ndarray,
    tip: np.ndarray,
    size: float,
    skin: Colour,
    shadow: tuple[np.ndarray, float],
) -> np.ndarray:
    """Paint one arm in place; its (H, W) bool pixels.

    `tip`: pixel of the fingertips; `size`: length of the fingers in pixels; `shadow`: its offset
    in pixels (2,) and its darkness 0..1.
    """
    hand, arm = _hand_mask(rng, image.shape[:2], tip, size)
    both = cv2.max(hand, arm)
    offset, strength = shadow
    move = np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float32)
    shade = blurred(cv2.warpAffine(both, move, both.shape[::-1]), 0.12 * size)
    darken(image, [(shade, strength)])
    blend(image, _shaded(rng, hand, skin, size), hand)
    blend(image, _shaded(rng, arm, _sleeve(rng, skin), size * 1.6), arm)
    return both > 127
