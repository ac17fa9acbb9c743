"""Path-traced training pictures of Mokadi, with the photobooth beside the project: in its
environment, `python -m vision.training mokadi.booth PHOTOBOOTH OUT FIRST COUNT [--own-box]`.

Piles and rooms are the booth's own, boxes too; with `--own-box` players made the boxes themselves
and tables are patterned. Which piece every pixel shows is painted from the pile
and the camera by the quick picture maker, and kept beside the photo as `SEED.pickle`.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from unittest.mock import patch

import cv2
import numpy as np

from rules.core.codec import JsonObject
from tests.render.camera import Camera
from tests.render.mokadi_own_box import own_paint, own_sizes
from tests.render.mokadi_photo import Paint, labelled
from tests.render.mokadi_pile import LaidPad, LaidStick, Pile, Sizes
from tests.render.seeds import stream
from tests.render.style import random_set, random_table
from tests.render.tables import PAINTERS
from vision.nn.arrays import Float, Matrix
from vision.training.booth import make_all, watched
from vision.training.mokadi.own_boxes import BoxLook, OwnBoxes
from vision.training.mokadi.pictures import SIZE_WH, packed

#: Sticks to lay: the dense piles are what is hard; one picture in so many shows a few, near the
#: camera.
STICKS, FEW_STICKS, FEW = (6, 26), (1, 8), 3
#: Points from which the camera's matrix is worked out.
_POINTS = 40
#: Degrees by which a camera looks aslant at boxes of somebody's own.
_TILTS = (0, 48)
#: Side of a patterned table, the booth's units, and of its picture, pixels; the side of a tile, in
#: which patterns are measured, pixels.
_TABLE, _TABLE_PX, _TILE_PX = 20, 2400, (40, 110)


def own_box(booth: ModuleType, mokadi: ModuleType, path: Path, seed: int) -> None:
    """Make one picture of a box of somebody's own on a patterned table."""
    camera = booth.camera

    def aslant(rng: Random, extent: float, **more: object) -> object:
        return camera(rng, extent, **{**more, "tilt": rng.uniform(*_TILTS)})

    # What `OwnBoxes` replaces is put back as well.
    kept = patch.multiple(booth, material=booth.material, add_cylinder=booth.add_cylinder)
    game = patch.multiple(mokadi, play=mokadi.play, bar=mokadi.bar, PALETTES=mokadi.PALETTES)
    with (
        kept,
        game,
        patch.multiple(booth, table=lambda rng, *_: _patterned(booth, rng), camera=aslant),
    ):
        boxes = OwnBoxes(booth, mokadi, lambda rng: _own_box(rng.randrange(1 << 30)))
        picture(booth, mokadi, path, seed, boxes)


def _own_box(seed: int) -> BoxLook:
    rng = stream(seed, "mokadi-own-box")
    paint, sizes = own_paint(rng), own_sizes(rng)
    one, other, wood = ((r, g, b) for b, g, r in (*paint.ends, paint.wood))
    rough = float(rng.uniform(0.1, 0.9))
    return BoxLook(paint.names, (one, other), wood, rough, sizes.wide, paint.round, sizes.corners)


def _patterned(booth: ModuleType, rng: Random) -> str:
    """A table like those of the quick picture maker."""
    drawn = stream(rng.randrange(1 << 30), "mokadi-table")
    look = random_table(drawn, random_set(drawn))
    face = PAINTERS[look.kind](drawn, look, _TABLE_PX, float(drawn.uniform(*_TILE_PX)))
    booth.bpy.ops.mesh.primitive_plane_add(size=_TABLE, location=(0, 0, 0))
    top = booth.bpy.context.object
    image = booth.np_image("table", np.clip(face, 0, 255))
    top.data.materials.append(booth.material("table", image=image, rough=rng.uniform(0.2, 0.9)))
    top.rotation_euler[2] = math.radians(look.angle_deg)
    return look.kind


def picture(
    booth: ModuleType, mokadi: ModuleType, path: Path, seed: int, boxes: OwnBoxes | None = None
) -> None:
    """Make one picture, its truth and its labels; `boxes` where the booth's own are replaced."""
    found: JsonObject = {}
    play = mokadi.play

    def watched_play(*arguments: object) -> object:
        found.update(sizes=arguments[3:], pieces=play(*arguments))
        return found["pieces"]

    sticks = Random(repr((seed, "sticks"))).randint(*(STICKS if seed % FEW else FEW_STICKS))
    with (
        patch.object(mokadi, "play", watched_play),
        watched(booth, SIZE_WH, lambda: found.update(matrix=_matrix(booth))),
    ):
        mokadi.scene(str(path), seed, sticks)
    truth = json.loads(path.with_suffix(".json").read_text())
    length, pile = found["sizes"][0], _pile(found, boxes)
    matrix = found["matrix"] @ np.diag([length, length, length, 1.0])
    is_round = boxes is None or boxes.look.round
    paint = Paint(
        (truth["colours"][0], truth["colours"][1]), ((0, 0, 0),) * 2, (0, 0, 0), is_round, 0.0
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


def _pile(found: JsonObject, boxes: OwnBoxes | None) -> Pile:
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
    sizes = Sizes(thick / length, band, height / length, radius / length)
    if boxes is not None:
        sizes = replace(sizes, wide=boxes.look.wide, corners=boxes.look.corners)
    return Pile(sizes, laid, lying)


def main(argv: Sequence[str]) -> None:
    """Make some pictures."""
    make_all("mokadi", own_box if "--own-box" in argv else picture, argv)
