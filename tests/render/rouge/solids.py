"""Where rays meet simple bodies: discs, tubes, cones, balls and boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.render.rouge.film import Array, Film, Stuff, Window

UP = np.array([0, 0, 1], np.float32)
#: Share of a cap's radius over which its edge is rounded off.
BEVEL = 0.14


@dataclass(frozen=True)
class Cone:
    """An upright cone's stump or tube with its upper cap: radii at its foot and head."""

    x: float
    y: float
    low: float
    high: float
    foot: float
    head: float
    capped: bool = True


@dataclass(frozen=True)
class Ball:
    """A sphere."""

    x: float
    y: float
    z: float
    radius: float


@dataclass(frozen=True)
class Box:
    """An upright box: half side, degrees clockwise."""

    x: float
    y: float
    low: float
    high: float
    half: float
    deg: float


Solid = Cone | Ball | Box


def level(film: Film, window: Window, z: float) -> tuple[Array, Array, Array]:
    """Ray lengths to the plane at height z, and the points' x and y."""
    dx, dy, dz = film.cut(window)
    ox, oy, oz = (np.float32(v) for v in film.origin)
    t = (np.float32(z) - oz) / dz
    return t, ox + t * dx, oy + t * dy


def paint_solid(film: Film, solid: Solid, stuff: Stuff, who: int) -> Array | None:
    """Paint one body; the (H, W) bool pixels of the window it won, None where out of view."""
    window = film.window(corners(solid))
    if window is None:
        return None
    match solid:
        case Cone():
            _cone(film, window, solid, stuff, who)
        case Ball():
            _ball(film, window, solid, stuff, who)
        case Box():
            _box(film, window, solid, stuff, who)
    return None


def corners(solid: Solid) -> Array:
    """(8, 3) corners of a box round the body."""
    match solid:
        case Cone():
            r, low, high = max(solid.foot, solid.head), solid.low, solid.high
        case Ball():
            r, low, high = solid.radius, solid.z - solid.radius, solid.z + solid.radius
        case Box():
            r, low, high = solid.half * 1.42, solid.low, solid.high
    return np.array(
        [
            (solid.x + a * r, solid.y + b * r, z)
            for a in (-1, 1)
            for b in (-1, 1)
            for z in (low, high)
        ]
    )


def outline(solid: Solid) -> list[tuple[float, Array]]:
    """Level circles whose hull is nearly the body: (height, (N, 2) points) from foot to head."""
    a = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    ring = np.column_stack([np.cos(a), np.sin(a)])
    middle = np.array([solid.x, solid.y])
    match solid:
        case Cone():
            pairs = [(solid.low, solid.foot), (solid.high, solid.head)]
        case Ball():
            r = solid.radius
            pairs = [(solid.z + r * s, r * np.sqrt(1 - s * s)) for s in (-0.7, 0.0, 0.7, 0.95)]
        case Box():
            pairs = [(solid.low, solid.half * 1.2), (solid.high, solid.half * 1.2)]
    return [(z, middle + r * ring) for z, r in pairs]


def _cone(film: Film, window: Window, cone: Cone, stuff: Stuff, who: int) -> None:
    dx, dy, dz = film.cut(window)
    px, py = np.float32(film.origin[0] - cone.x), np.float32(film.origin[1] - cone.y)
    pz = np.float32(film.origin[2] - cone.low)
    k = np.float32((cone.head - cone.foot) / max(cone.high - cone.low, 1e-6))
    r0 = np.float32(cone.foot) + k * pz
    a = dx * dx + dy * dy - (k * dz) ** 2
    b = px * dx + py * dy - k * dz * r0
    c = px * px + py * py - r0 * r0
    under = b * b - a * c
    t = (-b - np.sqrt(np.maximum(under, 0))) / np.where(np.abs(a) < 1e-9, 1e-9, a)
    z = pz + t * dz
    hit = (under > 0) & (z > 0) & (z < cone.high - cone.low)
    qx, qy = px + t * dx, py + t * dy
    r = np.maximum(np.hypot(qx, qy), 1e-6)
    s = np.float32(1 / np.hypot(1, k))
    normal = np.dstack([qx / r * s, qy / r * s, np.full_like(r, -k * s)])
    film.paint(window, t, hit, normal, stuff, who)
    if cone.capped:
        _cap(film, window, cone, stuff, who)


def _cap(film: Film, window: Window, cone: Cone, stuff: Stuff, who: int) -> None:
    t, x, y = level(film, window, cone.high)
    x, y = x - np.float32(cone.x), y - np.float32(cone.y)
    r = np.hypot(x, y)
    rim = np.clip((r / cone.head - (1 - BEVEL)) / BEVEL, 0, 1) * np.float32(0.8)
    out = rim / np.maximum(r, 1e-6)
    normal = np.dstack([x * out, y * out, np.sqrt(1 - rim * rim)])
    film.paint(window, t, r < cone.head, normal, stuff, who)


def _ball(film: Film, window: Window, ball: Ball, stuff: Stuff, who: int) -> None:
    dx, dy, dz = film.cut(window)
    p = [np.float32(o - c) for o, c in zip(film.origin, (ball.x, ball.y, ball.z), strict=True)]
    a = dx * dx + dy * dy + dz * dz
    b = p[0] * dx + p[1] * dy + p[2] * dz
    under = b * b - a * np.float32(sum(float(v) ** 2 for v in p) - ball.radius**2)
    t = (-b - np.sqrt(np.maximum(under, 0))) / a
    inverse = np.float32(1 / ball.radius)
    normal = np.dstack([(o + t * d) * inverse for o, d in zip(p, (dx, dy, dz), strict=True)])
    film.paint(window, t, under > 0, normal, stuff, who)


def _box(film: Film, window: Window, box: Box, stuff: Stuff, who: int) -> None:
    dx, dy, dz = film.cut(window)
    c, s = np.cos(np.radians(box.deg)), np.sin(np.radians(box.deg))
    px, py = film.origin[0] - box.x, film.origin[1] - box.y
    origin = (c * px + s * py, c * py - s * px, film.origin[2] - (box.low + box.high) / 2)
    along = (c * dx + s * dy, c * dy - s * dx, dz)
    halves = (box.half, box.half, (box.high - box.low) / 2)
    near = np.full(dx.shape, -np.inf, np.float32)
    far = np.full(dx.shape, np.inf, np.float32)
    axis = np.zeros(dx.shape, np.int8)
    for k in range(3):
        d = np.where(np.abs(along[k]) < 1e-9, 1e-9, along[k])
        ta, tb = (-halves[k] - origin[k]) / d, (halves[k] - origin[k]) / d
        first, last = np.minimum(ta, tb), np.maximum(ta, tb)
        axis[first > near] = k
        near, far = np.maximum(near, first), np.minimum(far, last)
    side = [-np.sign(v) for v in along]
    nx = np.where(axis == 0, side[0], 0)
    ny = np.where(axis == 1, side[1], 0)
    normal = np.dstack([c * nx - s * ny, s * nx + c * ny, np.where(axis == 2, side[2], 0)])
    film.paint(window, near.astype(np.float32), near < far, normal, stuff, who)
