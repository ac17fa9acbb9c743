"""Signs and trams drawn over a tile that lies open: what is under them stays known.

Tiles half hidden are what the close look gets wrong, and path-traced pictures of them are few. A
drawn sign does not look quite like a photographed one, but what is seen round it does.
"""

from __future__ import annotations

import colorsys
from dataclasses import replace

import cv2
import numpy as np

from rules.games.linie1.places import SPAN, TERMINI
from tests.render.linie1.standing import LINE_COLOURS
from vision.linie1.tiles.cells import LINES
from vision.nn.arrays import Tensor
from vision.training.linie1.pictures import BORDER, CELL_PX
from vision.training.linie1.samples import BoardSample

Rng = np.random.Generator

#: Trams drawn besides on a picture of the tram net's training, how likely one on a free terminus
#: is, and the share of a place that may be hidden.
_PAINTED, _PAINTED_TERMINUS, _PAINTED_HIDDEN = 6.0, 0.25, 0.3

#: Fractional bits of the coordinates of what is drawn.
_BITS = 4
#: Sizes in cells, as the booth's signs and trams have them: foot, plate, height of its middle.
_FOOT, _PLATE, _HIGH = (0.17, 0.29), (0.23, 0.32), (0.85, 1.0)
#: How often a tram is of a kind, and its length, width and height. Pawns are few: a set may have
#: some for signs.
_TRAM_KINDS = {"block": 0.6, "cube": 0.12, "round": 0.12, "card": 0.1, "pawn": 0.06}
_TRAM_SIZES = {
    "block": ((0.58, 0.93), (0.24, 0.44), (0.23, 0.5)),
    "cube": ((0.28, 0.5), (0.28, 0.5), (0.25, 0.5)),
    "round": ((0.5, 0.9), (0.26, 0.42), (0.2, 0.45)),
    "card": ((0.5, 0.9), (0.26, 0.5), (0.02, 0.06)),
    "pawn": ((0.3, 0.45), (0.3, 0.45), (0.4, 0.7)),
}
#: A thing leans over so many cells for each cell of its height: the tangent of the camera's tilt.
_LEAN = 0.84
#: The same for a camera held low, 60 degrees from upright.
_LEAN_STEEP = 1.73
#: Lean below which a standing disc is a line.
_FLAT = 0.2
#: How round the outline of a rounded car is: 1 for a circle, 0 for a square.
_ROUNDNESS = 0.45
#: A sign's plate inside its rim, share of the radius.
_RIM = 0.84


def with_sign(image: np.ndarray, cell_px: float, rng: Rng) -> np.ndarray:
    """A square view (S, S, 3) uint8 BGR of a cell with a sign on it: its shadow, foot, post and
    plate."""
    out = image.astype(np.float32)
    foot_xy = _middle(image, cell_px, 0.09, rng)
    foot, plate, high = (rng.uniform(*sizes) for sizes in (_FOOT, _PLATE, _HIGH))
    lean = _direction(rng) * rng.uniform(0, _LEAN)
    facing = _direction(rng)
    light = _direction(rng) * rng.uniform(0, 1.2)
    pale = _shade(rng, (205, 240) if rng.random() < 0.8 else (150, 240))
    dark = _shade(rng, (20, 70))
    shadow = np.zeros(image.shape[:2], np.float32)
    cast = foot_xy + light * high * cell_px
    _disc(shadow, cast, plate * cell_px, facing, light, 1.0)
    _line(shadow, foot_xy, cast, 0.06 * cell_px, 1.0)
    _cast(out, shadow, rng)
    _round(out, foot_xy, foot * cell_px, pale * rng.uniform(0.75, 1))
    top = foot_xy + lean * high * cell_px
    _line(out, foot_xy, top, 0.07 * cell_px, dark)
    lit = pale * rng.uniform(0.45, 1.0)
    _disc(out, top, plate * cell_px, facing, lean, dark if rng.random() < 0.7 else lit)
    _disc(out, top, plate * _RIM * cell_px, facing, lean, lit)
    return _smoothed(out, rng)


def with_more_trams(sample: BoardSample, rng: Rng) -> BoardSample:
    """The sample with some trams of all makes drawn on free cells and on termini."""
    edge = CELL_PX
    framed = cv2.copyMakeBorder(sample.image, *(edge,) * 4, cv2.BORDER_REPLICATE)
    image = np.asarray(framed, np.uint8)
    trams = sample.trams.copy()
    bare = ~sample.signs & ~trams.any(-1) & (sample.hidden < _PAINTED_HIDDEN)
    termini = {t.border for t in TERMINI if all(bare[divmod(at, SPAN)] for at in t.border)}
    cells = [(at,) for at in np.flatnonzero(np.pad(bare[1:-1, 1:-1], 1))]
    places = [cells[k] for k in rng.permutation(len(cells))[: rng.poisson(_PAINTED)]]
    places += [t for t in sorted(termini) if rng.random() < _PAINTED_TERMINUS]
    for place in places:
        line = int(rng.integers(1, LINES + 1))
        spots = [divmod(int(at), SPAN) for at in place]
        for spot in spots:
            trams[(*spot, line - 1)] = True
        view = _around(image, spots, rng)
        view[:] = with_tram(view, CELL_PX, line, rng)
    return replace(sample, image=image[edge:-edge, edge:-edge], trams=trams)


def _around(image: np.ndarray, spots: list[tuple[int, int]], rng: Rng) -> np.ndarray:
    """The part (3 cells each way) of a kept picture with a cell more on each side that shows a
    cell in its middle, or a point of a terminus' half circle."""
    row, col = np.mean(spots, axis=0)
    if len(spots) > 1:
        row, col = np.add((row, col), rng.normal(0, 0.15, 2).clip(-0.4, 0.4))
    x, y = (round((at - 1 + BORDER) * CELL_PX) for at in (col, row))
    return image[y : y + 3 * CELL_PX, x : x + 3 * CELL_PX]


def with_tram(image: np.ndarray, cell_px: float, line: int, rng: Rng) -> np.ndarray:
    """The view with the tram of a line (1..6) on the cell: bought or home-made, a block, a cube, a
    rounded car, a piece of cardboard, now and then a pawn."""
    out = image.astype(np.float32)
    at = _middle(image, cell_px, 0.05, rng)
    kind = str(rng.choice(list(_TRAM_KINDS), p=list(_TRAM_KINDS.values())))
    long, wide, tall = (rng.uniform(*sizes) for sizes in _TRAM_SIZES[kind])
    wide = long if kind in ("cube", "pawn") else wide
    turn = rng.choice([0, np.pi / 2]) if rng.random() < 0.6 else rng.uniform(0, np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    outline = _outline(kind) * (long * cell_px / 2, wide * cell_px / 2)
    flat = outline @ np.array([along, across])
    steep = _LEAN if rng.random() < 0.85 else _LEAN_STEEP
    lean = _direction(rng) * rng.uniform(0, steep) * tall * cell_px
    cast = _direction(rng) * rng.uniform(0, 1.2) * tall * cell_px
    narrow = {"round": rng.uniform(0.75, 1), "pawn": 0.4}.get(kind, 1.0)
    low, high = at + flat, at + lean + flat * narrow
    shadow = np.zeros(image.shape[:2], np.float32)
    _fill(shadow, _hull(np.vstack([low, at + cast + flat * narrow])), 1.0)
    _cast(out, shadow, rng)
    hue, saturation, value = (rng.uniform(*low_high) for low_high in LINE_COLOURS[line])
    rgb = colorsys.hsv_to_rgb(hue / 360 % 1, saturation, value)
    colour = np.array(rgb[::-1], np.float32) * 255
    _fill(out, _hull(np.vstack([low, high])), colour * rng.uniform(0.35, 0.8))
    roof = colour * rng.uniform(0.8, 1.1)
    if kind == "pawn":
        _round(out, at + lean * 1.2, 0.3 * long * cell_px, roof)
    else:
        _roof(out, high, roof, line, cell_px, rng)
    return _smoothed(out, rng)


def _outline(kind: str) -> np.ndarray:
    """(N, 2) outline of a tram seen from above, half its length and half its width 1."""
    if kind == "pawn":
        return _circle(20)
    if kind == "round":
        both = _circle(32)
        return np.asarray(np.sign(both) * np.abs(both) ** _ROUNDNESS)
    return np.array([(1.0, 1), (1, -1), (-1, -1), (-1, 1)])


def _roof(
    image: np.ndarray, corners: np.ndarray, colour: np.ndarray, line: int, cell_px: float, rng: Rng
) -> None:
    """A plain roof, or one with an edge, a panel or its line's digit."""
    dark = colour * rng.uniform(0, 0.5) if colour.max() > 110 else 255 - rng.uniform(0, 60, 3)
    look = str(rng.choice(["plain", "edge", "panel", "digit"], p=[0.45, 0.2, 0.2, 0.15]))
    _fill(image, corners, dark if look == "edge" else colour)
    middle = corners.mean(0)
    if look == "edge":
        _fill(image, middle + (corners - middle) * 0.82, colour)
    if look == "panel":
        _fill(image, middle + (corners - middle) * rng.uniform(0.4, 0.7), dark)
    if look == "digit":
        x, y = (round(float(v)) for v in np.add(middle, np.array((-0.08, 0.1)) * cell_px))
        ink = np.zeros(image.shape[:2], np.uint8)
        cv2.putText(ink, str(line), (x, y), 0, cell_px / 80, 255, 1, cv2.LINE_AA)
        image += (ink.astype(np.float32) / 255)[..., None] * (dark - image)


def _middle(image: np.ndarray, cell_px: float, off: float, rng: Rng) -> np.ndarray:
    half = (image.shape[0] - 1) / 2
    return np.array([half, half]) + rng.normal(0, off, 2) * cell_px


def _direction(rng: Rng) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _shade(rng: Rng, low_high: tuple[float, float]) -> np.ndarray:
    return np.asarray(rng.uniform(*low_high) * rng.uniform(0.9, 1.05, 3), np.float32)


def _disc(
    image: np.ndarray, at: np.ndarray, radius: float, facing: np.ndarray, lean: np.ndarray,
    colour: np.ndarray | float,
) -> None:  # fmt: skip
    """A standing disc as it is seen from where things lean by `lean` for their height; from above
    its edge."""
    points = at + radius * _circle(24) @ np.array([facing, lean])
    _fill(image, points, colour)
    if np.linalg.norm(lean) < _FLAT:
        _line(image, at - radius * facing, at + radius * facing, 2.0, colour)


def _round(image: np.ndarray, at: np.ndarray, radius: float, colour: np.ndarray) -> None:
    _fill(image, at + radius * _circle(28), colour)


def _circle(corners: int) -> np.ndarray:
    """(corners, 2) of a circle's outline, its radius 1."""
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([np.cos(turn), np.sin(turn)])


def _line(
    image: np.ndarray, start: np.ndarray, end: np.ndarray, wide: float, colour: np.ndarray | float
) -> None:
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    side = np.array([-along[1], along[0]]) * max(wide, 1.0) / 2
    _fill(image, np.array([start + side, end + side, end - side, start - side]), colour)


def _hull(points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.convexHull(points.astype(np.float32)))[:, 0]


def _fill(image: np.ndarray, points: np.ndarray, colour: np.ndarray | float) -> None:
    """Fills a polygon of (N, 2) pixels smoothly."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(points * (1 << _BITS)).astype(np.int32)], 255, cv2.LINE_AA, _BITS)
    share = mask.astype(np.float32) / 255
    share = share if image.ndim == 2 else share[..., None]
    image[:] = image * (1 - share) + np.asarray(colour, np.float32) * share


def _smoothed(out: np.ndarray, rng: Rng) -> np.ndarray:
    soft = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.7)))
    return np.clip(soft, 0, 255).astype(np.uint8)


def _cast(out: Tensor, shadow: Tensor, rng: Rng) -> None:
    """Darkens a view where a shadow (H, W) 0..1 falls, softly, in place."""
    soft = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.4, 4))
    out *= 1 - rng.uniform(0.1, 0.6) * soft[..., None]
