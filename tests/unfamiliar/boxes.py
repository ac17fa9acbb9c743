"""Boxes of Mokadi that nobody sells: painted skewers, flat sticks of ice cream, rulers of dark
wood; pads that are blocks, domes or caps of bottles; in the photobooth's stead."""

from __future__ import annotations

import math
from random import Random
from types import ModuleType
from typing import Any

from vision.training.mokadi.own_boxes import RGB, BoxLook, OwnBoxes

#: Paints of the ends, RGB 0..255, by the colour that players would say.
_PAINTS: dict[str, tuple[RGB, ...]] = {
    "white": ((245, 243, 238), (225, 210, 175), (200, 200, 198)),
    "black": ((20, 20, 22), (62, 58, 55), (45, 32, 28)),
    "blue": ((25, 40, 105), (95, 150, 210), (30, 125, 160)),
    "red": ((130, 22, 28), (225, 75, 55), (200, 45, 85)),
}
_BOXES = (("white", "black"), ("blue", "black"), ("red", "black"))
_WOODS = ((240, 222, 190), (200, 150, 95), (150, 105, 65), (225, 175, 110), (105, 72, 48))
#: How many times as wide as thick sticks are, and whether they are round: square ones, round ones,
#: skewers, sticks of ice cream, rulers.
_STICKS = ((1.0, False), (1.0, True), (0.75, True), (2.0, False), (1.5, False))
_PADS = ("disc", "block", "dome", "cap")
#: Teeth of a bottle's cap.
_TEETH = 18


def _box_look(rng: Random) -> BoxLook:
    names, (wide, is_round) = rng.choice(_BOXES), rng.choice(_STICKS)
    ends = (rng.choice(_PAINTS[names[0]]), rng.choice(_PAINTS[names[1]]))
    return BoxLook(names, ends, rng.choice(_WOODS), rng.uniform(0.15, 0.9), wide, is_round)


class Boxes(OwnBoxes):
    """Puts other sticks and pads into the booth's module of Mokadi."""

    def __init__(self, booth: ModuleType, scenes: ModuleType) -> None:
        self._pad = _PADS[0]
        super().__init__(booth, scenes, self._looked_at)

    def _looked_at(self, rng: Random) -> BoxLook:
        self._pad = rng.choice(_PADS)
        return _box_look(rng)

    def shaped(
        self, r: float, high: float, x: float, y: float, z: float, paint: Any, **k: Any
    ) -> Any:
        """A disc, a block, a dome on a disc, or a bottle's cap."""
        if self._pad == "block":
            return self.booth.add_box(1.8 * r, 1.8 * r, high, x, y, z, 9 * x, paint)
        flat = 0.6 * high if self._pad == "dome" else high
        thing = super().shaped(r, flat, x, y, z, paint, **k)
        if self._pad == "dome":
            self.booth.add_sphere(0.8 * r, x, y, z + high - 0.4 * r, paint)
            self.bpy.context.object.scale = (1, 1, 0.5)
        for tooth in range(_TEETH if self._pad == "cap" else 0):
            a = math.tau * tooth / _TEETH
            at = (x + r * math.cos(a), y + r * math.sin(a))
            self.booth.add_box(0.16 * r, 0.16 * r, 0.8 * high, *at, z, a, paint)
        return thing
