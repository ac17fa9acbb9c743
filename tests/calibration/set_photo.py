"""Pictures of a set's twelve tiles laid side by side on a table, with exact truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from calibration.squares import square_families
from tests.render.camera import Camera
from tests.render.canvas import (
    Body,
    Plate,
    bodies_of,
    darken,
    fill,
    paint_body,
    quad_sides,
    shadow_ends,
)
from tests.render.light import light_up
from tests.render.linie1.framing import frame_board
from tests.render.linie1.photo import random_style
from tests.render.linie1.tile_art import draw_tile, random_tile_art
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import Style
from tests.render.tables import draw_table
from tests.render.tiles import PAD

#: Tables that a person would choose who was asked for a plain one.
PLAIN = ("plain", "wood", "felt", "cloud", "weave", "speckle")

PER_ROW = 6


def found_once() -> Callable[[np.ndarray], Any]:
    """Finds squares as the product does, each picture's once: half a second and more of a core."""

    @cache
    def found(pixels: bytes, shape: tuple[int, ...]) -> Any:
        return square_families(np.frombuffer(pixels, np.uint8).reshape(shape))

    return lambda image: found(image.tobytes(), image.shape)


@dataclass(frozen=True)
class SetPhoto:
    """image (H, W, 3) uint8 BGR; quarters: clockwise turns of tiles T1..T12, which lie row by
    row; corners_xy (12, 4, 2) pixels."""

    image: np.ndarray
    quarters: tuple[int, ...]
    corners_xy: np.ndarray
    table: str


def set_photo(seed: int, size_wh: tuple[int, int] = (1600, 1200), even: bool = True) -> SetPhoto:
    """The twelve tiles of a random set on a random table; `even` picks a plain one, without
    things beside the tiles and without a lamp's mirror image."""
    rng, style = stream(seed, "set photo"), _calm(random_style(seed), even, seed)
    step = float(rng.uniform(1.15, 2.0))
    places = [(k % PER_ROW * step, k // PER_ROW * step) for k in range(12)]
    camera = _camera(style, step, size_wh, seed)
    image = draw_table(style.room.table, camera, (2.5 * step, 0.5 * step))
    quarters = tuple(int(q) for q in rng.integers(0, 4, 12))
    plates = [
        Plate(x, y, 90.0 * q + float(rng.normal(0, 2)), 1, 1, float(style.tiles.thickness))
        for (x, y), q in zip(places + rng.normal(0, 0.03, (12, 2)), quarters, strict=True)
    ]
    bodies = bodies_of(plates, camera)
    _shade(image, bodies, camera, style)
    art = random_tile_art(stream(seed, "tiles"))
    for kind, body in enumerate(bodies, start=1):
        size = int(np.clip(quad_sides(body.top_xy) * 1.3, 20, 300))
        paint_body(image, body, _sprite(draw_tile(art, kind, rng, size)), (140.0, 150.0, 160.0))
    shot = (style.shot.exposure, style.shot.vignette)
    gloss = np.full(image.shape[:2], 64, np.uint8)
    lit = light_up(image, style.room.light, shot, gloss, stream(seed, "lamps"))
    turned = [np.roll(b.top_xy, 0, axis=0) for b in bodies]
    return SetPhoto(expose(lit, style.shot), quarters, np.array(turned), style.room.table.kind)


def _calm(style: Style, even: bool, seed: int) -> Style:
    room = style.room
    pose = replace(room.pose, yaw_deg=float(stream(seed, "yaw").normal(0, 6)))
    room = replace(room, shift_xy=(0.0, 0.0))
    if not even:
        return replace(style, room=replace(room, pose=pose))
    kind = room.table.kind
    kind = kind if kind in PLAIN else PLAIN[seed % len(PLAIN)]
    table, light = replace(room.table, kind=kind), replace(room.light, glare=0.0, cast=0)
    pose = replace(pose, tilt_deg=min(pose.tilt_deg, 30.0))
    return replace(style, room=replace(room, table=table, light=light, pose=pose))


def _camera(style: Style, step: float, size_wh: tuple[int, int], seed: int) -> Camera:
    frame = (-1.0, -1.0, 5 * step + 1.0, step + 1.0)
    return frame_board(frame, style.room, size_wh, stream(seed, "camera"))


def _shade(image: np.ndarray, bodies: list[Body], camera: Camera, style: Style) -> None:
    light = style.room.light
    a = np.radians(light.shadow_deg)
    slope = np.array([np.cos(a), np.sin(a)]) * min(light.shadow_length, 1.0)
    mask = np.zeros(image.shape[:2], np.uint8)
    for body, far in zip(bodies, shadow_ends(bodies, camera, slope), strict=True):
        fill(mask, np.vstack([body.low_xy, far]), 255)
    darken(image, [(mask, light.shadow * 0.8)])


def _sprite(face: np.ndarray) -> np.ndarray:
    sprite = np.zeros((face.shape[0] + 2 * PAD, face.shape[1] + 2 * PAD, 4), np.uint8)
    sprite[..., :3] = np.pad(face, ((PAD, PAD), (PAD, PAD), (0, 0)), mode="edge")
    sprite[PAD:-PAD, PAD:-PAD, 3] = 255
    return sprite
