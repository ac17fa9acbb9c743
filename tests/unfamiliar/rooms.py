"""Tables, lamps and cameras of other homes, in the photobooth's stead. Lengths are its units, of
ten centimetres."""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from tests.unfamiliar.patterns import PATTERNS, RESTLESS, pattern
from vision.training.booth import quick

#: Samples a pixel: the renderer's filter does the rest.
SAMPLES = 8
#: Most degrees by which a camera looks aslant.
MOST_TILT = 48
#: Share of the rooms that are lit as the booth lights its own.
_AS_USUAL = 0.3

Tint = tuple[float, float, float]


class Rooms:
    """Puts other tables, lamps and cameras into a photobooth."""

    def __init__(self, booth: ModuleType, *, restless: bool) -> None:
        """`restless`: on tables alone whose pattern runs round a layout like another one."""
        self._booth, self._bpy = booth, booth.bpy
        self._own = (booth.lights, booth.camera, booth.shoot)
        self._tables: Sequence[str] = RESTLESS if restless else tuple(PATTERNS)
        booth.table, booth.lights = self.table, self.lights
        booth.camera, booth.shoot = self.camera, self.shoot

    def table(self, rng: Random, kind: str | None = None, size: float = 40) -> str:
        """A table of so many units a side."""
        kind = rng.choice(self._tables)
        self._bpy.ops.mesh.primitive_plane_add(size=size, location=(0, 0, 0))
        top = self._bpy.context.object
        rough = 0.12 if kind == "black glass" else rng.uniform(0.4, 0.9)
        picture = self._booth.np_image("table", pattern(kind, rng))
        top.data.materials.append(self._booth.material("table", image=picture, rough=rough))
        top.rotation_euler[2] = rng.uniform(0, 2 * math.pi)
        return kind

    def lights(self, rng: Random) -> str:
        """One warm bulb, a warm and a cold lamp, low sun, or a lamp that hangs over the table."""
        if rng.random() < _AS_USUAL:
            return str(self._own[0](rng))
        world = self._bpy.data.worlds.new("world")
        self._bpy.context.scene.world = world
        world.use_nodes = True
        sky = world.node_tree.nodes["Background"]
        sky.inputs["Color"].default_value = (rng.uniform(0.7, 1), 0.85, rng.uniform(0.6, 1), 1)
        sky.inputs["Strength"].default_value = rng.uniform(0.05, 0.5)
        kind, a = rng.choice(("bulb", "two lamps", "sun", "pendant")), rng.uniform(0, 2 * math.pi)
        if kind == "bulb":
            away, high = rng.uniform(2, 12), rng.uniform(8, 16)
            self._lamp(a, away, high, 0.6, 3500, (1, 0.62, 0.32))
        elif kind == "two lamps":
            self._lamp(a, 8, 12, 0.8, 2500, (1, 0.7, 0.45))
            self._lamp(a + rng.uniform(1.5, 4), 9, 12, 3, 2500, (0.75, 0.87, 1))
        elif kind == "sun":
            self._lamp(a, 14, rng.uniform(9, 20), 0.15, 5000, (1, 0.95, 0.88))
        else:
            self._lamp(a, rng.uniform(0, 2), rng.uniform(6, 9), 0.7, 3000, (1, 0.78, 0.55))
        return kind

    def _lamp(
        self, a: float, away: float, high: float, size: float, watts: float, tint: Tint
    ) -> None:
        lamp = self._bpy.data.lights.new("lamp", "AREA")
        lamp.size, lamp.energy, lamp.color = size, watts * (high / 15) ** 2, tint
        thing = self._bpy.data.objects.new("lamp", lamp)
        self._bpy.context.collection.objects.link(thing)
        thing.location = (away * math.cos(a), away * math.sin(a), high)
        vector = importlib.import_module("mathutils").Vector
        down = vector((0, 0, 0)) - thing.location
        thing.rotation_euler = down.to_track_quat("-Z", "Y").to_euler()

    def camera(self, rng: Random, extent: float, *given: Any, **named: Any) -> Any:
        """Farther off and lower than the booth's own, now and then of a wide picture."""
        named["tilt"] = rng.uniform(0, MOST_TILT)
        named["res"] = rng.choice(((1280, 960), (1280, 960), (1280, 720)))
        return self._own[1](rng, extent * rng.uniform(0.98, 1.25), *given, **named)

    def shoot(self, path: str, rng: Random, samples: int = SAMPLES, quality: Any = None) -> None:
        """The photo, quickly."""
        quick(self._booth)
        self._own[2](path, rng, samples=SAMPLES, quality=quality)
