"""What stands on the board: stop signs on posts, trams, and what people use instead.

Board frame: x east, y south, z up from the cell's surface, unit one cell. A projection function
takes (N, 3) points to (N, 2) pixels, so that any camera can look at them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tests.render.linie1.grounds import luma, near_colour, random_colour
from tests.render.style import Colour, hsv

Project = Callable[[np.ndarray], np.ndarray]

#: Hue in degrees (low, high), saturation and value ranges of the six lines' colours.
LINE_COLOURS: dict[int, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    1: ((-14, 14), (0.65, 1.0), (0.5, 1.0)),
    2: ((40, 60), (0.55, 1.0), (0.7, 1.0)),
    3: ((95, 160), (0.4, 1.0), (0.25, 0.75)),
    4: ((188, 215), (0.3, 0.9), (0.65, 1.0)),
    5: ((275, 325), (0.3, 0.8), (0.4, 0.95)),
    6: ((0, 360), (0.0, 0.08), (0.82, 1.0)),
}


@dataclass(frozen=True)
class StandingLook:
    """How a set's signs and trams look. Lengths in cells.

    `sign_kind`: "round" or "stadium" plate on a post, "token" a flat disc, "pawn" a cone with a
    ball; `plate` its half width and half height, `plate_at` the height of its middle; `mark` what
    is on its face; `tram_lwh` length, width and height; `tram_marks`: windows and roof digits.
    """

    sign_kind: str
    foot_radius: float
    foot_height: float
    plate: tuple[float, float]
    plate_at: float
    plate_thick: float
    post_width: float
    foot_colour: Colour
    post_colour: Colour
    face_colour: Colour
    edge_colour: Colour
    mark: str
    mark_colour: Colour
    tram_lwh: tuple[float, float, float]
    tram_colours: dict[int, Colour]
    tram_marks: bool
    tram_round: float


@dataclass(frozen=True)
class Sign:
    """A sign: its foot's middle in the board frame, which way its face looks, radians."""

    x: float
    y: float
    yaw: float


@dataclass(frozen=True)
class Tram:
    """A tram of a line: its middle in the board frame, the way it points, radians."""

    line: int
    x: float
    y: float
    yaw: float


def random_standing(rng: np.random.Generator) -> StandingLook:
    """Signs and trams of one set: bought, home-made or stand-ins."""
    kind = str(rng.choice(["round", "stadium", "token", "pawn"], p=[0.55, 0.27, 0.1, 0.08]))
    half = float(rng.uniform(0.2, 0.34))
    tall = half if kind != "stadium" else half * float(rng.uniform(1.2, 1.8))
    face = hsv(0, 0, float(rng.uniform(0.8, 1))) if rng.random() < 0.5 else random_colour(rng)
    dark = hsv(0, 0, float(rng.uniform(0, 0.3)))
    cube = rng.random() < 0.12
    length = 0.45 if cube else float(rng.uniform(0.6, 0.95))
    return StandingLook(
        sign_kind=kind,
        foot_radius=float(rng.uniform(0.16, 0.3)),
        foot_height=float(rng.uniform(0.03, 0.14)),
        plate=(half, tall),
        plate_at=float(rng.uniform(0.75, 1.05)) if kind != "stadium" else tall + 0.3,
        plate_thick=float(rng.uniform(0.01, 0.08)),
        post_width=float(rng.uniform(0.03, 0.1)),
        foot_colour=face
        if rng.random() < 0.55
        else (dark if rng.random() < 0.6 else random_colour(rng)),
        post_colour=dark if rng.random() < 0.6 else near_colour(rng, face, 30),
        face_colour=face,
        edge_colour=dark if rng.random() < 0.5 else near_colour(rng, face, 40),
        mark=str(rng.choice(["ring", "letter", "both", "none", "bar"])),
        mark_colour=dark if luma(face) > 90 else hsv(0, 0, 0.95),
        tram_lwh=(
            length,
            length * (1.0 if cube else float(rng.uniform(0.3, 0.5))),
            float(rng.uniform(0.25, 0.55)),
        ),
        tram_colours={
            line: hsv(*(float(rng.uniform(*r)) for r in LINE_COLOURS[line]))
            for line in LINE_COLOURS
        },
        tram_marks=bool(rng.random() < 0.5),
        tram_round=float(rng.uniform(0.0, 0.12)),
    )


def draw_standing(
    image: np.ndarray,
    signs: list[Sign],
    trams: list[Tram],
    look: StandingLook,
    project: Project,
    eye: np.ndarray,
    slope_xy: np.ndarray,
    shadow: float,
) -> np.ndarray:
    """Paint shadows, then bodies from far to near, on a picture (H, W, 3 uint8 BGR), in place.

    `eye` (3,) is the camera in the board frame, `slope_xy` (2,) how far a shadow falls a unit of
    height, `shadow` 0..1 how much light it takes. Returns (H, W) bool: pixels the bodies hide.
    """
    solids = [_sign_parts(s, look, eye) for s in signs] + [_tram_parts(t, look, eye) for t in trams]
    spots = np.array([(t.x, t.y) for t in [*signs, *trams]]).reshape(-1, 2)
    _draw_shadows(image, solids, project, slope_xy, shadow)
    hidden = np.zeros(image.shape[:2], np.uint8)
    for k in np.argsort(-np.linalg.norm(spots - eye[:2], axis=1)):
        for part in solids[k]:
            part.paint(image, hidden, project)
    return hidden > 0


@dataclass(frozen=True)
class _Part:
    """A convex solid: all its points (the outline is their hull) and flat faces on it, each
    (points, colour, closed line width in cells or 0 for filled)."""

    points: np.ndarray
    colour: Colour
    faces: tuple[tuple[np.ndarray, Colour, float], ...] = ()

    def paint(self, image: np.ndarray, hidden: np.ndarray, project: Project) -> None:
        """Hull first, then its faces."""
        hull = cv2.convexHull(_fixed(project(self.points)))
        cv2.fillConvexPoly(image, hull, self.colour, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(hidden, hull, 255, cv2.LINE_8, 4)
        for points, colour, width in self.faces:
            seen = project(points)
            if not width:
                cv2.fillPoly(image, [_fixed(seen)], colour, cv2.LINE_AA, 4)
                continue
            cell = np.linalg.norm(project(points[:1] + np.array([0.1, 0, 0])) - seen[:1]) * 10
            cv2.polylines(
                image, [_fixed(seen)], True, colour, max(1, round(width * cell)), cv2.LINE_AA, 4
            )


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round(np.clip(points, -4000, 8000) * 16).astype(np.int32)


def _shade(colour: Colour, gain: float) -> Colour:
    b, g, r = (float(np.clip(v * gain, 0, 255)) for v in colour)
    return (b, g, r)


def _circle(radius: float, z: float, at: tuple[float, float]) -> np.ndarray:
    a = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return np.column_stack([at[0] + radius * np.cos(a), at[1] + radius * np.sin(a), np.full(20, z)])


def _cylinder(
    at: tuple[float, float], radius: float, low: float, high: float, colour: Colour
) -> _Part:
    top = _circle(radius, high, at)
    points = np.vstack([_circle(radius, low, at), top])
    return _Part(points, _shade(colour, 0.7), ((top, colour, 0.0),))


def _sign_parts(sign: Sign, look: StandingLook, eye: np.ndarray) -> list[_Part]:
    at = (sign.x, sign.y)
    foot = _cylinder(at, look.foot_radius, 0, look.foot_height, look.foot_colour)
    if look.sign_kind == "token":
        face = _circle(look.foot_radius * 0.75, look.foot_height, at)
        return [_Part(foot.points, foot.colour, (*foot.faces, (face, look.mark_colour, 0.03)))]
    if look.sign_kind == "pawn":
        neck = _circle(look.foot_radius * 0.4, look.plate_at * 0.6, at)
        cone = _Part(np.vstack([_circle(look.foot_radius, 0, at), neck]), look.foot_colour)
        ball = [
            _circle(look.plate[0] * 0.6 * s, look.plate_at * 0.7 + look.plate[0] * 0.6 * z, at)
            for s, z in ((0.6, -0.8), (1, 0), (0.6, 0.8), (0.2, 1))
        ]
        return [cone, _Part(np.vstack(ball), _shade(look.foot_colour, 1.1))]
    post = look.post_width / 2
    low, high = look.foot_height, look.plate_at - look.plate[1] * 0.9
    stick = _cylinder(at, post, low, max(high, low + 0.05), look.post_colour)
    return [foot, stick, _plate(sign, look, eye)]


def _plate(sign: Sign, look: StandingLook, eye: np.ndarray) -> _Part:
    """The upright plate, its near face with its mark."""
    out = np.array([np.cos(sign.yaw), np.sin(sign.yaw), 0])
    middle = np.array([sign.x, sign.y, look.plate_at])
    if np.dot(eye - middle, out) < 0:
        out = -out
    along = np.array([-out[1], out[0], 0])
    near = middle + out * look.plate_thick / 2
    outline = _outline(look, 1.0)

    def laid(flat: np.ndarray, at: np.ndarray) -> np.ndarray:
        points: np.ndarray = at + flat[:, :1] * along + flat[:, 1:] * np.array([0, 0, 1.0])
        return points

    light = 0.75 + 0.35 * abs(np.cos(sign.yaw * 1.7 + sign.x))
    faces = [(laid(outline, near), _shade(look.face_colour, light), 0.0)]
    if look.mark in ("ring", "both"):
        faces.append((laid(_outline(look, 0.82), near), look.mark_colour, 0.05))
    if look.mark in ("letter", "both"):
        k = look.plate[0] * 0.4
        for x0, y0, x1, y1 in ((-1, -1, -1, 1), (1, -1, 1, 1), (-1, 0, 1, 0)):
            line = np.array([(x0, y0), (x1, y1)], float) * k
            faces.append((laid(line, near), look.mark_colour, 0.05))
    if look.mark == "bar":
        bar = np.array([(-0.7, 0.3), (0.7, 0.3), (0.7, -0.3), (-0.7, -0.3)]) * look.plate
        faces.append((laid(bar, near), look.mark_colour, 0.0))
    both = np.vstack([laid(outline, near), laid(outline, near - out * look.plate_thick)])
    return _Part(both, look.edge_colour, tuple(faces))


def _outline(look: StandingLook, share: float) -> np.ndarray:
    """(N, 2) outline of the plate: a disc, or a disc pulled long."""
    a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    half, tall = look.plate
    round_ = half * np.column_stack([np.cos(a), np.sin(a)])
    round_[:, 1] += np.sign(np.sin(a)) * (tall - half)
    return round_ * share


def _tram_parts(tram: Tram, look: StandingLook, eye: np.ndarray) -> list[_Part]:
    """A block: its hull in shade, the sides and the roof that the camera sees."""
    length, width, height = look.tram_lwh
    colour = look.tram_colours[tram.line]
    c, s = np.cos(tram.yaw), np.sin(tram.yaw)
    turn = np.array([[c, s], [-s, c]])
    cut = look.tram_round * width
    corner = np.array([(length / 2 - cut, width / 2), (length / 2, width / 2 - cut)])
    quarter = np.vstack([corner, corner[::-1] * (1, -1), -corner, -corner[::-1] * (1, -1)])
    flat = quarter @ turn + (tram.x, tram.y)
    low, high = (np.column_stack([flat, np.full(len(flat), z)]) for z in (0.0, height))
    faces: list[tuple[np.ndarray, Colour, float]] = []
    for k in range(len(flat)):
        n = (k + 1) % len(flat)
        middle, out = (flat[k] + flat[n]) / 2, (flat[n] - flat[k])[::-1] * (1, -1)
        if np.dot(middle - (tram.x, tram.y), out) < 0:
            out = -out
        if np.dot(eye[:2] - middle, out) > 0:
            quad = np.array([low[k], low[n], high[n], high[k]])
            shade = 0.68 + 0.2 * abs(np.cos(np.arctan2(out[1], out[0]) * 0.5 + 0.4))
            faces.append((quad, _shade(colour, shade), 0.0))
            faces += _windows(quad, look)
    faces.append((high, colour, 0.0))
    if look.tram_marks:
        mark = 0.55 * (high - high.mean(0)) + high.mean(0)
        faces.append((mark, _shade(colour, 1.5 if luma(colour) < 120 else 0.5), 0.04))
    return [_Part(np.vstack([low, high]), _shade(colour, 0.6), tuple(faces))]


def _windows(quad: np.ndarray, look: StandingLook) -> list[tuple[np.ndarray, Colour, float]]:
    """A strip of panes on a long side."""
    wide = float(np.linalg.norm(quad[1] - quad[0]))
    if not look.tram_marks or wide < 0.3:
        return []
    low, high = quad[0] + 0.5 * (quad[3] - quad[0]), quad[0] + 0.85 * (quad[3] - quad[0])
    along = quad[1] - quad[0]
    panes = []
    for start in np.linspace(0.08, 0.78, 4):
        a, b = along * start, along * (start + 0.14)
        panes.append((np.array([low + a, low + b, high + b, high + a]), (225.0, 230.0, 230.0), 0.0))
    return panes


def _draw_shadows(
    image: np.ndarray,
    solids: list[list[_Part]],
    project: Project,
    slope_xy: np.ndarray,
    strength: float,
) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    for parts in solids:
        for part in parts:
            fallen = part.points.copy()
            fallen[:, :2] += fallen[:, 2:] * slope_xy
            fallen[:, 2] = 0
            cv2.fillConvexPoly(mask, cv2.convexHull(_fixed(project(fallen))), 255, cv2.LINE_AA, 4)
    if not mask.any() or strength <= 0:
        return
    unit = project(np.array([[6.0, 6, 0], [6.1, 6, 0]]))
    soft = float(np.linalg.norm(unit[1] - unit[0]) * 10) * 0.08
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.5, soft))
    keep = 1 - mask.astype(np.float32) * np.float32(strength / 255)
    image[:] = (image * keep[..., None]).astype(np.uint8)


def standing_of(
    hand: np.random.Generator | Callable[..., np.random.Generator],
    stops: tuple[tuple[int, int], ...],
    trams: tuple[tuple[int, int, int], ...],
) -> tuple[list[Sign], list[Tram]]:
    """Signs and trams of a position put on the board by hand: a little off, turned anyhow. A tram
    at a terminus (row or column 0 or 13) stands somewhere on its half circle. `hand`: one generator
    for all, or one for each piece by its name and place, so that it stands as it stood in another
    photo, whatever came or went."""
    hand_of = hand if callable(hand) else lambda *_: hand
    busy = {(row, col) for _, row, col in trams}
    signs = []
    for row, col in stops:
        spread = 0.2 if (row, col) in busy else 0.1
        rng = hand_of("sign", row, col)
        x, y = np.array((col - 0.5, row - 0.5)) + rng.normal(0, spread, 2).clip(-0.32, 0.32)
        signs.append(Sign(float(x), float(y), float(rng.uniform(0, 2 * np.pi))))
    return signs, [_put_tram(hand_of("tram", *tram), *tram, trams) for tram in trams]


def _put_tram(
    rng: np.random.Generator,
    line: int,
    row: int,
    col: int,
    trams: tuple[tuple[int, int, int], ...],
) -> Tram:
    mates = sorted(n for n, r, c in trams if (r, c) == (row, col))
    yaw = float(rng.choice([0, np.pi / 2, np.pi / 4, -np.pi / 4], p=[0.38, 0.38, 0.12, 0.12]))
    x, y = np.array((col - 0.5, row - 0.5)) + rng.normal(0, 0.06, 2)
    if row in (0, 13) or col in (0, 13):
        x, y, yaw = _on_terminus(rng, row, col)
    if len(mates) > 1:  # side by side
        side = (mates.index(line) - (len(mates) - 1) / 2) * 0.36
        x, y = x - side * np.sin(yaw), y + side * np.cos(yaw)
    return Tram(line, float(x), float(y), yaw + float(rng.normal(0, 0.08)))


def _on_terminus(rng: np.random.Generator, row: int, col: int) -> tuple[float, float, float]:
    """A point of the half circle round the middle between the two cells it faces."""
    a = float(rng.uniform(0.15, np.pi - 0.15)) if rng.random() < 0.4 else np.pi / 2
    along, out = 0.5 * np.cos(a), 0.5 * np.sin(a)
    way = np.pi / 2 - a
    if row in (0, 13):
        return (
            col + along,
            -out if row == 0 else 12 + out,
            -way if row == 0 else way,
        )
    return (-out if col == 0 else 12 + out, row + along, np.pi / 2 + (way if col == 0 else -way))
