"""Where the camera is put so that it takes the scene in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.render.camera import Camera, camera_at, fit_distance, scale_distance, shifted
from tests.render.places import Rack
from tests.render.seeds import stream
from tests.render.style import RoomLook

LARGEST_TILE = 0.26  # share of the picture's height a tile may take when the layout is small
SMALLEST_TILE = 1 / 48  # share of the picture's width below which hands are left out of view
HANDS_SHOWN = 0.8  # share of photos with hands whose camera takes the hands in


def framed(
    room: RoomLook,
    frame: np.ndarray,
    racks: Sequence[Rack],
    size_wh: tuple[int, int],
    tile_side_px: tuple[float, float] | None,
    seed: int,
) -> Camera:
    """The camera that takes in the cells (N, 2) and the hands, or tiles of the wished size."""
    rng = stream(seed, "camera")
    points = _outline(frame, 0.6)
    if racks and rng.random() < HANDS_SHOWN:
        slots = slots_of(racks)
        points = np.vstack([points, _outline(slots, 0.75)])
    middle = (points.min(0) + points.max(0)) / 2
    target = (float(middle[0]), float(middle[1]))
    if tile_side_px is not None:
        return _at_scale(rng, room, frame, points, size_wh, tile_side_px)
    far = fit_distance(room.pose, target, points, max(room.fill, 0.8 if racks else 0), size_wh)
    near = scale_distance(room.pose, LARGEST_TILE * min(size_wh), size_wh)
    limit = scale_distance(room.pose, SMALLEST_TILE * max(size_wh), size_wh)
    camera = camera_at(room.pose, target, min(max(far, near), limit), size_wh)
    return shifted(room.pose, camera, points, room.shift_xy)


def slots_of(racks: Sequence[Rack]) -> np.ndarray:
    """(N, 2) middles of the places of all hands' tiles."""
    found = [rack.slot(k) for rack in racks for k in range(rack.per_row)]
    return np.array(found, dtype=np.float64).reshape(-1, 2)


def _outline(cells: np.ndarray, margin: float) -> np.ndarray:
    """(4 N, 3) points around (N, 2) middles on the table."""
    around = margin * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    flat = (cells[:, None] + around).reshape(-1, 2)
    return np.column_stack([flat, np.zeros(len(flat))])


def _at_scale(
    rng: np.random.Generator,
    room: RoomLook,
    frame: np.ndarray,
    points: np.ndarray,
    size_wh: tuple[int, int],
    tile_side_px: tuple[float, float],
) -> Camera:
    """The camera whose median tile measures a side drawn from the range."""
    wish = float(rng.uniform(*tile_side_px))
    middle = (points.min(0) + points.max(0)) / 2
    aim = (float(middle[0]), float(middle[1]))
    for _ in range(3):  # the median tile is not at the middle: correct for that
        distance = scale_distance(room.pose, wish, size_wh)
        camera = camera_at(room.pose, aim, distance, size_wh)
        moved = shifted(room.pose, camera, points, room.shift_xy)
        sides = [moved.scale((float(x), float(y))) for x, y in frame]
        median = float(np.median(sides))
        if tile_side_px[0] <= median <= tile_side_px[1]:
            break
        wish *= wish / median
    return moved
