"""Random artwork of tram tiles: bands of track between the sides' middles on any ground.

No set's artwork is copied; the range covers printed, drawn, worn and home-made sets, so that a net
trained on it learns where track runs and not what one set looks like.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from rules.games.linie1.tiles import KINDS, pairs_of
from tests.render.linie1.grounds import (
    Ground,
    luma,
    near_colour,
    paint_ground,
    random_colour,
    random_ground,
)
from tests.render.noise import cloud
from tests.render.style import Colour, hsv

#: Tiles are painted this many times as large and then shrunk, for smooth edges.
FINE = 2

#: Middles of the sides N, E, S, W in shares of a tile, x right, y down.
MIDDLES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}

Path = np.ndarray


@dataclass(frozen=True)
class Line:
    """A stripe along the track: `off` its distance from the middle line and `width`, in tiles;
    `dash` the period of its breaks in tiles, 0 for none."""

    off: float
    width: float
    colour: Colour
    dash: float = 0.0


@dataclass(frozen=True)
class TileArt:
    """How one set prints its tiles.

    `band` is the road's width in tiles and `rim` its edge's; `strip` a stripe down the middle;
    `sleepers` (length, spacing, width, colour) or None; `rails` in drawing order, each over all
    connections; `casing` rails drawn as a wide dark stripe with a narrower light one over it, so
    that they merge where connections meet; `bend` how round curves are (1 a quarter circle, 0 a
    straight line between the sides' middles); `bushes` how many a tile bears, low and high.
    `ground.colour` is what a board that hardly differs from its tiles would be painted in.
    """

    name: str
    ground: Ground
    road: Ground
    band: float
    rim: float
    rim_colour: Colour
    strip: float
    strip_colour: Colour
    sleepers: tuple[float, float, float, Colour] | None
    rails: tuple[Line, ...]
    casing: tuple[float, float] | None
    rail_colour: Colour
    bend: float
    wobble: float
    bushes: tuple[int, int]
    bush_colour: Colour
    bush_size: float
    bush_kind: str
    frame: float
    frame_colour: Colour
    bevel: float
    wear: float


def random_tile_art(rng: np.random.Generator) -> TileArt:
    """A set of tiles like none before."""
    name = str(
        rng.choice(
            ["paved", "sand", "lawn", "any", "faint", "sketch", "dark road"],
            p=[0.22, 0.2, 0.12, 0.2, 0.12, 0.06, 0.08],
        )
    )
    ground, road = _colours(rng, name)
    rail = _rail_colour(rng, road)
    return TileArt(
        name=name,
        ground=_filled(rng, ground, name),
        road=_road_filling(rng, road, name),
        bend=1.0 if rng.random() < 0.85 else float(rng.uniform(0, 1)),
        wobble=float(rng.uniform(0.004, 0.02)) if name == "sketch" or rng.random() < 0.08 else 0.0,
        **_track(rng, name, road, rail),  # type: ignore[arg-type]
        **_bushes(rng),  # type: ignore[arg-type]
        **_edges(rng, ground),  # type: ignore[arg-type]
    )


def _colours(rng: np.random.Generator, name: str) -> tuple[Colour, Colour]:
    """Ground and road."""
    if name == "paved":
        blue = float(rng.uniform(60, 240))
        ground = hsv(blue, float(rng.uniform(0, 0.35)), float(rng.uniform(0.2, 0.6)))
        return ground, hsv(blue, float(rng.uniform(0, 0.15)), float(rng.uniform(0.6, 1)))
    if name == "sand":
        ground = hsv(
            float(rng.uniform(-15, 30)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.3, 0.75))
        )
        road = hsv(
            float(rng.uniform(25, 60)), float(rng.uniform(0.1, 0.5)), float(rng.uniform(0.55, 1))
        )
        return ground, road
    if name == "lawn":
        ground = hsv(
            float(rng.uniform(60, 160)), float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.25, 0.8))
        )
        return ground, hsv(
            float(rng.uniform(0, 360)), float(rng.uniform(0, 0.2)), float(rng.uniform(0.5, 1))
        )
    if name == "sketch":
        paper = hsv(float(rng.uniform(20, 70)), float(rng.uniform(0, 0.2)), 0.95)
        return paper, near_colour(rng, paper, 12)
    ground = random_colour(rng)
    if name == "faint":
        return ground, near_colour(rng, ground, float(rng.uniform(14, 34)))
    road = random_colour(rng)
    tries = 0
    while abs(luma(road) - luma(ground)) < 35 and tries < 20:
        road, tries = random_colour(rng), tries + 1
    lighter = luma(road) > luma(ground)
    return (ground, road) if lighter == (name != "dark road") else (road, ground)


def _filled(rng: np.random.Generator, colour: Colour, name: str) -> Ground:
    filled = random_ground(rng, colour)
    if name in ("sketch", "faint") and rng.random() < 0.8:
        return Ground("plain", colour, near_colour(rng, colour, 15), 1.0, filled.scale)
    return filled


def _road_filling(rng: np.random.Generator, colour: Colour, name: str) -> Ground:
    kind = (
        "plain"
        if name == "sketch"
        else str(
            rng.choice(
                ["plain", "speckle", "bricks", "cloud", "stones"], p=[0.4, 0.2, 0.2, 0.1, 0.1]
            )
        )
    )
    other = near_colour(rng, colour, float(rng.uniform(8, 40)))
    return Ground(kind, colour, other, 1.0, float(rng.uniform(0.03, 0.09)))


def _rail_colour(rng: np.random.Generator, road: Colour) -> Colour:
    """Rails stand out from the road: dark on light, seldom the other way round."""
    colour = random_colour(rng)
    for _ in range(20):
        apart = luma(road) - luma(colour)
        if abs(apart) > 45 and (apart > 0 or rng.random() < 0.25):
            break
        colour = random_colour(rng)
    return colour


def _track(rng: np.random.Generator, name: str, road: Colour, rail: Colour) -> dict[str, object]:
    """What lies on the road: strip, sleepers, rails. At least one thing, or a road that shows."""
    band = float(rng.uniform(0.3, 0.6))
    if rng.random() < 0.12:
        band = float(rng.uniform(0.14, 0.3))
    strip = float(rng.uniform(0.1, 0.24)) if rng.random() < 0.45 else 0.0
    sleepers = None
    if rng.random() < 0.35:
        length = float(rng.uniform(0.08, 0.2))
        sleepers = (length, float(rng.uniform(0.03, 0.09)), float(rng.uniform(0.01, 0.03)), rail)
    rails, casing = _rails(rng, band, rail)
    bare = not rails and casing is None and not strip
    if bare and name in ("sketch", "faint"):
        casing = (0.16, 0.08)
    rim = float(rng.uniform(0.008, 0.03)) if rng.random() < 0.4 or name == "sketch" else 0.0
    return {
        "band": band,
        "rim": rim,
        "rim_colour": near_colour(rng, road, 60) if name != "sketch" else rail,
        "strip": min(strip, band * 0.7),
        "strip_colour": near_colour(rng, rail, 30) if rng.random() < 0.6 else random_colour(rng),
        "sleepers": sleepers,
        "rails": rails,
        "casing": casing,
        "rail_colour": rail,
    }


def _rails(
    rng: np.random.Generator, band: float, rail: Colour
) -> tuple[tuple[Line, ...], tuple[float, float] | None]:
    """One track, two tracks, a dashed middle line, a casing, or nothing."""
    thin = float(rng.uniform(0.01, 0.03))
    gauge = float(rng.uniform(0.05, 0.12))
    choice = rng.random()
    if choice < 0.3:
        return (Line(-gauge, thin, rail), Line(gauge, thin, rail)), None
    if choice < 0.5:
        apart = band * float(rng.uniform(0.2, 0.3))
        gauge = min(gauge, apart * 0.6) / 1.5
        offs = (-apart - gauge, -apart + gauge, apart - gauge, apart + gauge)
        return tuple(Line(off, thin * 0.8, rail) for off in offs), None
    if choice < 0.62:
        return (Line(0.0, thin * 1.3, rail, float(rng.uniform(0.06, 0.16))),), None
    if choice < 0.88:
        outer = min(float(rng.uniform(0.1, 0.22)), band * 0.7)
        return (), (outer, outer * float(rng.uniform(0.35, 0.75)) if rng.random() < 0.7 else 0.0)
    return (), None


def _bushes(rng: np.random.Generator) -> dict[str, object]:
    hue, pale = float(rng.uniform(70, 165)), rng.random() < 0.3
    saturation = float(rng.uniform(0.12, 0.45) if pale else rng.uniform(0.35, 1))
    few = int(rng.integers(0, 3))
    return {
        "bushes": (few, few + int(rng.integers(0, 3))),
        "bush_colour": hsv(hue, saturation, float(rng.uniform(0.2, 0.95))),
        "bush_size": float(rng.uniform(0.05, 0.15)),
        "bush_kind": str(rng.choice(["leaves", "disc", "star"], p=[0.75, 0.15, 0.1])),
    }


def _edges(rng: np.random.Generator, ground: Colour) -> dict[str, object]:
    return {
        "frame": float(rng.uniform(0.008, 0.04)) if rng.random() < 0.3 else 0.0,
        "frame_colour": random_colour(rng) if rng.random() < 0.5 else near_colour(rng, ground, 60),
        "bevel": float(rng.uniform(0, 0.3)) if rng.random() < 0.5 else 0.0,
        "wear": float(rng.uniform(0.1, 0.6)) if rng.random() < 0.25 else 0.0,
    }


def draw_tile(art: TileArt, kind: int, rng: np.random.Generator, px: int) -> np.ndarray:
    """(px, px, 3) uint8 BGR picture of one copy of kind 1..12, the way round that
    `rules.games.linie1.tiles` gives it; `rng` makes every copy a little different."""
    face = KINDS[kind - 1]
    return draw_connections(art, pairs_of(face.mask), face.trees, rng, px)


def draw_connections(
    art: TileArt, pairs: tuple[str, ...], trees: bool, rng: np.random.Generator, px: int
) -> np.ndarray:
    """(px, px, 3) uint8 BGR picture of a tile with these connections, such as ``("NS", "NE")``."""
    size = px * FINE
    image = paint_ground(art.ground, rng, size)
    paths = [_path(pair, art, rng) for pair in pairs]
    if trees and rng.random() < 0.5:
        _draw_bushes(image, art, rng)
        trees = False
    _draw_road(image, art, paths, rng)
    _draw_track(image, art, paths)
    if trees:
        _draw_bushes(image, art, rng)
    _draw_frame(image, art)
    if art.wear:
        _wear(image, art.wear, rng)
    return cv2.resize(image, (px, px), interpolation=cv2.INTER_AREA)


def _path(pair: str, art: TileArt, rng: np.random.Generator) -> Path:
    """(N, 2) points of a connection's middle line in tiles, a little past both sides."""
    start, end = (np.array(MIDDLES[side]) for side in pair)
    out_start, out_end = (start - 0.5) * 0.2, (end - 0.5) * 0.2
    steps = np.linspace(0, 1, 17)[:, None]
    straight = start + (end - start) * steps
    if abs(start - end).max() < 0.9:  # neighbouring sides
        corner = start + end - 0.5
        angle = np.pi / 2 * steps
        round_way = corner + (start - corner) * np.cos(angle) + (end - corner) * np.sin(angle)
        straight = straight + (round_way - straight) * art.bend
    if art.wobble:
        off = rng.normal(0, art.wobble, (5, 2))
        straight = straight + cv2.resize(off, (2, 17), interpolation=cv2.INTER_CUBIC)
    return np.vstack([start + out_start, straight, end + out_end])


def _offset(path: Path, off: float) -> Path:
    """The path moved sideways."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    return path + off * np.column_stack([-along[:, 1], along[:, 0]])


def _stroke(image: np.ndarray, path: Path, width: float, colour: Colour | int) -> None:
    size = image.shape[0]
    points = np.round((path * size - 0.5) * 16).astype(np.int32)
    cv2.polylines(image, [points], False, colour, max(1, round(width * size)), cv2.LINE_AA, 4)


def _draw_road(
    image: np.ndarray, art: TileArt, paths: list[Path], rng: np.random.Generator
) -> None:
    if art.rim:
        for path in paths:
            _stroke(image, path, art.band + 2 * art.rim, art.rim_colour)
    mask = np.zeros(image.shape[:2], np.uint8)
    for path in paths:
        _stroke(mask, path, art.band, 255)
    road = paint_ground(art.road, rng, len(image))
    cv2.copyTo(road, (mask > 127).astype(np.uint8), image)


def _draw_track(image: np.ndarray, art: TileArt, paths: list[Path]) -> None:
    if art.strip:
        for path in paths:
            _stroke(image, path, art.strip, art.strip_colour)
    if art.sleepers is not None:
        for path in paths:
            _draw_sleepers(image, path, art.sleepers)
    if art.casing is not None:
        for path in paths:
            _stroke(image, path, art.casing[0], art.rail_colour)
        for path in paths if art.casing[1] else ():
            _stroke(image, path, art.casing[1], art.road.colour)
    for line in art.rails:
        for path in paths:
            _draw_line(image, _offset(path, line.off), line)


def _draw_line(image: np.ndarray, path: Path, line: Line) -> None:
    if not line.dash:
        _stroke(image, path, line.width, line.colour)
        return
    spots = _along(path, line.dash / 2)
    for start, end in zip(spots[::2], spots[1::2], strict=False):
        _stroke(image, np.array([start, end]), line.width, line.colour)


def _along(path: Path, spacing: float) -> Path:
    """(N, 2) points at equal distances along a path."""
    far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    at = np.arange(0, far[-1], spacing)
    return np.column_stack([np.interp(at, far, path[:, k]) for k in (0, 1)])


def _draw_sleepers(
    image: np.ndarray, path: Path, sleepers: tuple[float, float, float, Colour]
) -> None:
    length, spacing, width, colour = sleepers
    left, right = (_along_both(path, off, spacing) for off in (-length, length))
    for a, b in zip(left, right, strict=True):
        _stroke(image, np.array([a, b]), width, colour)


def _along_both(path: Path, off: float, spacing: float) -> Path:
    middle = _along(path, spacing)
    return _offset(middle, off) if len(middle) > 1 else middle


def _draw_bushes(image: np.ndarray, art: TileArt, rng: np.random.Generator) -> None:
    """Blobs of green, rather in the corners, but anywhere."""
    low, high = art.bushes
    for _ in range(int(rng.integers(low, high + 1))):
        corner = rng.choice([0.17, 0.83], 2) + rng.normal(0, 0.07, 2)
        spot = corner if rng.random() < 0.65 else rng.uniform(0.1, 0.9, 2)
        size = art.bush_size * float(rng.uniform(0.7, 1.4))
        _draw_bush(image, art, spot, size, rng)


def _draw_bush(
    image: np.ndarray, art: TileArt, spot: np.ndarray, size: float, rng: np.random.Generator
) -> None:
    px = len(image)
    if art.bush_kind == "disc":
        middle = (int(spot[0] * px), int(spot[1] * px))
        cv2.circle(image, middle, max(1, int(size * px)), art.bush_colour, -1, cv2.LINE_AA)
        return
    if art.bush_kind == "star":
        angle = rng.uniform(0, 6.28) + np.linspace(0, 2 * np.pi, 15)[:-1]
        far = size * np.where(np.arange(14) % 2, 0.6, 1.1)
        points = spot + far[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
        cv2.fillPoly(image, [(points * px).astype(np.int32)], art.bush_colour, cv2.LINE_AA)
        return
    for _ in range(int(rng.integers(6, 16))):
        leaf = (spot + rng.normal(0, size * 0.6, 2)) * px
        gain = rng.uniform(0.75, 1.2)
        colour = tuple(min(255.0, v * gain) for v in art.bush_colour)
        radius = max(1, int(size * px * rng.uniform(0.3, 0.6)))
        cv2.circle(image, (int(leaf[0]), int(leaf[1])), radius, colour, -1, cv2.LINE_AA)


def _draw_frame(image: np.ndarray, art: TileArt) -> None:
    """A printed frame, and edges that catch the light on one side and lose it on the other."""
    px = len(image)
    if art.frame:
        width = max(1, int(art.frame * px))
        cv2.rectangle(image, (0, 0), (px - 1, px - 1), art.frame_colour, 2 * width)
    if art.bevel:
        k = max(1, px // 50)
        for strip, gain in (
            (image[:k], 1 + art.bevel),
            (image[:, :k], 1 + art.bevel / 2),
            (image[-k:], 1 - art.bevel),
            (image[:, -k:], 1 - art.bevel / 2),
        ):
            strip[:] = np.clip(strip * gain, 0, 255).astype(np.uint8)


def _wear(image: np.ndarray, wear: float, rng: np.random.Generator) -> None:
    """Rubbed patches and scratches."""
    px = len(image)
    rub = np.clip(cloud(rng, (px, px), (px / 3, px / 3)) - 0.6, 0, 1) * np.float32(wear)
    pale = np.array((205, 212, 216), np.float32)
    image[:] = (image + rub[..., None] * (pale - image)).astype(np.uint8)
    for _ in range(int(rng.poisson(3 * wear))):
        a = rng.uniform(0, px, 2)
        b = a + rng.normal(0, px / 4, 2)
        tone = float(rng.choice([80, 200, 235]))
        cv2.line(image, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (tone,) * 3, 1, cv2.LINE_AA)
