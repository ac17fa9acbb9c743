"""Path-traced training pictures of Rouge, with the photobooth beside the project: in its
environment, `python -m vision.training rouge.booth PHOTOBOOTH OUT FIRST COUNT`.

Boxes as the booth makes them, but in many more colours, the hard ones most of all. What of every
hollow and pawn the camera sees is found by rays.
"""

from __future__ import annotations

import colorsys
import importlib
import json
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rules.core.codec import JsonObject
from tests.render.rouge.looks import MAIN, PAWN_COLOURS
from vision.training.booth import SAMPLES, make_all, quick

SIZE_WH = (960, 720)
BASE_H, RING_H = 0.12, 0.12
#: Rays to a thing, and the share of a hollow's radius over which they are spread.
_RAYS, _SPREAD = 14, 0.7
#: What of the table round a board is in a picture, shares of the board's radius.
_ROUND = 0.12
#: A ring and a pawn this near in colour are hard to tell apart, RGB distance: black ones (25) and
#: the darkest ring of the booth (60) are.
_ALIKE = 75.0

Colour = tuple[float, float, float]


def _shade(rng: random.Random, name: str) -> Colour:
    """A pawn's colour, RGB 0..255."""
    hue, saturation, value = (rng.uniform(*low_high) for low_high in rng.choice(PAWN_COLOURS[name]))
    r, g, b = colorsys.hsv_to_rgb(hue / 360 % 1, saturation, value)
    return 255 * r, 255 * g, 255 * b


def _wood(rng: random.Random) -> Colour:
    """A board's colour, RGB 0..255: wood, grey, or anything."""
    kind, value = rng.random(), rng.uniform(0.12, 0.95)
    if kind < 0.35:
        shade = colorsys.hsv_to_rgb(rng.uniform(0.03, 0.12), rng.uniform(0.25, 0.7), value)
    elif kind < 0.7:
        shade = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.12), value)
    else:
        shade = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.4, 0.95), value)
    return 255 * shade[0], 255 * shade[1], 255 * shade[2]


@dataclass(frozen=True)
class Box:
    """What a box holds. `colours` of pawns by name."""

    colours: dict[str, Colour]
    base: Colour
    rings: tuple[Colour, Colour, Colour]
    pawn: str
    radius: float
    rough: float
    hole: float


def _hard(look: JsonObject) -> bool:
    """Whether a set of the booth has pawns of a ring's own colour."""
    return any(math.dist(a, b) < _ALIKE for a in look["colours"].values() for b in look["ring"])


def _box(rouge: ModuleType, rng: random.Random) -> Box:
    """Two in five as the booth makes them, mostly the hard ones, the others in any colours."""
    if rng.random() < 0.4:
        look = rouge.look_of(rng)
        while not _hard(look) and rng.random() < 0.8:
            look = rouge.look_of(rng)
        colours, base, rings = look["colours"], look["base"], tuple(look["ring"])
        pawn = look["pawn"]
    else:
        colours = {name: _shade(rng, name) for name in rng.sample(MAIN, 4)}
        base, first, second = _wood(rng), _wood(rng), _wood(rng)
        # Pawns of the board's own colour are the hard ones, most of all those hardly higher than
        # the ring round them.
        if rng.random() < 0.8:
            # White ones are the worst: lamps burn out what little their shadows tell. In dark
            # ones bare hollows shine as pawns do.
            name = rng.choice(list(colours))
            if rng.random() < 0.5:
                name = rng.choice(["white", "black"])
                colours[name] = _shade(rng, name)
            r, g, b = (v * rng.uniform(0.85, 1.1) for v in colours[name])
            first = (r, g, b)
            if name == "black":
                first = (r + rng.uniform(0, 45), g + rng.uniform(0, 45), b + rng.uniform(0, 45))
        rings = (first, second if rng.random() < 0.4 else first, first)
        pawn = rng.choice(["marble", "disc", "disc", "pawn", "peg", "peg"])
    rough = rng.uniform(0.12, 0.3) if rng.random() < 0.4 else rng.uniform(0.12, 0.65)
    return Box(colours, base, rings, pawn, rng.uniform(1.1, 1.5), rough,
               rng.uniform(0.5, 0.8))  # fmt: skip


def _ring(
    rouge: ModuleType, inner: float, outer: float, paint: object, hole: float, angle: float
) -> float:
    """A ring as the booth makes it, its eight hollows cut at once: the booth cuts one by one, and
    the renderer would cut them again for every thing that is added. The radius they lie on."""
    bpy, bmesh = importlib.import_module("bpy"), importlib.import_module("bmesh")
    turned = importlib.import_module("mathutils").Matrix.Translation
    middle: float = rouge.ring_mesh(inner, outer, RING_H, BASE_H, paint, 0, hole, None, angle)
    ring = bpy.context.collection.objects[-1]
    drill = bmesh.new()
    for k in range(8):
        a = angle + k * math.pi / 4
        at = (middle * math.cos(a), middle * math.sin(a), BASE_H + RING_H * 0.95)
        bmesh.ops.create_cone(drill, cap_ends=True, segments=32, radius1=hole, radius2=hole,
                              depth=RING_H, matrix=turned(at))  # fmt: skip
    mesh = bpy.data.meshes.new("drill")
    drill.to_mesh(mesh)
    drill.free()
    drills = bpy.data.objects.new("drill", mesh)
    bpy.context.collection.objects.link(drills)
    cut = ring.modifiers.new("hollows", "BOOLEAN")
    cut.operation, cut.object, cut.solver = "DIFFERENCE", drills, "MANIFOLD"
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    ring.data = bpy.data.meshes.new_from_object(ring.evaluated_get(graph))
    ring.modifiers.clear()
    bpy.data.objects.remove(drills)
    return middle


class Rays:
    """What of a thing the camera sees."""

    def __init__(self, camera: Any) -> None:
        bpy = importlib.import_module("bpy")
        self._vector = importlib.import_module("mathutils").Vector
        bpy.context.view_layer.update()
        self._graph = bpy.context.evaluated_depsgraph_get()
        self._scene, self._eye = bpy.context.scene, camera.location

    def share(self, points: list[Colour], is_it: Callable[[Colour, float, float], bool]) -> float:
        """Share of points seen; `is_it` (place hit, distance there, distance to the point)."""
        seen = 0
        for point in points:
            goal = self._vector(point)
            away = goal - self._eye
            hit, place, *_ = self._scene.ray_cast(self._graph, self._eye, away.normalized())
            seen += not hit or is_it(tuple(place), (place - self._eye).length, away.length)
        return seen / len(points)


def _width(box: Box) -> float:
    """How wide each ring is."""
    return box.radius / 4.2


def _hollows(
    booth: ModuleType,
    rouge: ModuleType,
    rng: random.Random,
    box: Box,
    pawns: Mapping[tuple[int, int], str],
    paint: Mapping[str, object],
) -> tuple[list[JsonObject], list[float]]:
    """The rings with their `pawns` by ring and cell, and the angle of each ring's first hollow."""
    face, w, turn = BASE_H + RING_H, _width(box), rng.uniform(0, 2 * math.pi)
    things: list[JsonObject] = []
    phases = []
    for ring in range(3):
        off = rng.gauss(0, math.radians(1.2 if rng.random() < 0.9 else 9))
        inner = w * (1.0 + ring * 1.07)
        hole = w * 0.5 * box.hole * (1 if ring else 0.82)
        paint_ring = booth.material("ring", box.rings[ring], rough=box.rough)
        middle = _ring(rouge, inner, inner + w, paint_ring, hole, turn + off)
        phases.append(turn + off)
        for k in range(8):
            a = turn + off - k * math.pi / 4
            x, y, floor = middle * math.cos(a), middle * math.sin(a), BASE_H + RING_H * 0.45
            colour = pawns.get((ring, k))
            top = face
            if colour is not None:
                top = rouge.pawn(box.pawn, hole * 0.92, x, y, floor, paint[colour])
            low = floor if colour else face
            things.append({"ring": ring, "cell": k, "colour": colour, "at": (x, y),
                           "hole": hole, "floor": low, "face": face, "top": top})  # fmt: skip
    return things, phases


def _spares(
    rouge: ModuleType,
    rng: random.Random,
    box: Box,
    names: Sequence[str],
    paint: Mapping[str, object],
) -> Iterator[JsonObject]:
    """Pawns of these colours beside the board."""
    for colour in names:
        a0 = rng.uniform(0, 6.28)
        for i in range(rng.randint(0, 6)):
            away, a = box.radius + 0.7 + rng.uniform(-0.2, 0.2), a0 + i * 0.25
            x, y, hole = away * math.cos(a), away * math.sin(a), _width(box) * 0.5 * box.hole * 0.85
            top = rouge.pawn(box.pawn, hole, x, y, 0, paint[colour])
            yield {"ring": None, "cell": None, "colour": colour, "at": (x, y),
                   "hole": hole, "floor": 0.0, "face": 0.0, "top": top}  # fmt: skip


def picture(booth: ModuleType, rouge: ModuleType, path: Path, seed: int) -> None:
    """Make one picture and its truth."""
    booth.reset(seed)
    rng = random.Random(repr(("booth_rouge", seed)))
    box = _box(rouge, rng)
    radius, w, face = box.radius, _width(box), BASE_H + RING_H
    base = booth.material("base", box.base, rough=box.rough)
    booth.add_cylinder(radius + 0.12, BASE_H, 0, 0, 0, base, verts=96)
    booth.add_cylinder(w * 0.95, face, 0, 0, 0, base, verts=64)
    paint = {c: booth.material(c, v, rough=box.rough) for c, v in box.colours.items()}
    count = rng.choice([0, 4, 8, 12, 16, 20, 22])
    names = rng.sample(sorted(box.colours), rng.choice([2, 3, 4, 4]))
    places = rng.sample([(r, k) for r in range(3) for k in range(8)], count)
    pawns = {place: rng.choice(names) for place in places}
    things, phases = _hollows(booth, rouge, rng, box, pawns, paint)
    things += _spares(rouge, rng, box, names, paint)
    booth.table(rng)
    booth.lights(rng)
    booth.clutter(rng, radius + 1.2, rng.randint(0, 3))
    camera = booth.camera(
        rng, radius * rng.uniform(1.15, 1.5), tilt=rng.uniform(0, 42), res=SIZE_WH
    )
    rays = Rays(camera)
    outer = w * (1.0 + 2 * 1.07) + w
    corners = [(outer, 0), (0, -outer), (-outer, 0), (0, outer)]
    truth = {
        "game": "rouge",
        "things": [_seen(thing, rays, booth.project, rng) for thing in things],
        # Plane frame of the reader: x right, y down as seen from above.
        "corners": [booth.project((x, y, face)) for x, y in corners],
        "bounds": [
            (w * (1 + r * 1.07) / outer, (w * (1 + r * 1.07) + w) / outer) for r in range(3)
        ],
        "phases_deg": [math.degrees(-a) % 45 for a in phases],
    }
    quick(booth)
    left, above = _only_the_board(booth, radius + 0.12, face)
    booth.shoot(str(path), rng, samples=SAMPLES)
    truth = _moved(truth, (-left, -above))
    path.with_suffix(".json").write_text(json.dumps(truth))


def _only_the_board(booth: ModuleType, radius: float, face: float) -> tuple[int, int]:
    """Leaves out of the picture what is far from the board: light is traced for what the closer
    look learns alone. The pixels left out on the left and above."""
    scene = booth.bpy.context.scene
    width, height = SIZE_WH
    far = radius * (1 + _ROUND)
    turns = [k * math.pi / 8 for k in range(16)]
    seen = [booth.project((far * math.cos(a), far * math.sin(a), z))
            for a in turns for z in (0.0, 2 * face)]  # fmt: skip
    xs, ys = zip(*seen, strict=True)
    left, right = max(0, math.floor(min(xs))), min(width, math.ceil(max(xs)))
    above, below = max(0, math.floor(min(ys))), min(height, math.ceil(max(ys)))
    render = scene.render
    render.use_border = render.use_crop_to_border = True
    # The renderer cuts fractions off, and counts rows from below.
    render.border_min_x, render.border_max_x = (left + 0.25) / width, (right + 0.25) / width
    render.border_min_y = (height - below + 0.25) / height
    render.border_max_y = (height - above + 0.25) / height
    return left, above


def _moved(truth: JsonObject, by: tuple[int, int]) -> JsonObject:
    """A picture's truth with its pixels moved."""

    def move(point: list[float]) -> list[float]:
        return [point[0] + by[0], point[1] + by[1]]

    things = [
        {**one, "foot": move(one["foot"]), "middle": move(one["middle"])} for one in truth["things"]
    ]
    return {**truth, "things": things, "corners": [move(at) for at in truth["corners"]]}


def _seen(
    thing: JsonObject, rays: Rays, project: Callable[[Colour], list[float]], rng: random.Random
) -> JsonObject:
    """A thing as truth tells it, pixels."""
    (x, y), hole, floor, top = thing["at"], thing["hole"], thing["floor"], thing["top"]
    points = []
    for _ in range(_RAYS):
        a, r = rng.uniform(0, 6.28), hole * _SPREAD * math.sqrt(rng.random())
        z = rng.uniform(floor, top) if thing["colour"] else floor
        points.append((x + r * math.cos(a), y + r * math.sin(a), z))

    def is_it(place: Colour, reached: float, wanted: float) -> bool:
        off = math.hypot(place[0] - x, place[1] - y)
        if thing["colour"] is None:  # the cylinder that the hollow is cut with is still there
            return off < 1.02 * hole or reached > wanted - 0.005
        near = off < 1.15 * hole
        return near and place[2] > thing["floor"] + 0.01

    foot, edge = project((x, y, thing["face"])), project((x + hole, y, thing["face"]))
    other = project((x, y + hole, thing["face"]))
    size = (math.dist(foot, edge) + math.dist(foot, other)) / 2
    return {"ring": thing["ring"], "cell": thing["cell"], "colour": thing["colour"],
            "foot": foot, "middle": project((x, y, (floor + top) / 2)), "radius": size,
            "visible": rays.share(points, is_it)}  # fmt: skip


def main(argv: Sequence[str]) -> None:
    """Make some pictures."""
    make_all("rouge", picture, argv)
