"""Path-traces tables that the evenings lay: a program of its own, in the photobooth's environment.

    PYTHONPATH=. BOOTH_PYTHON -m tests.evenings.booth PHOTOBOOTH

Reads a JSON object a line (game, seed, path, size_wh, shot, and what lies there), writes that
photo, and prints a line of JSON: where in the picture things lie, pixels. One seed is one set on
one table, under one lamp and by one camera; only noise, exposure and white balance are of the shot.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from vision.training.booth import quick

#: Samples a pixel: the renderer's filter does the rest.
SAMPLES = 6

#: An order: what is to be photographed.
Order = Mapping[str, Any]

#: Stick lengths of 1.35 of the booth's units, as in its own piles.
UNIT = 1.35
WOODS = ((222, 190, 145), (205, 165, 115), (230, 205, 165))
#: Most degrees by which a camera of a Mokadi table looks aslant.
MOST_TILT = 28


def redline(booth: Any, scenes: Any, order: Order) -> None:
    """`board` and `frame`, all of which the camera shows, are lists of [col, row, Y or B, mask]."""
    board, frame = (
        {(col, row): (colour, mask) for col, row, colour, mask in order[name]}
        for name in ("board", "frame")
    )
    scenes.scene(order["path"], order["seed"], board=board, hands=[], frame_of=frame)


def linie1(booth: Any, scenes: Any, order: Order) -> None:
    """`tiles` [row, col, kind, the pairs of sides that its track joins]; `stops` [row, col];
    `trams` [line, row, col]."""
    board = {(row, col): (kind, *_turned(scenes, kind, pairs))
             for row, col, kind, pairs in order["tiles"]}  # fmt: skip
    stops = {f"{row}, {col}": (row, col) for row, col in order["stops"]}
    trams = [tuple(tram) for tram in order["trams"]]
    scenes.scene(order["path"], order["seed"], board=board, stops=stops, trams=trams)


def _turned(scenes: Any, kind: int, pairs: list[str]) -> tuple[int, list[str]]:
    """Quarter turns of the booth's own drawing of a kind that give this track, and the track."""
    wanted = sorted("".join(sorted(pair)) for pair in pairs)
    return next((q, wanted) for q in range(4) if scenes.turned(kind, q) == wanted)


def rouge(booth: Any, scenes: Any, order: Order) -> None:
    """`cells` [ring from 0, cell from 0, colour], clockwise from the booth's own first ray, in the
    first box from the seed on, by thousands, that has all `colours`."""
    cells = {(ring, cell): colour for ring, cell, colour in order["cells"]}
    seed, colours = order["seed"], order["colours"]
    while not set(colours) <= set(scenes.look_of(booth.part(seed, "scene"))["colours"]):
        seed += 1000
    scenes.scene(order["path"], seed, cells=cells, used=colours)


def mokadi(booth: Any, scenes: Any, order: Order) -> None:
    """`pads` [x, y, colour 0 or 1] and `sticks` [end, end, colour], ends (x, y, z) of the lower
    side in stick lengths; `sizes` and `paint` of the box; the camera shows `low` to `high`."""
    sizes, paint, u = order["sizes"], order["paint"], UNIT
    booth.reset(order["seed"])
    rng = booth.part(order["seed"], "evening")
    ends = [booth.material(f"end {k}", rgb, rough=0.5) for k, rgb in enumerate(paint["ends"])]
    wood = booth.material("wood", rng.choice(WOODS), rough=0.7, bump=0.1)
    low, high = order["low"], order["high"]
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    reach = u * max(b - a for a, b in zip(low, high, strict=True)) / 2
    height, radius, thick = (u * sizes[n] for n in ("pad_height", "pad_radius", "thick"))

    def at(point: Any) -> tuple[float, float, float]:
        z = point[2] if len(point) > 2 else 0.0
        return u * (point[0] - middle[0]), u * (point[1] - middle[1]), u * z

    tops, axes = [], []
    for x, y, colour in order["pads"]:
        px, py, _ = at((x, y))
        booth.add_cylinder(radius, height, px, py, 0, ends[colour], bevel=0.01)
        tops.append((px, py, height))
    for first, last, colour in order["sticks"]:
        a, b = at(first), at(last)
        stops = [tuple(p + t * (q - p) for p, q in zip(a, b, strict=True))
                 for t in (0.0, sizes["band"], 1 - sizes["band"], 1.0)]  # fmt: skip
        for k, (width, look) in enumerate(((1, ends[colour]), (0.98, wood), (1, ends[colour]))):
            scenes.bar(stops[k], stops[k + 1], width * thick, look, paint["round"])
        axes.append([(*end[:2], end[2] + thick / 2) for end in (a, b)])
    booth.table(rng, rng.choice(["wood", "darkwood", "white", "felt", "grey", "felt"]))
    booth.lights(rng)
    booth.clutter(rng, 1.3 * reach, rng.randint(0, 2))
    booth.camera(rng, 1.1 * reach, tilt=rng.uniform(0, MOST_TILT))
    truth = {
        "pads": [booth.project(top) for top in tops],
        "sticks": [[booth.project(end) for end in axis] for axis in axes],
    }
    booth.shoot(order["path"], None)
    with open(_beside(order["path"]), "w", encoding="utf-8") as file:
        json.dump(truth, file)


GAMES: Mapping[str, Callable[[Any, Any, Order], None]] = {
    "redline": redline,
    "linie1": linie1,
    "rouge": rouge,
    "mokadi": mokadi,
}


def take(booth: Any, order: Order) -> Any:
    """Take the photo of an order; its truth, as the booth writes it."""
    game, shoot, camera = order["game"], booth.shoot, booth.camera
    scenes = importlib.import_module(f"{game}_booth")

    def quickly(path: str, _: Random | None) -> None:
        quick(booth)
        shoot(path, Random(repr((order["seed"], "shot", order["shot"]))), samples=SAMPLES)

    def sized(*given: Any, **named: Any) -> Any:
        return camera(*given, **{**named, "res": tuple(order["size_wh"])})

    booth.shoot, booth.camera = quickly, sized
    try:
        GAMES[game](booth, scenes, order)
    finally:
        booth.shoot, booth.camera = shoot, camera
    with open(_beside(order["path"]), encoding="utf-8") as file:
        return json.load(file)


def _beside(path: str) -> str:
    return os.path.splitext(path)[0] + ".json"


def main() -> None:
    """Serve orders until there are no more."""
    sys.path.insert(0, sys.argv[1])
    booth = importlib.import_module("booth")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # the renderer talks on standard output
    for line in sys.stdin:
        answers.write(json.dumps(take(booth, json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
