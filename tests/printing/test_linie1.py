"""The printed Linie 1 is the box of the rules, and its photos are read without an error."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate, count
from typing import Any

import numpy as np
import pytest

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
from rules.games.linie1.cards import LONG, SHORT
from rules.games.linie1.places import LETTER_BESIDE, LETTERS
from rules.games.linie1.tiles import KINDS, Tile
from tests.printing.pages import FINE, cut_out, made, pieces_of, size_mm
from tests.printing.reading import read
from tests.printing.scene import CARD_MM, Face, lying, photograph
from tests.render.linie1.positions import Position, random_position
from tests.render.linie1.standing import Tram, standing_of
from tests.render.seeds import stream
from tests.render.tiles import PAD

#: Height of what tiles, signs and trams stand on.
ON_BOARD, ON_TILE = 2 * CARD_MM, 3 * CARD_MM


@cache
def _sprite(kind: str, name: str) -> np.ndarray:
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
        faces.append(lying(_sprite("board", name), x, y, 0, size_mm(piece)))
    return faces


def _tile_faces(position: Position, seed: int) -> list[Face]:
    rng = stream(seed, "laying")
    faces = []
    for (row, col), (kind, quarters) in position.tiles.items():
        x, y = (np.array([col, row]) - 0.5) * CELL_MM + rng.normal(0, 0.35, 2)
        deg = 90 * quarters + float(rng.normal(0, 0.8))
        sprite = _sprite("tile", f"T{kind}")
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
    strip = _sprite("sign", letter)
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
    strip = _sprite("tram", str(tram.line))
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


def _photo(position: Position, seed: int) -> np.ndarray:
    signs, trams = standing_of(stream(seed, "standing"), position.stops, position.trams)
    bodies = []
    for (row, col), sign in zip(position.stops, signs, strict=True):
        letter = LETTER_BESIDE.get(14 * row + col, "A")
        bodies.append(_sign_body(letter, sign.x * CELL_MM, sign.y * CELL_MM, sign.yaw))
    bodies += [_tram_body(tram) for tram in trams]
    faces = _board_faces() + _tile_faces(position, seed)
    return photograph(faces, seed, (1600, 1200), 0.93, bodies)


def _tiles_of(position: Position) -> dict[tuple[int, int], tuple[frozenset[str], bool]]:
    laid = {at: Tile.of_kind(kind, quarters) for at, (kind, quarters) in position.tiles.items()}
    return {at: (frozenset(tile.connections), tile.trees) for at, tile in laid.items()}


def _seen_tiles(answer: dict[str, Any]) -> dict[tuple[int, int], tuple[frozenset[str], bool]]:
    tiles = [p for p in answer["pieces"] if p["kind"] == "tile"]
    return {(p["row"], p["col"]): (frozenset(p["connections"]), p["trees"]) for p in tiles}


def _places(answer: dict[str, Any], kind: str) -> set[tuple[int, int]]:
    return {(p["row"], p["col"]) for p in answer["pieces"] if p["kind"] == kind}


def _position(seed: int) -> Position:
    """A game in progress: signs stand on tiles, no two things on one cell, where one would hide
    the other."""
    for attempt in count():
        position = random_position(stream(seed, "position", attempt), 45)
        stand = [*position.stops, *(place[1:] for place in position.trams)]
        lie = set(position.stops) <= set(position.tiles)
        if lie and position.trams and position.stops and len(set(stand)) == len(stand):
            return position
    raise AssertionError


Pieces = set[tuple[object, ...]]


def _truth(position: Position) -> Pieces:
    """Every piece of the board as kind, place and look."""
    tiles = {("tile", *at, *look) for at, look in _tiles_of(position).items()}
    return tiles | {("stop", *at) for at in position.stops} | {("tram", *t) for t in position.trams}


def _seen(answer: dict[str, Any]) -> Pieces:
    tiles = {("tile", *at, *look) for at, look in _seen_tiles(answer).items()}
    trams = {
        ("tram", p["line"], p["row"], p["col"]) for p in answer["pieces"] if p["kind"] == "tram"
    }
    return tiles | trams | {("stop", *at) for at in _places(answer, "stop")}


def score(seed: int) -> tuple[int, int, str]:
    """Pieces of a random game's photo, how many are amiss, the reading's status."""
    position = _position(seed)
    answer, truth = read("linie1", _photo(position, seed)), _truth(position)
    return len(truth), len({piece[:3] for piece in _seen(answer) ^ truth}), answer["status"]


def test_the_set_is_that_of_the_rules() -> None:
    """Tiles in the counts of the rule document, twelve signs, six trams, all eighteen cards."""
    pieces = made("linie1").pieces
    tiles = Counter(piece.name for piece in pieces if piece.kind == "tile")
    assert tiles == {f"T{kind.number}": kind.count for kind in KINDS}
    assert {p.name for p in pieces if p.kind == "sign"} == set(LETTERS)
    assert {p.name for p in pieces if p.kind == "tram"} == set("123456")
    cards = [p.name for p in pieces if p.kind == "card"]
    assert sorted(cards) == sorted([*LONG, *SHORT, *(f"line {n}" for n in range(1, 7))])


def test_the_quarters_make_one_board() -> None:
    """Along every join both sheets print the same, so that the parts meet."""
    for first, second, turn in (("00", "01", 1), ("10", "11", 1), ("00", "10", 0), ("01", "11", 0)):
        a, b = (_sprite("board", name)[PAD:-PAD, PAD:-PAD, :3] for name in (first, second))
        if not turn:
            a, b = (np.rot90(part) for part in (b, a))
        left, right = a[:, -6].astype(int), b[:, 5].astype(int)
        assert (np.abs(left - right).max(1) > 60).mean() < 0.03


@pytest.mark.parametrize("seed", [20, 31])
def test_a_photo_of_the_printed_game_is_read_right(seed: int) -> None:
    """Board, tiles, signs and trams, cut from the PDF, folded and laid."""
    assert score(seed)[1] == 0


@pytest.mark.slow
def test_photos_of_the_printed_game_are_read_right() -> None:
    """Games in progress on any table, slanted up to 32 degrees: of a hundred pieces at most one is
    read wrongly, and never without a doubt."""
    scores = [score(seed) for seed in range(20, 40)]
    assert all(amiss == 0 or status == "unsure" for _, amiss, status in scores)
    assert sum(amiss for _, amiss, _ in scores) <= sum(pieces for pieces, _, _ in scores) / 100
