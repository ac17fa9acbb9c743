"""Signs and trams drawn over a tile that lies open: what is under them stays known.

Tiles half hidden are what the close look gets wrong, and path-traced pictures of them are few. A
drawn sign does not look quite like a photographed one, but what is seen round it does.
"""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from tests.render.linie1.standing import LINE_COLOURS
from vision.nn.arrays import Tensor

Rng = np.random.Generator

#: Fractional bits of the coordinates of what is drawn.
_BITS = 4
#: Sizes in cells, as the booth's signs and trams have them: foot, plate, height of its middle.
_FOOT, _PLATE, _HIGH = (0.17, 0.29), (0.23, 0.32), (0.85, 1.0)
_LONG, _WIDE, _TALL = (0.58, 0.93), (0.26, 0.41), (0.23, 0.47)
#: A thing leans over so many cells for each cell of its height: the tangent of the camera's tilt.
_LEAN = 0.84
#: Lean below which a standing disc is a line.
_FLAT = 0.2
#: A sign's plate inside its rim, share of the radius.
_RIM = 0.84


def with_sign(image: np.ndarray, cell_px: float, rng: Rng) -> np.ndarray:
    """A square view (S, S, 3) uint8 BGR of a cell with a sign on it: its shadow, foot, post and
    plate."""
    out = image.astype(np.float32)
    foot_xy = _middle(image, cell_px, 0.09, rng)
    foot, plate, high = (rng.uniform(*sizes) for sizes in (_FOOT, _PLATE, _HIGH))
    lean = _direction(rng) * rng.uniform(0, _LEAN)
    facing = _direction(rng)
    light = _direction(rng) * rng.uniform(0, 1.2)
    pale = _shade(rng, (205, 240) if rng.random() < 0.8 else (150, 240))
    dark = _shade(rng, (20, 70))
    shadow = np.zeros(image.shape[:2], np.float32)
    cast = foot_xy + light * high * cell_px
    _disc(shadow, cast, plate * cell_px, facing, light, 1.0)
    _line(shadow, foot_xy, cast, 0.06 * cell_px, 1.0)
    shadow = _soft(shadow, rng.uniform(0.4, 4))
    out *= 1 - rng.uniform(0.1, 0.6) * shadow[..., None]
    _round(out, foot_xy, foot * cell_px, pale * rng.uniform(0.75, 1))
    top = foot_xy + lean * high * cell_px
    _line(out, foot_xy, top, 0.07 * cell_px, dark)
    lit = pale * rng.uniform(0.45, 1.0)
    _disc(out, top, plate * cell_px, facing, lean, dark if rng.random() < 0.7 else lit)
    _disc(out, top, plate * _RIM * cell_px, facing, lean, lit)
    return _smoothed(out, rng)


def with_tram(image: np.ndarray, cell_px: float, line: int, rng: Rng) -> np.ndarray:
    """The view with the tram of a line (1..6) on the cell."""
    out = image.astype(np.float32)
    at = _middle(image, cell_px, 0.05, rng)
    long, wide, tall = (rng.uniform(*sizes) * cell_px for sizes in (_LONG, _WIDE, _TALL))
    turn = rng.choice([0, np.pi / 2]) if rng.random() < 0.6 else rng.uniform(0, np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    low = np.array([at + a * along * long / 2 + b * across * wide / 2 for a, b in corners])
    high = low + _direction(rng) * rng.uniform(0, _LEAN) * tall
    shade = low + _direction(rng) * rng.uniform(0, 1.2) * tall
    shadow = np.zeros(image.shape[:2], np.float32)
    _fill(shadow, _hull(np.vstack([low, shade])), 1.0)
    shadow = _soft(shadow, rng.uniform(0.4, 4))
    out *= 1 - rng.uniform(0.1, 0.6) * shadow[..., None]
    hue, saturation, value = (rng.uniform(*low_high) for low_high in LINE_COLOURS[line])
    rgb = colorsys.hsv_to_rgb(hue / 360 % 1, saturation, value)
    colour = np.array(rgb[::-1], np.float32) * 255
    _fill(out, _hull(np.vstack([low, high])), colour * rng.uniform(0.35, 0.8))
    _fill(out, high, colour * rng.uniform(0.8, 1.1))
    return _smoothed(out, rng)


def _middle(image: np.ndarray, cell_px: float, off: float, rng: Rng) -> np.ndarray:
    half = (image.shape[0] - 1) / 2
    return np.array([half, half]) + rng.normal(0, off, 2) * cell_px


def _direction(rng: Rng) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _shade(rng: Rng, low_high: tuple[float, float]) -> np.ndarray:
    return np.asarray(rng.uniform(*low_high) * rng.uniform(0.9, 1.05, 3), np.float32)


def _disc(
    image: np.ndarray, at: np.ndarray, radius: float, facing: np.ndarray, lean: np.ndarray,
    colour: np.ndarray | float,
) -> None:  # fmt: skip
    """A standing disc as it is seen from where things lean by `lean` for their height; from above
    its edge."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    points = at + radius * (np.cos(turn)[:, None] * facing + np.sin(turn)[:, None] * lean)
    _fill(image, points, colour)
    if np.linalg.norm(lean) < _FLAT:
        _line(image, at - radius * facing, at + radius * facing, 2.0, colour)


def _round(image: np.ndarray, at: np.ndarray, radius: float, colour: np.ndarray) -> None:
    turn = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    _fill(image, at + radius * np.column_stack([np.cos(turn), np.sin(turn)]), colour)


def _line(
    image: np.ndarray, start: np.ndarray, end: np.ndarray, wide: float, colour: np.ndarray | float
) -> None:
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    side = np.array([-along[1], along[0]]) * max(wide, 1.0) / 2
    _fill(image, np.array([start + side, end + side, end - side, start - side]), colour)


def _hull(points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.convexHull(points.astype(np.float32)))[:, 0]


def _fill(image: np.ndarray, points: np.ndarray, colour: np.ndarray | float) -> None:
    """Fills a polygon of (N, 2) pixels smoothly."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(points * (1 << _BITS)).astype(np.int32)], 255, cv2.LINE_AA, _BITS)
    share = mask.astype(np.float32) / 255
    share = share if image.ndim == 2 else share[..., None]
    image[:] = image * (1 - share) + np.asarray(colour, np.float32) * share


def _smoothed(out: np.ndarray, rng: Rng) -> np.ndarray:
    soft = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.7)))
    return np.clip(soft, 0, 255).astype(np.uint8)


def _soft(plane: Tensor, sigma: float) -> Tensor:
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32)
