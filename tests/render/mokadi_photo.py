"""A quick picture maker for Mokadi: pads and stacked sticks under a lamp, with exact truth.

Sticks are painted in the order in which they were laid, each over those before it: no stick of a
standing pile lies under one that was laid earlier.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from tests.render.camera import Camera, camera_at, fit_distance, shifted
from tests.render.canvas import blurred, darken, fixed
from tests.render.clutter import Scene, place_things
from tests.render.light import light_up
from tests.render.mokadi_pile import Pile, Sizes, random_pile
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import (
    Colour,
    LightLook,
    RoomLook,
    calmer,
    random_light,
    random_room,
    random_set,
    random_shot,
    steadier,
)
from tests.render.tables import draw_table
from tests.render.tiles import SUB

NAMES = ("white", "black", "blue", "red")
#: Hue in degrees, saturation and value of the paints, in the order of `NAMES`.
PAINTS = (
    ((20, 70), (0.0, 0.12), (0.82, 1.0)),
    ((0, 360), (0.0, 0.25), (0.06, 0.2)),
    ((205, 236), (0.5, 0.92), (0.35, 0.85)),
    ((350, 368), (0.65, 0.95), (0.5, 0.9)),
)
WOODS = ((24, 42), (0.2, 0.55), (0.62, 0.97))
#: Boxes: pairs of `NAMES`, the usual ones more often.
BOXES = ((0, 1), (0, 1), (0, 1), (2, 1), (2, 1), (3, 1), (3, 1), (0, 2), (0, 3), (3, 2))
#: Patterns of tables that most are played on less often than a plain or wooden one.
RESTLESS = ("print", "flower", "check", "stripe", "gingham", "cloud", "speckle")
PLAIN = ("plain", "felt", "wood", "wood")
MOST_TILT_DEG = 15.0  # of a camera that players put up straight above
LOWEST_TILT_DEG = 48.0  # of one that a player holds from the chair
ROUND = 10  # facets of a round stick


@dataclass(frozen=True)
class Paint:
    """The colours of a box, BGR, and whether its sticks are round."""

    names: tuple[str, str]
    ends: tuple[Colour, Colour]
    wood: Colour
    round: bool
    gloss: float


@dataclass(frozen=True)
class Labels:
    """What every pixel shows: `owner` (H, W) int16 index of pad, then stick, -1 for neither;
    `part` (H, W) uint8 0 background, 1 wood, 2 coloured end, 3 pad."""

    owner: np.ndarray
    part: np.ndarray


@dataclass(frozen=True)
class MokadiPhoto:
    """A photograph with its truth: the pile, and where its pieces lie in the picture.

    `pads_xy` (P, 2) middles of the pads' tops, `sticks_xy` (S, 2, 2) ends of the sticks' axes,
    pixels.
    """

    image: np.ndarray
    pile: Pile
    names: tuple[str, str]
    pads_xy: np.ndarray
    sticks_xy: np.ndarray
    labels: Labels


def painted(rng: np.random.Generator, ranges: tuple[tuple[float, float], ...]) -> Colour:
    """A colour with hue in degrees, saturation and value in these ranges, BGR 0..255."""
    h, s, v = (float(rng.uniform(*r)) for r in ranges)
    pixel = np.array([[[h % 360, s, v]]], np.float32)
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255
    return (float(b), float(g), float(r))


def random_paint(rng: np.random.Generator) -> Paint:
    """The paints of a box nobody has seen before."""
    box = BOXES[int(rng.integers(len(BOXES)))]
    box = box if rng.random() < 0.5 else box[::-1]
    ends = (painted(rng, PAINTS[box[0]]), painted(rng, PAINTS[box[1]]))
    names = (NAMES[box[0]], NAMES[box[1]])
    gloss = float(rng.uniform(0, 60))
    return Paint(names, ends, painted(rng, WOODS), bool(rng.random() < 0.5), gloss)


class _Painter:
    """Paints pieces into a picture and their labels beside it."""

    def __init__(
        self, image: np.ndarray, camera: Camera, pile: Pile, paint: Paint, light: LightLook
    ) -> None:
        self.image = image
        self.camera = camera
        self.pile = pile
        self.paint = paint
        a = np.radians(light.shadow_deg)
        self.slope = np.array([np.cos(a), np.sin(a)]) * light.shadow_length
        self.dark = light.shadow
        lamp = np.array([*-self.slope, 1.2])
        self.lamp = lamp / np.linalg.norm(lamp)
        self.unit = camera.scale((0.0, 0.0))
        self.soft = light.shadow_soft
        self.eye = -np.linalg.solve(camera.matrix[:, :3], camera.matrix[:, 3])
        self.owner = np.full(image.shape[:2], -1, np.int16)
        self.part = np.zeros(image.shape[:2], np.uint8)

    def shade(self, colour: Colour, normal: np.ndarray, gain: float = 1.0) -> Colour:
        """The colour of a face under the lamp, with a streak of its shine."""
        light = float(np.clip(normal @ self.lamp, 0, 1))
        depth = 0.2 + 0.5 * self.dark
        lit = gain * (1 - depth + depth * min(1.4, light / float(self.lamp[2])))
        shine = self.paint.gloss * light**16
        b, g, r = (min(255.0, v * lit + shine) for v in colour)
        return (b, g, r)

    def quad(self, points: np.ndarray, colour: Colour, owner: int, part: int) -> None:
        """Fill a convex polygon of (N, 2) pixels and label it."""
        corners = fixed(points)
        cv2.fillConvexPoly(self.image, corners, colour, cv2.LINE_AA, SUB)
        cv2.fillConvexPoly(self.owner, corners, owner, cv2.LINE_8, SUB)
        cv2.fillConvexPoly(self.part, corners, part, cv2.LINE_8, SUB)

    def table_shadows(self) -> None:
        """Shadows of all pieces on the table, the higher the softer."""
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for outline in self.outlines():
            flat = outline.copy()
            flat[:, :2] += outline[:, 2:] * self.slope
            flat[:, 2] = 0
            hull = cv2.convexHull(self.camera.project(flat).astype(np.float32)).reshape(-1, 2)
            cv2.fillConvexPoly(mask, fixed(hull), 255, cv2.LINE_AA, SUB)
        sigma = max(0.7, self.soft * 0.12 * self.unit)
        darken(self.image, [(blurred(mask, sigma), self.dark * 0.8)])

    def outlines(self) -> list[np.ndarray]:
        """(N, 3) points of every piece."""
        sizes = self.pile.sizes
        found = []
        for pad in self.pile.pads:
            for z in (0.0, sizes.pad_height):
                found.append(_rim(pad.xy, sizes, z))
        pads = [np.vstack(found[k : k + 2]) for k in range(0, len(found), 2)]
        return pads + [_rings(s.ends, sizes, 4, 0.0, (0, 1))[0] for s in self.pile.sticks]

    def pad(self, index: int) -> None:
        """A prism or a cylinder: its wall in facets, then its top."""
        pad, sizes = self.pile.pads[index], self.pile.sizes
        colour = self.paint.ends[pad.colour]
        low = self.camera.project(_rim(pad.xy, sizes, 0.0))
        high = self.camera.project(_rim(pad.xy, sizes, sizes.pad_height))
        angles = _around(pad.xy, sizes.corners) + np.pi / len(low)
        for k in range(len(low)):
            n = (k + 1) % len(low)
            face = np.array([low[k], low[n], high[n], high[k]])
            normal = np.array([np.cos(angles[k]), np.sin(angles[k]), 0.0])
            rim = np.array([*pad.xy, sizes.pad_height]) + sizes.pad_radius * normal
            if normal @ (self.eye - rim) > 0:
                self.quad(face, self.shade(colour, normal), index, 3)
        self.quad(high, self.shade(colour, np.array([0, 0, 1.0])), index, 3)

    def stick(self, index: int, roll: float, gain: float) -> None:
        """Its shadow on what lies below, then wood and ends facet by facet."""
        stick, sizes = self.pile.sticks[index], self.pile.sizes
        self.near_shadow(stick.ends)
        facets = ROUND if self.paint.round else 4
        stations = (0.0, sizes.band, 1 - sizes.band, 1.0)
        rings, normals = _rings(stick.ends, sizes, facets, roll, stations)
        seen = self.camera.project(rings).reshape(4, facets, 2)
        owner = len(self.pile.pads) + index
        end = self.paint.ends[stick.colour]
        for part, colour in ((0, end), (1, self.paint.wood), (2, end)):
            for k in range(facets):
                n = (k + 1) % facets
                face = np.array(
                    [seen[part, k], seen[part, n], seen[part + 1, n], seen[part + 1, k]]
                )
                point = rings[part * facets + k]
                if normals[k] @ (self.eye - point) > 0:
                    lit = self.shade(colour, normals[k], gain)
                    self.quad(face, lit, owner, 1 if part == 1 else 2)
        along = stick.ends[1] - stick.ends[0]
        for at, sign in ((0, -1.0), (3, 1.0)):
            if sign * along @ (self.eye - stick.ends[int(at > 0)]) > 0:
                self.quad(seen[at], self.shade(end, sign * along, gain), owner, 2)

    def near_shadow(self, ends: np.ndarray) -> None:
        """The shadow on the pieces right below."""
        drop = 1.2 * self.pile.sizes.thick
        low = ends - [0, 0, drop] + np.array([*self.slope * drop, 0])
        hull, _ = _rings(low, self.pile.sizes, 4, 0.0, (0, 1))
        mask = np.zeros(self.image.shape[:2], np.uint8)
        outline = cv2.convexHull(self.camera.project(hull).astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(mask, fixed(outline), 255, cv2.LINE_AA, SUB)
        x, y, w, h = cv2.boundingRect(mask)
        part = np.s_[max(0, y - 8) : y + h + 8, max(0, x - 8) : x + w + 8]
        sigma = max(0.6, self.soft * 0.6 * drop * self.unit)
        soft = blurred(mask[part], sigma) * (self.owner[part] >= 0)
        darken(self.image[part], [(soft.astype(np.uint8), self.dark * 0.75)])


def _around(xy: tuple[float, float], corners: int) -> np.ndarray:
    """(corners,) radians in which a pad's corners lie; those of a block turned as it comes."""
    turn = 9 * xy[0] if corners < Sizes.corners else 0.0
    return np.linspace(0, 2 * np.pi, corners, endpoint=False) + turn


def _rim(xy: tuple[float, float], sizes: Sizes, z: float) -> np.ndarray:
    """(N, 3) corners of a pad at a height."""
    t = _around(xy, sizes.corners)
    flat = np.array(xy) + sizes.pad_radius * np.column_stack([np.cos(t), np.sin(t)])
    return np.column_stack([flat, np.full(len(t), z)])


def _rings(
    ends: np.ndarray, sizes: Sizes, facets: int, roll: float, stations: tuple[float, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """(stations * facets, 3) corners of a stick's cross-sections, and (facets, 3) normals between
    one corner and the next."""
    along = ends[1] - ends[0]
    along = along / np.linalg.norm(along)
    side = np.cross(along, [0, 0, 1.0])
    side /= np.linalg.norm(side)
    up = np.cross(side, along)
    radius = sizes.thick / 2 * (np.sqrt(2) if facets == 4 else 1.0)
    t = np.arange(facets) * 2 * np.pi / facets + np.pi / facets + roll
    across = sizes.wide * np.cos(t)[:, None] * side + np.sin(t)[:, None] * up
    middle = t + np.pi / facets
    normals = np.cos(middle)[:, None] * side + np.sin(middle)[:, None] * up
    axis = ends[0] + np.array(stations)[:, None] * (ends[1] - ends[0]) + [0, 0, sizes.thick / 2]
    corners = (axis[:, None] + radius * across).reshape(-1, 3)
    return corners, normals


def _camera(room: RoomLook, pile: Pile, size_wh: tuple[int, int]) -> Camera:
    points = np.array([[*p.xy, 0.0] for p in pile.pads])
    if pile.sticks:
        points = np.vstack([points, *(s.ends for s in pile.sticks)])
    low, high = points.min(0) - 0.12, points.max(0) + 0.12
    box = np.array(list(product(*zip(low, high, strict=True))))
    middle = (float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2)
    far = fit_distance(room.pose, middle, box, room.fill, size_wh)
    near = max(size_wh) * room.pose.focal_mm / 36 / (0.62 * min(size_wh))
    camera = camera_at(room.pose, middle, max(far, near), size_wh)
    return shifted(room.pose, camera, box, room.shift_xy)


def render(
    pile: Pile,
    *,
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    paint: Paint | None = None,
    framed: Pile | None = None,
    held: tuple[float, float, float] = (0.0, 0.0, 0.0),
    sober: bool = False,
    restless: bool = False,
) -> MokadiPhoto:
    """A photograph of a pile, the same for the same arguments. `framed`: what the camera and the
    things beside the pile make room for, the pile itself as a rule; `held`: by how much a hand
    turns and tilts the camera, degrees, and goes nearer, a share; `sober`: a table as players are
    asked for, see `_sober`; `restless`: any table, seen from farther aside."""
    framed = framed or pile
    rng = stream(seed, "mokadi-look")
    paint = paint or random_paint(rng)
    tiles = replace(random_set(rng), yellow=paint.wood, blue=paint.ends[0], red=paint.ends[1])
    room = random_room(stream(seed, "mokadi-room"), tiles)
    turn, tilt, nearer = held
    tilt += float(rng.uniform(0, LOWEST_TILT_DEG if restless else 34))
    pose = replace(room.pose, tilt_deg=tilt, yaw_deg=room.pose.yaw_deg + turn)
    fill, shift = (1 + nearer) * float(rng.uniform(0.7, 0.98)), tuple(rng.uniform(-0.3, 0.3, 2))
    room = replace(room, pose=pose, fill=fill, shift_xy=shift, near=-0.35)
    room = replace(room, tile_cm=float(rng.uniform(8, 16)))
    if room.table.kind in RESTLESS and not restless and rng.random() < 0.7:
        room = replace(room, table=replace(room.table, kind=PLAIN[int(rng.integers(len(PLAIN)))]))
    room = _sober(room) if sober else room
    camera = _camera(room, framed, size_wh)
    middle = np.mean([p.xy for p in framed.pads], 0)
    image = draw_table(room.table, camera, (float(middle[0]), float(middle[1])))
    painter = _Painter(image, camera, pile, paint, room.light)
    taken = _Painter(image, camera, framed, paint, room.light).outlines()
    _things(painter, room, tiles, np.vstack([o[:, :2] for o in taken]))
    painter.table_shadows()
    _paint_all(painter, rng)
    gloss = np.where(painter.owner >= 0, np.uint8(60), np.uint8(128)).astype(np.uint8)
    shot = random_shot(stream(seed, "mokadi-shot"))
    shot = steadier(shot) if sober else shot
    shown = (shot.exposure, shot.vignette)
    lit = light_up(image, room.light, shown, gloss, stream(room.seed, "lamps"))
    return replace(_told(painter), image=expose(lit, shot))


def _sober(room: RoomLook) -> RoomLook:
    """The same room with a plain cloth, nothing else on it, nobody's shadow, and a camera that
    looks nearly straight down and is filled by the pile."""
    pose = replace(room.pose, tilt_deg=min(room.pose.tilt_deg, MOST_TILT_DEG))
    table = replace(room.table, kind="felt")
    light = calmer(room.light)
    return replace(room, pose=pose, table=table, light=light, clutter=0, fill=0.97)


def labelled(pile: Pile, camera: Camera, paint: Paint) -> MokadiPhoto:
    """What a camera shows of a pile, without a picture."""
    w, h = camera.size_wh
    light = random_light(stream(0, "mokadi-labels"))
    bare = np.zeros((h, w, 3), np.uint8)
    painter = _Painter(bare, camera, pile, paint, light)
    _paint_all(painter, stream(0, "mokadi-labels"))
    return _told(painter)


def _told(painter: _Painter) -> MokadiPhoto:
    """The photo that was painted, unlit, with its truth."""
    pile, camera = painter.pile, painter.camera
    labels = Labels(painter.owner, painter.part)
    tops = np.array([[*p.xy, pile.sizes.pad_height] for p in pile.pads]).reshape(-1, 3)
    middle = np.array([0, 0, pile.sizes.thick / 2])
    axes = np.array([s.ends for s in pile.sticks]).reshape(-1, 3) + middle
    ends = camera.project(axes).reshape(-1, 2, 2)
    names, pads = painter.paint.names, camera.project(tops)
    return MokadiPhoto(painter.image, pile, names, pads, ends, labels)


def _things(painter: _Painter, room: RoomLook, tiles: object, taken: np.ndarray) -> None:
    """Everyday things beside what takes up (N, 2) points of the table."""
    scene = Scene(
        painter.image,
        painter.camera,
        tiles,  # type: ignore[arg-type] # a SetLook
        1 / room.tile_cm,
        painter.slope,
        room.light.shadow * 0.8,
        0.35,
        room.light.shadow_soft * 0.25 * painter.unit,
    )
    place_things(stream(room.seed, "things"), scene, room, taken)


def _paint_all(painter: _Painter, rng: np.random.Generator) -> None:
    """Pieces bottom up; a grain over all of them."""
    order = np.argsort([-_distance(painter.camera, p.xy) for p in painter.pile.pads])
    for index in order:
        painter.pad(int(index))
    roll = 0.0
    for index in range(len(painter.pile.sticks)):
        painter.stick(index, roll + float(rng.normal(0, 0.02)), float(rng.normal(1, 0.03)))
    grain = rng.normal(0, 3, painter.image.shape[:2]).astype(np.float32)
    grain *= painter.part == 1
    painter.image[:] = np.clip(painter.image + grain[..., None], 0, 255)


def _distance(camera: Camera, xy: tuple[float, float]) -> float:
    return float(camera.matrix[2] @ [*xy, 0.0, 1.0])


def random_photo(seed: int, size_wh: tuple[int, int] = (1280, 960)) -> MokadiPhoto:
    """A photograph with everything drawn from the seed: up to 36 sticks on one to eight pads."""
    rng = stream(seed, "mokadi")
    count = int(rng.integers(0, 37)) if rng.random() < 0.5 else int(rng.integers(0, 14))
    pile = random_pile(rng, count, int(rng.integers(1 if count < 2 else 3, 9)))
    return render(pile, seed=seed, size_wh=size_wh)


def truth_json(photo: MokadiPhoto) -> dict[str, object]:
    """The truth as plain data, in the fields of the shared photographs."""
    pads = [
        {"colour": photo.names[p.colour], "px": xy.round(1).tolist()}
        for p, xy in zip(photo.pile.pads, photo.pads_xy, strict=True)
    ]
    sticks = [
        {
            "id": k,
            "colour": photo.names[s.colour],
            "on": [list(one) for one in s.on],
            "over": list(s.over),
            "px": xy.round(1).tolist(),
        }
        for k, (s, xy) in enumerate(zip(photo.pile.sticks, photo.sticks_xy, strict=True))
    ]
    return {"game": "mokadi", "colours": list(photo.names), "pads": pads, "sticks": sticks}
