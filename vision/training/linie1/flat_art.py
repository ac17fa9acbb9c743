"""Grounds, marks and tiles of any look for `flat`: sets that nobody has printed yet.

The picture maker draws sets as they are sold. People play on planks, cork and scanned paper too,
with track drawn in felt pen or burnt in: what is common to all is only where a track runs.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.nn.arrays import Float, Tensor

Rng = np.random.Generator

#: Fractional bits of the coordinates of what is drawn.
_BITS = 4
#: Where tracks leave a tile, x and y in shares of its side, and the corner a bend turns about.
_EXITS = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
_CORNERS = {"EN": (1, 0), "ES": (1, 1), "SW": (0, 1), "NW": (0, 0)}
#: Brightness by which ink must differ from what it is drawn on.
_CONTRAST = (25.0, 60.0)


def colour(rng: Rng) -> Float:
    """Any colour (3,), BGR; pale and dull ones rather often."""
    hsv = np.array([[[rng.uniform(0, 360), rng.beta(0.8, 1.6), rng.beta(1.6, 1.1)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] * 255, np.float64)


def ink_on(ground: Float, rng: Rng) -> Float:
    """A colour that can be told from a ground's."""
    least = rng.uniform(*_CONTRAST)
    for _ in range(40):
        one = colour(rng)
        if abs(_light(one) - _light(ground)) > least:
            return one
    return np.full(3, 20.0) if _light(ground) > 127 else np.full(3, 240.0)


def _light(bgr: Float) -> float:
    return float(bgr @ (0.114, 0.587, 0.299))


def ground(rng: Rng, side: int, px: int, base: Float | None = None) -> Tensor:
    """(side, side, 3) float32 0..255 of a material, its cells `px` pixels wide."""
    base = colour(rng) if base is None else base
    kind = str(rng.choice(["plain", "cloudy", "grain", "planks", "specks", "weave", "patches"]))
    strength = float(np.exp(rng.uniform(np.log(0.015), np.log(0.2))))
    tone = _waves(rng, side, px) * 0.3
    if kind in ("grain", "planks"):
        tone = _grain(rng, side, px)
    if kind == "planks":
        wide = int(rng.uniform(0.6, 3) * px)
        shades = rng.normal(0, 1, side // wide + 2)
        tone = tone + shades[np.arange(side) // wide].astype(np.float32)[:, None]
    if kind == "specks":
        fine = cv2.GaussianBlur(_noise(rng, side), (0, 0), rng.uniform(0.5, 2.5))
        tone = np.where(fine > fine.std() * rng.uniform(0.5, 2), rng.choice([-1.0, 1.0]) * 2, tone)
    if kind == "weave":
        wave = np.arange(side) * (2 * np.pi / rng.uniform(3, 14))
        tone = np.sin(wave)[:, None] * rng.uniform(0, 1) + np.sin(wave)[None] + tone
    if kind in ("grain", "planks") and rng.random() < 0.5:
        tone = tone.T
    out = base * (1 + strength * tone.astype(np.float32))[..., None]
    if kind == "patches":
        for _ in range(int(rng.integers(1, 4))):
            where = np.clip(_waves(rng, side, px) * rng.uniform(1, 6), 0, 1)[..., None]
            out += where * rng.uniform(0.1, 0.6) * (colour(rng) - out)
    return np.ascontiguousarray(np.clip(out, 0, 255), np.float32)


def _noise(rng: Rng, side: int) -> Tensor:
    return np.asarray(rng.standard_normal((side, side), np.float32))


def _waves(rng: Rng, side: int, px: int) -> Tensor:
    """(side, side) soft hills about 0, some cells wide and finer."""
    out = np.zeros((side, side), np.float32)
    for share in (3.0, 1.0, 0.3):
        count = max(2, round(side / (px * share * rng.uniform(0.6, 1.6))))
        hills = rng.standard_normal((count, count), np.float32)
        out += cv2.resize(hills, (side, side), interpolation=cv2.INTER_CUBIC) * np.float32(
            share**0.4
        )
    return out


def _grain(rng: Rng, side: int, px: int) -> Tensor:
    """(side, side) about 0: rings of wood cut along, sharp or soft, with fine fibres."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / px
    bent = y * np.float32(rng.uniform(0.6, 5)) + np.float32(rng.uniform(0, 1.5)) * _waves(
        rng, side, px
    )
    rings = np.sin(2 * np.pi * (bent + np.float32(rng.normal(0, 0.05)) * x))
    rings = np.sign(rings) * np.abs(rings) ** np.float32(rng.uniform(0.3, 2))
    fibres = rng.standard_normal((side, max(2, side // int(rng.integers(20, 90)))), np.float32)
    fine = cv2.resize(fibres, (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(
        rings * np.float32(rng.uniform(0.2, 1.2)) + fine * np.float32(rng.uniform(0, 1))
    )


def stroke(image: Tensor, points: Float, wide: float, ink: Float, dash: float = 0.0) -> None:
    """Draws a line through (N, 2) pixels, in dashes of so many pixels if any, in place."""
    width = max(1, round(wide))
    for part in [points] if dash <= 0 else _dashes(points, dash):
        spots = np.round(part * (1 << _BITS)).astype(np.int32)
        cv2.polylines(image, [spots], False, ink.tolist(), width, cv2.LINE_AA, _BITS)


def lettered(image: Tensor, text: str, at: Float, size: float, ink: Float) -> None:
    """Prints letters `size` times as large as OpenCV has them, beginning at x, y, in place."""
    mask = np.zeros(image.shape[:2], np.uint8)
    x, y = np.round(at).astype(int).tolist()
    cv2.putText(mask, text, (x, y), 0, size, 255, max(1, round(2 * size)), cv2.LINE_AA)
    image += (mask.astype(np.float32) / 255)[..., None] * (ink - image)


def _dashes(points: Float, dash: float) -> list[Float]:
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]
    starts = np.arange(0, along[-1], 2 * dash)
    spots = [np.linspace(at, min(at + dash, along[-1]), 4) for at in starts]
    return [np.column_stack([np.interp(s, along, points[:, k]) for k in (0, 1)]) for s in spots]


def wobbly(points: Float, far: float, rng: Rng) -> Float:
    """The line as a hand draws it, off by so many pixels."""
    if far <= 0:
        return points
    knots = rng.normal(0, far, (5, 2))
    at = np.linspace(0, 4, len(points))
    return points + np.column_stack([np.interp(at, np.arange(5), knots[:, k]) for k in (0, 1)])


@dataclass(frozen=True)
class Rail:
    """One line of a track: how far beside its middle, how wide, in shares of a tile's side, its
    colour and its dashes."""

    beside: float
    wide: float
    ink: Float
    dash: float


@dataclass(frozen=True, eq=False)
class TileSet:
    """How the tiles of a set look; sizes in shares of a tile's side. `rails` in the order in which
    they are drawn; `sleepers` their half length, 0 for none, and their distance."""

    paper: Tensor
    rails: tuple[Rail, ...]
    sleepers: tuple[float, float]
    wood: Float
    wobble: float
    rim: float
    rim_colour: Float
    over_rim: bool
    round_by: float
    edge: Float
    bush: str
    leaves: Float
    bend: float


def random_tiles(rng: Rng, px: int) -> TileSet:
    """A set of any look, for tiles `px` pixels wide."""
    base = colour(rng)
    paper = ground(rng, 5 * px, px, base)
    base = np.asarray(paper.mean((0, 1)), np.float64)
    leaves = ink_on(base, rng)
    return TileSet(
        paper=paper,
        rails=_rails(rng, base),
        sleepers=(_some(rng, 0.3, 0.1, 0.24), float(rng.uniform(0.07, 0.16))),
        wood=ink_on(base, rng),
        wobble=_some(rng, 0.35, 0.003, 0.02),
        rim=_some(rng, 0.5, 0.02, 0.1),
        rim_colour=np.full(3, 245.0) if rng.random() < 0.5 else colour(rng),
        over_rim=bool(rng.random() < 0.7),
        round_by=_some(rng, 0.5, 0.03, 0.2),
        edge=base * rng.uniform(0.4, 1.1),
        bush=str(rng.choice(["round", "cloud", "spike", "curl", "dots"])),
        leaves=leaves * (0.6, 1.0, 0.6) if rng.random() < 0.8 else leaves,
        bend=float(rng.uniform(0.44, 0.54)),
    )


def _some(rng: Rng, often: float, low: float, high: float) -> float:
    """A size between two, or 0 where there is none of it."""
    return float(rng.uniform(low, high)) if rng.random() < often else 0.0


def _rails(rng: Rng, base: Float) -> tuple[Rail, ...]:
    ink = ink_on(base, rng)
    gauge, thin = float(rng.uniform(0.06, 0.16)), float(rng.uniform(0.012, 0.05))
    dash = float(rng.choice([0, rng.uniform(0.04, 0.12)], p=[0.8, 0.2]))
    pair = (Rail(-gauge, thin, ink, dash), Rail(gauge, thin, ink, dash))
    kind = str(rng.choice(["pair", "pen", "bed", "road", "sunk", "many"]))
    if kind == "pen":
        return (Rail(0, float(rng.uniform(0.04, 0.2)), ink, dash),)
    if kind in ("bed", "road"):
        bed, wide = ink_on(base, rng), float(rng.uniform(0.22, 0.52))
        under: tuple[Rail, ...] = (Rail(0, wide, bed, 0.0),)
        if rng.random() < 0.4:
            under = (Rail(0, wide + 0.06, ink_on(bed, rng), 0.0), *under)
        line = ink_on(bed, rng)
        if kind == "road":
            return (*under, Rail(0, thin, line, float(rng.choice([0, 0.07]))))
        return (*under, *(Rail(one.beside, thin, line, dash) for one in pair))
    if kind == "sunk":  # pressed or burnt in: one side of each rail dark, the other bright
        dark, pale = base * rng.uniform(0.35, 0.8), np.minimum(base * rng.uniform(1.0, 1.35), 255)
        off = rng.uniform(0.3, 0.9) * thin
        shades = [Rail(one.beside + way * off, thin * 1.4, shade, 0.0)
                  for way, shade in ((1, dark), (-1, pale)) for one in pair]  # fmt: skip
        return (*shades, *(Rail(one.beside, thin, base * rng.uniform(0.5, 1), 0.0) for one in pair))
    if kind == "many":
        steps = np.linspace(-1.8, 1.8, int(rng.integers(3, 6))) * gauge
        return tuple(Rail(float(at), thin * 0.8, ink, dash) for at in steps)
    return pair


def tile(
    look: TileSet, pairs: tuple[str, ...], trees: bool, px: int, rng: Rng
) -> tuple[Tensor, Tensor]:
    """(px, px, 3) float32 of a tile and (px, px, 1) 0..1 where it is."""
    x, y = rng.integers(look.paper.shape[0] - px, size=2)
    image = np.ascontiguousarray(look.paper[y : y + px, x : x + px])
    rim = np.ones((px, px), bool)
    edge = round(look.rim * px)
    rim[edge : px - edge, edge : px - edge] = False
    image[rim] = look.rim_colour
    framed = image.copy()
    paths = [wobbly(_path(pair, look.bend) * px, look.wobble * px, rng) for pair in pairs]
    for path in paths:
        _sleepers(image, path, look, px)
    for rail in look.rails:
        for path in paths:
            stroke(image, _beside(path, rail.beside * px), rail.wide * px, rail.ink, rail.dash * px)
    if trees:
        _bushes(image, look, px, rng)
    if not look.over_rim:
        image[rim] = framed[rim]
    return image, _outline(px, round(look.round_by * px))


def _path(pair: str, bend: float) -> Float:
    pair = "".join(sorted(pair))
    first, second = (np.array(_EXITS[side]) for side in pair)
    if pair in ("NS", "EW"):
        return np.asarray(
            np.linspace(first - 0.04 * (second - first), second + 0.04 * (second - first), 14)
        )
    corner = np.array(_CORNERS[pair], float)
    one, other = (np.array(side) - corner for side in (first, second))
    turn = np.linspace(-0.06, np.pi / 2 + 0.06, 18)[:, None]
    # A superellipse: bends are cut or full, as they are drawn.
    power = 2 * bend
    c, s = (np.sign(v) * np.abs(v) ** power for v in (np.cos(turn), np.sin(turn)))
    return np.asarray(corner + c * one + s * other)


def _beside(path: Float, far: float) -> Float:
    if not far:
        return path
    along = np.gradient(path, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    return path + far * np.column_stack([-along[:, 1], along[:, 0]])


def _sleepers(image: Tensor, path: Float, look: TileSet, px: int) -> None:
    half, gap = look.sleepers
    if not half:
        return
    count = max(2, int(np.linalg.norm(np.diff(path, axis=0), axis=1).sum() / (gap * px)))
    at = np.linspace(0, len(path) - 1, count).round().astype(int)
    for one, other in zip(_beside(path, -half * px)[at], _beside(path, half * px)[at], strict=True):
        stroke(image, np.array([one, other]), 0.3 * gap * px, look.wood)


def _bushes(image: Tensor, look: TileSet, px: int, rng: Rng) -> None:
    """One to four bushes off the tracks: a curl, or one blot or several, round or starry."""
    blots, each = {"round": (1, 1.0), "cloud": (6, 0.55), "dots": (9, 0.25)}.get(
        look.bush, (1, 1.2)
    )
    for _ in range(int(rng.integers(1, 5))):
        middle = (rng.choice([0.17, 0.83], 2) + rng.normal(0, 0.05, 2)) * px
        size = rng.uniform(0.05, 0.14) * px
        if look.bush == "curl":
            turn = np.linspace(0, rng.uniform(8, 22), 40)
            far = size * np.linspace(0.2, 1, 40)
            stroke(image, middle + _round(turn, far), 1.5, look.leaves)
            continue
        for _ in range(blots):
            turn = rng.uniform(0, 6.3) + np.linspace(0, 2 * np.pi, 14, endpoint=False)
            far = np.full(14, size * each)
            far[::2] *= 0.5 if look.bush == "spike" else 1.0
            at = middle + (blots > 1) * rng.normal(0, 0.5 * size, 2)
            spots = np.round((at + _round(turn, far)) * (1 << _BITS)).astype(np.int32)
            shade = (look.leaves * rng.uniform(0.75, 1.25)).clip(0, 255).tolist()
            cv2.fillPoly(image, [spots], shade, cv2.LINE_AA, _BITS)


def _round(turn: Float, far: Float) -> Float:
    """(N, 2) points so far from the middle at these turns."""
    return np.asarray(far[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]))


def _outline(px: int, radius: int) -> Tensor:
    mask = np.zeros((px, px), np.float32)
    if radius < 2:
        return mask[..., None] + 1
    low, high = radius, px - 1 - radius
    cv2.rectangle(mask, (low, 0), (high, px - 1), 1.0, -1)
    cv2.rectangle(mask, (0, low), (px - 1, high), 1.0, -1)
    for x in (low, high):
        for y in (low, high):
            cv2.circle(mask, (x, y), radius, 1.0, -1, cv2.LINE_AA)
    return mask[..., None]
