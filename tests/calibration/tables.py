"""Rendered Linie 1 tables for calibration: one printed board, seen empty and in play."""

from __future__ import annotations

from dataclasses import replace

from tests.render.linie1.photo import Photo, Table, random_style, random_table, take
from tests.render.linie1.positions import Position

EMPTY = Position({}, (), ())


def table(seed: int) -> Table:
    """A table with tiles on it."""
    return random_table(seed)


def empty(full: Table) -> Table:
    """The same table with nothing on the board."""
    return replace(full, position=EMPTY)


def shot(
    laid: Table,
    seed: int,
    tilt_deg: float,
    cover: bool = False,
    size_wh: tuple[int, int] = (1024, 768),
) -> Photo:
    """A photo of a table under a lamp of its own, tilted by so much, without a mirror image."""
    style = random_style(seed)
    pose = replace(style.room.pose, tilt_deg=tilt_deg)
    light = replace(style.room.light, glare=0.0, cast=0)
    style = replace(style, room=replace(style.room, pose=pose, light=light))
    return take(laid, style, size_wh, seed, cover)
