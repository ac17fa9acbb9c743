"""Things that lie beside the game: flat ones, boxes, cups, pens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tests.render.camera import Camera
from tests.render.canvas import (
    Plate,
    blurred,
    bodies_of,
    darken,
    fill,
    paint_body,
    quad_sides,
    shadow_ends,
)
from tests.render.noise import cloud
from tests.render.style import Colour, RoomLook, SetLook, hsv, shaded
from tests.render.tiles import PAD, SUB, face_picture

TRIES = 25  # places tried for one thing before it is left out


@dataclass(frozen=True)
class Scene:
    """What the painters of things need: the picture they paint on, and the looks."""

    image: np.ndarray
    camera: Camera
    tiles: SetLook
    cm: float  # lattice units a centimetre
    slope_xy: np.ndarray  # shadow offset per height
    shadow: float
    side: float  # tile side in lattice units
    blur: float  # sigma of a shadow in pixels per height of what throws it


Painter = Callable[[np.random.Generator, Scene, float, float], np.ndarray]


def _any_colour(rng: np.random.Generator) -> Colour:
    return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 1)), float(rng.uniform(0.1, 1)))


def _sheet(rng: np.random.Generator, colour: Colour, shape_hw: tuple[int, int]) -> np.ndarray:
    """A BGRA sprite of one colour with a little unevenness."""
    h, w = shape_hw
    sprite = np.zeros((h + 2 * PAD, w + 2 * PAD, 4), np.uint8)
    shade = 3 * cloud(rng, sprite.shape[:2], (20, 20))[..., None]
    sprite[..., :3] = np.clip(np.array(colour) + shade, 0, 255)
    sprite[PAD:-PAD, PAD:-PAD, 3] = 255
    return sprite


def _shadow(scene: Scene, outline_xy: np.ndarray, height: float) -> None:
    """Darken the table inside the hull of (N, 2) pixels, working only on its bounding box."""
    h, w = scene.image.shape[:2]
    sigma = max(0.6, scene.blur * height)
    pad = int(3 * sigma) + 2
    low = np.maximum(np.floor(outline_xy.min(0)).astype(int) - pad, 0)
    high = np.minimum(np.ceil(outline_xy.max(0)).astype(int) + pad, (w, h))
    if (high <= low).any():
        return
    part = scene.image[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    fill(mask, outline_xy - low, 255)
    darken(part, [(blurred(mask, sigma), scene.shadow)])


def _place_plate(scene: Scene, plate: Plate, sprite: np.ndarray, side: Colour) -> np.ndarray:
    (body,) = bodies_of([plate], scene.camera)
    ends = shadow_ends([body], scene.camera, scene.slope_xy)[0]
    _shadow(scene, np.vstack([body.low_xy, ends]), plate.height)
    paint_body(scene.image, body, sprite, side)
    return np.vstack([plate.corners(plate.base), plate.corners(plate.top)])


def _card(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    plate = Plate(x, y, float(rng.uniform(0, 360)), 6 * scene.cm, 9 * scene.cm, 0.05 * scene.cm)
    sprite = _sheet(rng, (235, 238, 240), (96, 64))
    for _ in range(int(rng.integers(1, 9))):
        spot = rng.integers(10, (58, 90))
        cv2.circle(
            sprite,
            (int(spot[0]), int(spot[1])),
            5,
            (*hsv(float(rng.choice([0, 0, 240])), 0.9, 0.7), 255),
            -1,
            cv2.LINE_AA,
        )
    return _place_plate(scene, plate, sprite, (220, 220, 220))


def _paper(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """A square of coloured paper, often about as large as a tile and of its colours."""
    chance = rng.random()
    colour = (
        scene.tiles.yellow
        if chance < 0.25
        else scene.tiles.blue
        if chance < 0.5
        else _any_colour(rng)
    )
    size = scene.side if rng.random() < 0.5 else float(rng.uniform(2, 12)) * scene.cm
    plate = Plate(
        x, y, float(rng.uniform(0, 360)), size, size * float(rng.choice([1, 1, 1.4])), 0.02
    )
    return _place_plate(scene, plate, _sheet(rng, colour, (48, 48)), colour)


def _phone(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    plate = Plate(x, y, float(rng.uniform(0, 360)), 7 * scene.cm, 15 * scene.cm, 0.8 * scene.cm)
    sprite = _sheet(rng, (25, 24, 24), (150, 70))
    if rng.random() < 0.5:
        sprite[12:-12, 6:-6, :3] = _any_colour(rng)
    return _place_plate(scene, plate, sprite, (60, 60, 60))


def _die(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    size = 1.6 * scene.cm
    colour = _any_colour(rng)
    sprite = _sheet(rng, colour, (48, 48))
    for dx in (-12, 0, 12)[: int(rng.integers(1, 4))]:
        cv2.circle(
            sprite,
            (26 + dx, 26 + dx),
            5,
            (20, 20, 20, 255) if sum(colour) > 300 else (240, 240, 240, 255),
            -1,
            cv2.LINE_AA,
        )
    plate = Plate(x, y, float(rng.uniform(0, 360)), size, size, size)
    return _place_plate(scene, plate, sprite, colour)


def _pen(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """Often red, as the lines are."""
    colour = scene.tiles.red if rng.random() < 0.5 else _any_colour(rng)
    sprite = _sheet(rng, colour, (12, 160))
    sprite[:, :18, :3] = _any_colour(rng)
    sprite[PAD : PAD + 3, :, :3] = np.clip(np.array(colour) * 0.5 + 120, 0, 255)
    plate = Plate(x, y, float(rng.uniform(0, 360)), 14 * scene.cm, 0.9 * scene.cm, 0.8 * scene.cm)
    return _place_plate(scene, plate, sprite, shaded(colour, 0.7))


def _backs(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """Face-down tiles: one, several beside each other, or a stack."""
    count, stacked = int(rng.integers(1, 7)), rng.random() < 0.4
    points = []
    for k in range(count):
        spread = 0.04 if stacked else 0.9
        dx, dy = rng.normal(0, spread, 2)
        base = k * scene.tiles.thickness if stacked else 0.0
        deg = float(rng.normal(0, 8) if stacked else rng.uniform(0, 360))
        plate = Plate(x + dx, y + dy, deg, scene.side, scene.side, scene.tiles.thickness, base)
        size = int(
            np.clip(quad_sides(scene.camera.project(plate.corners(plate.top))) * 1.5, 16, 128)
        )
        sprite = face_picture(rng, scene.tiles, scene.tiles.back, (), size)
        points.append(_place_plate(scene, plate, sprite, scene.tiles.side))
    return np.vstack(points)


def _disc(x: float, y: float, radius: float, z: float) -> np.ndarray:
    """(40, 3) world points of a level circle."""
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t), np.full(40, z)])


def _round_shadow(scene: Scene, foot: np.ndarray, height: float) -> None:
    far = foot.copy()
    far[:, :2] += scene.slope_xy * height
    _shadow(scene, scene.camera.project(np.vstack([foot, far])), height)


def _coin(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    colour = ((60, 130, 190), (170, 175, 180), (80, 170, 210))[int(rng.integers(3))]
    radius, height = 1.1 * scene.cm, 0.2 * scene.cm
    foot, top = _disc(x, y, radius, 0), _disc(x, y, radius, height)
    _round_shadow(scene, foot, height)
    fill(scene.image, scene.camera.project(np.vstack([foot, top])), shaded(colour, 0.6))
    fill(scene.image, scene.camera.project(top), colour)
    fill(
        scene.image,
        scene.camera.project(_disc(x, y, radius * 0.8, height)),
        shaded(colour, 0.9),
    )
    return np.vstack([foot, top])


def _mug(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """A cup or tin: wall shaded across, dark drink or a plain lid on top."""
    radius, height = float(rng.uniform(2.5, 4.5)) * scene.cm, float(rng.uniform(4, 12)) * scene.cm
    colour = _any_colour(rng)
    foot, top = _disc(x, y, radius, 0), _disc(x, y, radius * float(rng.uniform(0.95, 1.1)), height)
    _round_shadow(scene, foot, height)
    low, high = scene.camera.project(foot), scene.camera.project(top)
    _wall(scene.image, low, high, colour)
    fill(scene.image, high, shaded(colour, 1.1, 10))
    if rng.random() < 0.6:
        inner = scene.camera.project(_disc(x, y, radius * 0.85, height * 0.97))
        fill(scene.image, inner, shaded(colour, 0.4))
        drink = ((20, 35, 60), (40, 90, 150), (200, 210, 215))[int(rng.integers(3))]
        fill(scene.image, scene.camera.project(_disc(x, y, radius * 0.8, height * 0.85)), drink)
    return np.vstack([foot, top])


def _wall(image: np.ndarray, low: np.ndarray, high: np.ndarray, colour: Colour) -> None:
    """The curved wall, each facet with its own shade."""
    fill(image, np.vstack([low, high]), shaded(colour, 0.55))
    middle = low.mean(0)
    across = np.array([1.0, 0.0])
    for k in range(len(low)):
        n = (k + 1) % len(low)
        quad = np.array([low[k], low[n], high[n], high[k]])
        if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0:
            shade = 0.55 + 0.35 * float(
                np.clip((low[k] - middle) @ across / (np.ptp(low[:, 0]) / 2 + 1e-6), -1, 1)
            )
            cv2.fillConvexPoly(
                image, np.round(quad).astype(np.int32), shaded(colour, max(shade, 0.2))
            )


def _glass(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """See-through: the table shows, tinted, between bright rims."""
    radius, height = 3 * scene.cm, 9 * scene.cm
    foot, top = _disc(x, y, radius * 0.8, 0), _disc(x, y, radius, height)
    low, high = scene.camera.project(foot), scene.camera.project(top)
    veil = scene.image.copy()
    fill(veil, np.vstack([low, high]), (225, 225, 220))
    fill(veil, scene.camera.project(_disc(x, y, radius * 0.85, height * 0.5)), _any_colour(rng))
    cv2.addWeighted(veil, 0.35, scene.image, 0.65, 0, scene.image)
    for ring in (low, high):
        cv2.polylines(
            scene.image,
            [np.round(np.clip(ring, -3e4, 3e4) * 16).astype(np.int32)],
            True,
            (240, 240, 240),
            2,
            cv2.LINE_AA,
            SUB,
        )
    return np.vstack([foot, top])


THINGS: tuple[tuple[Painter, float], ...] = (
    # painter, radius in centimetres that it needs
    (_card, 5.5),
    (_paper, 5),
    (_paper, 5),
    (_phone, 8),
    (_die, 1.2),
    (_pen, 7),
    (_pen, 7),
    (_backs, 9),
    (_backs, 9),
    (_coin, 1.2),
    (_coin, 1.2),
    (_mug, 5),
    (_mug, 5),
    (_glass, 4),
)


def _free_place(
    rng: np.random.Generator, camera: Camera, taken: np.ndarray, radius: float
) -> tuple[float, float] | None:
    """A place in view or nearly, whose circle keeps clear of all taken (N, 3) x, y, radius."""
    w, h = camera.size_wh
    for _ in range(TRIES):
        pixel = rng.uniform(-0.08, 1.08, 2) * (w, h)
        x, y = camera.ground(pixel[None])[0]
        apart = np.hypot(taken[:, 0] - x, taken[:, 1] - y)
        if (apart > taken[:, 2] + radius).all():
            return float(x), float(y)
    return None


def place_things(
    rng: np.random.Generator, scene: Scene, room: RoomLook, taken: np.ndarray
) -> list[np.ndarray]:
    """Paint the room's clutter in place, clear of the (M, 2) middles of tiles and hands.

    Returns the (N, 3) world points of every thing painted.
    """
    circles = np.column_stack([taken, np.full(len(taken), 0.71 + room.near)])
    painted = []
    for _ in range(room.clutter):
        painter, need = THINGS[int(rng.integers(len(THINGS)))]
        own = stream_of(rng)
        place = _free_place(rng, scene.camera, circles, need * scene.cm)
        if place is not None:
            painted.append(painter(own, scene, *place))
            circles = np.vstack([circles, (*place, need * scene.cm)])
    return painted


def stream_of(rng: np.random.Generator) -> np.random.Generator:
    """A generator of its own, so that what a painter draws leaves the next thing as it was."""
    return np.random.default_rng(int(rng.integers(1 << 31)))


def lay_over(rng: np.random.Generator, scene: Scene, x: float, y: float) -> np.ndarray:
    """A pen or card lying on the layout; its (H, W) bool pixels."""
    plain = scene.image.copy()
    painter = (_pen, _card, _pen)[int(rng.integers(3))]
    points = painter(rng, scene, x, y)
    mask = np.zeros(plain.shape[:2], np.uint8)
    fill(mask, scene.camera.project(points), 255)
    return mask > 127
