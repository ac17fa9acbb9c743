"""Boxes that players made themselves, in the photobooth's stead: flat sticks, blocks for pads,
other paints and woods. Lengths are the booth's units, of ten centimetres."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

from tests.render.mokadi_pile import Sizes

RGB = tuple[float, float, float]


@dataclass(frozen=True)
class BoxLook:
    """A box: names and paints (RGB 0..255) of the ends, of the wood; `rough` 0..1; how many times
    as wide as thick a stick is, whether it is round; how many corners a pad has, those of `Sizes`
    for a disc."""

    names: tuple[str, str]
    ends: tuple[RGB, RGB]
    wood: RGB
    rough: float
    wide: float
    round: bool
    corners: int = Sizes.corners


class OwnBoxes:
    """Puts boxes into the booth and its module of Mokadi. `looked` draws the box of a photo."""

    def __init__(
        self, booth: ModuleType, scenes: ModuleType, looked: Callable[[Random], BoxLook]
    ) -> None:
        self.booth, self.bpy, self._vector, self._looked = booth, booth.bpy, scenes.Vector, looked
        self._own = (scenes.play, booth.material, booth.add_cylinder)
        self.length, self.look = 1.0, looked(Random(0))
        vars(scenes).update(play=self.play, bar=self.bar, PALETTES=self)
        vars(booth).update(material=self.material, add_cylinder=self.pad)

    def __len__(self) -> int:
        return 1

    def __getitem__(self, _index: int) -> tuple[str | RGB, ...]:
        """The booth's own way to name a box: name, paint, name, paint."""
        (one, other), (paint, dark) = self.look.names, self.look.ends
        return one, paint, other, dark

    def play(self, rng: Random, count: int, pads: int, length: float, *sizes: float) -> object:
        """The pile that the booth lays; what its box looks like is drawn before."""
        self.length, self.look = length, self._looked(rng)
        return self._own[0](rng, count, pads, length, *sizes)

    def material(self, name: str, colour: RGB | None = None, **looks: object) -> object:
        """The booth's, but for the wood of the sticks and for their shine."""
        if name == "wood":
            colour = self.look.wood
        if name in ("wood", "e0", "e1"):
            looks["rough"] = self.look.rough
        return self._own[1](name, colour, **looks)

    def bar(self, p: object, q: object, thick: float, paint: object, _round: bool) -> None:
        """A part of a stick from `p` to `q`, which lie on its lower side."""
        ops, ends = self.bpy.ops.mesh, (self._vector(p), self._vector(q))
        along, wide = ends[1] - ends[0], self.look.wide * thick
        middle = (ends[0] + ends[1]) / 2 + self._vector((0, 0, thick / 2))
        if self.look.round:
            ops.primitive_cylinder_add(radius=0.5, depth=1, location=middle, vertices=24)
        else:
            ops.primitive_cube_add(size=1, location=middle)
        thing = self.bpy.context.object
        thing.scale = (wide, min(wide, thick), along.length)
        thing.rotation_mode = "QUATERNION"
        thing.rotation_quaternion = along.to_track_quat("Z", "Y")
        thing.data.materials.append(paint)

    def pad(self, r: float, high: float, x: float, y: float, z: float, paint: Any, **k: Any) -> Any:
        """A pad of the box, or a round thing of the booth's that is none."""
        if not paint.name.startswith(("e0", "e1")):
            return self._own[2](r, high, x, y, z, paint, **k)
        return self.shaped(r, high, x, y, z, paint, **k)

    def shaped(
        self, r: float, high: float, x: float, y: float, z: float, paint: Any, **k: Any
    ) -> Any:
        """A disc or a block, this one turned as it comes (`tests.render.mokadi_photo`)."""
        if self.look.corners == Sizes.corners:
            return self._own[2](r, high, x, y, z, paint, **k)
        thing = self._own[2](r, high, x, y, z, paint, verts=self.look.corners, **k)
        # the booth's first corner points north
        thing.rotation_euler[2] = 9 * x / self.length - math.pi / 2
        return thing
