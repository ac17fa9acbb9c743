"""What varies from photo to photo: the set, the room, the shot. Colours are BGR, 0..255 floats."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from tests.render.camera import Pose

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class SetLook:
    """A home-made set and how tidily it is laid. Lengths are shares of a tile's side."""

    yellow: Colour
    blue: Colour
    red: Colour
    line_width: float
    stops_short: float
    round_caps: bool
    hub: float  # radius of a dot at the middle, 0 = none
    outline: float  # width of a dark outline along the lines, 0 = none
    marker: float  # 0 = printed, 1 = streaky felt pen
    grain: float  # paper texture, sd in grey levels
    border: Colour | None
    border_width: float
    margin: float  # white cutting margin
    corner_radius: float
    wear: float  # 0..1
    colour_sd: float  # per tile, grey levels
    print_shift: float
    thickness: float
    side: Colour
    back: Colour
    gloss: float  # 0..1.5 share of a highlight that the tiles show
    gap: float
    place_sd: float
    angle_sd_deg: float
    walk_sd: float  # step of the slow drift from row to row
    bend: float  # radians a tile by which arms of the layout curve


@dataclass(frozen=True)
class TableLook:
    """A table top: kind of pattern, its two colours and its size."""

    kind: str
    first: Colour
    second: Colour
    pitch: float  # period of the pattern in tile sides
    angle_deg: float
    strength: float  # contrast of the pattern, 0..1
    edge: bool  # the end of the table is in view
    floor: Colour
    gloss: float
    seed: int


@dataclass(frozen=True)
class LightLook:
    """The lamps, in shares of the picture and of full brightness."""

    tint: Colour  # gains B, G, R around 1
    gradient: float
    gradient_deg: float
    spot: float  # depth of the fall-off around the lamp, 0..1
    spot_xy: tuple[float, float]
    spot_size: float
    glare: float
    glare_xy: tuple[float, float]
    glare_size: float
    shadow: float  # darkness of shadows, 0..1
    shadow_soft: float  # tile sides
    shadow_deg: float
    shadow_length: float  # shadow length over height
    cast: int  # shadows of things outside the picture


@dataclass(frozen=True)
class RoomLook:
    """Table, light and camera: fixed while a game is played."""

    table: TableLook
    light: LightLook
    pose: Pose
    fill: float  # share of the picture that the layout may take
    shift_xy: tuple[float, float]
    tile_cm: float
    clutter: int
    near: float  # how close clutter may come to a tile, in tile sides
    seed: int


@dataclass(frozen=True)
class ShotLook:
    """One exposure of one sensor. Blurs are pixels at a width of 1280."""

    exposure: float
    gamma: float
    contrast: float
    saturation: float
    vignette: float
    noise: float  # sd, grey levels
    chroma_noise: float
    blur: float
    motion: float
    motion_deg: float
    softness: float  # size it was shrunk to and brought back, 1 = never
    sharpen: float
    jpeg: int
    skin: Colour
    hands: int
    seed: int


@dataclass(frozen=True)
class Style:
    """Everything that is drawn from chance except the tiles' places."""

    tiles: SetLook
    room: RoomLook
    shot: ShotLook


def hsv(hue_deg: float, saturation: float, value: float) -> Colour:
    """BGR colour of hue (degrees), saturation and value (0..1)."""
    r, g, b = colorsys.hsv_to_rgb(hue_deg / 360 % 1, min(saturation, 1), min(value, 1))
    return (b * 255, g * 255, r * 255)


def shaded(colour: Colour, gain: float, lift: float = 0.0) -> Colour:
    """The colour times a gain, plus a lift, at most 255."""
    b, g, r = (min(255.0, v * gain + lift) for v in colour)
    return (b, g, r)


def _between(rng: np.random.Generator, ranges: list[tuple[float, float]]) -> Colour:
    return hsv(*(float(rng.uniform(*r)) for r in ranges))


# Hue in degrees, saturation, value of the paints and papers people use.
YELLOWS = [
    [(46, 60), (0.28, 0.5), (0.85, 1.0)],  # cream
    [(52, 64), (0.5, 0.9), (0.88, 1.0)],  # lemon
    [(44, 54), (0.7, 1.0), (0.85, 1.0)],  # sun
    [(40, 50), (0.55, 0.9), (0.65, 0.88)],  # mustard
    [(34, 44), (0.7, 1.0), (0.85, 1.0)],  # amber
]
BLUES = [
    [(195, 212), (0.3, 0.6), (0.8, 1.0)],  # sky
    [(212, 228), (0.6, 0.95), (0.55, 0.85)],  # royal
    [(215, 235), (0.6, 0.95), (0.28, 0.5)],  # navy
    [(205, 225), (0.28, 0.5), (0.45, 0.75)],  # grey blue
    [(184, 200), (0.5, 0.95), (0.45, 0.8)],  # teal
    [(230, 250), (0.45, 0.8), (0.45, 0.85)],  # violet
]
REDS = [
    [(4, 14), (0.8, 1.0), (0.8, 0.95)],  # vermilion
    [(345, 358), (0.75, 0.95), (0.6, 0.85)],  # crimson
    [(2, 14), (0.6, 0.8), (0.5, 0.7)],  # brick
    [(352, 365), (0.75, 1.0), (0.35, 0.55)],  # dark
    [(350, 368), (0.45, 0.65), (0.75, 0.95)],  # faded
    [(355, 365), (0.8, 1.0), (0.75, 0.95)],  # plain
]
WOODS = [
    [(26, 38), (0.25, 0.5), (0.7, 0.9)],
    [(22, 34), (0.4, 0.65), (0.5, 0.72)],
    [(14, 28), (0.4, 0.7), (0.18, 0.4)],
    [(36, 46), (0.4, 0.65), (0.65, 0.9)],  # varnished pine, as yellow as many tiles
]
SKINS = [
    [(12, 24), (0.25, 0.42), (0.8, 0.98)],
    [(14, 26), (0.38, 0.55), (0.6, 0.8)],
    [(12, 24), (0.45, 0.65), (0.3, 0.55)],
]
TABLE_KINDS = (
    "plain",
    "wood",
    "wood",
    "wood",
    "felt",
    "check",
    "gingham",
    "stripe",
    "flower",
    "print",
    "cloud",
    "speckle",
    "ceramic",
    "weave",
)
SIDES: tuple[Colour, ...] = ((235, 240, 240), (150, 155, 160), (120, 165, 200), (90, 120, 160))


def _pick(rng: np.random.Generator, palette: list[list[tuple[float, float]]]) -> Colour:
    return _between(rng, palette[int(rng.integers(len(palette)))])


def _chance(rng: np.random.Generator, p: float) -> bool:
    return bool(rng.random() < p)


def _or_zero(rng: np.random.Generator, p: float, low: float, high: float) -> float:
    """A number of the range with probability p, else 0."""
    value = float(rng.uniform(low, high))
    return value if _chance(rng, p) else 0.0


def _print_look(rng: np.random.Generator) -> dict[str, object]:
    border = (30.0, 30.0, 30.0) if _chance(rng, 0.6) else (225.0, 230.0, 235.0)
    return {
        "yellow": _pick(rng, YELLOWS),
        "blue": _pick(rng, BLUES),
        "red": _pick(rng, REDS),
        "line_width": float(rng.uniform(0.05, 0.18)),
        "stops_short": _or_zero(rng, 0.4, 0.0, 0.06),
        "round_caps": _chance(rng, 0.5),
        "hub": _or_zero(rng, 0.12, 0.04, 0.14),
        "outline": _or_zero(rng, 0.1, 0.008, 0.02),
        "marker": _or_zero(rng, 0.35, 0.2, 1.0),
        "border": border if _chance(rng, 0.3) else None,
        "border_width": float(rng.uniform(0.01, 0.035)),
        "margin": _or_zero(rng, 0.3, 0.005, 0.05),
        "print_shift": _or_zero(rng, 0.5, 0.0, 0.03),
    }


def _body_look(rng: np.random.Generator) -> dict[str, object]:
    thin = _chance(rng, 0.5)
    return {
        "grain": float(rng.uniform(0, 7)),
        "corner_radius": _or_zero(rng, 0.5, 0.01, 0.12),
        "wear": _or_zero(rng, 0.4, 0.1, 1.0),
        "colour_sd": float(rng.uniform(0, 8)),
        "thickness": float(rng.uniform(0.01, 0.035) if thin else rng.uniform(0.03, 0.1)),
        "side": SIDES[int(rng.integers(len(SIDES)))],
        "gloss": float(rng.uniform(0.2, 1.4)),
    }


def _laying(rng: np.random.Generator) -> dict[str, float]:
    care = float(rng.uniform(0, 1)) ** 1.5  # most people lay fairly tidily
    return {
        "gap": float(rng.uniform(0, 0.03) + care * rng.uniform(0, 0.04)),
        "place_sd": care * float(rng.uniform(0.01, 0.04)),
        "angle_sd_deg": care * float(rng.uniform(0.5, 3)),
        "walk_sd": care * float(rng.uniform(0, 0.025)),
        "bend": care * float(rng.uniform(0, 0.012)),
    }


def random_set(rng: np.random.Generator) -> SetLook:
    """A set nobody has seen before."""
    back = SIDES[int(rng.integers(len(SIDES)))]
    if _chance(rng, 0.4):
        back = hsv(
            float(rng.uniform(0, 360)), float(rng.uniform(0, 0.8)), float(rng.uniform(0.2, 1))
        )
    return SetLook(**_print_look(rng), **_body_look(rng), **_laying(rng), back=back)  # type: ignore[arg-type]


def _table_colour(rng: np.random.Generator, kind: str, tiles: SetLook) -> Colour:
    """The main colour; often one of the set's own, which is where reading is hardest."""
    chance = rng.random()
    if chance < 0.22 and kind != "print":
        like = tiles.yellow if chance < 0.09 else tiles.blue if chance < 0.17 else tiles.red
        b, g, r = (float(np.clip(v * rng.uniform(0.75, 1.1), 0, 255)) for v in like)
        return (b, g, r)
    if kind == "wood":
        return _pick(rng, WOODS)
    if kind == "print":
        return hsv(
            float(rng.uniform(20, 60)), float(rng.uniform(0, 0.15)), float(rng.uniform(0.7, 1))
        )
    if kind == "speckle" or chance < 0.55:
        return hsv(
            float(rng.uniform(0, 360)), float(rng.uniform(0, 0.12)), float(rng.uniform(0.12, 1))
        )
    return hsv(
        float(rng.uniform(0, 360)), float(rng.uniform(0.2, 0.9)), float(rng.uniform(0.2, 0.95))
    )


def _second_colour(rng: np.random.Generator, first: Colour, kind: str, tiles: SetLook) -> Colour:
    if kind in ("wood", "plain", "felt", "cloud") and not _chance(rng, 0.1):
        dark = float(rng.uniform(0.45, 0.9))
        return (first[0] * dark, first[1] * dark, first[2] * dark)
    if _chance(rng, 0.25):
        return (tiles.yellow, tiles.blue, tiles.red)[int(rng.integers(3))]
    return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.8)), float(rng.uniform(0.3, 1)))


def random_table(rng: np.random.Generator, tiles: SetLook) -> TableLook:
    """A table top; some share a colour with the set."""
    kind = TABLE_KINDS[int(rng.integers(len(TABLE_KINDS)))]
    first = _table_colour(rng, kind, tiles)
    return TableLook(
        kind=kind,
        first=first,
        second=_second_colour(rng, first, kind, tiles),
        pitch=float(np.exp(rng.uniform(np.log(0.25), np.log(3.5)))),
        angle_deg=float(rng.uniform(0, 360)),
        strength=float(rng.uniform(0.2, 1)),
        edge=_chance(rng, 0.18),
        floor=hsv(
            float(rng.uniform(0, 360)), float(rng.uniform(0, 0.5)), float(rng.uniform(0.1, 0.9))
        ),
        gloss=float(rng.uniform(0.1, 1.2)),
        seed=int(rng.integers(1 << 31)),
    )


def random_light(rng: np.random.Generator) -> LightLook:
    """Warm to cold, even to spotty, with or without a highlight."""
    warm = float(rng.normal(0.08, 0.2))
    green = float(rng.normal(0, 0.04))
    return LightLook(
        tint=(
            float(np.exp(-warm)),
            float(np.exp(green - 0.1 * abs(warm))),
            float(np.exp(0.6 * warm)),
        ),
        gradient=_or_zero(rng, 0.7, 0, 0.6),
        gradient_deg=float(rng.uniform(0, 360)),
        spot=_or_zero(rng, 0.4, 0.1, 0.75),
        spot_xy=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        spot_size=float(rng.uniform(0.25, 0.7)),
        glare=_or_zero(rng, 0.3, 0.15, 0.95),
        glare_xy=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        glare_size=float(rng.uniform(0.04, 0.2)),
        shadow=float(rng.uniform(0.15, 0.8)),
        shadow_soft=float(rng.uniform(0.01, 0.5)),
        shadow_deg=float(rng.uniform(0, 360)),
        shadow_length=float(rng.uniform(0.1, 1.8)),
        cast=int(rng.choice([0, 0, 0, 1, 2])),
    )


def random_room(rng: np.random.Generator, tiles: SetLook) -> RoomLook:
    """A table under a lamp, seen by a hand-held or mounted camera."""
    pose = Pose(
        yaw_deg=float(rng.uniform(0, 360)),
        tilt_deg=float(rng.uniform(0, 40)),
        roll_deg=float(rng.normal(0, 4)),
        focal_mm=float(rng.uniform(24, 40)),
    )
    return RoomLook(
        table=random_table(rng, tiles),
        light=random_light(rng),
        pose=pose,
        fill=float(rng.uniform(0.45, 0.97)),
        shift_xy=(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7))),
        tile_cm=float(rng.uniform(3, 6)),
        clutter=int(rng.choice([0, 1, 2, 3, 5, 8])),
        near=float(rng.choice([0.15, 0.5, 1.5])),
        seed=int(rng.integers(1 << 31)),
    )


def random_shot(rng: np.random.Generator) -> ShotLook:
    """One exposure, from a good phone to a poor webcam."""
    poor = float(rng.uniform(0, 1))
    return ShotLook(
        exposure=float(np.exp(rng.normal(0, 0.22))),
        gamma=float(np.exp(rng.normal(0, 0.15))),
        contrast=float(rng.uniform(0.75, 1.25)),
        saturation=float(rng.uniform(0.6, 1.3)),
        vignette=_or_zero(rng, 0.6, 0, 0.5),
        noise=float(1 + 7 * poor**2 * rng.random()),
        chroma_noise=_or_zero(rng, 0.4, 0, 6 * poor),
        blur=float(rng.uniform(0, 0.5) + poor * rng.uniform(0, 1)),
        motion=_or_zero(rng, 0.2, 0.5, 4),
        motion_deg=float(rng.uniform(0, 180)),
        softness=float(rng.uniform(0.45, 0.9)) if _chance(rng, 0.25) else 1.0,
        sharpen=_or_zero(rng, 0.4, 0.2, 1.5),
        jpeg=int(rng.integers(60, 96)),
        skin=_pick(rng, SKINS),
        hands=int(rng.choice([1, 1, 1, 2])),
        seed=int(rng.integers(1 << 31)),
    )


def calmer(light: LightLook) -> LightLook:
    """Lamps as people play under: nobody's shadow on the board, no strong tint."""
    b, g, r = (float(np.sqrt(gain)) for gain in light.tint)
    dark = (min(light.gradient, 0.3), min(light.spot, 0.3))
    return replace(light, tint=(b, g, r), gradient=dark[0], spot=dark[1], cast=0)


def steadier(shot: ShotLook) -> ShotLook:
    """A camera held still and exposed fairly well."""
    return replace(
        shot,
        exposure=float(np.sqrt(shot.exposure)),
        gamma=float(np.sqrt(shot.gamma)),
        contrast=(shot.contrast + 1) / 2,
        saturation=(shot.saturation + 1) / 2,
        noise=min(shot.noise, 4.0),
        chroma_noise=0.0,
        blur=min(shot.blur, 0.6),
        motion=0.0,
    )
