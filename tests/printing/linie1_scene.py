"""The printed Linie 1 cut out, folded, laid and photographed."""

from __future__ import annotations

from functools import cache
from itertools import accumulate

import numpy as np

from calibration.printing.linie1.board import CELL_MM
from calibration.printing.linie1.standing import (
    FOOT,
    SIGN_HIGH,
    SIGN_WIDE,
    TRAM_HIGH,
    TRAM_LONG,
    TRAM_WIDE,
    tram_panels,
)
from calibration.printing.linie1.tiles import TILE_MM
from rules.games.linie1.places import LETTER_BESIDE
from tests.printing.pages import FINE, cut_out, pieces_of, size_mm
from tests.printing.scene import CARD_MM, Face, Photograph, lying, photograph
from tests.render.linie1.positions import Position
from tests.render.linie1.standing import Tram, standing_of
from tests.render.seeds import stream
from tests.render.tiles import PAD

#: Height of what tiles, signs and trams stand on.
ON_BOARD, ON_TILE = 2 * CARD_MM, 3 * CARD_MM


@cache
def sprite_of(kind: str, name: str) -> np.ndarray:
    """(H, W, 4) a printed piece, cut out."""
    return cut_out("linie1", pieces_of("linie1", kind)[name])


def _strip(sprite: np.ndarray, top: float, high: float, wide: float) -> np.ndarray:
    """A panel of a folded strip, millimetres from its upper end, with clear texels around."""
    y0, y1 = (round(v * FINE) + PAD for v in (top, top + high))
    left = (sprite.shape[1] - round(wide * FINE)) // 2
    panel = np.zeros((y1 - y0 + 2 * PAD, round(wide * FINE) + 2 * PAD, 4), np.uint8)
    panel[PAD:-PAD, PAD:-PAD] = sprite[y0:y1, left : left + round(wide * FINE)]
    return panel


def _board_faces() -> list[Face]:
    """The four quarters, joined; the grid's upper left corner at the origin."""
    half = 7 * CELL_MM
    faces = []
    for name, piece in pieces_of("linie1", "board").items():
        row, col = int(name[0]), int(name[1])
        x, y = (col + 0.5) * half - CELL_MM, (row + 0.5) * half - CELL_MM
        faces.append(lying(sprite_of("board", name), x, y, 0, size_mm(piece)))
    return faces


def _tile_faces(position: Position, seed: int) -> list[Face]:
    rng = stream(seed, "laying")
    faces = []
    for (row, col), (kind, quarters) in position.tiles.items():
        x, y = (np.array([col, row]) - 0.5) * CELL_MM + rng.normal(0, 0.35, 2)
        deg = 90 * quarters + float(rng.normal(0, 0.8))
        sprite = sprite_of("tile", f"T{kind}")
        faces.append(lying(sprite, float(x), float(y), deg, (TILE_MM, TILE_MM), ON_BOARD))
    return faces


def _upright(
    middle: np.ndarray, along: np.ndarray, wide: float, low: float, high: float
) -> np.ndarray:
    """(4, 3) corners of an upright panel seen from the side where `along` runs to the right."""
    left, right = (np.append(middle + s * along * wide / 2, 0) for s in (-1, 1))
    up = np.array([0, 0, 1.0])
    return np.array([left + high * up, right + high * up, right + low * up, left + low * up])


def _sign_body(letter: str, x: float, y: float, yaw: float) -> list[Face]:
    """Two faces back to back on two feet."""
    strip = sprite_of("sign", letter)
    along = np.array([np.cos(yaw), np.sin(yaw)])
    out = np.array([-along[1], along[0]])
    middle = np.array([x, y])
    deg = float(np.degrees(yaw))
    foot = _strip(strip, 2 * SIGN_HIGH + FOOT, FOOT, 2 * FOOT)
    faces = []
    for way in (1, -1):
        x, y = middle + way * out * FOOT / 2
        faces.append(lying(foot, x, y, deg + 90 - 90 * way, (2 * FOOT, FOOT), ON_TILE))
    low, high = ON_TILE, ON_TILE + SIGN_HIGH
    front = _strip(strip, FOOT + SIGN_HIGH, SIGN_HIGH, SIGN_WIDE)
    for way in (1, -1):
        corners = _upright(middle, way * along, SIGN_WIDE, low, high)
        faces.append(Face(front, corners))
    return faces


def _tram_body(tram: Tram) -> list[Face]:
    """Roof, two sides, and the dark open ends."""
    strip = sprite_of("tram", str(tram.line))
    tops = [0, *accumulate(tram_panels())]
    roof, side = (_strip(strip, tops[k], tram_panels()[k], TRAM_LONG) for k in (1, 2))
    along = np.array([np.cos(tram.yaw), np.sin(tram.yaw)])
    out = np.array([-along[1], along[0]])
    middle = np.array([tram.x, tram.y]) * CELL_MM
    low, high = ON_TILE, ON_TILE + TRAM_HIGH
    faces = []
    for way in (1, -1):
        at = middle + way * out * TRAM_WIDE / 2
        faces.append(Face(side, _upright(at, way * along, TRAM_LONG, low, high)))
        end = np.zeros((40 + 2 * PAD, 40 + 2 * PAD, 4), np.uint8)
        end[PAD:-PAD, PAD:-PAD] = (70, 75, 80, 255)
        at = middle + way * along * TRAM_LONG / 2
        faces.append(Face(end, _upright(at, -way * out, TRAM_WIDE, low, high)))
    deg = float(np.degrees(tram.yaw))
    faces.append(lying(roof, *middle, deg, (TRAM_LONG, TRAM_WIDE), high))
    return faces


def photo_of(position: Position, seed: int) -> Photograph:
    """A photo of a position, from the side as people sit; the frame of the board is the grid's
    upper left corner, x right, y down, millimetres."""
    signs, trams = standing_of(stream(seed, "standing"), position.stops, position.trams)
    bodies = []
    for (row, col), sign in zip(position.stops, signs, strict=True):
        letter = LETTER_BESIDE.get(14 * row + col, "A")
        bodies.append(_sign_body(letter, sign.x * CELL_MM, sign.y * CELL_MM, sign.yaw))
    bodies += [_tram_body(tram) for tram in trams]
    faces = _board_faces() + _tile_faces(position, seed)
    return photograph(faces, seed, (1600, 1200), 0.93, bodies)
