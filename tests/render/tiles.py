"""Faces of tiles as small pictures."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.noise import cloud
from tests.render.style import Colour, SetLook

PAD = 2  # clear texels around a face, so that its edge is smoothed when it is warped
SUB = 4  # fractional bits of drawing coordinates

# Ends of the eight spokes from the middle, in half sides: N, NE, E, SE, S, SW, W, NW.
ENDS = np.array([(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)], np.float64)


def _fixed(point: np.ndarray) -> tuple[int, int]:
    return (round(float(point[0]) * 2**SUB), round(float(point[1]) * 2**SUB))


def line_mask(
    rng: np.random.Generator, look: SetLook, spokes: tuple[int, ...], size: int, wider: float = 0.0
) -> np.ndarray:
    """(size, size) uint8 coverage of the red lines."""
    mask = np.zeros((size, size), np.uint8)
    middle = np.full(2, (size - 1) / 2) + rng.normal(0, look.print_shift / 2, 2) * size
    for spoke in spokes:
        reach = ENDS[spoke] * (0.5 - look.margin - look.stops_short) * size
        if not look.stops_short and not look.margin:
            reach *= 1.1  # past the edge: a cut through the print
        _spoke(rng, mask, look, middle, middle + reach, wider)
    width = (look.line_width + wider) * size
    radius = max(look.hub * size, width / 2 * (1.0 if len(spokes) > 1 or look.round_caps else 0.9))
    cv2.circle(mask, _fixed(middle), round(radius * 2**SUB), 255, -1, cv2.LINE_AA, SUB)
    return mask


def _spoke(
    rng: np.random.Generator,
    mask: np.ndarray,
    look: SetLook,
    start: np.ndarray,
    end: np.ndarray,
    wider: float,
) -> None:
    """One line as a band, whose width wavers where a pen drew it."""
    along = end - start
    if not look.marker:
        _band(mask, start, along, (look.line_width + wider) * len(mask), look.round_caps)
        return
    across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-9)
    waver = 0.16 * look.marker
    steps = np.linspace(0, 1, 6)
    half = (look.line_width + wider) / 2 * len(mask) * (1 + waver * rng.standard_normal((2, 6)))
    off = 0.25 * look.marker * look.line_width * len(mask) * np.sin(rng.uniform(0, 6) + 2 * steps)
    spine = start + steps[:, None] * along + (steps * off)[:, None] * across
    band = np.vstack([spine + half[0][:, None] * across, (spine - half[1][:, None] * across)[::-1]])
    cv2.fillPoly(mask, [np.round(band * 2**SUB).astype(np.int32)], 255, cv2.LINE_AA, SUB)
    if look.round_caps:
        cv2.circle(
            mask, _fixed(spine[-1]), round(float(half.mean()) * 2**SUB), 255, -1, cv2.LINE_AA, SUB
        )


def _band(
    mask: np.ndarray, start: np.ndarray, along: np.ndarray, width: float, round_cap: bool
) -> None:
    """A straight line of even width."""
    across = np.array([-along[1], along[0]]) * (width / 2 / float(np.hypot(*along)))
    end = start + along
    quad = np.array([start + across, end + across, end - across, start - across])
    cv2.fillConvexPoly(mask, np.round(quad * 2**SUB).astype(np.int32), 255, cv2.LINE_AA, SUB)
    if round_cap:
        cv2.circle(mask, _fixed(end), round(width / 2 * 2**SUB), 255, -1, cv2.LINE_AA, SUB)


def outline_mask(look: SetLook, size: int) -> np.ndarray:
    """(size, size) uint8 coverage of the tile itself, with its rounded corners."""
    radius = look.corner_radius * size
    if radius < 1:
        return np.full((size, size), 255, np.uint8)
    mask = np.zeros((size, size), np.uint8)
    near, far = radius - 0.5, size - radius - 0.5
    corners = np.array([(near, near), (far, near), (far, far), (near, far)])
    arcs = [
        corners[k] + radius * np.column_stack([np.cos(a), np.sin(a)])
        for k, a in enumerate(np.linspace(np.pi, 1.5 * np.pi, 7) + i * np.pi / 2 for i in range(4))
    ]
    cv2.fillConvexPoly(
        mask, np.round(np.vstack(arcs) * 2**SUB).astype(np.int32), 255, cv2.LINE_AA, SUB
    )
    return mask


# While it is painted, a face is (3, size, size) float32: planes B, G, R, which NumPy works on
# several times faster than on interleaved pixels.


def _planes(colour: Colour | np.ndarray) -> np.ndarray:
    return np.asarray(colour, np.float32)[:, None, None]


def _frame(face: np.ndarray, width: float, colour: Colour) -> None:
    k, paint = max(1, round(width)), _planes(colour)
    for strip in (face[:, :k], face[:, -k:], face[:, :, :k], face[:, :, -k:]):
        strip[:] = paint


def _ground(rng: np.random.Generator, look: SetLook, colour: Colour, size: int) -> np.ndarray:
    """The paint of the face, with the streaks of a pen and a paper's grain."""
    shade = np.float32(look.grain) * cloud(rng, (size, size), (1.7, 1.7))
    if look.marker:
        streak = cloud(rng, (size, size), (size * 2, size / 14))
        shade += np.float32(9 * look.marker) * (streak if rng.random() < 0.5 else streak.T)
    return _planes(np.array(colour) + rng.normal(0, look.colour_sd, 3)) + shade


def _scratch(rng: np.random.Generator, look: SetLook, face: np.ndarray) -> None:
    size = face.shape[1]
    for _ in range(int(rng.poisson(4 * look.wear))):
        a, b = rng.uniform(0, size, 2), rng.normal(0, size / 5, 2)
        tone = float(rng.choice([90, 200, 235]))
        for plane in face:
            cv2.line(plane, _fixed(a), _fixed(a + b), tone, 1, cv2.LINE_AA, SUB)


def _worn(rng: np.random.Generator, look: SetLook, face: np.ndarray) -> None:
    """Pale rubbed edges, in place."""
    size = face.shape[1]
    spot = np.abs(np.linspace(-1, 1, size, dtype=np.float32))
    edge = np.maximum(spot[:, None], spot[None]) * np.float32(6) - np.float32(5.5)
    rub = edge + np.float32(0.35) * cloud(rng, (size, size), (size / 8, size / 8))
    rub = np.clip(rub, 0, 0.75, out=rub) * np.float32(look.wear)
    face += rub * (_planes((215, 222, 226)) - face)


def face_picture(
    rng: np.random.Generator, look: SetLook, colour: Colour, spokes: tuple[int, ...], size: int
) -> np.ndarray:
    """(size + 2 PAD, same, 4) uint8 BGRA picture of a face, north up, with its coverage."""
    face = _ground(rng, look, colour, size)
    if look.border is not None:
        _frame(face, (look.border_width + look.margin) * size, look.border)
    if spokes:
        _ink(rng, look, face, spokes)
    if look.margin:
        _frame(face, look.margin * size, (238, 242, 243))
    if look.wear:
        _worn(rng, look, face)
        _scratch(rng, look, face)
    return _sprite(face, look)


def _sprite(face: np.ndarray, look: SetLook) -> np.ndarray:
    whole = np.clip(face, 0, 255, out=face).astype(np.uint8)
    paint = cv2.copyMakeBorder(cv2.merge(list(whole)), PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE)
    outline = outline_mask(look, face.shape[1])
    cover = cv2.copyMakeBorder(outline, PAD, PAD, PAD, PAD, cv2.BORDER_CONSTANT)
    return cv2.merge([paint, cover])


def _ink(
    rng: np.random.Generator, look: SetLook, face: np.ndarray, spokes: tuple[int, ...]
) -> None:
    """Draw the red lines on the face, in place."""
    size, seed = face.shape[1], int(rng.integers(1 << 31))
    if look.outline:
        dark = line_mask(np.random.default_rng(seed), look, spokes, size, 2 * look.outline)
        face *= 1 - dark * np.float32(0.8 / 255)
    cover = line_mask(np.random.default_rng(seed), look, spokes, size) * np.float32(1 / 255)
    if look.marker:
        thin = cloud(rng, (size, size), (size / 20, size / 5))
        cover *= np.clip(
            1 - np.float32(look.marker) * (np.float32(0.1) + np.float32(0.12) * thin), 0.4, 1
        )
    red = np.array(look.red) + rng.normal(0, look.colour_sd * 0.7, 3)
    face += cover * (_planes(red) - face)
