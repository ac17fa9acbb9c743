"""Path-traced training pictures of Mokadi, with the photobooth beside the project: in its
environment, `python -m vision.training.mokadi.booth PHOTOBOOTH OUT FIRST COUNT`.

Piles, boxes and rooms are the booth's own. Which piece every pixel shows is painted from the pile
and the camera by the quick picture maker, and kept beside the photo as `SEED.pickle`.
"""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from tests.render.camera import Camera
from tests.render.mokadi_photo import Paint, labelled
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from vision.nn.arrays import Float, Matrix
from vision.training.booth import make_all, quick
from vision.training.mokadi.pictures import SIZE_WH, packed

#: Samples a pixel: what the renderer's filter leaves of their noise is lost when cuts are made.
SAMPLES = 4
#: Sticks to lay: the dense piles are what is hard; one picture in so many shows a few, near the
#: camera.
STICKS, FEW_STICKS, FEW = (6, 26), (1, 8), 3
#: Points from which the camera's matrix is worked out.
_POINTS = 40


def picture(booth: ModuleType, mokadi: ModuleType, path: Path, seed: int) -> None:
    """Make one picture, its truth and its labels."""
    found: dict[str, Any] = {}
    stage: Any = booth
    play, camera, shoot = mokadi.play, stage.camera, stage.shoot

    def watched_play(*arguments: Any) -> Any:
        found["sizes"] = arguments[3:]
        found["pieces"] = play(*arguments)
        return found["pieces"]

    def watched_shoot(to: str, rng: Any) -> None:
        found["matrix"] = _matrix(booth)
        quick(booth)
        shoot(to, rng, samples=SAMPLES)

    game: Any = mokadi
    game.play, stage.shoot = watched_play, watched_shoot
    stage.camera = lambda rng, extent, **more: camera(rng, extent, res=SIZE_WH, **more)
    try:
        sticks = FEW_STICKS if seed % FEW == 0 else STICKS
        mokadi.scene(str(path), seed, Random(repr((seed, "sticks"))).randint(*sticks))
    finally:
        game.play, stage.camera, stage.shoot = play, camera, shoot
    truth = json.loads(path.with_suffix(".json").read_text())
    length, pile = found["sizes"][0], _pile(found)
    matrix = found["matrix"] @ np.diag([length, length, length, 1.0])
    paint = Paint(
        (truth["colours"][0], truth["colours"][1]), ((0, 0, 0),) * 2, (0, 0, 0), True, 0.0
    )
    photo = labelled(pile, Camera(matrix, SIZE_WH, 1.0), paint)
    image = np.asarray(cv2.imread(str(path)), np.uint8)
    path.with_suffix(".pickle").write_bytes(pickle.dumps(packed(replace(photo, image=image))))


def _matrix(booth: ModuleType) -> Matrix:
    """(3, 4) from the booth's units to pixels, from where the camera shows some points."""
    points = np.random.default_rng(0).uniform(-1, 1, (_POINTS, 3)) * (2, 2, 0.5)
    rows = []
    for point in points:
        x, y = booth.project(point)
        h, none = np.append(point, 1), np.zeros(4)
        rows += [np.r_[h, none, -x * h], np.r_[none, h, -y * h]]
    matrix: Float = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 4)
    matrix = matrix / np.linalg.norm(matrix[2, :3])
    return np.asarray(matrix * np.sign(matrix[2] @ [0, 0, 0, 1]))


def _pile(found: dict[str, Any]) -> Pile:
    """The booth's pile in stick lengths, its pads' middle at the origin."""
    length, thick, height, radius, band = found["sizes"]
    pads, sticks = found["pieces"]
    middle = np.mean([pad[:2] for pad in pads], 0)
    shift = np.array([*middle, 0.0])
    laid = tuple(
        LaidPad(((x - middle[0]) / length, (y - middle[1]) / length), colour)
        for x, y, colour in pads
    )
    lying = tuple(
        LaidStick(
            (np.array([s["a"], s["b"]]) - shift) / length, s["c"], tuple(s["on"]), tuple(s["over"])
        )
        for s in sticks
    )
    return Pile(Sizes(thick / length, band, height / length, radius / length), laid, lying)


if __name__ == "__main__":
    make_all("mokadi", picture)
