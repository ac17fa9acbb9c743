"""What varies from box to box: the board, its pawns and their colours. Lengths are shares of R,
the outer ring's outer radius."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tests.render.style import Colour, hsv

Rng = np.random.Generator

#: Colours a pawn may have, by name, as ranges of hue (degrees), saturation and value.
PAWN_COLOURS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "red": (((-14, 8), (0.78, 1.0), (0.5, 0.95)), ((-16, 6), (0.65, 1.0), (0.36, 0.7))),
    "blue": (((204, 238), (0.6, 1.0), (0.35, 0.95)), ((196, 228), (0.45, 0.9), (0.55, 0.95))),
    "yellow": (((44, 60), (0.6, 1.0), (0.78, 1.0)), ((40, 54), (0.5, 0.9), (0.72, 0.98))),
    "green": (((92, 160), (0.45, 1.0), (0.28, 0.75)), ((75, 150), (0.35, 0.8), (0.35, 0.8))),
    "black": (((0, 360), (0.0, 0.3), (0.05, 0.17)),),
    "white": (((20, 60), (0.0, 0.13), (0.85, 1.0)), ((0, 360), (0.0, 0.05), (0.82, 1.0))),
    "orange": (((17, 32), (0.8, 1.0), (0.8, 1.0)),),
    "purple": (((264, 305), (0.4, 0.9), (0.28, 0.75)),),
    "pink": (((318, 348), (0.3, 0.65), (0.8, 1.0)),),
    "brown": (((14, 30), (0.45, 0.75), (0.22, 0.45)),),
    "grey": (((0, 360), (0.0, 0.1), (0.36, 0.58)),),
}
MAIN = ("red", "blue", "yellow", "green", "black", "white")
NAMES = tuple(PAWN_COLOURS)

KINDS = ("marble", "disc", "peg", "halma", "skittle", "meeple", "dome", "cube", "cone", "pin")
#: How often each kind is drawn: the common ones more.
KIND_WEIGHTS = (4, 3, 4, 6, 4, 3, 1.5, 1, 1, 1)

HOLES = ("drilled", "dimple", "through", "printed")


@dataclass(frozen=True)
class Sticker:
    """A patch on a ring: radius across the ring (0..1 of its width), degrees from a hollow."""

    ring: int
    across: float
    deg: float
    size: float
    colour: Colour
    square: bool


@dataclass(frozen=True)
class BoardLook:
    """A board. `bounds`: inner and outer radius of each ring; `tops`: height of each ring's face;
    `cell_r`, `hole_r`: radius of the circle of hollows, and of one hollow, of each ring."""

    bounds: tuple[tuple[float, float], ...]
    tops: tuple[float, float, float]
    base_r: float
    base_h: float
    hub: str  # raised, level, none, low
    hub_r: float
    hub_h: float
    cell_r: tuple[float, float, float]
    hole_r: tuple[float, float, float]
    hole: str
    depth: float
    hole_colour: Colour | None
    rings: tuple[Colour, Colour, Colour]
    base: Colour
    hub_colour: Colour
    grain: float
    grain_long: float
    gloss: float
    bevel: float
    outlined: Colour | None
    decor: int
    stickers: tuple[Sticker, ...]


@dataclass(frozen=True)
class PawnLook:
    """The pawns of a box: kind, radius and height as shares of a hollow's radius, gloss, and the
    display colour (BGR) of every name."""

    kind: str
    slim: float
    tall: float
    gloss: float
    sunk: bool
    colours: dict[str, Colour]
    spread: float


def pick(rng: Rng, ranges: tuple[tuple[float, float], ...]) -> Colour:
    """A colour from ranges of hue, saturation, value."""
    return hsv(*(float(rng.uniform(*r)) for r in ranges))


def pawn_colour(rng: Rng, name: str) -> Colour:
    """A shade that people call by this name."""
    options = PAWN_COLOURS[name]
    return pick(rng, options[int(rng.integers(len(options)))])


def random_pawns(rng: Rng) -> PawnLook:
    """A box of pawns in four colours."""
    kind = str(rng.choice(KINDS, p=np.array(KIND_WEIGHTS) / sum(KIND_WEIGHTS)))
    plain = rng.random() < 0.72
    names = list(rng.permutation(MAIN if plain else NAMES)[:4])
    while not _told_apart(names):
        names = list(rng.permutation(MAIN if plain else NAMES)[:4])
    return PawnLook(
        kind=kind,
        slim=float(rng.uniform(0.78, 0.98)),
        tall=float(rng.uniform(0.75, 1.3)),
        gloss=float(rng.uniform(0.02, 0.9)),
        sunk=bool(rng.random() < 0.8),
        colours={str(n): pawn_colour(rng, str(n)) for n in names},
        spread=float(rng.uniform(0, 0.06)),
    )


def _told_apart(names: list[str]) -> bool:
    """No maker puts grey beside black or white, or brown beside orange and black, into one box."""
    held = set(names)
    rivals = (("grey", "black"), ("grey", "white"), ("brown", "black"), ("brown", "orange"))
    rivals += (("brown", "red"), ("pink", "white"), ("pink", "red"), ("pink", "purple"))
    return not any(a in held and b in held for a, b in rivals)


def _surface(rng: Rng, pawns: PawnLook) -> Colour:
    """A ring's colour: wood, grey tones, any paint; often a pawn's own colour."""
    chance = rng.random()
    if chance < 0.22:
        return pick(rng, ((20, 36), (0.3, 0.68), (0.35, 0.92)))
    if chance < 0.5:
        return pick(rng, ((0, 360), (0.0, 0.12), (0.1, 1.0)))
    if chance < 0.84:
        b, g, r = pawns.colours[str(rng.choice(list(pawns.colours)))]
        k = float(rng.uniform(0.8, 1.15))
        return (min(b * k, 255), min(g * k, 255), min(r * k, 255))
    return pick(rng, ((0, 360), (0.2, 0.95), (0.15, 0.95)))


def _ring_colours(rng: Rng, pawns: PawnLook) -> tuple[Colour, Colour, Colour]:
    a, b, c = (_surface(rng, pawns) for _ in range(3))
    chance = rng.random()
    if chance < 0.45:
        return (a, a, a)
    return (a, b, a) if chance < 0.78 else (a, b, c)


def _stickers(rng: Rng, size: float) -> tuple[Sticker, ...]:
    if rng.random() < 0.6:
        return ()
    found = []
    for ring in range(3):
        if rng.random() < 0.7:
            paint = pick(rng, ((0, 360), (0.6, 1.0), (0.6, 1.0)))
            if rng.random() < 0.3:
                paint = (245.0, 245.0, 245.0) if rng.random() < 0.5 else (20.0, 20.0, 20.0)
            deg = float(rng.choice([22.5, 22.5, 45 * rng.random()])) + float(rng.normal(0, 3))
            across = float(rng.uniform(0.15, 0.85))
            found.append(
                Sticker(
                    ring,
                    across,
                    deg,
                    size * float(rng.uniform(0.1, 0.22)),
                    paint,
                    bool(rng.random() < 0.4),
                )
            )
    return tuple(found)


def _told(paint: Colour | None, ring: Colour) -> bool:
    """Whether print on a ring can be seen."""
    if paint is None:
        return False
    return sum(abs(a - b) for a, b in zip(paint, ring, strict=True)) > 120


def sober_pawns(rng: Rng) -> PawnLook:
    """A box of pawns as shops sell them: a common kind in four of the six common colours."""
    names = [str(name) for name in rng.permutation(MAIN)[:4]]
    return replace(
        random_pawns(rng),
        kind=str(rng.choice(["marble", "disc", "peg", "halma", "skittle"])),
        sunk=True,
        colours={name: pick(rng, PAWN_COLOURS[name][0]) for name in names},
        spread=0.01,
    )


def sober_board(rng: Rng, pawns: PawnLook) -> BoardLook:
    """A board as shops sell it: drilled or turned hollows in plain or wooden rings."""
    return replace(
        random_board(rng, pawns, holes=("drilled", "drilled", "dimple")),
        hole_colour=None,
        outlined=None,
        decor=0,
        grain=float(rng.choice([0.0, 0.0, rng.uniform(0.02, 0.12)])),
        gloss=float(rng.uniform(0.02, 0.6)),
    )


def random_board(
    rng: Rng, pawns: PawnLook, holes: tuple[str, ...] = (*HOLES[:1] * 4, *HOLES)
) -> BoardLook:
    """A board nobody has seen before, its hollows of one of these kinds."""
    hub = float(rng.uniform(0.12, 0.33))
    gap = float(rng.choice([0.0, rng.uniform(0.003, 0.012), rng.uniform(0.01, 0.028)]))
    widths = np.exp(rng.normal(0, float(rng.choice([0.0, 0.1])), 3))
    widths *= (1 - hub - 3 * gap) / widths.sum()
    bounds, r = [], hub + gap
    for width in widths:
        bounds.append((float(r), float(r + width)))
        r += width + gap
    hole = str(rng.choice(holes))
    share = float(rng.uniform(0.22, 0.4))
    first = float(rng.uniform(0.72, 1.0))
    cell_r = tuple((a + b) / 2 + float(rng.normal(0, 0.02)) * (b - a) for a, b in bounds)
    hole_r = tuple(
        float(min(share * widths.min() * (first if k == 0 else 1), 0.3 * cell_r[k]))
        for k in range(3)
    )
    flat = hole == "printed"
    thick = float(rng.uniform(0.004, 0.03) if flat else rng.uniform(0.03, 0.12))
    base_h = float(rng.uniform(0.004, 0.12))
    depth = hole_r[2] * float(rng.uniform(0.35, 1.2))
    thick = thick if flat else max(thick, depth * 1.05 - base_h)
    rings = _ring_colours(rng, pawns)
    fill = _surface(rng, pawns) if flat or rng.random() < 0.12 else None
    line = _surface(rng, pawns) if rng.random() < (0.7 if flat else 0.12) else None
    if flat and not all(_told(fill, ring) or _told(line, ring) for ring in rings):
        line = (20.0, 20.0, 20.0) if sum(map(sum, rings)) > 9 * 90 else (235.0, 235.0, 235.0)
    step = float(rng.normal(0, 0.02)) if rng.random() < 0.2 else 0.0
    tops = tuple(max(base_h + 0.002, base_h + thick - step * (k - 2)) for k in range(3))
    rim = float(rng.choice([0.0, rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.16)]))
    return BoardLook(
        bounds=tuple(bounds),
        tops=(tops[0], tops[1], tops[2]),
        base_r=bounds[2][1] + gap + rim,
        base_h=base_h,
        hub=str(rng.choice(["level", "raised", "low", "none"], p=[0.5, 0.2, 0.15, 0.15])),
        hub_r=hub - gap * 0.3,
        hub_h=float(rng.uniform(0.02, 0.2)),
        cell_r=(cell_r[0], cell_r[1], cell_r[2]),
        hole_r=(hole_r[0], hole_r[1], hole_r[2]),
        hole=hole,
        depth=depth,
        hole_colour=fill,
        rings=rings,
        base=_surface(rng, pawns),
        hub_colour=_surface(rng, pawns),
        grain=float(rng.choice([0.0, rng.uniform(0.02, 0.3)])),
        grain_long=float(rng.uniform(1, 10)),
        gloss=float(rng.uniform(0.02, 0.8)),
        bevel=float(rng.uniform(0.0, 0.02)),
        outlined=line,
        decor=int(rng.choice([0, 0, 0, 1, 2, 3])),
        stickers=_stickers(rng, float(widths.min())),
    )
