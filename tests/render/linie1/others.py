"""Tables without the game: bare ones, table cloths, chess boards and other boards with squares."""

from __future__ import annotations

import cv2
import numpy as np

from tests.render.camera import camera_at, fit_distance
from tests.render.canvas import Plate, bodies_of, paint_body
from tests.render.clutter import Scene, place_things
from tests.render.light import light_up
from tests.render.linie1.grounds import paint_ground, random_colour, random_ground
from tests.render.linie1.photo import CELL_CM, random_size, random_style
from tests.render.linie1.tile_art import draw_tile, random_tile_art
from tests.render.redline import random_photo as redline_photo
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.tables import draw_table
from tests.render.tiles import PAD


def random_other_photo(seed: int, size_wh: tuple[int, int] | None = None) -> np.ndarray:
    """(H, W, 3) uint8 BGR: a photo in which no Linie 1 board lies."""
    rng = stream(seed, "other")
    size = size_wh or random_size(seed)
    if rng.random() < 0.2:
        return redline_photo(seed, size_wh=size).image
    style = random_style(seed)
    half = float(rng.uniform(4, 12))
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0.0)])
    distance = fit_distance(style.room.pose, (0, 0), corners, 0.9, size)
    camera = camera_at(style.room.pose, (0.0, 0.0), distance, size)
    image = draw_table(style.room.table, camera, (0.0, 0.0))
    unit = camera.scale((0.0, 0.0))
    scene = Scene(image, camera, style.tiles, 1 / CELL_CM, np.zeros(2), 0.4, 0.97, 0.1 * unit)
    taken = np.zeros((0, 2))
    if rng.random() < 0.6:
        _other_board(rng, scene, half)
        taken = np.zeros((1, 2))
    if rng.random() < 0.3:
        _loose_tiles(rng, scene, half)
    place_things(rng, scene, style.room, taken)
    gloss = np.full(image.shape[:2], 90, np.uint8)
    shot = (style.shot.exposure, style.shot.vignette)
    return expose(light_up(image, style.room.light, shot, gloss, rng), style.shot)


def _other_board(rng: np.random.Generator, scene: Scene, half: float) -> None:
    """Squares in another number than twelve by twelve, or without lettered cells and termini."""
    px = 24
    rows = int(rng.choice([8, 8, 9, 10, 10, 12, 15, 19, 6]))
    cols = rows if rng.random() < 0.8 else int(rng.integers(5, 20))
    face = np.tile(paint_ground(random_ground(rng, random_colour(rng)), rng, px), (rows, cols, 1))
    if rng.random() < 0.6:  # a chess board or a draughts board
        dark = np.indices((rows, cols)).sum(0) % 2 == 1
        dark = np.repeat(np.repeat(dark, px, 0), px, 1)
        face[dark] = np.clip(face[dark] * rng.uniform(0.2, 0.7), 0, 255).astype(np.uint8)
    ink = random_colour(rng)
    if rng.random() < 0.5:
        for k in range(0, face.shape[0] + 1, px):
            cv2.line(face, (0, k), (face.shape[1], k), ink, 1)
        for k in range(0, face.shape[1] + 1, px):
            cv2.line(face, (k, 0), (k, face.shape[0]), ink, 1)
    _mark_cells(rng, face, px)
    rim = int(rng.uniform(0, 2) * px)
    sheet = paint_ground(random_ground(rng, random_colour(rng)), rng, max(face.shape[:2]) + 2 * rim)
    sheet = sheet[: face.shape[0] + 2 * rim, : face.shape[1] + 2 * rim].copy()
    sheet[rim : rim + face.shape[0], rim : rim + face.shape[1]] = face
    wide = 2 * half * float(rng.uniform(0.6, 1.0))
    deep = wide * sheet.shape[0] / sheet.shape[1]
    (body,) = bodies_of([Plate(0, 0, float(rng.uniform(0, 360)), wide, deep, 0.1)], scene.camera)
    sprite = np.zeros((sheet.shape[0] + 2 * PAD, sheet.shape[1] + 2 * PAD, 4), np.uint8)
    sprite[PAD:-PAD, PAD:-PAD, :3] = sheet
    sprite[PAD:-PAD, PAD:-PAD, 3] = 255
    paint_body(scene.image, body, sprite, (120.0, 130.0, 140.0))


def _mark_cells(rng: np.random.Generator, face: np.ndarray, px: int) -> None:
    """Pawns, special squares, tiles: at places that are not those of the tram game."""
    rows, cols = face.shape[0] // px, face.shape[1] // px
    art = random_tile_art(rng)
    kind = int(rng.integers(0, 4))
    for _ in range(int(rng.integers(0, 40))):
        y, x = int(rng.integers(rows)) * px, int(rng.integers(cols)) * px
        if kind == 0:
            middle = (x + px // 2, y + px // 2)
            cv2.circle(face, middle, int(px * 0.35), random_colour(rng), -1, cv2.LINE_AA)
        elif kind == 1:
            face[y : y + px, x : x + px] = random_colour(rng)
        elif kind == 2:
            face[y : y + px, x : x + px] = draw_tile(art, int(rng.integers(1, 13)), rng, px)


def _loose_tiles(rng: np.random.Generator, scene: Scene, half: float) -> None:
    """Tram tiles laid out or spilled on the table, no board under them."""
    art = random_tile_art(rng)
    orderly = rng.random() < 0.5
    for k in range(int(rng.integers(3, 30))):
        spot = np.array([k % 6, k // 6]) * 1.3 - 3 if orderly else rng.uniform(-half, half, 2)
        deg = 90.0 * int(rng.integers(4)) if orderly else float(rng.uniform(0, 360))
        face = draw_tile(art, int(rng.integers(1, 13)), rng, 32)
        sprite = np.zeros((32 + 2 * PAD, 32 + 2 * PAD, 4), np.uint8)
        sprite[PAD:-PAD, PAD:-PAD, :3] = face
        sprite[PAD:-PAD, PAD:-PAD, 3] = 255
        plate = Plate(float(spot[0]), float(spot[1]), deg, 0.97, 0.97, 0.05)
        (body,) = bodies_of([plate], scene.camera)
        paint_body(scene.image, body, sprite, (140.0, 155.0, 165.0))
