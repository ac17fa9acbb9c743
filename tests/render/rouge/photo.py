"""Photographs of Rouge tables with exact truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tests.render.camera import Camera, camera_at, fit_distance, shifted
from tests.render.canvas import blurred, darken, fill
from tests.render.clutter import Scene, place_things
from tests.render.hands import paint_hand
from tests.render.light import light_up
from tests.render.rouge.film import BOARD, TABLE, Film, Stuff, linear
from tests.render.rouge.looks import (
    BoardLook,
    PawnLook,
    Rng,
    random_board,
    random_pawns,
    sober_board,
    sober_pawns,
)
from tests.render.rouge.pawns import leaning, pawn_solids, shade_of
from tests.render.rouge.shading import Lighting, lit_film, random_lighting
from tests.render.rouge.solids import Solid, corners, outline, paint_solid
from tests.render.rouge.track import paint_track
from tests.render.seeds import stream
from tests.render.shot import expose
from tests.render.style import (
    RoomLook,
    SetLook,
    ShotLook,
    calmer,
    random_room,
    random_set,
    random_shot,
    steadier,
)
from tests.render.tables import draw_table

Cell = tuple[int, int]  # ring 0..2, hollow 0..7 clockwise in the ring's own count

HANDS = 0.1  # share of photos with a hand over the board
OFF_STEP = 0.1  # share of photos with a ring between two steps


@dataclass(frozen=True)
class TruthCell:
    """A hollow: `foot_xy` its middle at the height of the ring's face, `middle_xy` the middle of
    what stands in it (or the foot), pixels; `radius_px` of the hollow; `visible` 0..1 share of
    the pawn (or of the empty hollow) that can be seen."""

    ring: int
    index: int
    colour: str | None
    foot_xy: tuple[float, float]
    middle_xy: tuple[float, float]
    radius_px: float
    visible: float


@dataclass(frozen=True)
class TruthSpare:
    """A pawn beside the board."""

    colour: str
    foot_xy: tuple[float, float]
    middle_xy: tuple[float, float]
    radius_px: float
    visible: float


@dataclass(frozen=True)
class RougePhoto:
    """image (H, W, 3) uint8 BGR. homography (3, 3): the outer ring's plane, its outer radius = 1,
    to pixels. bounds: inner and outer radius of every ring; phases_deg: clockwise from x to a
    hollow of each ring in that plane. covered (H, W) bool: hands. stickers_xy (N, 2) pixels with
    their rings."""

    image: np.ndarray
    homography: np.ndarray
    cells: tuple[TruthCell, ...]
    spares: tuple[TruthSpare, ...]
    bounds: tuple[tuple[float, float], ...]
    phases_deg: tuple[float, float, float]
    covered: np.ndarray
    stickers_xy: tuple[tuple[float, float], ...]
    lean_xy: tuple[float, float]


@dataclass(frozen=True)
class Table:
    """Everything of a game's table but the pawns and the exposure. `across`: lattice units of the
    borrowed table tops to R; `rays_deg` the base's first ray, clockwise from x."""

    board: BoardLook
    pawns: PawnLook
    tiles: SetLook
    room: RoomLook
    light: Lighting
    across: float
    rays_deg: float
    camera: Camera  # in units of R
    seed: int


@dataclass(frozen=True)
class _Standing:
    """A pawn as painted."""

    who: int
    colour: str
    cell: Cell | None
    foot: tuple[float, float, float]
    high: float
    radius: float
    solids: tuple[Solid, ...]


def random_table(
    seed: int,
    size_wh: tuple[int, int],
    fill_share: tuple[float, float] | None = None,
    *,
    sober: bool = False,
    tilt_deg: float | None = None,
) -> Table:
    """A box on a table under a lamp, and the camera over it; `sober`: as shops sell them, in
    ordinary light; `tilt_deg`: the camera's tilt, else drawn from the seed."""
    pawns = (sober_pawns if sober else random_pawns)(stream(seed, "pawns"))
    board = (sober_board if sober else random_board)(stream(seed, "board"), pawns)
    tiles = random_set(stream(seed, "tiles"))
    room = random_room(stream(seed, "room"), tiles)
    room = replace(room, light=calmer(room.light)) if sober else room
    rng = stream(seed, "place")
    # The borrowed camera stands at the picture's upper border: most people stand at the lower one.
    roll = float(rng.uniform(0, 360) if rng.random() < 0.2 else 180 + rng.normal(0, 8))
    drawn_deg = float(min(abs(rng.normal(0, 24)), 52))
    tilt_deg = drawn_deg if tilt_deg is None else tilt_deg
    pose = replace(room.pose, tilt_deg=tilt_deg, roll_deg=roll)
    room = replace(room, pose=pose, fill=float(rng.uniform(*(fill_share or (0.42, 0.98)))))
    across = float(rng.uniform(8, 18)) / room.tile_cm
    camera = _camera(room, board, size_wh, across)
    light = random_lighting(stream(seed, "lamp"))
    return Table(board, pawns, tiles, room, light, across, float(rng.uniform(0, 360)), camera, seed)


def _camera(room: RoomLook, board: BoardLook, size_wh: tuple[int, int], across: float) -> Camera:
    a = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    r = board.base_r * across
    ring = np.column_stack([r * np.cos(a), r * np.sin(a), np.zeros(16)])
    high = ring + np.array([0, 0, max(board.tops) * across])
    points = np.vstack([ring, high])
    far = fit_distance(room.pose, (0.0, 0.0), points, room.fill, size_wh)
    camera = shifted(
        room.pose, camera_at(room.pose, (0.0, 0.0), far, size_wh), points, room.shift_xy
    )
    matrix = camera.matrix @ np.diag([across, across, across, 1.0])
    return Camera(matrix, size_wh, camera.distance / across)


def render(
    table: Table,
    cells: Mapping[Cell, str],
    *,
    phases_deg: tuple[float, float, float] | None = None,
    spares: Mapping[str, int] | None = None,
    shot_seed: int = 0,
    hand: bool | None = None,
    shot: ShotLook | None = None,
) -> RougePhoto:
    """A photograph of a position {(ring, hollow): colour}, the same for the same arguments.

    `phases_deg`: where each ring's hollow 0 rests, clockwise from x; drawn from the table's seed
    and close to the rays unless given. `spares`: pawns beside the board by colour.
    """
    rng = stream(table.seed, "phases")
    if phases_deg is None:
        off = rng.normal(0, 1.2, 3)
        phases_deg = tuple(float(table.rays_deg + d) for d in off)  # type: ignore[assignment]
    assert phases_deg is not None
    film = Film(table.camera)
    lamp = table.light.lamp
    paint_track(film, table.board, np.array(phases_deg), lamp, stream(table.seed, "grain"),
                table.room.light.shadow_soft)  # fmt: skip
    standing = _stand(table, cells, phases_deg) + _lay_aside(table, spares or {})
    bare = film.depth.copy()
    standing.sort(key=lambda one: -float(film.camera.matrix[2, :3] @ np.array(one.foot)))
    whole = [_paint_pawn(film, bare, one, table) for one in standing]
    ground = _ground(table, standing)
    shadow = _shadow(table, film, standing)
    image = _developed(ground, film, lit_film(film, table.light, shadow))
    shot_rng = stream(table.seed, "shot", shot_seed)
    shot = shot or random_shot(shot_rng)
    covered = np.zeros(film.who.shape, bool)
    if hand if hand is not None else shot_rng.random() < HANDS:
        covered = _reach_in(image, table, shot, shot_rng)
    gloss = np.full(film.who.shape, round(100 * table.room.table.gloss), np.uint8)
    lit = light_up(image, table.room.light, (shot.exposure, shot.vignette), gloss,
                   stream(table.room.seed, "lamps"))  # fmt: skip
    visible = [
        _visible(film, covered, one, total) for one, total in zip(standing, whole, strict=True)
    ]
    return _truth(expose(lit, shot), table, cells, phases_deg, standing, visible, film, covered)


def _stand(
    table: Table, cells: Mapping[Cell, str], phases_deg: tuple[float, float, float]
) -> list[_Standing]:
    look, board = table.pawns, table.board
    found = []
    for (ring, index), colour in cells.items():
        own = stream(table.seed, "pawn", ring, index)
        sunk = look.sunk and board.hole != "printed"
        hole = board.hole_r[ring]
        room = (board.bounds[ring][1] - board.bounds[ring][0]) / 2
        r = hole * look.slim if sunk else min(hole * 1.15, room * 0.95)
        free = max(hole - r, 0.0) if sunk else 0.25 * r
        jitter = own.normal(0, 0.4, 2) * free
        z = board.tops[ring] - (_sink(board, ring, r, look) if sunk else 0.0)
        a = np.radians(phases_deg[ring] + 45 * index)
        x, y = board.cell_r[ring] * np.cos(a), board.cell_r[ring] * np.sin(a)
        at = (float(x + jitter[0]), float(y + jitter[1]), float(z))
        solids, high = pawn_solids(look, r, at, leaning(own), own)
        foot = (float(x), float(y), board.tops[ring])
        found.append(
            _Standing(len(found) + 2, colour, (ring, index), foot, at[2] + high, r, tuple(solids))
        )
    return found


def _sink(board: BoardLook, ring: int, r: float, look: PawnLook) -> float:
    """How deep a pawn stands in its hollow."""
    depth = board.tops[ring] - board.base_h if board.hole == "through" else board.depth
    if board.hole == "dimple":
        depth = min(depth, board.hole_r[ring]) * (1.0 if look.kind == "marble" else 0.3)
    low = {"disc": 0.65, "dome": 1.0, "cube": 1.5}.get(look.kind, 2.0) * look.tall * r
    return min(depth, 0.55 * low)


def _lay_aside(table: Table, spares: Mapping[str, int]) -> list[_Standing]:
    """Pawns beside the board, in rows or heaps of one colour. One more or less moves no other."""
    board, look = table.board, table.pawns
    r = board.hole_r[2] * look.slim
    taken: list[np.ndarray] = []
    found: list[_Standing] = []
    for colour, count in sorted(spares.items()):
        rng = stream(table.seed, "aside", colour)
        start, away = rng.uniform(0, 2 * np.pi), board.base_r + float(rng.uniform(0.12, 0.7))
        heap = rng.random() < 0.4
        for i in range(count):
            rng = stream(table.seed, "aside", colour, i)
            a = start + (0 if heap else i * 2.6 * r / away) + rng.normal(0, 0.02)
            spot = (away + rng.normal(0, 0.03)) * np.array([np.cos(a), np.sin(a)])
            if heap:
                spot = spot + rng.normal(0, 4 * r, 2)
            apart = all(np.hypot(*(spot - t)) > 2.1 * r for t in taken)
            if not apart or np.hypot(*spot) < board.base_r + 1.2 * r:
                continue
            taken.append(spot)
            at = (float(spot[0]), float(spot[1]), 0.0)
            solids, high = pawn_solids(look, r, at, leaning(rng), rng)
            who = 1000 + 100 * sorted(spares).index(colour) + i
            found.append(_Standing(who, colour, None, at, high, r, tuple(solids)))
    return found


def _paint_pawn(film: Film, bare: np.ndarray, one: _Standing, table: Table) -> int:
    """Paint a pawn; how many pixels it would fill with no other pawn about."""
    rng = stream(table.seed, "shade", one.cell, one.who)
    colour = linear(shade_of(table.pawns.colours[one.colour], table.pawns.spread, rng))
    window = film.window(np.vstack([corners(s) for s in one.solids]))
    if window is None:
        return 0
    kept = film.depth[window].copy(), film.who[window].copy()
    film.depth[window] = bare[window]
    for solid in one.solids:
        paint_solid(film, solid, Stuff(colour, table.pawns.gloss), one.who)
    total = int((film.who[window] == one.who).sum())
    # Pawns are painted from the farthest to the nearest, so hardly a pixel of an earlier one lies
    # in front.
    front = kept[0] < film.depth[window]
    film.depth[window][front] = kept[0][front]
    film.who[window][front] = kept[1][front]
    return total


def _visible(film: Film, covered: np.ndarray, one: _Standing, total: int) -> float:
    window = film.window(np.vstack([corners(s) for s in one.solids]))
    if window is None or not total:
        return 0.0
    seen = (film.who[window] == one.who) & ~covered[window]
    return float(seen.sum()) / total


def _lattice(table: Table) -> Camera:
    """The camera in units of the borrowed table tops."""
    k = 1 / table.across
    matrix = table.camera.matrix @ np.diag([k, k, k, 1.0])
    return Camera(matrix, table.camera.size_wh, table.camera.distance * table.across)


def _ground(table: Table, standing: list[_Standing]) -> np.ndarray:
    """(H, W, 3) uint8 display picture of the table with its clutter and all shadows on it."""
    camera = _lattice(table)
    image = np.ascontiguousarray(draw_table(table.room.table, camera, (0.0, 0.0)))
    light, lamp = table.room.light, table.light.lamp
    slope = -lamp[:2] / lamp[2]
    unit = table.camera.scale((0.0, 0.0))
    blur = light.shadow_soft * 0.3 * unit / table.across
    dark = table.light.lamp_share * 0.8
    scene = Scene(image, camera, table.tiles, 1 / table.room.tile_cm, slope, dark, 1.0, blur)
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    taken = [
        table.board.base_r * table.across * s * np.column_stack([np.cos(a), np.sin(a)])
        for s in (1.0, 0.6, 0.2)
    ]
    feet = [np.array([s.foot[:2]]) * table.across for s in standing if s.cell is None]
    place_things(stream(table.room.seed, "things"), scene, table.room, np.vstack([*taken, *feet]))
    thrown, contact = (np.zeros(image.shape[:2], np.uint8) for _ in range(2))
    board = table.board
    ring = np.column_stack([np.cos(a), np.sin(a)])
    feet_xy = np.column_stack([board.base_r * ring, np.zeros(24)])
    low = table.camera.project(feet_xy)
    far = feet_xy.copy()
    far[:, :2] += slope * board.base_h
    top = np.column_stack([board.bounds[2][1] * ring + slope * max(board.tops), np.zeros(24)])
    fill(thrown, np.vstack([low, table.camera.project(np.vstack([far, top]))]), 255)
    fill(contact, low, 255)
    for one in standing:
        if one.cell is None:
            _throw(thrown, table.camera, one, 0.0, slope)
    soft = light.shadow_soft * 0.12 * unit
    darken(
        image,
        [
            (blurred(thrown, max(soft, 0.5)), table.light.lamp_share * 0.9),
            (blurred(contact, 0.03 * unit), 0.3),
        ],
    )
    return image


def _throw(mask: np.ndarray, camera: Camera, one: _Standing, z: float, slope: np.ndarray) -> None:
    """Draw a pawn's shadow on the plane at height z."""
    for solid in one.solids:
        rings = [
            np.column_stack([xy + slope * max(height - z, 0.0), np.full(len(xy), z)])
            for height, xy in outline(solid)
        ]
        fill(mask, camera.project(np.vstack(rings)), 255)


def _shadow(table: Table, film: Film, standing: list[_Standing]) -> np.ndarray:
    """(H, W) float32 share of the lamp's light on the board beside the pawns that stand there."""
    mask = np.zeros(film.who.shape, np.uint8)
    slope = -table.light.lamp[:2] / table.light.lamp[2]
    for one in standing:
        if one.cell is not None:
            _throw(mask, table.camera, one, one.foot[2], slope)
    soft = table.room.light.shadow_soft * 0.06 * table.camera.scale((0.0, 0.0))
    share = 1 - blurred(mask, max(soft, 0.6)).astype(np.float32) / 255
    share[film.who != BOARD] = 1.0
    return share


def _developed(ground: np.ndarray, film: Film, lit: np.ndarray) -> np.ndarray:
    """(H, W, 3) uint8 display picture of ground and bodies."""
    image = ground.copy()
    mask = film.who != TABLE
    steps = (np.linspace(0, 1, 4096) ** (1 / 2.2) * 255).astype(np.uint8)
    image[mask] = steps[(np.clip(lit[mask], 0, 1) * 4095).astype(np.uint16)]
    return image


def _reach_in(image: np.ndarray, table: Table, shot: ShotLook, rng: Rng) -> np.ndarray:
    """Paint a hand over the board; its (H, W) bool pixels."""
    a, r = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.1)
    tip = table.camera.project(np.array([[r * np.cos(a), r * np.sin(a), 0.1]]))[0]
    size = table.camera.scale((0.0, 0.0)) * float(rng.uniform(0.35, 0.7))
    return paint_hand(rng, image, tip, size, shot.skin, (rng.normal(0, 0.15, 2) * size, 0.3))


def _truth(
    image: np.ndarray,
    table: Table,
    cells: Mapping[Cell, str],
    phases_deg: tuple[float, float, float],
    standing: list[_Standing],
    visible: list[float],
    film: Film,
    covered: np.ndarray,
) -> RougePhoto:
    homography = table.camera.plane(table.board.tops[2])
    by_cell = {s.cell: (s, v) for s, v in zip(standing, visible, strict=True) if s.cell is not None}
    found = [
        _cell(table, phases_deg, ring, k, by_cell.get((ring, k)), film, covered)
        for ring in range(3)
        for k in range(8)
    ]
    spares = tuple(
        _spare(table, one, seen)
        for one, seen in zip(standing, visible, strict=True)
        if one.cell is None
    )
    stickers = tuple(_sticker_px(table, phases_deg, k) for k in range(len(table.board.stickers)))
    foot = table.camera.project(
        np.array([[0, 0, table.board.tops[2]], [0, 0, table.board.tops[2] + 0.1]])
    )
    lean = (foot[1] - foot[0]) * 10
    return RougePhoto(
        image=image,
        homography=homography / homography[2, 2],
        cells=tuple(found),
        spares=spares,
        bounds=table.board.bounds,
        phases_deg=phases_deg,
        covered=covered,
        stickers_xy=stickers,
        lean_xy=(float(lean[0]), float(lean[1])),
    )


def _spare(table: Table, one: _Standing, seen: float) -> TruthSpare:
    middle = _px(table, (*one.foot[:2], one.high / 2))
    radius = one.radius * table.camera.scale(one.foot[:2])
    return TruthSpare(one.colour, _px(table, one.foot), middle, radius, seen)


def _px(table: Table, point: tuple[float, ...]) -> tuple[float, float]:
    x, y = table.camera.project(np.array([point]))[0]
    return float(x), float(y)


def _cell(
    table: Table,
    phases_deg: tuple[float, float, float],
    ring: int,
    index: int,
    held: tuple[_Standing, float] | None,
    film: Film,
    covered: np.ndarray,
) -> TruthCell:
    board = table.board
    a = np.radians(phases_deg[ring] + 45 * index)
    r = board.cell_r[ring]
    spot = (float(r * np.cos(a)), float(r * np.sin(a)), board.tops[ring])
    foot = _px(table, spot)
    radius = board.hole_r[ring] * table.camera.scale(spot[:2], spot[2])
    if held is not None:
        one, seen = held
        middle = _px(table, (*spot[:2], (board.tops[ring] + one.high) / 2))
        return TruthCell(ring, index, one.colour, foot, middle, radius, seen)
    return TruthCell(
        ring,
        index,
        None,
        foot,
        foot,
        radius,
        _hollow_seen(table, spot, board.hole_r[ring], film, covered),
    )


def _hollow_seen(
    table: Table, spot: tuple[float, float, float], hole: float, film: Film, covered: np.ndarray
) -> float:
    """Share of an empty hollow's opening that nothing stands before."""
    b = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    around = [np.column_stack([np.cos(b), np.sin(b)]) * hole * s for s in (0.4, 0.85)]
    points = np.vstack([*around]) + spot[:2]
    pixels = np.round(
        table.camera.project(np.column_stack([points, np.full(len(points), spot[2])]))
    ).astype(int)
    h, w = covered.shape
    inside = (pixels >= 0).all(1) & (pixels < (w, h)).all(1)
    x, y = pixels[inside].T
    return float(((film.who[y, x] == BOARD) & ~covered[y, x]).sum()) / len(pixels)


def _sticker_px(
    table: Table, phases_deg: tuple[float, float, float], number: int
) -> tuple[float, float]:
    sticker, board = table.board.stickers[number], table.board
    low, high = board.bounds[sticker.ring]
    a, r = np.radians(phases_deg[sticker.ring] + sticker.deg), low + sticker.across * (high - low)
    return _px(table, (float(r * np.cos(a)), float(r * np.sin(a)), board.tops[sticker.ring]))


def random_position(rng: Rng, colours: list[str]) -> tuple[dict[Cell, str], dict[str, int]]:
    """Pawns in hollows and beside the board: up to four colours, up to 22 pawns, ten a colour."""
    used = [str(c) for c in rng.permutation(colours)[: int(rng.choice([1, 2, 2, 3, 3, 4, 4, 4]))]]
    spots = [(ring, k) for ring in range(3) for k in range(8)]
    count = int(rng.integers(0, 25)) if rng.random() < 0.92 else 24
    left = dict.fromkeys(used, 10)
    cells: dict[Cell, str] = {}
    for spot in rng.permutation(len(spots))[:count]:
        free = [c for c in used if left[c]]
        if free:
            colour = str(rng.choice(free))
            left[colour] -= 1
            cells[spots[int(spot)]] = colour
    spares = {c: int(rng.integers(0, min(left[c], 7) + 1)) for c in used}
    return cells, spares


def random_photo(
    seed: int,
    size_wh: tuple[int, int] = (1280, 960),
    fill_share: tuple[float, float] | None = None,
    *,
    sober: bool = False,
) -> RougePhoto:
    """A photograph with everything drawn from the seed; `sober` as in `random_table`."""
    table = random_table(seed, size_wh, fill_share, sober=sober)
    rng = stream(seed, "position")
    cells, spares = random_position(rng, list(table.pawns.colours))
    off = rng.normal(0, 1.2, 3)
    if rng.random() < OFF_STEP:
        off[int(rng.integers(3))] += rng.uniform(-22, 22)
    a, b, c = (float(table.rays_deg + d) for d in off)
    shot = random_shot(stream(seed, "exposure"))
    return render(
        table,
        cells,
        phases_deg=(a, b, c),
        spares=spares,
        shot_seed=seed,
        shot=steadier(shot) if sober else shot,
    )


__all__ = [
    "RougePhoto",
    "Table",
    "TruthCell",
    "TruthSpare",
    "random_photo",
    "random_table",
    "render",
]
