"""Where the camera is held over a tram board."""

from __future__ import annotations

import numpy as np

from tests.render.camera import Camera, camera_at, fit_distance
from tests.render.style import RoomLook

#: How much of the picture the board takes, and where people take care that it is read.
FILLED, WELL_FILLED = (0.72, 0.99), (0.85, 0.98)

#: Share of photos that cut a part of the board off.
CUT = 0.2


def frame_board(
    frame: tuple[float, float, float, float],
    room: RoomLook,
    size_wh: tuple[int, int],
    rng: np.random.Generator,
    *,
    whole: bool = False,
) -> Camera:
    """The camera that takes in the board (x0, y0, x1, y1 in cells), now and then not all of it,
    unless care is taken that the `whole` of it is in view, and as large as that allows."""
    x0, y0, x1, y1 = frame
    corners = np.array([(x0, y0, 0.0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)])
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    fill = float(rng.uniform(*(WELL_FILLED if whole else FILLED)))
    cut = rng.random() < CUT and not whole
    if cut:  # the grid fits, what is round it may not
        grid = rng.uniform(-0.6, 1.2)
        corners = np.array(
            [
                (-grid, -grid, 0),
                (12 + grid, -grid, 0),
                (12 + grid, 12 + grid, 0),
                (-grid, 12 + grid, 0.0),
            ]
        )
        middle, fill = (6.0, 6.0), float(rng.uniform(0.9, 1.05))
    distance = fit_distance(room.pose, middle, corners, fill, size_wh)
    camera = camera_at(room.pose, middle, distance, size_wh)
    half = np.array(size_wh) / 2
    pixels = np.abs(camera.project(corners) - half) / half
    spare = np.maximum(0, 0.99 - pixels.max(0)) + (0.06 if cut else 0.0)
    wish = rng.uniform(-1, 1, 2) * spare
    aim = camera.ground((half - half * wish)[None])[0]
    return camera_at(room.pose, (float(aim[0]), float(aim[1])), distance, size_wh)
