"""Photographs of Linie 1 tables with exact truth: board, tiles, signs, trams, covers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from tests.render.camera import Camera, Pose
from tests.render.canvas import (
    Body,
    Plate,
    blurred,
    bodies_of,
    darken,
    fill,
    paint_body,
    quad_sides,
    seen_share,
    shadow_ends,
    union,
)
from tests.render.clutter import Scene, lay_over, place_things
from tests.render.hands import paint_hand
from tests.render.light import light_up
from tests.render.linie1.board_art import BoardArt, random_board, sober_board
from tests.render.linie1.framing import frame_board
from tests.render.linie1.positions import Position, late_position, random_position
from tests.render.linie1.standing import StandingLook, draw_standing, random_standing, standing_of
from tests.render.linie1.tile_art import TileArt, draw_tile, random_tile_art
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import Style, calmer, random_room, random_set, random_shot, steadier
from tests.render.tables import draw_table
from tests.render.tiles import PAD

RowCol = tuple[int, int]

#: Pixels of a cell in the printed board that is warped into the picture.
BOARD_PX = 56

#: A cell of the real game, centimetres (rule document 4).
CELL_CM = 3.45

#: Tilt up to which the camera of a sober photo is held, degrees: who wants to be called does not
#: film from the chair.
MOST_TILT_DEG = 30.0


@dataclass(frozen=True)
class Photo:
    """A picture and everything that is true of it.

    image: (H, W, 3) uint8 BGR. board_to_photo: (3, 3) float64, board frame (x east, y south, unit
    a cell, grid corners (0, 0)..(12, 12)) at half a tile's height to pixels. cells: every (row,
    col) 1..12 to (kind 1..12, quarter turns clockwise) or None. stops: cells with a sign. trams:
    (line, row, col). cover: (H, W) bool pixels of hands and things that lie or reach over the
    board; standing: (H, W) bool pixels that signs and trams hide. art: names of the tile art.
    """

    image: np.ndarray
    board_to_photo: np.ndarray
    cells: dict[RowCol, tuple[int, int] | None]
    stops: tuple[RowCol, ...]
    trams: tuple[tuple[int, int, int], ...]
    cover: np.ndarray
    standing: np.ndarray
    art: str

    def seen(self, row: int, col: int) -> float:
        """Share of a cell that lies in the picture and under no hand or thing, 0..1."""
        corners = np.array([(col - 1, row - 1), (col, row - 1), (col, row), (col - 1, row)], float)
        lifted = np.column_stack([corners, np.ones(4)]) @ self.board_to_photo.T
        return seen_share(self.cover, lifted[:, :2] / lifted[:, 2:])


@dataclass(frozen=True)
class Table:
    """What is photographed: the printed board, the tiles' art and place, the pieces' look.
    `height` of the board and `thickness` of a tile in cells."""

    board: BoardArt
    tiles: TileArt
    standing: StandingLook
    position: Position
    height: float
    thickness: float
    laying: float
    seed: int


def random_table(
    seed: int,
    position: Position | None = None,
    fonts: tuple[str, ...] = (),
    board: BoardArt | None = None,
    tiles: TileArt | None = None,
) -> Table:
    """A table with everything that is not given drawn from the seed."""
    rng = stream(seed, "linie1")
    tiles = tiles or random_tile_art(stream(seed, "tiles"))
    return Table(
        board=board or random_board(stream(seed, "board"), tiles, BOARD_PX, fonts),
        tiles=tiles,
        standing=random_standing(stream(seed, "standing")),
        position=position or random_position(stream(seed, "position")),
        height=float(rng.uniform(0.02, 0.15)),
        thickness=float(rng.uniform(0.02, 0.09)),
        laying=float(rng.uniform(0, 1)),
        seed=seed,
    )


def random_style(seed: int) -> Style:
    """Room, lamp and camera for a board: tables are as in the other games' pictures."""
    tiles = random_set(stream(seed, "set"))
    room = random_room(stream(seed, "room"), tiles)
    shot = random_shot(stream(seed, "shot"))
    rng = stream(seed, "light")
    light = room.light
    if light.shadow_length > 1.0:
        light = replace(light, shadow_length=light.shadow_length * 0.6)
    pose = Pose(
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 42) if rng.random() < 0.8 else rng.uniform(0, 12)),
        float(rng.normal(0, 5)),
        float(rng.uniform(22, 45)),
    )
    room = replace(room, light=light, pose=pose, tile_cm=CELL_CM)
    return Style(tiles, room, shot)


def sober_style(seed: int) -> Style:
    """A room as people play in: nobody's shadow on the board, a camera held still and not far
    aslant."""
    style = random_style(seed)
    pose = replace(style.room.pose, tilt_deg=min(style.room.pose.tilt_deg, MOST_TILT_DEG))
    room = replace(style.room, light=calmer(style.room.light), pose=pose)
    return replace(style, room=room, shot=steadier(style.shot))


def sober_table(seed: int, position: Position | None = None) -> Table:
    """A set as shops sell it: a plain board, signs and trams as they lie in the box, no cubes,
    discs or pawns for them."""
    tiles = random_tile_art(stream(seed, "tiles"))
    board = sober_board(stream(seed, "board"), tiles, BOARD_PX)
    table = random_table(seed, position, board=board, tiles=tiles)
    looks = (random_standing(stream(seed, "standing", n)) for n in range(99))
    return replace(table, standing=next(look for look in looks if _of_the_box(look)))


def _of_the_box(look: StandingLook) -> bool:
    length, width, _ = look.tram_lwh
    return look.sign_kind in ("round", "stadium") and width < length


def random_size(seed: int) -> tuple[int, int]:
    """Width and height of a picture: 960 to 1600 the longer side."""
    rng = stream(seed, "size")
    long = int(rng.choice([960, 1024, 1280, 1280, 1440, 1600]))
    short = int(long * float(rng.choice([0.75, 0.75, 0.75, 2 / 3, 0.5625, 1.0])))
    return (long, short) if rng.random() < 0.75 else (short, long)


def random_photo(
    seed: int,
    position: Position | None = None,
    size_wh: tuple[int, int] | None = None,
    fonts: tuple[str, ...] = (),
) -> Photo:
    """A photograph with everything drawn from the seed."""
    table = random_table(seed, position, fonts)
    return take(table, random_style(seed), size_wh or random_size(seed), seed)


def sober_photo(seed: int, position: Position | None = None) -> Photo:
    """The same of a set as shops sell it in a room to play in, all of the board in view."""
    table = sober_table(seed, position)
    return take(table, sober_style(seed), random_size(seed), seed, whole=True)


def late_photo(seed: int) -> Photo:
    """A sober table late in a game, trams on it, seen whole; 1280x960."""
    table = sober_table(seed, late_position(stream(seed, "late")))
    return take(table, sober_style(seed), (1280, 960), seed, cover=False, whole=True)


def take(
    table: Table,
    style: Style,
    size_wh: tuple[int, int],
    seed: int,
    cover: bool | None = None,
    *,
    whole: bool = False,
    still: bool = False,
) -> Photo:
    """One photograph of a table; `cover` says whether a hand or thing is over the board (None:
    as the seed will have it), `whole` that all of the board is in view, `still` that each sign and
    tram stands as in every other photo of this seed."""
    hold = stream(seed, "camera")
    camera = frame_board(table.board.frame, style.room, size_wh, hold, whole=whole)
    image = draw_table(style.room.table, camera, (6.0, 6.0))
    scene = _scene(image, camera, style)
    _things_beside(scene, table, style, seed)
    bodies = _paint_board(scene, table, style)
    standing = _stand(scene, table, style, seed, still=still)
    over = _cover(scene, table, style, seed, cover)
    gloss = _gloss_map(style, bodies, image.shape[:2], seed)
    shot = (style.shot.exposure, style.shot.vignette)
    lit = light_up(image, style.room.light, shot, gloss, stream(style.room.seed, "lamps"))
    plane = camera.plane(table.height + table.thickness / 2)
    position = table.position
    cells = {(r, c): position.tiles.get((r, c)) for r in range(1, 13) for c in range(1, 13)}
    return Photo(
        expose(lit, style.shot),
        plane / plane[2, 2],
        cells,
        position.stops,
        position.trams,
        over,
        standing,
        table.tiles.name,
    )


def _scene(image: np.ndarray, camera: Camera, style: Style) -> Scene:
    a, light = np.radians(style.room.light.shadow_deg), style.room.light
    slope = np.array([np.cos(a), np.sin(a)]) * light.shadow_length
    unit = camera.scale((6.0, 6.0))
    blur = light.shadow_soft * 0.25 * unit
    return Scene(image, camera, style.tiles, 1 / CELL_CM, slope, light.shadow * 0.8, 0.97, blur)


def _sprite(face: np.ndarray) -> np.ndarray:
    """(h + 2 PAD, w + 2 PAD, 4) uint8 BGRA with a clear rim."""
    sprite = np.zeros((face.shape[0] + 2 * PAD, face.shape[1] + 2 * PAD, 4), np.uint8)
    sprite[..., :3] = cv2.copyMakeBorder(face, PAD, PAD, PAD, PAD, cv2.BORDER_REPLICATE)
    sprite[PAD:-PAD, PAD:-PAD, 3] = 255
    return sprite


def _things_beside(scene: Scene, table: Table, style: Style, seed: int) -> None:
    """Clutter, and spare tiles of the set, clear of the board."""
    x0, y0, x1, y1 = table.board.frame
    ys, xs = np.mgrid[y0:y1:8j, x0:x1:8j]  # type: ignore[misc]
    taken = np.column_stack([xs.ravel(), ys.ravel()])
    room = replace(style.room, near=max(style.room.near, 1.0))
    place_things(stream(style.room.seed, "things"), scene, room, taken)
    rng = stream(seed, "spare")
    if rng.random() < 0.5:
        return
    for _ in range(int(rng.integers(1, 4))):
        _spare_row(scene, table, rng)


def _spare_row(scene: Scene, table: Table, rng: np.random.Generator) -> None:
    """Five open tiles in front of a player, or a few dropped anyhow."""
    x0, y0, x1, y1 = table.board.frame
    side, far = int(rng.integers(4)), float(rng.uniform(0.8, 4))
    along = float(rng.uniform(0, 12))
    start = [(along, y0 - far), (x1 + far, along), (along, y1 + far), (x0 - far, along)][side]
    step = np.array([(1.0, 0.0), (0.0, 1.0)][side % 2]) * float(rng.uniform(1.05, 1.4))
    mess = float(rng.choice([0.03, 0.25]))
    for k in range(int(rng.integers(1, 6))):
        x, y = np.array(start) + k * step + rng.normal(0, mess, 2)
        deg = float(rng.normal(0, 60 * mess) + 90 * rng.integers(4))
        face = draw_tile(table.tiles, int(rng.integers(1, 13)), rng, 48)
        plate = Plate(float(x), float(y), deg, 0.97, 0.97, table.thickness)
        (body,) = bodies_of([plate], scene.camera)
        paint_body(scene.image, body, _sprite(face), (150.0, 165.0, 175.0))


def _paint_board(scene: Scene, table: Table, style: Style) -> list[Body]:
    """The board and the tiles on it; the bodies in painting order, the board first."""
    x0, y0, x1, y1 = table.board.frame
    plate = Plate((x0 + x1) / 2, (y0 + y1) / 2, 0.0, x1 - x0, y1 - y0, table.height)
    (board,) = bodies_of([plate], scene.camera)
    _shadow(scene.image, [board], scene, style, style.room.light.shadow_soft)
    paint_body(scene.image, board, _sprite(table.board.image), (130.0, 140.0, 150.0))
    tiles = _tile_bodies(scene.camera, table)
    if tiles:
        _shadow(scene.image, [body for body, _ in tiles], scene, style, 0.3)
    for body, face in tiles:
        paint_body(scene.image, body, face, (140.0, 155.0, 165.0))
    return [board, *(body for body, _ in tiles)]


def _tile_bodies(camera: Camera, table: Table) -> list[tuple[Body, np.ndarray]]:
    """Every tile as laid, the far ones first, with its face."""
    rng = stream(table.seed, "laying")
    side = 1 - float(rng.uniform(0.0, 0.05))
    plates, faces = [], []
    for (row, col), (kind, quarters) in table.position.tiles.items():
        own = stream(table.seed, "tile", row, col, kind, quarters)
        x, y = np.array((col - 0.5, row - 0.5)) + own.normal(0, 0.022 * table.laying, 2)
        deg = 90.0 * quarters + float(own.normal(0, 1.6 * table.laying))
        plates.append(Plate(float(x), float(y), deg, side, side, table.thickness, table.height))
        faces.append((kind, own))
    bodies = bodies_of(plates, camera)
    ahead = camera.matrix[2, :2]
    order = sorted(range(len(bodies)), key=lambda k: -float(ahead @ (plates[k].x, plates[k].y)))
    found = []
    for k in order:
        size = int(np.clip(quad_sides(bodies[k].top_xy) * 1.3, 20, 96))
        kind, own = faces[k]
        found.append((bodies[k], _sprite(draw_tile(table.tiles, kind, own, size))))
    return found


def _shadow(image: np.ndarray, bodies: list[Body], scene: Scene, style: Style, soft: float) -> None:
    """What bodies throw on what lies under them: by the lamp, and where both meet."""
    unit = scene.camera.scale((6.0, 6.0))
    height = bodies[0].plate.height
    thrown, contact = (np.zeros(image.shape[:2], np.uint8) for _ in range(2))
    for body, far in zip(bodies, _ends(bodies, scene), strict=True):
        fill(thrown, np.vstack([body.low_xy, far]), 255)
        fill(contact, body.low_xy, 255)
    thrown = blurred(thrown, soft * height * unit)
    contact = blurred(contact, height * unit * 0.5 + 0.5)
    darken(image, [(thrown, style.room.light.shadow * 0.8), (contact, 0.4)])


def _ends(bodies: list[Body], scene: Scene) -> np.ndarray:
    """(N, 4, 2) pixels of the upper corners' shadows on the plane the bodies lie on."""
    base = bodies[0].plate.base
    if base == 0:
        return shadow_ends(bodies, scene.camera, scene.slope_xy)
    points = np.vstack([b.plate.corners(base) for b in bodies])
    points[:, :2] += bodies[0].plate.height * scene.slope_xy
    return scene.camera.project(points).reshape(-1, 4, 2)


def _stand(scene: Scene, table: Table, style: Style, seed: int, *, still: bool) -> np.ndarray:
    """Signs and trams; the (H, W) bool pixels they hide."""
    position = table.position
    hand = partial(stream, seed, "stands at") if still else stream(seed, "standing at")
    signs, trams = standing_of(hand, position.stops, position.trams)
    level = table.height + table.thickness

    def project(points: np.ndarray) -> np.ndarray:
        return scene.camera.project(points + np.array([0.0, 0.0, level]))

    turn, shift = scene.camera.matrix[:, :3], scene.camera.matrix[:, 3]
    eye = -np.linalg.solve(turn, shift) - np.array([0.0, 0.0, level])
    if not signs and not trams:
        return np.zeros(scene.image.shape[:2], bool)
    return draw_standing(
        scene.image,
        signs=signs,
        trams=trams,
        look=table.standing,
        project=project,
        eye=eye,
        slope_xy=scene.slope_xy,
        shadow=style.room.light.shadow * 0.8,
    )


def _cover(scene: Scene, table: Table, style: Style, seed: int, wish: bool | None) -> np.ndarray:
    """Hands that reach and things that lie over the board; their (H, W) bool pixels."""
    rng = stream(seed, "over")
    over = np.zeros(scene.image.shape[:2], bool)
    hand, thing = rng.random() < 0.22, rng.random() < 0.12
    if wish is not None:
        hand, thing = wish and (hand or not thing), wish and thing
    if thing:
        for _ in range(int(rng.integers(1, 3))):
            spot = rng.uniform(-1, 13, 2)
            over |= lay_over(rng, scene, float(spot[0]), float(spot[1]))
    if hand:
        for _ in range(style.shot.hands):
            x, y = rng.uniform(-1, 13, 2)
            z = float(rng.uniform(0, 1.5))
            tip = scene.camera.project(np.array([[x, y, z]]))[0]
            unit = scene.camera.scale((6.0, 6.0))
            shade = (rng.normal(0, 1, 2) * (0.1 + z * 0.4) * unit, style.room.light.shadow * 0.8)
            over |= paint_hand(rng, scene.image, tip, 8 / CELL_CM * unit, style.shot.skin, shade)
    return over


def _gloss_map(
    style: Style, bodies: list[Body], shape_hw: tuple[int, int], seed: int
) -> np.ndarray:
    """(H, W) uint8: how much of a highlight each pixel shows, 128 = all of it."""
    rng = stream(seed, "gloss")
    gloss = np.full(shape_hw, min(255, int(128 * style.room.table.gloss)), np.uint8)
    if style.room.light.glare and bodies:
        board = union([bodies[0].top_xy], shape_hw)
        gloss[board] = int(128 * rng.uniform(0.1, 1.2))
        share = float(rng.uniform(0.6, 1.4))
        for body in bodies[1:]:
            fill(gloss, body.top_xy, float(np.clip(90 * share * rng.uniform(0.7, 1.2), 0, 255)))
    return gloss
