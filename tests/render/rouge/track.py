"""The board itself: base, hub, three rings with their hollows, stickers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.render.noise import layered
from tests.render.rouge.film import BOARD, Array, Film, Stuff, Window, linear
from tests.render.rouge.looks import BoardLook, Rng
from tests.render.rouge.solids import UP, Cone, level, paint_solid
from tests.render.style import Colour

STEP_DEG = 45.0
#: Light that reaches the base in the gaps between rings.
IN_GAP = 0.3
SHEET = 384  # texels of the sheet that rings are cut from


@dataclass(frozen=True)
class Face:
    """The points of a ring's face that the rays meet, (h, w) planes: ray length, x, y, radius,
    and place seen from the nearest hollow: `u` outwards, `v` clockwise; `middle` its angle."""

    t: Array
    x: Array
    y: Array
    r: Array
    u: Array
    v: Array
    middle: Array


def paint_track(
    film: Film, look: BoardLook, phases_deg: Array, lamp: Array, rng: Rng, soft: float
) -> None:
    """Paint the board; `phases_deg` (3,) clockwise from x to a hollow of each ring; `lamp` (3,)
    unit vector towards the lamp."""
    high = max(*look.tops, look.tops[0] + look.hub_h)
    reach = np.array([(a, b, z) for a in (-1, 1) for b in (-1, 1) for z in (0, high)])
    window = film.window(reach * (look.base_r, look.base_r, 1))
    if window is None:
        return
    _base(film, window, look)
    _hub(film, look)
    sheet = layered(rng, (SHEET, SHEET), (40 * look.grain_long, 10.0), 4, 0.7)
    for ring in range(3):
        _ring(film, window, look, ring, float(phases_deg[ring]), sheet, rng, lamp, soft)


def _base(film: Film, window: Window, look: BoardLook) -> None:
    stuff = Stuff(linear(look.base), look.gloss)
    paint_solid(film, Cone(0, 0, 0, look.base_h, look.base_r, look.base_r), stuff, BOARD)
    t, x, y = level(film, window, look.base_h)
    r = np.hypot(x, y)
    inside = (r < look.bounds[2][1] * 1.005) & np.isclose(t, film.depth[window], rtol=1e-5)
    hub = (r < look.hub_r) & (look.hub == "none")
    for plane in (film.direct, film.ambient):
        plane[window][inside & ~hub] *= IN_GAP
    if look.decor == 3:
        mark = np.abs(np.mod(np.degrees(np.arctan2(y, x)) + 22.5, 45) - 22.5) < 1.5
        rim = (r > look.bounds[2][1] * 1.02) & mark & (film.who[window] == BOARD)
        film.albedo[window][rim] = linear(look.hub_colour)


def _hub(film: Film, look: BoardLook) -> None:
    top = {"raised": look.tops[0] + look.hub_h, "level": look.tops[0]}.get(look.hub)
    if look.hub == "low":
        top = (look.base_h + look.tops[0]) / 2
    if top is None:
        return
    hub = Cone(0, 0, look.base_h, top, look.hub_r, look.hub_r)
    paint_solid(film, hub, Stuff(linear(look.hub_colour), look.gloss), BOARD)


def _face(film: Film, window: Window, look: BoardLook, ring: int, phase_deg: float) -> Face:
    t, x, y = level(film, window, look.tops[ring])
    r = np.hypot(x, y)
    angle = np.arctan2(y, x) - np.float32(np.radians(phase_deg))
    step = np.float32(np.radians(STEP_DEG))
    off = np.mod(angle + step / 2, step) - step / 2
    u = r * np.cos(off) - np.float32(look.cell_r[ring])
    middle = angle - off + np.float32(np.radians(phase_deg))
    return Face(t, x, y, r, u, r * np.sin(off), middle)


def _ring(
    film: Film,
    window: Window,
    look: BoardLook,
    ring: int,
    phase_deg: float,
    sheet: Array,
    rng: Rng,
    lamp: Array,
    soft: float,
) -> None:
    low, high = look.bounds[ring]
    face = _face(film, window, look, ring, phase_deg)
    inner = look.base_h if ring == 2 or look.bounds[ring + 1][0] - high > 0.004 else None
    if inner is not None and look.tops[ring] - inner > 0.008:
        wall = Cone(0, 0, inner, look.tops[ring], high, high, capped=False)
        shade = Stuff(linear(look.rings[ring]), look.gloss)
        paint_solid(film, wall, shade, BOARD)
    on = (face.r >= low) & (face.r <= high)
    off = np.hypot(face.u, face.v)
    hole = look.hole_r[ring]
    paint = _paint(look, ring, face, off, sheet, rng, phase_deg)
    stuff = Stuff(paint, look.gloss)
    printed = look.hole == "printed"
    whole = on if printed else on & (off >= hole)
    film.paint(window, face.t, whole, _bevelled(look, ring, face), stuff, BOARD)
    if not printed:
        _hollows(film, window, look, ring, face, on & (off < hole), lamp, soft)


def _bevelled(look: BoardLook, ring: int, face: Face) -> Array:
    if look.bevel < 0.004:
        return UP
    low, high = look.bounds[ring]
    b = np.float32(look.bevel)
    tilt = np.clip((face.r - (high - b)) / b, 0, 1) - np.clip((low + b - face.r) / b, 0, 1)
    tilt *= np.float32(0.75) / np.maximum(face.r, 1e-6)
    nx, ny = face.x * tilt, face.y * tilt
    return np.dstack([nx, ny, np.sqrt(np.maximum(1 - nx * nx - ny * ny, 0.05))])


def _paint(
    look: BoardLook, ring: int, face: Face, off: Array, sheet: Array, rng: Rng, phase_deg: float
) -> Array:
    """(h, w, 3) linear albedo of a ring's face."""
    albedo = np.empty((*face.r.shape, 3), np.float32)
    albedo[:] = linear(look.rings[ring])
    if look.grain:
        albedo *= (1 + np.float32(look.grain) * _grain(face, sheet, rng, phase_deg))[..., None]
    _decorate(albedo, look, ring, face)
    hole = look.hole_r[ring]
    if look.hole == "printed" and look.hole_colour is not None:
        albedo[off < hole] = linear(look.hole_colour)
    if look.outlined is not None:
        albedo[np.abs(off - hole) < 0.004 + 0.08 * hole] = linear(look.outlined)
    low, high = look.bounds[ring]
    for sticker in look.stickers:
        if sticker.ring == ring:
            _stick(albedo, face, sticker.deg + phase_deg, low + sticker.across * (high - low),
                   sticker.size, sticker.colour, sticker.square)  # fmt: skip
    return np.clip(albedo, 0.002, 1)


def _grain(face: Face, sheet: Array, rng: Rng, phase_deg: float) -> Array:
    a = np.radians(phase_deg) + rng.uniform(0, 6.28)
    c, s = np.float32(np.cos(a) * 170), np.float32(np.sin(a) * 170)
    ox, oy = rng.uniform(0, SHEET, 2)
    x = np.mod(face.x * c + face.y * s + np.float32(ox), SHEET - 1)
    y = np.mod(face.y * c - face.x * s + np.float32(oy), SHEET - 1)
    return cv2.remap(sheet, x, y, cv2.INTER_LINEAR)


def _decorate(albedo: Array, look: BoardLook, ring: int, face: Face) -> None:
    """Printed circles or spokes, in the colour of the base."""
    low, high = look.bounds[ring]
    ink = linear(look.base)
    if look.decor == 1:
        edge = np.minimum(face.r - low, high - face.r)
        albedo[np.abs(edge - 0.1 * (high - low)) < 0.004] = ink
    elif look.decor == 2:
        albedo[np.abs(face.v) < 0.004] = ink


def _stick(
    albedo: Array, face: Face, deg: float, r: float, size: float, colour: Colour, square: bool
) -> None:
    a = np.radians(deg)
    x, y = face.x - np.float32(r * np.cos(a)), face.y - np.float32(r * np.sin(a))
    inside = (np.abs(x) < size) & (np.abs(y) < size) if square else x * x + y * y < size * size
    albedo[inside] = linear(colour)


def _hollows(
    film: Film,
    window: Window,
    look: BoardLook,
    ring: int,
    face: Face,
    inside: Array,
    lamp: Array,
    soft: float,
) -> None:
    """Floors and walls of a ring's hollows, for the pixels whose ray enters one."""
    inside = inside & (face.t < film.depth[window])
    ys, xs = np.nonzero(inside)
    if not len(ys):
        return
    pick = (ys, xs)
    u, v, middle = face.u[pick], face.v[pick], face.middle[pick]
    c, s = np.cos(middle), np.sin(middle)
    dx, dy, dz = (plane[pick] for plane in film.cut(window))
    du, dv = dx * c + dy * s, dy * c - dx * s
    hole = np.float32(look.hole_r[ring])
    depth = np.float32(_depth_of(look, ring))
    if look.hole == "dimple":
        step, nu, nv, nz = _in_dimple((u, v), (du, dv, dz), hole, min(depth, hole))
        floor = nz > -2
    else:
        step, nu, nv, nz = _in_drill((u, v), (du, dv, dz), hole, depth)
        floor = nz > 0.5
    down = np.maximum(-dz * step, 0)
    lu, lv = lamp[0] * c + lamp[1] * s, lamp[1] * c - lamp[0] * s
    exit_r = np.hypot(u + du * step + lu / lamp[2] * down, v + dv * step + lv / lamp[2] * down)
    direct = np.clip((hole - exit_r) / (hole * soft + 1e-4) + 0.5, 0, 1)
    ambient = 0.25 + 0.75 * hole * hole / (hole * hole + down * down)
    colour = look.base if look.hole == "through" else look.hole_colour
    albedo = np.empty((len(ys), 3), np.float32)
    albedo[:] = linear(look.rings[ring])
    if colour is not None:
        albedo[floor] = linear(colour)
    film.depth[window][pick] = face.t[pick] + step
    film.normal[window][pick] = np.column_stack([nu * c - nv * s, nu * s + nv * c, nz])
    film.albedo[window][pick] = albedo
    film.direct[window][pick] = direct
    film.ambient[window][pick] = ambient
    film.gloss[window][pick] = look.gloss * 0.5
    film.who[window][pick] = BOARD


def _depth_of(look: BoardLook, ring: int) -> float:
    if look.hole == "through":
        return look.tops[ring] - look.base_h
    return look.depth


def _in_drill(
    at: tuple[Array, Array], ray: tuple[Array, Array, Array], hole: Array, depth: Array
) -> tuple[Array, Array, Array, Array]:
    """Step along the ray to the floor or wall of a drilled hole, and the normal there."""
    (u, v), (du, dv, dz) = at, ray
    a = np.maximum(du * du + dv * dv, 1e-12)
    b, c = u * du + v * dv, u * u + v * v - hole * hole
    wall = (-b + np.sqrt(np.maximum(b * b - a * c, 0))) / a
    floor = -depth / dz
    step = np.minimum(wall, floor)
    on_floor = floor <= wall
    nu = np.where(on_floor, 0, -(u + du * step) / hole)
    nv = np.where(on_floor, 0, -(v + dv * step) / hole)
    return step, nu, nv, np.where(on_floor, 1, 0).astype(np.float32)


def _in_dimple(
    at: tuple[Array, Array], ray: tuple[Array, Array, Array], hole: Array, depth: float
) -> tuple[Array, Array, Array, Array]:
    """The same for a hollow that is part of a ball."""
    (u, v), (du, dv, dz) = at, ray
    ball = np.float32((hole * hole + depth * depth) / (2 * depth))
    up = np.float32(ball - depth)
    a = du * du + dv * dv + dz * dz
    b, c = u * du + v * dv - up * dz, u * u + v * v + up * up - ball * ball
    step = (-b + np.sqrt(np.maximum(b * b - a * c, 0))) / a
    return step, -(u + du * step) / ball, -(v + dv * step) / ball, (up - dz * step) / ball
