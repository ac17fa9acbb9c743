"""Painting flat boards and shadows into a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.render.camera import Camera
from tests.render.style import Colour
from tests.render.tiles import PAD, SUB

SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])  # NW, NE, SE, SW
FINE = 2  # a sprite is warped at so many times the resolution, then averaged


@dataclass(frozen=True)
class Plate:
    """A flat rectangular body on the table (or on another): world units, degrees clockwise."""

    x: float
    y: float
    deg: float
    width: float
    depth: float
    height: float
    base: float = 0.0

    def corners(self, z: float) -> np.ndarray:
        """(4, 3) world corners NW, NE, SE, SW of the body's own frame, at height z."""
        a = np.radians(self.deg)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        flat = SQUARE * (self.width, self.depth) @ turn.T + (self.x, self.y)
        return np.column_stack([flat, np.full(4, z)])

    @property
    def top(self) -> float:
        """Height of the upper face."""
        return self.base + self.height


def fixed(points: np.ndarray) -> np.ndarray:
    """(N, 2) pixels as OpenCV's fixed-point drawing coordinates."""
    rounded: np.ndarray = np.round(np.clip(points, -30000, 30000) * 2**SUB).astype(np.int32)
    return rounded


def fill(image: np.ndarray, points: np.ndarray, colour: Colour | float) -> None:
    """Fill the convex hull of (N, 2) pixels, edges smoothed."""
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(image, fixed(hull), colour, cv2.LINE_AA, SUB)


def blend(image: np.ndarray, paint: np.ndarray, mask: np.ndarray) -> None:
    """Lay uint8 paint (H, W, 3) over the picture in place, by a (H, W) uint8 mask."""
    cover = mask * np.float32(1 / 255)
    image[:] = cv2.blendLinear(paint, np.ascontiguousarray(image), cover, 1 - cover)


def paste(image: np.ndarray, sprite: np.ndarray, corners_xy: np.ndarray) -> None:
    """Warp a BGRA sprite (PAD clear texels around) so that its corners land on (4, 2) pixels."""
    h, w = image.shape[:2]
    low = np.maximum(np.floor(corners_xy.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners_xy.max(0)).astype(int) + 2, (w, h))
    if (high <= low).any():
        return
    roi = image[low[1] : high[1], low[0] : high[0]]
    layer = _warped(sprite, corners_xy - low, (roi.shape[1], roi.shape[0]))
    blend(roi, cv2.cvtColor(layer, cv2.COLOR_BGRA2BGR), cv2.extractChannel(layer, 3))


def _warped(sprite: np.ndarray, corners_xy: np.ndarray, size_wh: tuple[int, int]) -> np.ndarray:
    sh, sw = sprite.shape[:2]
    left, right, bottom = PAD - 0.5, sw - PAD - 0.5, sh - PAD - 0.5
    source = np.array([(left, left), (right, left), (right, bottom), (left, bottom)], np.float32)
    target = (corners_xy * FINE + (FINE - 1) / 2).astype(np.float32)
    view = cv2.getPerspectiveTransform(source, target)
    fine = cv2.warpPerspective(
        sprite, view, (size_wh[0] * FINE, size_wh[1] * FINE), flags=cv2.INTER_LINEAR
    )
    return cv2.resize(fine, size_wh, interpolation=cv2.INTER_AREA)


@dataclass(frozen=True, eq=False)
class Body:
    """A plate as the camera sees it: (4, 2) pixels of its upper and lower corners."""

    plate: Plate
    top_xy: np.ndarray
    low_xy: np.ndarray


def bodies_of(plates: Sequence[Plate], camera: Camera) -> list[Body]:
    """All plates, projected in one go."""
    if not plates:
        return []
    points = [p.corners(z) for p in plates for z in (p.top, p.base)]
    seen = camera.project(np.vstack(points)).reshape(-1, 2, 4, 2)
    return [Body(p, both[0], both[1]) for p, both in zip(plates, seen, strict=True)]


def shadow_ends(bodies: Sequence[Body], camera: Camera, slope_xy: np.ndarray) -> np.ndarray:
    """(N, 4, 2) pixels where the upper corners' shadows fall; slope_xy = offset per height."""
    points = np.vstack([b.plate.corners(0) for b in bodies])
    heights = np.repeat([b.plate.top for b in bodies], 4)
    points[:, :2] += heights[:, None] * slope_xy
    return camera.project(points).reshape(-1, 4, 2)


def _paint_sides(image: np.ndarray, body: Body, colour: Colour) -> None:
    """The side faces that the camera sees; each a little different in shade."""
    b, g, r = colour
    top, low = body.top_xy, body.low_xy
    for k in range(4):
        n = (k + 1) % 4
        (ax, ay), (bx, by) = top[n] - top[k], low[n] - top[k]
        if ax * by - ay * bx > 0:
            shade = (0.62, 0.8, 0.92, 0.7)[(k + round(body.plate.deg / 90)) % 4]
            quad = np.array([top[k], top[n], low[n], low[k]])
            paint = (b * shade, g * shade, r * shade)
            cv2.fillConvexPoly(image, fixed(quad), paint, cv2.LINE_AA, SUB)


def paint_body(image: np.ndarray, body: Body, sprite: np.ndarray, side: Colour) -> None:
    """Sides and upper face."""
    _paint_sides(image, body, side)
    paste(image, sprite, body.top_xy)


def fading(strength: float) -> np.ndarray:
    """(256,) uint8 share of light left (255 = all) for every level of a shadow's mask."""
    left: np.ndarray = np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8)
    return left


def darken(image: np.ndarray, shadows: Sequence[tuple[np.ndarray, float]]) -> None:
    """Darken in place by (H, W) uint8 masks, each with its strength 0..1."""
    keep = cv2.LUT(shadows[0][0], fading(shadows[0][1]))
    for mask, strength in shadows[1:]:
        cv2.multiply(keep, cv2.LUT(mask, fading(strength)), keep, scale=1 / 255)
    cv2.multiply(image, cv2.merge([keep] * 3), image, scale=1 / 255)


def blurred(mask: np.ndarray, sigma: float) -> np.ndarray:
    """A Gaussian blur; wide ones are done on a smaller copy, which costs far less."""
    if sigma < 0.4:
        return mask
    factor = int(max(1, min(16, sigma / 2)))
    if factor == 1:
        return cv2.GaussianBlur(mask, (0, 0), sigma)
    h, w = mask.shape[:2]
    small = cv2.resize(
        mask, (max(1, w // factor), max(1, h // factor)), interpolation=cv2.INTER_AREA
    )
    small = cv2.GaussianBlur(small, (0, 0), sigma / factor)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)


def seen_share(mask: np.ndarray, corners_xy: np.ndarray) -> float:
    """Share of a quadrilateral (4, 2) that is in the picture and clear of the (H, W) bool mask."""
    low = np.floor(corners_xy.min(0)).astype(int)
    size = np.ceil(corners_xy.max(0)).astype(int) + 1 - low
    if max(size) > 20000:
        return 0.0
    inside = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(inside, fixed(corners_xy - low), 1, cv2.LINE_8, SUB)
    total = int(inside.sum())
    h, w = mask.shape
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(low + size, (w, h))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    seen = inside[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
    return float(seen[~mask[y0:y1, x0:x1]].sum()) / max(total, 1)


def quad_sides(corners_xy: np.ndarray) -> float:
    """The mean side of a quadrilateral, pixels."""
    return float(np.linalg.norm(corners_xy - np.roll(corners_xy, -1, 0), axis=1).mean())


def union(quads: Sequence[np.ndarray], shape_hw: tuple[int, int]) -> np.ndarray:
    """(H, W) bool pixels of convex quadrilaterals."""
    mask = np.zeros(shape_hw, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, fixed(quad), 255, cv2.LINE_8, SUB)
    return mask > 0
