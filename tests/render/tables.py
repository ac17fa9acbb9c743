"""Table tops: a square picture of the table's pattern, laid under the scene by the camera."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tests.render.camera import Camera
from tests.render.noise import cloud, layered, ramp
from tests.render.style import Colour, TableLook, hsv

DENSITY = 0.8  # texels a pixel at the middle of the picture

Painter = Callable[[np.random.Generator, TableLook, int, float], np.ndarray]


def _ends(look: TableLook) -> tuple[np.ndarray, np.ndarray]:
    """The pattern's two colours, brought together where its contrast is weak."""
    first, second = np.array(look.first), np.array(look.second)
    return first, first + (second - first) * look.strength


def _plain(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    values = 0.3 * layered(rng, (size, size), (3 * unit, 3 * unit), 3) + 0.3
    return ramp(values * 0.5, *_ends(look))


def _felt(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    values = 0.5 + 0.18 * cloud(rng, (size, size), (1.6, 1.6))
    values += 0.15 * cloud(rng, (size, size), (unit * 2, unit * 2))
    return ramp(values, *_ends(look))


def _wood(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    width = unit * look.pitch
    values = 0.5 + 0.24 * layered(rng, (size, size), (width * 6, width * 0.25), 4, 0.75)
    rings = cloud(rng, (size, size), (width * 8, width * 0.8))
    values += 0.12 * np.sin(rings * float(rng.uniform(3, 12)))
    values = np.clip(values, 0, 1)
    if rng.random() < 0.5:
        _planks(rng, values, unit * float(rng.uniform(1.5, 5)))
    return ramp(values, *_ends(look))


def _planks(rng: np.random.Generator, values: np.ndarray, width: float) -> None:
    """Joints between planks, and each plank a little different."""
    y = float(rng.uniform(0, width))
    while y < len(values):
        values[int(y) : int(y + width)] += np.float32(rng.normal(0, 0.1))
        cv2.line(values, (0, int(y)), (values.shape[1], int(y)), 1.0, max(1, int(width * 0.012)))
        y += width


def _waves(size: int, period: float) -> np.ndarray:
    return (np.arange(size, dtype=np.float32) / np.float32(period)) % 1 < 0.5


def _check(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    bars = _waves(size, unit * look.pitch * 2)
    values = (bars[:, None] ^ bars[None]).astype(np.float32)
    return ramp(values + 0.06 * cloud(rng, (size, size), (3, 3)), *_ends(look))


def _gingham(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    bars = _waves(size, unit * look.pitch * 2).astype(np.float32) / 2
    values = bars[:, None] + bars[None]
    return ramp(values + 0.08 * cloud(rng, (size, size), (2, 2)), *_ends(look))


def _stripe(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    share = float(rng.uniform(0.1, 0.6))
    rows = (np.arange(size, dtype=np.float32) / np.float32(unit * look.pitch)) % 1 < share
    values = np.repeat(rows.astype(np.float32)[:, None], size, 1)
    return ramp(values + 0.06 * cloud(rng, (size, size), (4, 2)), *_ends(look))


def _ceramic(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    """Square cells with joints, much like a layout of tiles."""
    cell = unit * max(look.pitch, 0.6)
    count = int(size / cell) + 2
    shades = 0.5 + 0.4 * rng.standard_normal((count, count)).astype(np.float32)
    index = (np.arange(size) / cell).astype(int)
    values = shades[index[:, None], index[None]]
    joint = (np.arange(size) % cell) < max(1.5, cell * 0.03)
    values[joint], values[:, joint] = 1.4, 1.4
    return ramp(values + 0.05 * cloud(rng, (size, size), (3, 3)), *_ends(look))


def _weave(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    wave = np.sin(np.arange(size, dtype=np.float32) * np.float32(6.28 / max(4, unit * 0.12)))
    values = 0.5 + 0.3 * wave[:, None] * wave[None] + 0.15 * cloud(rng, (size, size), (2, 2))
    return ramp(values, *_ends(look))


def _cloud(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    cell = unit * look.pitch
    noise = layered(rng, (size, size), (cell, cell), 5, 0.7)
    return ramp(0.5 + 0.35 * np.sin(noise * float(rng.uniform(1, 4))), *_ends(look))


def _speckle(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    cell = max(1.6, unit * 0.05)
    noise = cloud(rng, (size, size), (cell, cell))
    return ramp(np.clip(noise * 2 - float(rng.uniform(0, 2.5)), 0, 1), *_ends(look))


def _flower(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    image = _plain(rng, look, size, unit)
    step = unit * max(look.pitch, 0.7) * 1.5
    paints = [hsv(*c) for c in rng.uniform((0, 0.3, 0.3), (360, 1, 1), (4, 3))]
    for _ in range(int((size / step) ** 2 * 1.2)):
        _bloom(rng, image, step * float(rng.uniform(0.1, 0.35)), paints)
    return image


def _bloom(
    rng: np.random.Generator, image: np.ndarray, radius: float, paints: list[Colour]
) -> None:
    centre = rng.uniform(0, len(image), 2)
    petals, paint = int(rng.integers(4, 9)), paints[int(rng.integers(len(paints)))]
    for a in np.linspace(0, 2 * np.pi, petals, endpoint=False) + rng.uniform(0, 1):
        spot = centre + radius * 0.6 * np.array([np.cos(a), np.sin(a)])
        axes = (max(1, int(radius * 0.5)), max(1, int(radius * 0.28)))
        cv2.ellipse(
            image, (int(spot[0]), int(spot[1])), axes, np.degrees(a), 0, 360, paint, -1, cv2.LINE_AA
        )
    middle = (int(centre[0]), int(centre[1]))
    cv2.circle(image, middle, max(1, int(radius * 0.25)), paints[0], -1, cv2.LINE_AA)


def _print(rng: np.random.Generator, look: TableLook, size: int, unit: float) -> np.ndarray:
    """Columns of grey text with headlines and coloured pictures, as on a newspaper."""
    image = _plain(rng, look, size, unit)
    line, column = max(4, unit * 0.14), unit * float(rng.uniform(1.5, 3.5))
    for left in np.arange(0, size, column):
        y = 0.0
        while y < size:
            y += _passage(rng, image, (left, y), column * 0.92, line)
    return image


def _passage(
    rng: np.random.Generator,
    image: np.ndarray,
    corner: tuple[float, float],
    width: float,
    line: float,
) -> float:
    """One picture, headline or line of words; its height."""
    x, y, chance = int(corner[0]), int(corner[1]), rng.random()
    if chance < 0.012:
        height = width * float(rng.uniform(0.4, 1.1))
        paint = hsv(
            float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9)), float(rng.uniform(0.3, 0.9))
        )
        cv2.rectangle(image, (x, y), (int(x + width), int(y + height)), paint, -1)
        return height + line
    bold = 3.0 if chance < 0.08 else 1.0
    ink = (40.0, 40.0, 45.0) if chance > 0.04 else hsv(0, 0.9, 0.7)
    spot = 0.0
    while spot < width:
        word = line * bold * float(rng.uniform(0.5, 2.2))
        cv2.line(
            image,
            (int(x + spot), y),
            (int(x + min(spot + word, width)), y),
            ink,
            max(1, int(line * bold * 0.4)),
        )
        spot += word + line * bold * 0.4
    return line * bold * 1.2


PAINTERS: dict[str, Painter] = {
    "plain": _plain,
    "wood": _wood,
    "felt": _felt,
    "check": _check,
    "gingham": _gingham,
    "stripe": _stripe,
    "flower": _flower,
    "print": _print,
    "cloud": _cloud,
    "speckle": _speckle,
    "ceramic": _ceramic,
    "weave": _weave,
}


def draw_table(look: TableLook, camera: Camera, middle_xy: tuple[float, float]) -> np.ndarray:
    """(H, W, 3) uint8 BGR picture of the bare table, the floor beyond its edge where it has one."""
    rng = np.random.default_rng(look.seed)
    size = max(camera.size_wh)
    unit = camera.scale(middle_xy) * DENSITY
    texture = PAINTERS[look.kind](rng, look, size, unit)
    a = np.radians(look.angle_deg)
    turn = unit * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    offset = rng.uniform(0.3, 0.7, 2) * size - turn @ np.array(middle_xy)
    to_texture = np.vstack([np.column_stack([turn, offset]), [0, 0, 1]])
    view = camera.plane(0) @ np.linalg.inv(to_texture)
    image = cv2.warpPerspective(
        texture, view, camera.size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    if look.edge:
        _draw_floor(rng, image, look, camera)
    return image


def _draw_floor(
    rng: np.random.Generator, image: np.ndarray, look: TableLook, camera: Camera
) -> None:
    """Paint the floor behind one straight edge that crosses a corner or border of the picture."""
    w, h = camera.size_wh
    a = rng.uniform(0, 2 * np.pi)
    out = np.array([np.cos(a), np.sin(a)])
    reach = abs(out[0]) * w / 2 + abs(out[1]) * h / 2
    foot = np.array([w / 2, h / 2]) + out * reach * rng.uniform(0.72, 0.95)
    along = np.array([-out[1], out[0]]) * (w + h)
    quad = np.array([foot - along, foot + along, foot + along + out * w, foot - along + out * w])
    cv2.fillConvexPoly(image, quad.astype(np.int32), look.floor, cv2.LINE_AA)
    rim = tuple(float(v) * 0.6 for v in look.first)
    cv2.line(
        image,
        tuple(quad[0].astype(int)),
        tuple(quad[1].astype(int)),
        rim,
        max(2, w // 150),
        cv2.LINE_AA,
    )
