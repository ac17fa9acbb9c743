"""Path-traced training pictures of Linie 1, with the photobooth beside the project: in its
environment, `python -m vision.training linie1.booth PHOTOBOOTH OUT FIRST COUNT`.

The boards are fuller than a game's (any tile anywhere, many signs, many trams), so that a picture
teaches more; the artwork is that of `tests/render/linie1`, or the booth's own in other colours.
"""

from __future__ import annotations

import importlib
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np

from rules.core.codec import JsonObject
from rules.games.linie1.places import LOCATION_AT, SPAN, TERMINI
from rules.games.linie1.tiles import KINDS, mask_of, pairs_of, turned_mask
from tests.render.linie1.board_art import draw_board, random_board_look
from tests.render.linie1.lettering import system_fonts
from tests.render.linie1.stations import middle_of, outward
from tests.render.linie1.tile_art import draw_tile, random_tile_art
from tests.render.seeds import stream
from vision.training.booth import SAMPLES, make_all, quick

#: Side of a cell and thickness of board and of tile, units of 10 cm.
CELL, BOARD_H, TILE_H = 0.345, 0.03, 0.02
SIZE_WH = (1040, 780)
#: Pixels of a cell in the artwork.
_PX = 72
#: How often the signs of a board are bought discs, folded cards, or tokens that stand in for them.
_DISCS, _CARDS, _TOKENS = 0.62, 0.24, 0.14
#: Where a thing stands: x, y, z, and its turn in radians.
Stance = tuple[float, float, float, float]
#: Artworks of every tile: bushes stand elsewhere on the next copy.
_COPIES = 2


@dataclass(frozen=True)
class Art:
    """Board picture, its grid's corner and cell in pixels, (type, copy) pictures of tiles, and the
    connections that they show."""

    board: np.ndarray
    corner_xy: tuple[float, float]
    cell_px: float
    tiles: dict[tuple[int, int], np.ndarray]
    shown: dict[int, tuple[str, ...]]


def _own(seed: int) -> Art:
    """Artwork of the quick renderer."""
    look = random_tile_art(stream(seed, "tiles"))
    board = draw_board(random_board_look(stream(seed, "board"), look, system_fonts()), _PX)
    rng = stream(seed, "copies")
    tiles = {(k, c): draw_tile(look, k, rng, 96) for k in range(1, 13) for c in range(_COPIES)}
    shown = {kind.number: pairs_of(kind.mask) for kind in KINDS}
    return Art(board.image, board.origin_xy, board.cell_px, tiles, shown)


def _booths(linie1: ModuleType, rng: random.Random) -> Art:
    """Artwork of the booth, every colour a little or much off."""
    style = dict(rng.choice(linie1.STYLES))
    far = rng.choice((8, 20, 40))
    for name in ("ground", "road", "rail", "tree", "cell", "grid", "rim"):
        style[name] = tuple(min(255, max(0, v + rng.gauss(0, far))) for v in style[name])
    style.update(band=rng.uniform(0.36, 0.56), twin=rng.random() < 0.5, grain=rng.uniform(4, 18))
    board, x, y = linie1.drawn_board(rng, style)
    tiles = {
        (k, c): cv2.resize(linie1.drawn_tile(rng, style, k), (128, 128), interpolation=3)
        for k in range(1, 13)
        for c in range(_COPIES)
    }
    shown = {kind: tuple(pairs) for kind, pairs in linie1.TILES.items()}
    return Art(board, (x, y), 100, tiles, shown)


class Scene:
    """One table, built and photographed."""

    def __init__(self, booth: ModuleType, linie1: ModuleType, seed: int) -> None:
        self.booth, self.linie1, self.seed = booth, linie1, seed
        booth.reset(seed)
        self.rng = random.Random(repr(("booth_linie1", seed)))
        self.art = _own(seed) if self.rng.random() < 0.6 else _booths(linie1, self.rng)
        self.rough = self.rng.uniform(0.2, 0.75)
        h, w = (v / self.art.cell_px * CELL for v in self.art.board.shape[:2])
        self.size_wh = w, h
        self.card = booth.material("card", (190, 185, 175), rough=0.9)
        picture = booth.np_image("board", self.art.board)
        face = booth.material("board", image=picture, rough=self.rough)
        booth.add_box(w, h, BOARD_H, 0, 0, 0, 0, face, self.card, bevel=0.005)
        self.made: dict[object, object] = {}

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Table coordinates of a board point in cells, x east, y south."""
        left, top = (v / self.art.cell_px for v in self.art.corner_xy)
        return (left + x) * CELL - self.size_wh[0] / 2, self.size_wh[1] / 2 - (top + y) * CELL

    def tile(self, row: int, col: int, kind: int, quarters: int) -> None:
        """Lay a tile."""
        copy, rng = self.rng.randrange(_COPIES), self.rng
        if (kind, copy) not in self.made:
            picture = self.booth.np_image(f"t{kind}{copy}", self.art.tiles[kind, copy])
            self.made[kind, copy] = self.booth.material("t", image=picture, rough=self.rough)
        x, y = self.at(col - 0.5, row - 0.5)
        side = CELL * 0.985
        self.booth.add_box(
            side, side, TILE_H, x + rng.gauss(0, 0.005), y + rng.gauss(0, 0.005), BOARD_H,
            -quarters * math.pi / 2 + rng.gauss(0, 0.015), self.made[kind, copy], self.card,
            bevel=0.004,
        )  # fmt: skip

    def signs(self, places: list[tuple[int, int]]) -> None:
        """Stand signs of one make on cells: a disc on a post, folded cardboard, or a token."""
        rng = self.rng
        pale = rng.choice([(235, 235, 230)] * 3 + [(240, 220, 60), (200, 190, 170)])
        ring = rng.choice([(30, 30, 30)] * 3 + [(190, 30, 30), (30, 90, 50)])
        white, dark = (self.booth.material("s", c, rough=0.4) for c in (pale, ring))
        makes = {self._disc: _DISCS, self._card: _CARDS, self._token: _TOKENS}
        stand = rng.choices(tuple(makes), tuple(makes.values()))[0]
        size = rng.uniform(0.06, 0.1), rng.uniform(0.08, 0.11)
        for row, col in places:
            x, y = (v + rng.gauss(0, 0.03) for v in self.at(col - 0.5, row - 0.5))
            place = (x, y, BOARD_H + TILE_H, rng.uniform(0, 6.28))
            stand(place, size, white, dark)

    def _disc(self, place: Stance, size: tuple[float, float], white: object, dark: object) -> None:
        bpy, (x, y, z, yaw), (foot, plate) = importlib.import_module("bpy"), place, size
        high = 0.26 * self.rng.uniform(0.9, 1.1)
        self.booth.add_cylinder(foot, 0.03, x, y, z, white, verts=24, bevel=0)
        self.booth.add_cylinder(0.012, high, x, y, z, dark, verts=8, bevel=0)
        where: JsonObject = {
            "location": (x, y, z + high + 0.06),
            "rotation": (math.pi / 2, 0, yaw),
        }
        bpy.ops.mesh.primitive_cylinder_add(radius=plate, depth=0.02, vertices=24, **where)
        bpy.context.object.data.materials.append(white)
        self._ring(plate, where, dark)

    def _ring(self, plate: float, where: JsonObject, dark: object) -> None:
        bpy = importlib.import_module("bpy")
        bpy.ops.mesh.primitive_torus_add(
            major_radius=plate * 0.84, minor_radius=0.012, **where, major_segments=24
        )
        bpy.context.object.data.materials.append(dark)

    def _card(self, place: Stance, size: tuple[float, float], white: object, dark: object) -> None:
        """An upright panel on two feet, with a dark mark or border on both of its sides: the longer
        its feet, the higher it is and the more of it is dark."""
        (x, y, z, yaw), (foot, half) = place, size
        wide, high = 1.7 * half, (40 * foot - 0.2) * half
        self.booth.add_box(wide, foot * 1.6, 0.006, x, y, z, yaw, white, white, bevel=0.001)
        self.booth.add_box(wide, 0.012, high, x, y, z, yaw, white, white, bevel=0.001)
        inset = 4 * foot + 0.21
        low = z + high * (1 - inset) / 2
        self.booth.add_box(wide * inset, 0.016, high * inset, x, y, low, yaw, dark, dark, bevel=0)

    def _token(self, place: Stance, size: tuple[float, float], white: object, dark: object) -> None:
        """A flat disc with a ring."""
        (x, y, z, _), (_, plate) = place, size
        self.booth.add_cylinder(plate, 0.025, x, y, z, white, verts=24, bevel=0)
        self._ring(plate, {"location": (x, y, z + 0.022)}, dark)

    def tram(self, line: int, x: float, y: float) -> None:
        """Stand a tram of a line at a board point."""
        rng = self.rng
        colour = tuple(
            min(255, max(0, v * rng.uniform(0.85, 1.1) + rng.gauss(0, 8)))
            for v in self.linie1.LINE_COL[line]
        )
        turn = rng.choice([0, math.pi / 2]) if rng.random() < 0.6 else rng.uniform(0, 6.28)
        paint = self.booth.material("tram", colour, rough=rng.uniform(0.2, 0.7))
        size = (rng.uniform(0.2, 0.32), rng.uniform(0.09, 0.14), rng.uniform(0.08, 0.16))
        place = [v + rng.gauss(0, 0.015) for v in self.at(x, y)]
        self.booth.add_box(*size, *place, BOARD_H + TILE_H, turn, paint, None, bevel=0.02)

    def shoot(self, path: Path) -> list[list[float]]:
        """Take the photo; the pixels of the grid's four corners, from the north-west clockwise."""
        room = random.Random(repr(("room", self.seed)))
        self.booth.table(room)
        self.booth.lights(room)
        half = max(self.size_wh) / 2
        self.booth.clutter(room, half + 0.8, room.randint(0, 3))
        grid = 6 * CELL
        extent = half * 1.08 if room.random() < 0.25 else grid * room.uniform(1.15, 1.4)
        self.booth.camera(room, extent, tilt=room.uniform(0, 40), res=SIZE_WH)
        corners = [(0, 0), (SPAN - 2, 0), (SPAN - 2, SPAN - 2), (0, SPAN - 2)]
        pixels = [self.booth.project((*self.at(*c), BOARD_H)) for c in corners]
        quick(self.booth)
        self.booth.shoot(str(path), room, samples=SAMPLES)
        return pixels


def picture(booth: ModuleType, linie1: ModuleType, path: Path, seed: int) -> None:
    """Make one picture and its truth."""
    scene = Scene(booth, linie1, seed)
    rng, share = scene.rng, scene.rng.choice([0.4, 0.7, 0.85, 0.95])
    cells = [divmod(row * SPAN + col, SPAN) for row in range(1, 13) for col in range(1, 13)]
    free = [c for c in cells if c[0] * SPAN + c[1] not in LOCATION_AT]
    # Faces that differ by one thin track are the ones misread: they come twice as often.
    kinds = [kind.number for kind in KINDS for _ in range(min(2, len(pairs_of(kind.mask))))]
    tiles = [(*c, rng.choice(kinds), rng.randrange(4)) for c in free if rng.random() < share]
    covered = rng.choice([0.4, 0.7, 0.9])
    signs = [t[:2] for t in tiles if rng.random() < covered]
    signs += [c for c in free if rng.random() < 0.01 and c not in signs]
    count = rng.choice([12, 24])
    trams = [(rng.randint(1, 6), *c) for c in rng.sample(free, count)]
    for tile in tiles:
        scene.tile(*tile)
    scene.signs(signs)
    for line, row, col in trams:
        scene.tram(line, col - 0.5, row - 0.5)
    ends = []
    for terminus in rng.sample(TERMINI, rng.choice([2, 5])):
        line = rng.randint(1, 6)
        ends.append((line, *divmod(terminus.index, SPAN)))
        scene.tram(line, *np.add(middle_of(terminus), outward(terminus.side, 0, 0.3)).tolist())
    laid = [(row, col, turned_mask(mask_of(scene.art.shown[kind]), q))
            for row, col, kind, q in tiles]  # fmt: skip
    truth = {"game": "linie1", "tiles": laid, "signs": signs, "trams": [*trams, *ends]}
    truth["corners"] = scene.shoot(path)
    path.with_suffix(".json").write_text(json.dumps(truth))


def main(argv: Sequence[str]) -> None:
    """Make some pictures."""
    make_all("linie1", picture, argv)
