"""Boards with their printed letters and digits, and where exactly each of these stands."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import Homography
from rules.games.linie1.places import LETTERS, LOCATION_AT, SPAN, TERMINI
from tests.render.linie1.board_art import draw_board, random_board_look
from tests.render.linie1.board_look import BoardLook
from tests.render.linie1.stations import middle_of, outward
from tests.render.linie1.tile_art import random_tile_art
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import random_shot
from vision.linie1.board.orientation import (
    DIGIT_DEEP,
    DIGIT_IN,
    DIGIT_PX,
    DIGIT_WIDE,
    LETTER_PX,
    LETTER_SIDE,
)
from vision.linie1.board.pose import QUARTERS
from vision.linie1.board.print_points import LOCATIONS, OUTWARD, TERMINUS_MIDDLES
from vision.nn.arrays import Float, Matrix, Pixels, Points
from vision.nn.resample import rotation, whole
from vision.training.cutting import any_colour
from vision.training.linie1.board.pool import Kept

#: Pixels of a cell in the artwork, the scale of it below which it is made smaller before it is
#: warped, and what the warp then shrinks it by.
_ART_PX, _SHRUNK, _LEFT = 64, 0.75, 0.9


@dataclass(frozen=True)
class Marked:
    """A photo (H, W, 3) uint8 BGR of a board, its board to photo homography (3, 3), and the
    board points (12, 2) of its letters (in the order of LOCATIONS) and of its digits."""

    image: Pixels
    board: Matrix
    letters: Points
    digits: Points


def marks_of(look: BoardLook) -> tuple[Points, Points]:
    """(12, 2) board points of the letters and of the digits that a look prints."""
    letters = []
    for at, letter in LOCATION_AT.items():
        x, y = np.array(look.badge.place_xy) - 0.5
        for _ in range(look.ways[LETTERS.index(letter)]):
            x, y = -y, x
        letters.append((at % SPAN - 0.5 + x, at // SPAN - 0.5 + y))
    digit = look.digit
    digits = [np.add(middle_of(t), outward(t.side, digit.along, digit.out)) for t in TERMINI]
    return np.array(letters), np.array(digits)


def of_photo(one: Kept, fonts: tuple[str, ...]) -> Marked:
    """A kept picture of `random_photo`; its look is drawn from its seed again."""
    assert one.board is not None
    tiles = random_tile_art(stream(one.seed, "tiles"))
    look = random_board_look(stream(one.seed, "board"), tiles, fonts)
    return Marked(one.image(), one.board, *marks_of(look))


def drawn(rng: np.random.Generator, fonts: tuple[str, ...], sizes: tuple[float, float]) -> Marked:
    """A quick photo of nothing but a board whose cells measure `sizes` pixels, low and high."""
    look = random_board_look(rng, random_tile_art(rng), fonts)
    board = draw_board(look, _ART_PX)
    size = float(np.exp(rng.uniform(*np.log(sizes))))
    px, (x0, y0), side = board.cell_px, board.origin_xy, int(15.5 * size)
    plane = _plane(rng, size, side)
    grid = np.array([[1 / px, 0, (0.5 - x0) / px], [0, 1 / px, (0.5 - y0) / px], [0, 0, 1]])
    art = whole(board.image)
    if size < _SHRUNK * px:
        art = art.scaled(size / px / _LEFT)
    flat = cv2.warpPerspective(
        art.image, plane @ grid @ art.matrix, (side, side),
        borderMode=cv2.BORDER_CONSTANT, borderValue=any_colour(rng),
    )  # fmt: skip
    gain = rng.uniform(0.5, 1.15) * np.exp(rng.normal(0, 0.12, 3))
    light = np.linspace(1 - rng.uniform(0, 0.5), 1, side, dtype=np.float32)
    lit = flat * gain.astype(np.float32) * np.resize(light, (side, 1, 1))
    return Marked(expose(lit.astype(np.float32), random_shot(rng)), plane, *marks_of(look))


def _plane(rng: np.random.Generator, size: float, side: int) -> Matrix:
    """(3, 3) board to a picture of `side` pixels: any turn, tilts up to 42 degrees."""
    a, b = rng.uniform(0, 2 * np.pi, 2)
    turn, axis = rotation(a), rotation(b)
    tilt = np.cos(np.radians(rng.uniform(0, 42)))
    linear = turn @ axis @ np.diag([1, tilt]) @ axis.T * size
    plane = np.vstack([np.column_stack([linear, side / 2 - linear @ (6, 6)]), [0, 0, 1]])
    bend = np.array([[1, 0, 0], [0, 1, 0], [*rng.normal(0, 0.004, 2), 1]])
    return np.asarray(plane @ np.linalg.inv(bend))


def letter_pixels(letters: Points, turn: int) -> Points:
    """(12, 2) pixels of the letters in the patches of a board seen `turn` quarters off."""
    away = _from_nearest(letters, turn, LOCATIONS)
    return np.asarray(away * LETTER_PX + LETTER_SIDE / 2 - 0.5)


def digit_pixels(digits: Points, turn: int) -> Points:
    """(12, 2) pixels of the digits in the patches of a board seen `turn` quarters off."""
    away = _from_nearest(digits, turn, TERMINUS_MIDDLES)
    along = np.column_stack([-OUTWARD[:, 1], OUTWARD[:, 0]])
    x = (away * along).sum(1) * DIGIT_PX + DIGIT_WIDE / 2 - 0.5
    y = DIGIT_DEEP - DIGIT_IN - (away * OUTWARD).sum(1) * DIGIT_PX - 0.5
    return np.column_stack([x, y])


def _from_nearest(marks: Points, turn: int, places: Points) -> Float:
    """(12, 2) cells from each place to the mark nearest to it, on a board seen `turn` quarters
    off."""
    seen = Homography(QUARTERS[turn])(marks)
    near = np.linalg.norm(seen[None] - places[:, None], axis=-1).argmin(1)
    return np.asarray(seen[near] - places)
