"""Training pictures of boards of any look, drawn flat:
`python -m vision.training linie1.flat OUT FIRST COUNT`.

They look as `pictures` keeps them, laid straight, without a camera between: grain, marks at the
cells' corners, lines in felt pen, painted cells and patches of sun, so that what is printed or
shines on a board is not taken for track. Light, sharpness and colour change in training, as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.games.linie1.places import SPAN
from rules.games.linie1.tiles import KINDS, Tile, pairs_of
from tests.render.seeds import stream
from vision.nn.arrays import Float, Mask, Pixels, Tensor
from vision.training.kept import keep_all
from vision.training.linie1.flat_art import (
    Rng,
    TileSet,
    colour,
    ground,
    ink_on,
    lettered,
    random_tiles,
    stroke,
    tile,
    wobbly,
)
from vision.training.linie1.pictures import BORDER, CELL_PX, FREE
from vision.training.linie1.samples import BoardSample
from vision.training.linie1.things import with_sign, with_tram

#: Boards in a file; pixels of a cell while it is drawn, more than are kept.
_KEPT, _PX = 10, 56
_SIDE = round((SPAN - 2 + 2 * BORDER) * _PX)
#: Shares of the cells that bear tiles, and of the tiles that bear a sign or a tram.
_LAID, _SIGNS, _TRAMS = (0.0, 0.08, 0.3, 0.6, 0.9), (0.0, 0.0, 0.1, 0.3), (0.0, 0.03, 0.1)
#: How far tiles lie askew: turn in degrees, shift in cells, and how far their side shows.
_TURN, _SHIFT, _THICK = 1.8, 0.02, 0.04
_MARKS = ("cross", "tick", "dot", "ring", "square", "number")


@dataclass(frozen=True)
class _Print:
    """What is printed on a board: its colour `ink`, width and wobble of lines, pixels, and which
    mark stands at the corners of cells and in them, none of them if empty."""

    ink: Float
    wide: float
    wobble: float
    corners: str
    middles: str


def flat_board(seed: int) -> BoardSample:
    """A board of any look with tiles, signs and trams anywhere."""
    rng = stream(seed, "flat")
    image = ground(rng, _SIDE, _PX)
    tiles = random_tiles(rng, _PX)
    if rng.random() < 0.25:  # tiles cut from what the board is made of
        image = np.ascontiguousarray(cv2.resize(tiles.paper, (_SIDE, _SIDE)))
    _paint_cells(image, rng)
    _paint_lines(image, rng)
    _paint_places(image, rng)
    faces = _lay(image, tiles, rng)
    _shine(image, rng)
    kept = round((SPAN - 2 + 2 * BORDER) * CELL_PX)
    small = cv2.resize(image, (kept, kept), interpolation=cv2.INTER_AREA)
    return _furnished(np.clip(small, 0, 255).astype(np.uint8), faces, rng)


def _corner(row: float, col: float) -> Float:
    """x, y of a cell's north-west corner, pixels."""
    return np.array([col - 1 + BORDER, row - 1 + BORDER]) * _PX


def _paint_cells(image: Tensor, rng: Rng) -> None:
    """Cells painted alike, in two colours by turns, or some of them; whole or inside a margin."""
    how = str(rng.choice(["none", "all", "by turns", "some"], p=[0.55, 0.15, 0.15, 0.15]))
    if how == "none":
        return
    paints, margin = (colour(rng), colour(rng)), float(rng.choice([0, 0.04, 0.12])) * _PX
    thick, some = float(rng.uniform(0.3, 1)), rng.random((SPAN, SPAN)) < rng.uniform(0.1, 0.6)
    for row, col in np.argwhere(FREE):
        if how == "some" and not some[row, col]:
            continue
        (x, y), far = np.round(_corner(row, col) + margin).astype(int), round(_PX - 2 * margin)
        part = image[y : y + far, x : x + far]
        part += thick * (paints[(row + col) % 2 if how == "by turns" else 0] - part)


def _paint_lines(image: Tensor, rng: Rng) -> None:
    """The grid's lines, drawn, dashed or none, marks of some kind, and lines of a town's plan."""
    mean = np.asarray(image.mean((0, 1)), np.float64)
    marks = [str(rng.choice(_MARKS)) if rng.random() < often else "" for often in (0.4, 0.2)]
    wide = float(np.exp(rng.uniform(np.log(0.008), np.log(0.08)))) * _PX
    wobble = float(rng.choice([0, rng.uniform(0.005, 0.04)], p=[0.7, 0.3])) * _PX
    look = _Print(ink_on(mean, rng), wide, wobble, *marks)
    dash = float(rng.choice([0, rng.uniform(0.04, 0.25)], p=[0.7, 0.3])) * _PX
    if rng.random() < 0.75:
        for k in range(1, SPAN):
            for ends in (((k, 1), (k, 13)), ((1, k), (13, k))):
                start, end = (_corner(*at) for at in ends)
                line = wobbly(np.linspace(start, end, 60), look.wobble, rng)
                stroke(image, line, look.wide, look.ink, dash)
    for _ in range(int(rng.choice([0, 0, 0, 3, 9]))):
        way = np.cumsum(
            np.vstack([rng.uniform(0, _SIDE, 2), rng.normal(0, 2 * _PX, (4, 2))]), axis=0
        )
        stroke(image, way, look.wide * rng.uniform(0.6, 2), look.ink * 0.3 + mean * 0.7)
    for row in range(1, 14):
        for col in range(1, 14):
            _mark(image, _corner(row, col), look.corners, look, row * SPAN + col, rng)
            if row < 13 and col < 13:
                at = _corner(row + 0.5, col + 0.5)
                _mark(image, at, look.middles, look, row * SPAN + col, rng)


def _mark(image: Tensor, at: Float, mark: str, look: _Print, number: int, rng: Rng) -> None:
    if not mark:
        return
    # Alike on the whole board: what shape it has follows from its look, not from the dice.
    size = (0.06 + 0.14 * (look.ink[0] % 16) / 16) * _PX
    at, wide = at + rng.normal(0, 0.3 * look.wobble, 2), max(look.wide, 1.5)
    arms = np.array([(1.0, 0), (-1, 0), (0, 1), (0, -1)])
    if mark in ("cross", "tick"):
        turn = (look.ink[1] % 2 < 1) * np.pi / 4
        turned = arms @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        for arm in turned[:: 1 if mark == "cross" else 2]:
            stroke(image, np.array([at, at + arm * size]), wide, look.ink)
    elif mark == "number":
        x, y = np.maximum(np.round(at - _PX / 2), 0).astype(int)
        part = image[y : y + _PX, x : x + _PX]
        lettered(part, str(number), np.array([0.3, 0.6]) * _PX, size / 14, look.ink)
    elif mark == "square":
        stroke(
            image,
            at + size * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1.0, -1)]),
            wide,
            look.ink,
        )
    else:
        x, y = (round(float(v)) for v in at)
        width = -1 if mark == "dot" else round(wide)
        cv2.circle(image, (x, y), round(0.6 * size), look.ink.tolist(), width, cv2.LINE_AA)


def _paint_places(image: Tensor, rng: Rng) -> None:
    """Something in every printed place: a painted field, a block or two, a letter."""
    letter, block = rng.random() < 0.7, rng.random() < 0.6
    inside = ~FREE
    inside[[0, -1]] = inside[:, [0, -1]] = False
    for row, col in np.argwhere(inside):
        (x, y), far = np.round(_corner(row, col)).astype(int), _PX
        field = np.ascontiguousarray(image[y : y + far, x : x + far])
        field += float(rng.uniform(0, 1)) * (colour(rng) - field)
        if block:
            for _ in range(int(rng.integers(1, 5))):
                (left, top), (wide, high) = rng.integers(3, 28, 2), rng.integers(6, 26, 2)
                end = int(left + wide), int(top + high)
                cv2.rectangle(field, (int(left), int(top)), end, colour(rng).tolist(), -1)
        if letter:
            ink = ink_on(np.asarray(field.mean((0, 1)), np.float64), rng)
            name, at = chr(65 + int(rng.integers(12))), rng.uniform((4, 24), (28, 50))
            lettered(field, name, at, float(rng.uniform(0.5, 1.1)), ink)
        image[y : y + far, x : x + far] = field


def _lay(image: Tensor, look: TileSet, rng: Rng) -> Pixels:
    """Tiles on the board, with shadow and side; the faces (14, 14)."""
    faces = np.zeros((SPAN, SPAN), np.uint8)
    share, messy = float(rng.choice(_LAID)), float(rng.choice([0, 0.5, 1, 1.6]))
    size = float(rng.uniform(0.92, 1.0))
    side, cast = (rng.normal(0, far, 2) * _PX for far in (_THICK, 0.07))
    dark = float(rng.uniform(0.1, 0.55))
    where = [tuple(at) for at in np.argwhere(FREE & (rng.random((SPAN, SPAN)) < share))]
    shadow, laid = np.zeros((_SIDE, _SIDE), np.float32), []
    for row, col in where:
        one = Tile.of_kind(KINDS[int(rng.integers(len(KINDS)))].number, int(rng.integers(4)))
        faces[row, col] = one.face
        x, y = start = np.floor(_corner(row, col)).astype(int) - _PX
        turn = cv2.getRotationMatrix2D((_PX / 2 - 0.5,) * 2, messy * rng.normal(0, _TURN), size)
        turn[:, 2] += _corner(row, col) - start + messy * rng.normal(0, _SHIFT * _PX, 2)
        cut = slice(y, y + 3 * _PX), slice(x, x + 3 * _PX)
        picture, shape = tile(look, pairs_of(one.mask), one.trees, _PX, rng)
        warped = cv2.warpAffine(picture, turn, (3 * _PX,) * 2, borderMode=cv2.BORDER_REPLICATE)
        full = np.asarray(cv2.warpAffine(shape, turn, (3 * _PX,) * 2), np.float32)
        here = shadow[cut]
        np.maximum(here, _moved(full, cast)[: here.shape[0], : here.shape[1]], out=here)
        laid.append((cut, warped, full))
    image *= (1 - dark * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.8, 5)))[..., None]
    for cut, warped, outline in laid:
        part = image[cut]
        high, wide = part.shape[:2]
        for share_up in (0.0, 0.5):
            under = _moved(outline, side * (1 - share_up))[:high, :wide, None]
            part += under * (look.edge * 0.8 - part)
        part += outline[:high, :wide, None] * (warped[:high, :wide] - part)
    return faces


def _moved(mask: Tensor, by: Float) -> Tensor:
    return np.asarray(cv2.warpAffine(mask, np.column_stack([np.eye(2), by]), mask.shape[::-1]))


def _shine(image: Tensor, rng: Rng) -> None:
    """Patches of sun or shade with hard edges, now and then, in place."""
    if rng.random() < 0.6:
        return
    mask = np.zeros(image.shape[:2], np.float32)
    bars = rng.random() < 0.4
    for k in range(int(rng.integers(2, 7)) if bars else int(rng.integers(1, 4))):
        if bars:  # through a window's or a blind's bars
            angle = 0.3 + float(image[0, 0, 0]) / 60
            along = np.array([np.cos(angle), np.sin(angle)])
            off = (k - 3) * rng.uniform(1.5, 3) * _PX
            middle = _SIDE / 2 + off * np.array([-along[1], along[0]])
            ends = np.array([middle - along * 2 * _SIDE, middle + along * 2 * _SIDE])
            stroke(mask, ends, rng.uniform(0.2, 2) * _PX, np.ones(1))
        else:
            about = rng.normal(0, 3 * _PX, (int(rng.integers(3, 6)), 2))
            hull = cv2.convexHull((rng.uniform(0, _SIDE, 2) + about).astype(np.float32))
            cv2.fillConvexPoly(mask, hull.astype(np.int32), 1.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 6))), np.float32)
    gain = float(rng.uniform(1.2, 1.9) if rng.random() < 0.5 else rng.uniform(0.35, 0.8))
    image *= (1 + (gain - 1) * soft)[..., None] * np.float32(min(1.0, 1.15 / gain))


def _furnished(image: Pixels, faces: Pixels, rng: Rng) -> BoardSample:
    """The sample with signs and trams drawn on some tiles."""
    signs = np.zeros((SPAN, SPAN), bool)
    trams = np.zeros((SPAN, SPAN, 6), bool)
    laid: Mask = faces > 0
    share_signs, share_trams = float(rng.choice(_SIGNS)), float(rng.choice(_TRAMS))
    for row, col in np.argwhere(laid):
        x, y = np.round((np.array([col - 1, row - 1]) + BORDER - 1) * CELL_PX).astype(int)
        view = image[y : y + 3 * CELL_PX, x : x + 3 * CELL_PX]
        if view.shape[:2] != (3 * CELL_PX, 3 * CELL_PX):
            continue
        if rng.random() < share_signs:
            view[:] = with_sign(view, CELL_PX, rng)
            signs[row, col] = True
        elif rng.random() < share_trams:
            line = int(rng.integers(1, 7))
            view[:] = with_tram(view, CELL_PX, line, rng)
            trams[row, col, line - 1] = True
    return BoardSample(image, faces, signs, trams, np.zeros((SPAN, SPAN), np.float32))


def main(argv: Sequence[str]) -> None:
    """Draw and keep boards."""
    keep_all(argv, _KEPT, lambda seeds: [flat_board(seed) for seed in seeds])
