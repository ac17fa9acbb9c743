"""Sets that nobody sells: other paints, lines drawn by hand, pawns of other shapes, boards in other
art; in the photobooth's stead."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from tests.unfamiliar.boxes import Boxes

RGB = tuple[int, ...]

#: Paints, RGB 0..255, from which a set's own is mixed.
_YELLOWS = ((205, 165, 50), (255, 240, 90), (250, 232, 160), (230, 170, 60), (235, 205, 100))
_BLUES = ((20, 35, 90), (110, 170, 225), (30, 140, 170), (90, 110, 190), (50, 70, 130))
_REDS = ((150, 20, 30), (235, 80, 40), (215, 50, 80), (190, 30, 35))
_PAWNS: dict[str, tuple[RGB, ...]] = {
    "red": ((120, 15, 25), (225, 70, 50), (180, 40, 60)),
    "blue": ((20, 30, 90), (90, 150, 215), (60, 60, 160)),
    "yellow": ((250, 235, 120), (200, 160, 40), (240, 180, 60)),
    "green": ((110, 160, 60), (20, 70, 40), (90, 170, 120)),
    "black": ((45, 42, 45), (12, 12, 12)),
    "white": ((240, 225, 190), (205, 205, 200)),
}
_BOXES = (
    ("red", "blue", "yellow", "green"),
    ("red", "black", "white", "green"),
    ("yellow", "black", "white", "blue"),
    ("red", "white", "blue", "green"),
    ("yellow", "green", "black", "red"),
)
_RINGS = ((60, 58, 58), (235, 232, 225), (165, 115, 75), (210, 180, 140), (40, 70, 110),
          (60, 90, 60), (120, 120, 122))  # fmt: skip
_BASES = ((40, 38, 38), (225, 222, 215), (110, 70, 45), (190, 150, 110), (40, 60, 100))
_SHAPES = ("stone", "coin", "button", "cone", "figure")
#: Styles of Linie 1: the booth's own keys.
_STYLES: tuple[dict[str, Any], ...] = (
    {"name": "slate", "ground": (70, 75, 85), "grain": 6, "road": (150, 155, 160),
     "rail": (35, 35, 38), "band": 0.46, "twin": True, "tree": (70, 130, 70),
     "cell": (105, 110, 118), "grid": (70, 74, 80), "rim": (50, 55, 70),
     "banner": [(90, 60, 120)]},
    {"name": "sand", "ground": (215, 190, 145), "grain": 10, "road": (240, 230, 205),
     "rail": (120, 60, 40), "band": 0.36, "twin": True, "tree": (90, 120, 60),
     "cell": (225, 210, 175), "grid": (190, 165, 120), "rim": (160, 120, 80),
     "banner": [(120, 40, 30), (200, 170, 90)]},
    {"name": "night", "ground": (40, 60, 90), "grain": 8, "road": (95, 110, 135),
     "rail": (225, 210, 150), "band": 0.5, "twin": False, "tree": (60, 140, 120),
     "cell": (60, 78, 105), "grid": (130, 145, 170), "rim": (25, 35, 60),
     "banner": [(200, 160, 60)]},
    {"name": "paper", "ground": (240, 238, 232), "grain": 3, "road": (215, 215, 215),
     "rail": (30, 30, 30), "band": 0.3, "twin": True, "tree": (80, 150, 80),
     "cell": (250, 250, 248), "grid": (120, 120, 120), "rim": (235, 230, 220),
     "banner": [(60, 60, 60)]},
    {"name": "lawn", "ground": (120, 165, 80), "grain": 16, "road": (175, 150, 115),
     "rail": (70, 60, 55), "band": 0.55, "twin": True, "tree": (40, 90, 40),
     "cell": (140, 175, 100), "grid": (170, 195, 130), "rim": (90, 120, 70),
     "banner": [(180, 60, 50)]},
)  # fmt: skip


def _mixed(rng: Random, paints: tuple[RGB, ...], spread: float) -> RGB:
    """One of the paints, a little otherwise."""
    paint = rng.choice(paints)
    return tuple(int(min(255, max(0, v + rng.gauss(0, spread)))) for v in paint)


def redline_look(rng: Random) -> dict[str, Any]:
    """A set of Redline, by the booth's keys and some of this module's own."""
    return {
        "Y": _mixed(rng, _YELLOWS, 8),
        "B": _mixed(rng, _BLUES, 8),
        "red": _mixed(rng, _REDS, 8),
        "width": rng.uniform(0.05, 0.2),
        "size": rng.uniform(0.3, 0.6),
        "thick": rng.choice((0.004, 0.02, 0.1)),
        "border": rng.random() < 0.4,
        "rough": rng.uniform(0.1, 0.9),
        "wobble": rng.choice((0.0, 0.0, 0.02, 0.035)),
        "grain": rng.choice((2, 6, 12)),
        "white_rim": rng.choice((0.0, 0.0, 0.05)),
    }


def redline_tile(
    rng: Random, look: Mapping[str, Any], colour: str, mask: int, px: int = 256
) -> np.ndarray:
    """A tile's face (px, px, 3) uint8 BGR, its lines drawn by an unsteady hand."""
    base, noise = look[colour], np.random.default_rng(rng.randrange(1 << 30))
    image = np.full((px, px, 3), base[::-1], np.float32)
    if look["grain"] > 2:
        fibres = noise.normal(0, look["grain"], (px // 4, px // 64)).astype(np.float32)
        image += cv2.resize(fibres, (px, px))[..., None]
    for spoke in range(8):
        if mask >> spoke & 1:
            _spoke(rng, image, look, math.radians(45 * spoke))
    if look["border"]:
        cv2.rectangle(image, (0, 0), (px - 1, px - 1), [v * 0.75 for v in base[::-1]], 6)
    if look["white_rim"]:
        width = int(2 * look["white_rim"] * px)
        cv2.rectangle(image, (0, 0), (px - 1, px - 1), (235, 235, 235), width)
    image += noise.normal(0, 2, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def _spoke(rng: Random, image: np.ndarray, look: Mapping[str, Any], a: float) -> None:
    """A line from the middle to the rim, `a` radians clockwise from the north."""
    px, wobble = len(image), look["wobble"]
    out = np.array([math.sin(a), -math.cos(a)]) / max(abs(math.sin(a)), abs(math.cos(a)))
    across, phase = np.array([-out[1], out[0]]), rng.uniform(0, 2 * math.pi)
    points = []
    for t in np.linspace(0, 1.03, 24):
        held = min(1.0, 6 * t, 6 * (1 - t) + 0.3)  # both ends are where they belong
        off = wobble * px * math.sin(phase + 5 * t) * held
        points.append(np.array([px / 2, px / 2]) + out * t * px / 2 + across * off)
    for one, other in pairwise(points):
        width = px * look["width"] * (1 + 8 * wobble * rng.gauss(0, 0.25))
        ends = [(int(x), int(y)) for x, y in (one, other)]
        cv2.line(image, *ends, look["red"][::-1], max(2, int(width)), cv2.LINE_AA)


def _rouge_look(rng: Random) -> dict[str, Any]:
    first, second = _mixed(rng, _RINGS, 6), _mixed(rng, _RINGS, 6)
    return {
        "colours": {name: rng.choice(_PAWNS[name]) for name in rng.choice(_BOXES)},
        "base": _mixed(rng, _BASES, 6),
        "ring": [first, first if rng.random() < 0.6 else second, first],
        "pawn": rng.choice(_SHAPES),
        "R": rng.uniform(1.0, 1.7),
        "rough": rng.uniform(0.08, 0.9),
        "hole": rng.choice((0.5, 0.6, 0.7, 0.8)),
    }


def _pawn_of(booth: ModuleType) -> Callable[..., float]:
    """The function that sets up a pawn of radius `r`, and tells how high it is seen."""
    ops = booth.bpy.ops.mesh

    def pawn(kind: str, r: float, x: float, y: float, z: float, paint: Any) -> float:
        if kind == "stone":
            booth.add_sphere(r, x, y, z + 0.4 * r, paint)
            booth.bpy.context.object.scale = (1, 1, 0.5)
            return z + 0.9 * r
        if kind == "coin":
            booth.add_cylinder(r, 0.2 * r + 0.05, x, y, z, paint)
            return z + 0.2 * r + 0.05
        if kind == "button":
            booth.add_cylinder(0.98 * r, 0.35 * r + 0.03, x, y, z, paint)
            booth.add_cylinder(0.5 * r, 0.5 * r + 0.03, x, y, z, paint)
            return z + 0.5 * r
        if kind == "cone":
            ops.primitive_cone_add(
                radius1=0.95 * r, radius2=0.15 * r, depth=2.2 * r, location=(x, y, z + 1.1 * r)
            )
            booth.bpy.context.object.data.materials.append(paint)
            return z + 1.4 * r
        turn = 7 * x
        booth.add_box(1.3 * r, 0.6 * r, 1.2 * r, x, y, z, turn, paint)
        booth.add_box(1.7 * r, 0.5 * r, 0.5 * r, x, y, z + r, turn, paint)
        booth.add_sphere(0.42 * r, x, y, z + 1.8 * r, paint)
        return z + 1.4 * r

    return pawn


def dress(game: str, booth: ModuleType, scenes: ModuleType) -> None:
    """Give the booth's module of a game the sets of this one."""
    if game == "redline":
        scenes.look_of, scenes.tile_texture = redline_look, redline_tile
    elif game == "rouge":
        scenes.look_of, scenes.pawn = _rouge_look, _pawn_of(booth)
    elif game == "mokadi":
        Boxes(booth, scenes)
    else:
        scenes.STYLES = list(_STYLES)
