"""Photographs of Redline layouts with exact truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.render import places
from tests.render.board import Place, Spokes, Tile, canonical, random_board, spare_tiles
from tests.render.camera import Camera
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
from tests.render.framing import framed, slots_of
from tests.render.hands import paint_hand
from tests.render.light import light_up
from tests.render.places import Laid
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import SetLook, Style, random_room, random_set, random_shot
from tests.render.tables import draw_table
from tests.render.tiles import face_picture

__all__ = ["RenderedPhoto", "TruthTile", "random_board", "random_photo", "render", "truth_json"]

Askew = tuple[float, float, float, str, Spokes]

OCCLUDED = 0.12  # share of photos with a hand over the layout


@dataclass(frozen=True)
class TruthTile:
    """One face-up tile of the scene.

    col, row: lattice place (row grows downward), -1000 off the lattice. colour: "yellow" | "blue".
    spokes: 0..7 = N, NE, E, SE, S, SW, W, NW in the tile's lattice frame. corners_xy: (4, 2)
    float32 pixels of the top face: NW, NE, SE, SW in that frame. area: "layout" | "hand" | "askew".
    visible: 0..1 share of the top face inside the picture and not covered.
    """

    col: int
    row: int
    colour: str
    spokes: Spokes
    corners_xy: np.ndarray
    area: str
    visible: float


@dataclass(frozen=True)
class RenderedPhoto:
    """image: (H, W, 3) uint8 BGR. homography: (3, 3) float64 lattice units (tile (0, 0) middle at
    the origin, pitch 1, row downward) at top-face height to pixels; the tiles' own jitter is not
    in it. occluders: (H, W) bool pixels of hands and things lying over the layout. hand_sizes:
    face-up tiles in front of each player."""

    image: np.ndarray
    tiles: tuple[TruthTile, ...]
    homography: np.ndarray
    occluders: np.ndarray
    hand_sizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Seeds:
    """One seed for every part that may stay while the others change."""

    look: int
    room: int
    shot: int
    jitter: int


def style_of(seeds: Seeds) -> Style:
    """The style that the seeds stand for."""
    tiles = random_set(stream(seeds.look, "set"))
    room = random_room(stream(seeds.room, "room"), tiles)
    return Style(tiles, room, random_shot(stream(seeds.shot, "shot")))


def _plate(laid: Laid, look: SetLook) -> Plate:
    side = 1 - look.gap
    base = look.thickness if laid.area == "askew" else 0.0
    return Plate(laid.x, laid.y, laid.deg, side, side, look.thickness, base)


def _faces(
    laid: Sequence[Laid], corners: Sequence[np.ndarray], look: SetLook, seed: int
) -> list[np.ndarray]:
    """A sprite for every tile, as sharp as its size in the picture needs."""
    sprites = []
    for one, quad in zip(laid, corners, strict=True):
        colour, spokes = one.tile
        rng = stream(seed, "face", colour, canonical(spokes))
        size = int(np.clip(quad_sides(quad) * 1.6, 24, 256))
        paint = look.yellow if colour == "yellow" else look.blue
        sprites.append(face_picture(rng, look, paint, spokes, size))
    return sprites


def _shade_table(
    image: np.ndarray, bodies: Sequence[Body], camera: Camera, style: Style, slope: np.ndarray
) -> None:
    """Shadows of the tiles on the table: one thrown by the lamp, one where tile and table meet."""
    light, first = style.room.light, bodies[0].plate
    unit = camera.scale((first.x, first.y))
    thrown, contact = (np.zeros(image.shape[:2], np.uint8) for _ in range(2))
    for body, far in zip(bodies, shadow_ends(bodies, camera, slope), strict=True):
        fill(thrown, np.vstack([body.low_xy, far]), 255)
        fill(contact, body.low_xy, 255)
    height = style.tiles.thickness
    thrown = blurred(thrown, light.shadow_soft * height * unit)
    contact = blurred(contact, height * unit * 0.5 + 0.5)
    darken(image, [(thrown, light.shadow * 0.8), (contact, 0.45)])


def _from_afar(bodies: Sequence[Body], camera: Camera) -> list[Body]:
    """Painting order: lower bodies first, then the far ones before the near."""
    ahead = camera.matrix[2, :2]
    return sorted(bodies, key=lambda b: (b.plate.base, -float(ahead @ (b.plate.x, b.plate.y))))


def _occlude(
    image: np.ndarray,
    camera: Camera,
    laid: Sequence[Laid],
    scene: Scene,
    style: Style,
    seed: int,
    wish: bool | None,
) -> np.ndarray:
    """Paint what lies or reaches over the layout; its (H, W) bool pixels."""
    rng = stream(seed, "over")
    over = np.zeros(image.shape[:2], bool)
    chance, thing = rng.random(), rng.random()
    layout = [one for one in laid if one.area == "layout"]
    if not layout:
        return over
    if thing < 0.04 and wish is not False:
        spot = layout[int(rng.integers(len(layout)))]
        over |= lay_over(rng, scene, spot.x, spot.y)
    if chance < OCCLUDED if wish is None else wish:
        for _ in range(style.shot.hands):
            over |= _reach(rng, image, camera, layout, style)
    return over


def _reach(
    rng: np.random.Generator,
    image: np.ndarray,
    camera: Camera,
    layout: Sequence[Laid],
    style: Style,
) -> np.ndarray:
    """One arm towards a tile of the layout."""
    spot = layout[int(rng.integers(len(layout)))]
    height = float(rng.uniform(0, 1.5))
    x, y = rng.normal((spot.x, spot.y), 0.4)
    tip = camera.project(np.array([[x, y, height]]))[0]
    unit = camera.scale((spot.x, spot.y))
    size = 8 / style.room.tile_cm * unit
    offset = rng.normal(0, 1, 2) * (0.1 + height * 0.4) * unit
    return paint_hand(
        rng, image, tip, size, style.shot.skin, (offset, style.room.light.shadow * 0.8)
    )


def _truth(
    laid: Sequence[Laid], corners: Sequence[np.ndarray], occluders: np.ndarray
) -> tuple[TruthTile, ...]:
    on_top = [q for one, q in zip(laid, corners, strict=True) if one.area == "askew"]
    covered = (
        occluders | union(on_top, (occluders.shape[0], occluders.shape[1])) if on_top else occluders
    )
    return tuple(
        TruthTile(
            one.col,
            one.row,
            one.tile[0],
            tuple(one.tile[1]),
            quad.astype(np.float32),
            one.area,
            seen_share(occluders if one.area == "askew" else covered, quad),
        )
        for one, quad in zip(laid, corners, strict=True)
    )


def _gloss_map(
    style: Style, corners: Sequence[np.ndarray], size_wh: tuple[int, int], seed: int
) -> np.ndarray:
    """(H, W) uint8: how much of a highlight each pixel shows, 128 = all of it."""
    rng = stream(seed, "gloss")
    gloss = np.full((size_wh[1], size_wh[0]), min(255, int(128 * style.room.table.gloss)), np.uint8)
    if style.room.light.glare:
        for quad in corners:
            fill(
                gloss, quad, float(np.clip(128 * style.tiles.gloss * rng.uniform(0.5, 1.3), 0, 255))
            )
    return gloss


def _slope(style: Style) -> np.ndarray:
    a = np.radians(style.room.light.shadow_deg)
    return np.array([np.cos(a), np.sin(a)]) * style.room.light.shadow_length


def _compose(
    camera: Camera,
    laid: Sequence[Laid],
    taken: np.ndarray,
    style: Style,
    seeds: Seeds,
    wish: bool | None,
) -> tuple[np.ndarray, list[np.ndarray], np.ndarray]:
    """Unlit picture (H, W, 3) uint8, the tiles' corners, the occluders."""
    bodies = bodies_of([_plate(one, style.tiles) for one in laid], camera)
    corners = [body.top_xy for body in bodies]
    middle = taken.mean(0)
    image = draw_table(style.room.table, camera, (float(middle[0]), float(middle[1])))
    slope = _slope(style)
    unit = camera.scale((middle[0], middle[1]))
    scene = Scene(
        image,
        camera,
        style.tiles,
        1 / style.room.tile_cm,
        slope,
        style.room.light.shadow * 0.8,
        1 - style.tiles.gap,
        style.room.light.shadow_soft * 0.25 * unit,
    )
    things = place_things(stream(style.room.seed, "things"), scene, style.room, taken)
    backdrop = image.copy() if things else image
    if bodies:
        _shade_table(image, bodies, camera, style, slope)
    faces = dict(zip(bodies, _faces(laid, corners, style.tiles, seeds.look), strict=True))
    for body in _from_afar(bodies, camera):
        paint_body(image, body, faces[body], style.tiles.side)
    over = _in_front(image, backdrop, things, camera, corners)
    return image, corners, over | _occlude(image, camera, laid, scene, style, seeds.shot, wish)


def _in_front(
    image: np.ndarray,
    backdrop: np.ndarray,
    things: Sequence[np.ndarray],
    camera: Camera,
    corners: Sequence[np.ndarray],
) -> np.ndarray:
    """Put back tall things that hide tiles behind them; the (H, W) bool pixels they hide."""
    tall = [t for t in things if t[:, 2].max() > 0.15]
    mask = np.zeros(image.shape[:2], np.uint8)
    for points in tall:
        fill(mask, camera.project(points), 255)
    w, h = camera.size_wh
    hidden = (mask > 127) & union(corners, (h, w)) if tall else mask > 0
    image[hidden] = backdrop[hidden]
    return hidden


def render(
    board: Mapping[Place, Tile],
    *,
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    hands: Sequence[Sequence[Tile]] = (),
    look_seed: int | None = None,
    room_seed: int | None = None,
    shot_seed: int | None = None,
    jitter_seed: int | None = None,
    frame_board: Mapping[Place, Tile] | None = None,
    nudge: Mapping[Place, tuple[float, float, float]] | None = None,
    askew: Sequence[Askew] = (),
    occlude: bool | None = None,
    style: Style | None = None,
    tile_side_px: tuple[float, float] | None = None,
) -> RenderedPhoto:
    """A photograph of a layout {(col, row): (colour, spokes)}, the same for the same arguments.

    look_seed, room_seed, shot_seed, jitter_seed: the set, table + lamp + camera, exposure + hands
    in view, and the tiles' places, each from `seed` unless given: a game keeps all but shot_seed.
    frame_board: the layout that fixes the camera (a game's last). nudge: extra (dx, dy, degrees) of
    a tile. askew: loose tiles (x, y, degrees, colour, spokes) in lattice units, lying over the
    layout where they meet it. occlude: hands over the layout, by default in 12 % of seeds.
    tile_side_px: range for the median tile side; tiles may then lie outside the picture.
    """
    parts = (look_seed, room_seed, shot_seed, jitter_seed)
    seeds = Seeds(*(seed if part is None else part for part in parts))
    style = style or style_of(seeds)
    frame = places.extent(frame_board or board or [(0, 0)])
    slots = places.HAND_SLOTS if frame_board else max(map(len, hands), default=0)
    racks = places.racks(len(hands), frame, seeds.room, max(slots, 1))
    laid = places.lay_board(board, seeds.jitter, style.tiles, nudge or {})
    laid += places.lay_hands(hands, racks, seeds.jitter) + places.lay_askew(askew)
    camera = framed(style.room, frame, racks, size_wh, tile_side_px, seeds.room)
    taken = np.vstack([frame, slots_of(racks)])
    image, corners, over = _compose(camera, laid, taken, style, seeds, occlude)
    gloss = _gloss_map(style, corners, size_wh, seeds.look)
    shot = (style.shot.exposure, style.shot.vignette)
    lit = light_up(image, style.room.light, shot, gloss, stream(style.room.seed, "lamps"))
    homography = camera.plane(style.tiles.thickness)
    return RenderedPhoto(
        expose(lit, style.shot),
        _truth(laid, corners, over),
        homography / homography[2, 2],
        over,
        tuple(map(len, hands)),
    )


def _random_hands(rng: np.random.Generator, spare: list[Tile]) -> list[list[Tile]]:
    count = int(rng.integers(2, 7))
    size = int(rng.integers(1, 9))
    spare = list(spare)
    return [[spare.pop() for _ in range(min(size, len(spare)))] for _ in range(count)]


def _random_askew(
    rng: np.random.Generator, board: Mapping[Place, Tile], spare: list[Tile]
) -> list[Askew]:
    """A tile or two dropped near the layout, turned anyhow."""
    spots = list(board)
    found = []
    for colour, spokes in spare[: int(rng.integers(1, 3))]:
        col, row = spots[int(rng.integers(len(spots)))]
        x, y = np.array([col, row]) + rng.normal(0, 1.3, 2)
        found.append((float(x), float(y), float(rng.uniform(0, 360)), colour, spokes))
    return found


def random_photo(
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    tile_side_px: tuple[float, float] | None = None,
    stops: float = 0.0,
) -> RenderedPhoto:
    """A photograph with everything drawn from the seed: 1 to 36 tiles, hands in 35 % of seeds.

    stops: so much more light on the sensor than the seed's exposure, in powers of two.
    """
    rng = stream(seed, "photo")
    board = random_board(rng, int(rng.integers(1, 37)), legal=bool(rng.random() < 0.75))
    spare = spare_tiles(rng, board)
    hands = _random_hands(rng, spare) if rng.random() < 0.35 else []
    rest = spare[: max(0, len(spare) - sum(map(len, hands)))]
    askew = _random_askew(rng, board, rest) if rng.random() < 0.12 else []
    style = style_of(Seeds(seed, seed, seed, seed))
    shot = replace(style.shot, exposure=style.shot.exposure * 2**stops)
    return render(
        board,
        seed=seed,
        size_wh=size_wh,
        hands=hands,
        askew=askew,
        style=replace(style, shot=shot),
        tile_side_px=tile_side_px,
    )


def truth_json(photo: RenderedPhoto) -> dict[str, object]:
    """The truth as plain data: the game, the layout's tiles with their middles, sizes of hands."""
    tiles = [
        {"col": t.col, "row": t.row, "colour": t.colour, "spokes": list(t.spokes), "px": _middle(t)}
        for t in photo.tiles
        if t.area == "layout"
    ]
    return {"game": "redline", "tiles": tiles, "hands": list(photo.hand_sizes)}


def _middle(tile: TruthTile) -> list[float]:
    """Where the diagonals of the top face cross: the middle of the tile seen in perspective."""
    a, b, c, d = tile.corners_xy.astype(float)
    (ux, uy), (vx, vy), (wx, wy) = c - a, d - b, b - a
    t = (wx * vy - wy * vx) / (ux * vy - uy * vx)
    return [round(float(a[0] + t * ux), 1), round(float(a[1] + t * uy), 1)]
