"""The twelve termini in the rim: a half circle of track, a digit, perhaps a building."""

from __future__ import annotations

import cv2
import numpy as np

from rules.games.linie1.places import Terminus
from tests.render.linie1.board_look import BoardLook
from tests.render.linie1.lettering import put_word
from tests.render.linie1.tile_art import draw_connections
from tests.render.style import Colour

#: Quarter turns clockwise from the north side, by the side's letter.
_QUARTERS = {"N": 0, "E": 1, "S": 2, "W": 3}


def middle_of(terminus: Terminus) -> tuple[float, float]:
    """Middle of the half circle in cells from the grid's corner: x east, y south."""
    at = sum((c % 14 if terminus.side in "NS" else c // 14) for c in terminus.cells) / 2 - 0.5
    return {"N": (at, 0.0), "S": (at, 12.0), "W": (0.0, at), "E": (12.0, at)}[terminus.side]


def outward(side: str, along: float, out: float) -> tuple[float, float]:
    """A step `along` a side (clockwise around the board) and `out` of the grid, as x, y."""
    return {"N": (along, -out), "E": (out, along), "S": (-along, out), "W": (-out, -along)}[side]


def paint_terminus(
    image: np.ndarray,
    look: BoardLook,
    terminus: Terminus,
    origin_xy: tuple[int, int],
    px: int,
    rng: np.random.Generator,
) -> None:
    """Print one terminus into the board's picture in place."""
    paint = look.lines[terminus.line - 1]
    x, y = (o + m * px for o, m in zip(origin_xy, middle_of(terminus), strict=True))
    if look.station:
        _station(image, look, terminus, (x, y), px, paint)
    _half_circle(image, look, terminus, (x, y), px, rng)
    _digit(image, look, terminus, (x, y), px, paint)


def _station(
    image: np.ndarray,
    look: BoardLook,
    terminus: Terminus,
    xy: tuple[float, float],
    px: int,
    paint: Colour,
) -> None:
    """A block in the line's colour behind the track."""
    wide, deep = 0.5 + look.station * 0.6, 0.35 + look.station * 0.5
    corners = [
        outward(terminus.side, a, o)
        for a, o in ((-wide, 0), (wide, 0), (wide, deep), (-wide, deep))
    ]
    points = np.array([(xy[0] + a * px, xy[1] + b * px) for a, b in corners])
    cv2.fillPoly(image, [points.astype(np.int32)], paint, cv2.LINE_AA)


def _half_circle(
    image: np.ndarray,
    look: BoardLook,
    terminus: Terminus,
    xy: tuple[float, float],
    px: int,
    rng: np.random.Generator,
) -> None:
    """Two curves of the tiles' track side by side, only the band itself where the rim shows."""
    art = look.arcs
    pair = [draw_connections(art, (name,), False, rng, px) for name in ("ES", "SW")]
    half = np.hstack(pair)
    ys, xs = np.mgrid[0:px, 0 : 2 * px] + 0.5
    off = np.abs(np.hypot(xs - px, ys - px) / px - 0.5)
    reach = max(art.band / 2 + art.rim, (art.sleepers or (0.0,))[0])
    mask = np.ones(half.shape[:2]) if look.arc_ground else np.clip((reach - off) * px + 0.5, 0, 1)
    quarters = _QUARTERS[terminus.side]
    half, mask = np.rot90(half, -quarters), np.rot90(mask, -quarters)[..., None]
    h, w = half.shape[:2]
    cx, cy = (
        (xy[0] + xy[0] + 2 * outward(terminus.side, 0, px / 2)[0]) / 2,
        xy[1] + outward(terminus.side, 0, px / 2)[1],
    )
    x0, y0 = round(cx - w / 2), round(cy - h / 2)
    part = image[max(y0, 0) : y0 + h, max(x0, 0) : x0 + w]
    dy, dx = max(-y0, 0), max(-x0, 0)
    sprite, cover = (
        half[dy : dy + part.shape[0], dx : dx + part.shape[1]],
        mask[dy : dy + part.shape[0], dx : dx + part.shape[1]],
    )
    part[:] = (part + cover * (sprite.astype(np.float32) - part)).astype(np.uint8)


def _paint(name: str, line: Colour) -> Colour:
    return {"line": line, "dark": (28.0, 28.0, 28.0), "light": (245.0, 245.0, 245.0)}[name]


def _digit(
    image: np.ndarray,
    look: BoardLook,
    terminus: Terminus,
    xy: tuple[float, float],
    px: int,
    paint: Colour,
) -> None:
    digit = look.digit
    step = outward(terminus.side, digit.along, digit.out)
    x, y = xy[0] + step[0] * px, xy[1] + step[1] * px
    r = int(digit.height * px * 0.85)
    if digit.plate != "none":
        plate = _paint(digit.plate, paint)
        width = max(1, r // 4) if digit.shape == "ring" else -1
        if digit.shape == "box":
            cv2.rectangle(
                image,
                (int(x) - r * 4 // 5, int(y) - r),
                (int(x) + r * 4 // 5, int(y) + r),
                plate,
                -1,
            )
        else:
            cv2.circle(image, (int(x), int(y)), r, plate, width, cv2.LINE_AA)
    ink = _paint(digit.ink, paint)
    outline = None
    if digit.plate == "none" or digit.shape == "ring":
        outline = (20.0, 20.0, 20.0) if sum(ink) > 330 else (240.0, 240.0, 240.0)
    quarters = {
        "out": _QUARTERS[terminus.side],
        "in": _QUARTERS[terminus.side] + 2,
        "up": look.seed % 4,
    }[digit.turn]
    put_word(
        image,
        str(terminus.line),
        digit.font,
        (x, y),
        digit.height * px,
        ink,
        90 * quarters,
        outline=outline,
    )
