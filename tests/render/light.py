"""Lamps: a map of brightness over the finished scene, highlights and shadows from outside."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.style import LightLook

MIDDLE_GREY = 118.0  # level an automatic exposure aims at
METERING = 0.55  # how far it goes: 1 = all the way
SMALL = 8  # the map is computed at one eighth of the picture's size


def _grid(size_wh: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    w, h = max(2, size_wh[0] // SMALL), max(2, size_wh[1] // SMALL)
    x = (np.arange(w, dtype=np.float32) + 0.5) / w
    y = (np.arange(h, dtype=np.float32) + 0.5) / h * np.float32(size_wh[1] / size_wh[0])
    return np.broadcast_to(x, (h, w)), np.broadcast_to(y[:, None], (h, w))


def brightness(look: LightLook, vignette: float, size_wh: tuple[int, int]) -> np.ndarray:
    """(h, w) float32 gain, at a fraction of the picture's size: gradient, lamp, vignetting."""
    x, y = _grid(size_wh)
    tall = size_wh[1] / size_wh[0]
    a = np.radians(look.gradient_deg)
    slope = (x - 0.5) * np.cos(a) + (y - tall / 2) * np.sin(a)
    gain = 1 + look.gradient * slope
    away = (x - look.spot_xy[0]) ** 2 + (y - look.spot_xy[1] * tall) ** 2
    gain = gain * (1 - look.spot + look.spot * np.exp(-away / (2 * look.spot_size**2)) * 1.3)
    rim = ((x - 0.5) ** 2 + (y - tall / 2) ** 2) / (0.25 * (1 + tall**2))
    return np.ascontiguousarray(gain * (1 - vignette * rim), dtype=np.float32)


def outside_shadows(
    rng: np.random.Generator, look: LightLook, size_wh: tuple[int, int]
) -> np.ndarray:
    """(h, w) float32 gain of the shadows of people and window bars, at half the size."""
    w, h = max(2, size_wh[0] // 2), max(2, size_wh[1] // 2)
    mask = np.zeros((h, w), np.uint8)
    for _ in range(look.cast):
        cv2.fillPoly(mask, [_blob(rng, w, h)], 255, cv2.LINE_AA)
    sigma = float(rng.choice([1.0, 4.0, 15.0])) * w / 640
    soft = cv2.GaussianBlur(mask, (0, 0), sigma) if look.cast else mask
    return 1 - np.float32(look.shadow * 0.8 / 255) * soft


def _blob(rng: np.random.Generator, w: int, h: int) -> np.ndarray:
    """A bar across the picture, or the round outline of a head and shoulders at its border."""
    a = rng.uniform(0, 2 * np.pi)
    along, out = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    centre = rng.uniform(0.1, 0.9, 2) * (w, h)
    if rng.random() < 0.5:
        half = out * rng.uniform(0.02, 0.3) * w
        left, right = centre - along * 2 * w, centre + along * 2 * w
        bar = np.array([left - half, right - half, right + half, left + half])
        return np.asarray(np.round(bar), np.int32)
    t = np.linspace(0, 2 * np.pi, 40)
    radius = w * rng.uniform(0.08, 0.3) * (1 + 0.3 * np.sin(2 * t + a) + 0.1 * np.sin(5 * t))
    outline = centre + radius[:, None] * np.column_stack([np.cos(t), np.sin(t)])
    return np.asarray(np.round(outline), np.int32)


def highlight(look: LightLook, rng: np.random.Generator, size_wh: tuple[int, int]) -> np.ndarray:
    """(h, w) float32 0..1 strength of the lamp's mirror image, at a fraction of the size."""
    x, y = _grid(size_wh)
    tall = size_wh[1] / size_wh[0]
    total = np.zeros(x.shape, np.float32)
    spots = [look.glare_xy] + ([tuple(rng.uniform(0, 1, 2))] if rng.random() < 0.3 else [])
    for sx, sy in spots:
        a, squash = rng.uniform(0, np.pi), rng.uniform(1, 4)
        dx, dy = x - sx, y - sy * tall
        u, v = dx * np.cos(a) + dy * np.sin(a), (dy * np.cos(a) - dx * np.sin(a)) * squash
        near = np.exp(-(u**2 + v**2) / (2 * look.glare_size**2))
        total += look.glare * near
    strength: np.ndarray = np.clip(total * 1.2, 0, 1)
    return strength


def enlarged(small: np.ndarray, size_wh: tuple[int, int]) -> np.ndarray:
    """The map at the picture's size."""
    return cv2.resize(small, size_wh, interpolation=cv2.INTER_LINEAR)


def metered(image: np.ndarray, gain: np.ndarray) -> float:
    """The gain by which an automatic camera goes part of the way to a middle grey."""
    small = cv2.resize(image, gain.shape[::-1], interpolation=cv2.INTER_AREA)
    level = float((cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) * gain).mean())
    return float(np.clip((MIDDLE_GREY / max(level, 1)) ** METERING, 0.6, 1.7))


def light_up(
    image: np.ndarray,
    look: LightLook,
    shot: tuple[float, float],
    gloss: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """(H, W, 3) float32 of the uint8 scene under its lamps.

    `shot` = exposure correction and vignetting; `gloss` (H, W) uint8: 128 = the whole highlight.
    """
    size_wh = (image.shape[1], image.shape[0])
    small = brightness(look, shot[1], size_wh)
    gain = enlarged(small * np.float32(metered(image, small)), size_wh)
    if look.cast:
        gain *= enlarged(outside_shadows(rng, look, size_wh), size_wh)
    lit = cv2.multiply(
        image, cv2.merge([gain * np.float32(t * shot[0]) for t in look.tint]), dtype=cv2.CV_32F
    )
    if look.glare:
        shine = enlarged(highlight(look, rng, size_wh), size_wh)
        shine *= np.float32(255 * shot[0] * 1.1 / 128) * gloss
        cv2.add(lit, cv2.merge([shine * np.float32(t**0.5) for t in look.tint]), lit)
    return lit
