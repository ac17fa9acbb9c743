"""Random artwork of tram boards: 144 cells, twelve lettered locations, twelve numbered termini.

Nothing is taken from a printed board but what the rule document says of all of them: where the
locations and the termini are. The range covers printed, plain and home-made boards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from rules.games.linie1.places import LETTERS, LOCATION_AT, SPAN, TERMINI
from tests.render.linie1.board_look import BoardLook, random_board_look
from tests.render.linie1.grounds import Ground, paint_ground
from tests.render.linie1.lettering import put_word
from tests.render.linie1.locations import paint_location
from tests.render.linie1.stations import paint_terminus
from tests.render.linie1.tile_art import TileArt
from tests.render.noise import cloud
from tests.render.style import Colour, hsv

__all__ = ["BoardArt", "BoardLook", "draw_board", "random_board_look"]

#: Width of the lines between cells that nobody overlooks, cells.
PLAIN_LINES = 0.02

_WORDS = ("TRAM", "Linie", "Streetcar", "STRASSENBAHN", "tramway", "1 2 3 4 5", "Metro", "LINE")


@dataclass(frozen=True)
class BoardArt:
    """`image` (H, W, 3) uint8 BGR; `origin_xy` pixel of the grid's north-west corner; `cell_px`
    the side of a cell. Upright in the frame of the rule document."""

    image: np.ndarray
    origin_xy: tuple[int, int]
    cell_px: int

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the picture in cells from the grid's corner."""
        (x, y), c = self.origin_xy, self.cell_px
        h, w = self.image.shape[:2]
        return -x / c, -y / c, (w - x) / c, (h - y) / c


def tiled(
    ground: Ground, rng: np.random.Generator, shape_hw: tuple[int, int], px: int
) -> np.ndarray:
    """(H, W, 3) uint8 of a ground, painted once and cut at shifts so that cells differ."""
    sheet = paint_ground(ground, rng, px)
    big = [[sheet, np.rot90(sheet)], [np.rot90(sheet, 2), np.rot90(sheet, 3)]]
    if rng.random() < 0.5:
        big = [[sheet, sheet], [sheet, sheet]]
    block = np.vstack([np.hstack(row) for row in big])
    reps = (shape_hw[0] // block.shape[0] + 1, shape_hw[1] // block.shape[1] + 1, 1)
    return np.ascontiguousarray(np.tile(block, reps)[: shape_hw[0], : shape_hw[1]])


def draw_board(look: BoardLook, px: int = 56) -> BoardArt:
    """The board at `px` pixels a cell; the same for the same look."""
    rng = np.random.default_rng(look.seed)
    north, east, south, west = (round(m * px) for m in look.margins)
    h, w = 12 * px + north + south, 12 * px + west + east
    image = _rim(look, rng, (h, w), px)
    art = BoardArt(image, (west, north), px)
    _town(look, rng, art)
    _banners(look, rng, art)
    grid = image[north : north + 12 * px, west : west + 12 * px]
    grid[:] = _cells(look, rng, px)
    for terminus in TERMINI:
        paint_terminus(image, look, terminus, art.origin_xy, px, rng)
    _grid_lines(image, look, art)
    for at, letter in LOCATION_AT.items():
        way = look.ways[LETTERS.index(letter)]
        cell = paint_location(grid_cell(art, at), look, letter, way, rng)
        x, y = west + (at % SPAN - 1) * px, north + (at // SPAN - 1) * px
        image[y : y + px, x : x + px] = cell
    _folds(image, look, art)
    if look.frame:
        width = max(1, int(look.frame * px))
        cv2.rectangle(image, (0, 0), (w - 1, h - 1), look.grid, 2 * width)
    return art


def grid_cell(art: BoardArt, at: int) -> np.ndarray:
    """The (px, px, 3) part of the picture that is the cell of this index."""
    px, (x0, y0) = art.cell_px, art.origin_xy
    x, y = x0 + (at % SPAN - 1) * px, y0 + (at // SPAN - 1) * px
    return art.image[y : y + px, x : x + px]


def _rim(
    look: BoardLook, rng: np.random.Generator, shape_hw: tuple[int, int], px: int
) -> np.ndarray:
    h, w = shape_hw
    if look.rim.kind in ("cloud", "plain"):
        image = paint_ground(look.rim, rng, max(h, w) // 2)
        return cv2.resize(image, (max(h, w), max(h, w)))[:h, :w].copy()
    return tiled(look.rim, rng, shape_hw, 2 * px)


def _cells(look: BoardLook, rng: np.random.Generator, px: int) -> np.ndarray:
    cells = tiled(look.cell, rng, (12 * px, 12 * px), px * int(rng.integers(1, 4)))
    shade = np.zeros((12, 12), np.float32)
    if look.checker:
        shade += look.checker * (np.indices((12, 12)).sum(0) % 2 * 2 - 1)
    if rng.random() < 0.3:
        shade += rng.normal(0, 4, (12, 12))
    if not shade.any():
        return cells
    steps = np.repeat(np.repeat(shade, px, 0), px, 1)[..., None]
    return np.clip(cells + steps, 0, 255).astype(np.uint8)


def _grid_lines(image: np.ndarray, look: BoardLook, art: BoardArt) -> None:
    px, (x0, y0) = art.cell_px, art.origin_xy
    width = look.grid_width * px
    if not width:
        return
    thick, weight = max(1, round(width)), min(1.0, width)
    sheet = image.copy() if weight < 1 else image
    for k in range(13):
        a = k * px
        cv2.line(sheet, (x0 + a, y0), (x0 + a, y0 + 12 * px), look.grid, thick)
        cv2.line(sheet, (x0, y0 + a), (x0 + 12 * px, y0 + a), look.grid, thick)
    if weight < 1:
        cv2.addWeighted(sheet, weight, image, 1 - weight, 0, image)


def _town(look: BoardLook, rng: np.random.Generator, art: BoardArt) -> None:
    """Blocks of houses, emblems and names in the rim."""
    image, px = art.image, art.cell_px
    h, w = image.shape[:2]
    (x0, y0), far = art.origin_xy, 12 * px
    paint = hsv(float(rng.uniform(0, 360)), float(rng.beta(1, 1.5)), float(rng.uniform(0.1, 0.95)))
    for k in range(int(160 * look.town)):
        side, along = k % 4, float(rng.uniform(-0.5, 12.5)) * px
        deep, wide = float(rng.uniform(0.2, 0.9)) * px, float(rng.uniform(0.15, 0.6)) * px
        gain = float(rng.uniform(0.8, 1.2))
        colour = tuple(min(255.0, v * gain) for v in paint)
        quad = [
            (x0 + along, y0 - deep, x0 + along + wide, y0),
            (x0 + far, y0 + along, x0 + far + deep, y0 + along + wide),
            (x0 + along, y0 + far, x0 + along + wide, y0 + far + deep),
            (x0 - deep, y0 + along, x0, y0 + along + wide),
        ][side]
        a, b, c, d = (int(v) for v in quad)
        cv2.rectangle(image, (a, b), (c, d), colour, -1)
    if look.emblems:
        size = int(rng.uniform(0.5, 0.95) * px)
        ink = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 1)), float(rng.uniform(0.2, 1)))
        for x, y in ((0, 0), (w - size, 0), (0, h - size), (w - size, h - size)):
            for k in range(3):
                d = k * size // 6
                tone = ink if k % 2 == 0 else look.rim.colour
                cv2.rectangle(image, (x + d, y + d), (x + size - d, y + size - d), tone, -1)


def _banners(look: BoardLook, rng: np.random.Generator, art: BoardArt) -> None:
    """A strip with words, blocks of colour and perhaps a track of numbers at some sides."""
    px = art.cell_px
    for side in look.banners:
        turn = int(rng.choice([0, 2])) if rng.random() < 0.2 else side + 2
        view = np.rot90(art.image, side)  # this side at the top
        deep = int((look.margins[side] - float(rng.uniform(1.0, 1.15))) * px)
        wide = view.shape[1]
        if deep < px // 3:
            continue
        inset = int(rng.uniform(0, 0.25) * px)
        strip = np.ascontiguousarray(view[inset : inset + deep, inset : wide - inset])
        _fill_banner(look, rng, strip)
        up = np.ascontiguousarray(np.rot90(strip, 2) if turn % 4 == (side + 2) % 4 else strip)
        _print_banner(look, rng, up, px)
        strip = np.rot90(up, 2) if turn % 4 == (side + 2) % 4 else up
        view[inset : inset + deep, inset : wide - inset] = strip


def _fill_banner(look: BoardLook, rng: np.random.Generator, strip: np.ndarray) -> None:
    count = int(rng.integers(1, 4))
    edges = np.linspace(0, strip.shape[1], count + 1).astype(int)
    for a, b in pairwise(edges):
        colour = np.array(_strong(rng))
        strip[:, a:b] = colour
    shade = cloud(rng, strip.shape[:2], (strip.shape[0], strip.shape[0])) * rng.uniform(0, 25)
    strip[:] = np.clip(strip + shade[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        for _ in range(int(rng.integers(2, 9))):
            x, y = rng.uniform(0, 1, 2) * strip.shape[1::-1]
            axes = (
                int(rng.uniform(0.1, 0.6) * len(strip)),
                int(rng.uniform(0.1, 0.5) * len(strip)),
            )
            cv2.ellipse(
                strip,
                (int(x), int(y)),
                axes,
                float(rng.uniform(0, 180)),
                0,
                360,
                _strong(rng),
                int(rng.choice([-1, 2, 4])),
                cv2.LINE_AA,
            )


def _print_banner(look: BoardLook, rng: np.random.Generator, strip: np.ndarray, px: int) -> None:
    h, w = strip.shape[:2]
    word = str(rng.choice(_WORDS))
    light = strip.mean() < 120
    ink = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.8)), 0.95 if light else 0.25)
    x = float(rng.uniform(0.25, 0.75)) * w
    put_word(
        strip, word, look.word_font, (x, h / 2), h * float(rng.uniform(0.25, 0.6)), ink, 0, w * 0.5
    )
    if look.speed_track and h > px:
        size, left = int(0.35 * px), int(rng.uniform(0.05, 0.6) * w)
        for k in range(10):
            cx, cy = left + (k % 5) * size * 2 + size, h // 2 + (k // 5 * 2 - 1) * size
            cv2.rectangle(
                strip,
                (cx - size * 3 // 4, cy - size * 3 // 4),
                (cx + size * 3 // 4, cy + size * 3 // 4),
                look.lines[0],
                -1,
            )
            put_word(strip, str(k + 1), look.word_font, (cx, cy), size * 0.8, (250, 250, 250), 0)


def _strong(rng: np.random.Generator) -> Colour:
    return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.1, 1)), float(rng.uniform(0.1, 1)))


def _folds(image: np.ndarray, look: BoardLook, art: BoardArt) -> None:
    """Creases: a worn line, and one half a little lighter than the other."""
    rng, (h, w), px = np.random.default_rng(look.seed + 1), image.shape[:2], art.cell_px
    row, col = look.folds
    for place, length, view in ((row, h, image), (col, w, image.transpose(1, 0, 2))):
        if place < 0:
            continue
        origin = art.origin_xy[1] if length == h and view is image else art.origin_xy[0]
        at = int(origin + place * px)
        half = view[at:]
        half[:] = np.clip(half * rng.uniform(0.88, 1.1), 0, 255).astype(np.uint8)
        width = max(1, int(rng.uniform(0.01, 0.06) * px))
        line = view[max(at - width // 2, 0) : at + (width + 1) // 2]
        fray = look.fold_tone * rng.uniform(0.3, 1.3, line.shape[:2])[..., None]
        line[:] = np.clip(line + fray, 0, 255).astype(np.uint8)


def sober_board(rng: np.random.Generator, tiles: TileArt, px: int = 56) -> BoardArt:
    """A board as shops sell it: plain cells between visible lines, arcs as on its tiles."""
    look = random_board_look(rng, tiles)
    plain = Ground("plain", look.cell.colour, look.cell.other, 1.0, look.cell.scale)
    lines = max(look.grid_width, PLAIN_LINES)
    return draw_board(replace(look, cell=plain, checker=0.0, grid_width=lines, arcs=tiles), px)


def random_board(
    rng: np.random.Generator, tiles: TileArt, px: int = 56, fonts: tuple[str, ...] = ()
) -> BoardArt:
    """A board nobody has seen before."""
    return draw_board(random_board_look(rng, tiles, fonts), px)
