"""Which of a base's eight rays its reader counts first."""

from __future__ import annotations

import numpy as np

from tests.render.rouge.photo import Table

#: Part of the way between two rays that twelve o'clock lies off its middle where it is plain.
_MARGIN = 0.1


def first_ray(table: Table) -> float:
    """The base's ray nearest to twelve o'clock, degrees clockwise from x: cell 0 of the reader."""
    return table.rays_deg + 45 * round(_rays_to_twelve(table))


def first_ray_is_plain(table: Table) -> bool:
    """Whether that is no near thing: a camera put up anew a little turned sees the same one."""
    return abs(_rays_to_twelve(table) % 1 - 0.5) > _MARGIN


def _rays_to_twelve(table: Table) -> float:
    """Rays from the base's own first one to twelve o'clock in the picture."""
    camera, height = table.camera, max(table.board.tops)
    middle = camera.project(np.array([[0.0, 0.0, height]]))[0]
    x, y = camera.ground((middle - (0, 0.3 * camera.scale((0.0, 0.0))))[None], height)[0]
    twelve = float(np.degrees(np.arctan2(y, x)))
    return (twelve - table.rays_deg) / 45
