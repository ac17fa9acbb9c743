"""Rays of a camera and what each of them meets first: a depth buffer with materials."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.render.camera import Camera

Array = np.ndarray
Window = tuple[slice, slice]

#: `who` of pixels where nothing but the table is seen, and of the board itself.
TABLE, BOARD = 0, 1


@dataclass(frozen=True)
class Stuff:
    """A material: linear BGR albedo 0..1 (a colour or one for every hit pixel) and gloss 0..1."""

    albedo: Array
    gloss: float


class Film:
    """What every pixel sees. All planes are (H, W) float32 unless named otherwise.

    `depth` counts in multiples of the pixel's ray; `normal` (H, W, 3) points outwards; `albedo`
    (H, W, 3) linear BGR; `direct` and `ambient` 0..1: shares of lamp and room light that arrive;
    `who` (H, W) int16: TABLE, BOARD, or a pawn's number from 2.
    """

    def __init__(self, camera: Camera) -> None:
        w, h = camera.size_wh
        inverse = np.linalg.inv(camera.matrix[:, :3])
        self.camera = camera
        self.origin = -inverse @ camera.matrix[:, 3]
        xs, ys = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)[:, None]
        self.rays = tuple(
            np.ascontiguousarray(row[0] * xs + (row[1] * ys + row[2]), dtype=np.float32)
            for row in inverse.astype(np.float32)
        )
        self.depth = np.full((h, w), np.inf, np.float32)
        self.normal = np.zeros((h, w, 3), np.float32)
        self.albedo = np.zeros((h, w, 3), np.float32)
        self.gloss = np.zeros((h, w), np.float32)
        self.direct = np.ones((h, w), np.float32)
        self.ambient = np.ones((h, w), np.float32)
        self.who = np.zeros((h, w), np.int16)

    def window(self, points: Array) -> Window | None:
        """The part of the picture that holds all (N, 3) world points, None where none does."""
        pixels = self.camera.project(points)
        w, h = self.camera.size_wh
        low = np.clip(np.floor(pixels.min(0)).astype(int) - 1, 0, (w, h))
        high = np.clip(np.ceil(pixels.max(0)).astype(int) + 2, 0, (w, h))
        if (high <= low).any():
            return None
        return slice(low[1], high[1]), slice(low[0], high[0])

    def cut(self, window: Window) -> tuple[Array, Array, Array]:
        """The rays of a window."""
        dx, dy, dz = (plane[window] for plane in self.rays)
        return dx, dy, dz

    def paint(
        self,
        window: Window,
        t: Array,
        hit: Array,
        normal: Array,
        stuff: Stuff,
        who: int,
        direct: Array | float = 1.0,
        ambient: Array | float = 1.0,
    ) -> Array:
        """Keep what lies in front: t, hit (h, w), normal (3,) or (h, w, 3). Returns the pixels."""
        front = hit & (t > 0) & (t < self.depth[window])
        if not front.any():
            return front
        self.depth[window][front] = t[front]
        for plane, value in (
            (self.normal, normal),
            (self.albedo, stuff.albedo),
            (self.direct, direct),
            (self.ambient, ambient),
        ):
            told = np.asarray(value, np.float32)
            plane[window][front] = told[front] if told.shape[:2] == front.shape else told
        self.gloss[window][front] = stuff.gloss
        self.who[window][front] = who
        return front


def linear(colour: tuple[float, float, float] | Array) -> Array:
    """Display colours 0..255 as linear light 0..1."""
    return np.asarray((np.asarray(colour, np.float32) / 255) ** 2.2, np.float32)
