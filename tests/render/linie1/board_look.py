"""What varies from one printed tram board to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.render.linie1.grounds import Ground, near_colour, random_colour, random_ground
from tests.render.linie1.lettering import random_font
from tests.render.linie1.tile_art import TileArt, random_tile_art
from tests.render.style import Colour, hsv

#: Line colours of the real editions as hue in degrees, saturation, value: 1 red, 2 yellow,
#: 3 green, 4 light blue, 5 violet or pink, 6 white. Rule document 1.4.
_LINES = (
    [(-10, 14), (0.6, 1), (0.55, 0.95)],
    [(44, 58), (0.5, 1), (0.75, 1)],
    [(95, 160), (0.35, 0.9), (0.3, 0.75)],
    [(190, 215), (0.25, 0.8), (0.6, 1)],
    [(275, 330), (0.25, 0.75), (0.5, 0.95)],
    [(0, 360), (0, 0.08), (0.75, 1)],
)

#: Plate and ink of a digit, and how often boards have them.
_DIGITS = (
    ("none", "line"),
    ("none", "dark"),
    ("none", "light"),
    ("dark", "line"),
    ("light", "dark"),
    ("line", "dark"),
    ("line", "light"),
    ("light", "line"),
    ("dark", "light"),
)
_DIGIT_SHARES = (0.16, 0.06, 0.06, 0.22, 0.18, 0.12, 0.1, 0.05, 0.05)


@dataclass(frozen=True)
class BadgeLook:
    """The letter of a location: its plate (`disc`, `box`, `none`), place in the cell of an upright
    picture (shares, x right, y down), letter height and plate radius in cells."""

    shape: str
    place_xy: tuple[float, float]
    letter: float
    radius: float
    plate: Colour
    rim: Colour | None
    ink: Colour
    font: str


@dataclass(frozen=True)
class DigitLook:
    """The digit of a terminus: where it stands from the middle of the half circle (`along` the
    side, clockwise around the board; `out` away from the grid), and how it is printed. `ink` is
    `line`, `dark` or `light`; `plate` the same or `none`. `turn`: `out` top away from the grid,
    `in`, or `up`: all upright in one frame."""

    along: float
    out: float
    height: float
    shape: str
    plate: str
    ink: str
    turn: str
    font: str


@dataclass(frozen=True)
class BoardLook:
    """A printed board. `margins` N, E, S, W in cells; `banners` the sides that bear one; `ways`
    quarter turns of each location's picture; `grid_width` in cells, 0 = no lines."""

    cell: Ground
    checker: float
    grid: Colour
    grid_width: float
    rim: Ground
    frame: float
    margins: tuple[float, float, float, float]
    banners: tuple[int, ...]
    speed_track: bool
    emblems: bool
    town: float
    lines: tuple[Colour, ...]
    arcs: TileArt
    arc_ground: bool
    station: float
    badge: BadgeLook
    digit: DigitLook
    pictures: str
    picture_ground: Colour
    picture_inset: float
    name_bar: Colour | None
    names: bool
    ways: tuple[int, ...]
    folds: tuple[float, float]
    fold_tone: float
    word_font: str
    seed: int


def random_board_look(
    rng: np.random.Generator, tiles: TileArt, fonts: tuple[str, ...] = ()
) -> BoardLook:
    """A board that goes with these tiles, or does not."""
    cell = _cell_colour(rng, tiles)
    ground = random_ground(rng, cell)
    if rng.random() < 0.3:
        ground = Ground("plain", cell, near_colour(rng, cell, 12), 1.0, ground.scale)
    margins = [float(rng.uniform(1.02, 1.75)) for _ in range(4)]
    banners = tuple(int(b) for b in np.flatnonzero(rng.random(4) < (0.35, 0.12, 0.5, 0.12)))
    for side in banners:
        margins[side] += float(rng.uniform(0.9, 3.4))
    return BoardLook(
        cell=ground,
        checker=float(rng.normal(0, 12)) if rng.random() < 0.12 else 0.0,
        grid=_grid_colour(rng, cell),
        grid_width=_grid_width(rng),
        rim=_rim(rng, cell),
        frame=float(rng.uniform(0.02, 0.2)) if rng.random() < 0.4 else 0.0,
        margins=(margins[0], margins[1], margins[2], margins[3]),
        banners=banners,
        speed_track=bool(rng.random() < 0.35),
        emblems=bool(rng.random() < 0.25),
        town=float(rng.uniform(0.1, 0.7)) if rng.random() < 0.45 else 0.0,
        lines=_line_colours(rng),
        arcs=tiles if rng.random() < 0.6 else random_tile_art(rng),
        arc_ground=bool(rng.random() < 0.12),
        station=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.35 else 0.0,
        badge=_badge(rng, fonts),
        digit=_digit(rng, fonts),
        pictures=str(
            rng.choice(["house", "photo", "icon", "any", "plain"], p=[0.35, 0.2, 0.15, 0.25, 0.05])
        ),
        picture_ground=random_colour(rng),
        picture_inset=float(rng.uniform(0, 0.08)) if rng.random() < 0.6 else 0.0,
        name_bar=random_colour(rng) if rng.random() < 0.6 else None,
        names=bool(rng.random() < 0.4),
        ways=_ways(rng),
        folds=_folds(rng),
        fold_tone=float(rng.normal(0, 30)),
        word_font=random_font(rng, fonts),
        seed=int(rng.integers(1 << 31)),
    )


def _cell_colour(rng: np.random.Generator, tiles: TileArt) -> Colour:
    chance = rng.random()
    if chance < 0.35:
        return near_colour(rng, tiles.ground.colour, float(rng.uniform(6, 35)))
    if chance < 0.45:
        return hsv(
            float(rng.uniform(20, 70)), float(rng.uniform(0, 0.2)), float(rng.uniform(0.8, 1))
        )
    return random_colour(rng)


def _grid_colour(rng: np.random.Generator, cell: Colour) -> Colour:
    chance = rng.random()
    if chance < 0.35:
        return hsv(0, 0, float(rng.uniform(0.75, 1)))
    if chance < 0.55:
        return hsv(0, 0, float(rng.uniform(0, 0.3)))
    return near_colour(rng, cell, float(rng.uniform(12, 60)))


def _grid_width(rng: np.random.Generator) -> float:
    chance = rng.random()
    if chance < 0.07:
        return 0.0
    return float(rng.uniform(0.008, 0.03) if chance < 0.7 else rng.uniform(0.03, 0.09))


def _rim(rng: np.random.Generator, cell: Colour) -> Ground:
    like_cells = rng.random() < 0.15
    colour = near_colour(rng, cell, 25) if like_cells else random_colour(rng)
    ground = random_ground(rng, colour)
    other = near_colour(rng, colour, float(rng.uniform(10, 60)))
    if rng.random() < 0.6:
        return Ground("cloud", colour, other, 1.0, float(rng.uniform(0.2, 1.2)))
    return Ground(ground.kind, colour, other, 1.0, ground.scale)


def _line_colours(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Mostly the usual ones; a home-made board may use any."""
    usual = tuple(
        hsv(float(rng.uniform(*h)), float(rng.uniform(*s)), float(rng.uniform(*v)))
        for h, s, v in _LINES
    )
    chance = rng.random()
    if chance < 0.08:
        return (random_colour(rng),) * 6
    if chance < 0.2:
        return tuple(random_colour(rng) for _ in range(6))
    return usual


def _badge(rng: np.random.Generator, fonts: tuple[str, ...]) -> BadgeLook:
    letter = float(np.exp(rng.uniform(np.log(0.13), np.log(0.42))))
    radius = letter * float(rng.uniform(0.75, 1.1))
    reach = 0.5 - radius - float(rng.uniform(-0.04, 0.06))
    place = rng.choice(6, p=[0.25, 0.15, 0.2, 0.15, 0.15, 0.1])
    x, y = [(-1, 1), (1, 1), (-1, -1), (1, -1), (0, 0), (0, 1)][int(place)]
    plate = hsv(float(rng.uniform(0, 360)), float(rng.beta(1, 1)), float(rng.uniform(0.05, 1)))
    if rng.random() < 0.35:
        plate = hsv(
            float(rng.uniform(45, 62)), float(rng.uniform(0.5, 1)), float(rng.uniform(0.8, 1))
        )
    dark = sum(plate) / 3 < 120
    ink = hsv(
        float(rng.uniform(0, 360)),
        float(rng.beta(1, 2)),
        float(rng.uniform(0.8, 1) if dark else rng.uniform(0, 0.45)),
    )
    return BadgeLook(
        shape=str(rng.choice(["disc", "box", "none"], p=[0.55, 0.3, 0.15])),
        place_xy=(0.5 + x * reach, 0.5 + y * reach),
        letter=letter,
        radius=radius,
        plate=plate,
        rim=random_colour(rng) if rng.random() < 0.4 else None,
        ink=ink,
        font=random_font(rng, fonts),
    )


def _digit(rng: np.random.Generator, fonts: tuple[str, ...]) -> DigitLook:
    height = float(np.exp(rng.uniform(np.log(0.2), np.log(0.5))))
    spot = rng.random()
    if spot < 0.65:  # beside one end of the half circle
        side = float(rng.choice([-1, 1]))
        along, out = side * float(rng.uniform(0.75, 1.15)), float(rng.uniform(0.25, 0.75))
    elif spot < 0.8:  # beyond its crest, or on it
        along, out = float(rng.normal(0, 0.1)), float(rng.uniform(0.45, 0.95))
    else:  # inside
        along, out = 0.0, float(rng.uniform(0.12, 0.3))
    plate, ink = _DIGITS[int(rng.choice(9, p=_DIGIT_SHARES))]
    return DigitLook(
        along=along,
        out=out,
        height=height,
        shape=str(rng.choice(["disc", "box", "ring"], p=[0.5, 0.4, 0.1])),
        plate=plate,
        ink=ink,
        turn=str(rng.choice(["out", "in", "up"], p=[0.7, 0.1, 0.2])),
        font=random_font(rng, fonts),
    )


def _ways(rng: np.random.Generator) -> tuple[int, ...]:
    """How the twelve pictures are turned: all alike, as players around the table see them, or
    anyhow."""
    chance = rng.random()
    if chance < 0.35:
        return (int(rng.integers(4)),) * 12
    if (
        chance < 0.6
    ):  # the alphabetical order of rule document 4: A, H, I; B, C, K; D, E, L; F, G, M
        return (3, 2, 2, 1, 1, 0, 0, 3, 3, 2, 1, 0)
    return tuple(int(w) for w in rng.integers(0, 4, 12))


def _folds(rng: np.random.Generator) -> tuple[float, float]:
    """Where the board folds: row and column, -1 for no fold."""
    places = [
        float(rng.choice([6.0, 4.0, 8.0, rng.uniform(2, 10)], p=[0.7, 0.1, 0.1, 0.1])) for _ in "rc"
    ]
    row, col = (p if rng.random() < 0.5 else -1.0 for p in places)
    return row, col
