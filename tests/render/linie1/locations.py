"""The twelve lettered cells: a picture, perhaps a name bar, and the letter's badge."""

from __future__ import annotations

import cv2
import numpy as np

from rules.games.linie1.places import board_data
from tests.render.linie1.board_look import BoardLook
from tests.render.linie1.grounds import random_colour
from tests.render.linie1.lettering import put_word
from tests.render.noise import cloud, layered
from tests.render.style import Colour, hsv

#: The picture is painted at so many times the size and shrunk.
_FINE = 2


def paint_location(
    under: np.ndarray, look: BoardLook, letter: str, way: int, rng: np.random.Generator
) -> np.ndarray:
    """(px, px, 3) uint8: the location printed over its cell `under`, turned `way` quarters
    clockwise."""
    px = len(under)
    size = px * _FINE
    cell = cv2.resize(np.rot90(under, way), (size, size), interpolation=cv2.INTER_LINEAR)
    a = int(look.picture_inset * size)
    inner = cell[a : size - a, a : size - a]
    kind = look.pictures
    if kind == "any":
        kind = str(rng.choice(["house", "photo", "icon", "blocks"]))
    if kind != "plain":
        inner[:] = look.picture_ground if rng.random() < 0.7 else random_colour(rng)
    _PICTURES[kind](inner, rng)
    if look.name_bar is not None:
        _name_bar(inner, look, letter, rng)
    _badge(cell, look, letter, rng)
    return np.rot90(cv2.resize(cell, (px, px), interpolation=cv2.INTER_AREA), -way)


def _house(cell: np.ndarray, rng: np.random.Generator) -> None:
    n = len(cell)
    wall, roof, pane = random_colour(rng), random_colour(rng), random_colour(rng)
    left, right = int(rng.uniform(0.08, 0.25) * n), int(rng.uniform(0.75, 0.92) * n)
    eaves, foot = int(rng.uniform(0.25, 0.45) * n), int(rng.uniform(0.7, 0.95) * n)
    cv2.rectangle(cell, (left, eaves), (right, foot), wall, -1)
    if rng.random() < 0.75:
        peak = [
            (left - n // 20, eaves),
            (n // 2, int(rng.uniform(0.03, 0.2) * n)),
            (right + n // 20, eaves),
        ]
        cv2.fillPoly(cell, [np.array(peak, np.int32)], roof, cv2.LINE_AA)
    for x in np.linspace(left, right, int(rng.integers(3, 7)))[1:-1]:
        for y in np.linspace(eaves, foot, int(rng.integers(2, 5)))[:-1]:
            w = max(1, int(0.035 * n))
            cv2.rectangle(cell, (int(x) - w, int(y) + w), (int(x) + w, int(y) + 3 * w), pane, -1)


def _photo(cell: np.ndarray, rng: np.random.Generator) -> None:
    """Something like a photograph: sky over a jumble of tones and edges."""
    n = len(cell)
    sky, low = np.array(random_colour(rng)), np.array(random_colour(rng))
    ramp = np.linspace(0, 1, n)[:, None, None]
    tone = layered(rng, (n, n), (n / 3, n / 3), 4, 0.8)[..., None] * rng.uniform(15, 45)
    cell[:] = np.clip(sky * (1 - ramp) + low * ramp + tone, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(3, 12))):
        x, y = rng.uniform(0.1, 0.9, 2) * n
        w, h = rng.uniform(0.04, 0.35, 2) * n
        shade = tuple(float(v) for v in np.clip(low * rng.uniform(0.3, 1.6), 0, 255))
        cv2.rectangle(
            cell, (int(x - w / 2), int(y - h / 2)), (int(x + w / 2), int(y + h / 2)), shade, -1
        )


def _icon(cell: np.ndarray, rng: np.random.Generator) -> None:
    """One plain shape."""
    n = len(cell)
    ink, size = random_colour(rng), rng.uniform(0.15, 0.36) * n
    corners = int(rng.choice([3, 4, 5, 6, 40]))
    t = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6.3)
    far = size * (1 + 0.4 * (np.arange(corners) % 2) * (rng.random() < 0.5))
    points = (
        n / 2 + far[:, None] * np.column_stack([np.cos(t), np.sin(t)])
        if corners < 40
        else (n / 2 + size * np.column_stack([np.cos(t), np.sin(t)]))
    )
    cv2.fillPoly(cell, [points.astype(np.int32)], ink, cv2.LINE_AA)


def _blocks(cell: np.ndarray, rng: np.random.Generator) -> None:
    n = len(cell)
    for _ in range(int(rng.integers(2, 8))):
        a, b = (rng.uniform(0, n, 2).astype(int) for _ in range(2))
        cv2.rectangle(cell, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), random_colour(rng), -1)


def _plain(cell: np.ndarray, rng: np.random.Generator) -> None:
    shade = cloud(rng, cell.shape[:2], (len(cell) / 2, len(cell) / 2)) * 6
    cell[:] = np.clip(cell + shade[..., None], 0, 255).astype(np.uint8)


_PICTURES = {"house": _house, "photo": _photo, "icon": _icon, "blocks": _blocks, "plain": _plain}


def _name_bar(cell: np.ndarray, look: BoardLook, letter: str, rng: np.random.Generator) -> None:
    n = len(cell)
    assert look.name_bar is not None
    top = n - int(rng.uniform(0.12, 0.22) * n)
    cell[top:] = look.name_bar
    if look.names:
        edition = list(board_data()["editions"].values())[int(look.seed) % 3]
        light = sum(look.name_bar) < 330
        ink: Colour = (240.0, 240.0, 240.0) if light else (25.0, 25.0, 25.0)
        put_word(
            cell,
            edition["names"][letter],
            look.word_font,
            (n * 0.55, (top + n) / 2),
            (n - top) * 0.6,
            ink,
            0,
            n * 0.75,
        )


def _badge(cell: np.ndarray, look: BoardLook, letter: str, rng: np.random.Generator) -> None:
    n, badge = len(cell), look.badge
    x, y = np.array(badge.place_xy) * n
    r = badge.radius * n
    middle = (int(x), int(y))
    if badge.shape == "disc":
        if badge.rim is not None:
            cv2.circle(cell, middle, int(r * 1.2), badge.rim, -1, cv2.LINE_AA)
        cv2.circle(cell, middle, int(r), badge.plate, -1, cv2.LINE_AA)
    elif badge.shape == "box":
        for grow, paint in ((1.2, badge.rim), (1.0, badge.plate)):
            if paint is not None:
                k = int(r * grow)
                cv2.rectangle(
                    cell, (middle[0] - k, middle[1] - k), (middle[0] + k, middle[1] + k), paint, -1
                )
    outline = None
    ink = badge.ink
    if badge.shape == "none":
        under = cell[max(0, int(y - r)) : int(y + r), max(0, int(x - r)) : int(x + r)].mean()
        ink = hsv(0, 0, 0.08) if under > 125 else hsv(50, float(rng.uniform(0, 0.9)), 1.0)
        outline = (255.0 - ink[0],) * 3 if rng.random() < 0.5 else None
    put_word(cell, letter, badge.font, (x, y), badge.letter * n, ink, 0, outline=outline)
