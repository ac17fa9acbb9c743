"""Twelve little buildings, one for each location."""

from __future__ import annotations

import numpy as np

from calibration.printing.shapes import arc, rectangle
from calibration.printing.sheet import Rgb, Sheet

#: Wall and roof by the location's number.
_WALLS: tuple[Rgb, ...] = ((214, 170, 130), (232, 222, 196), (190, 120, 96), (170, 178, 190))
_ROOFS: tuple[Rgb, ...] = ((140, 58, 44), (84, 96, 120), (96, 74, 58))
_PANE: Rgb = (70, 88, 110)


def draw_house(sheet: Sheet, number: int, x: float, y: float, cell: float) -> None:
    """Building 0..11 in a cell whose upper left corner is at x, y. No two are alike: walls come
    in four colours, roofs in three, and the roof's shape changes with every third."""
    wall, roof = _WALLS[number % 4], _ROOFS[number % 3]

    def box(u: float, v: float, w: float, h: float, colour: Rgb) -> None:
        sheet.fill(rectangle(x + u * cell, y + v * cell, w * cell, h * cell), colour)

    box(0.3, 0.4, 0.62, 0.5, wall)
    _roof(sheet, number // 3, x, y, cell, roof)
    for col in range(2 + number % 2):
        for row in range(2):
            box(0.6 + 0.11 * col, 0.48 + 0.18 * row, 0.06, 0.1, _PANE)
    box(0.46, 0.72, 0.1, 0.18, _PANE)


def _roof(sheet: Sheet, kind: int, x: float, y: float, cell: float, colour: Rgb) -> None:
    """A gable, a dome, battlements or a tower."""
    at = np.array([x, y])
    gable = np.array([(0.25, 0.41), (0.61, 0.12), (0.97, 0.41)])
    dome = arc(0.61, 0.41, 0.3, 180, 360)
    merlons = [rectangle(0.3 + 0.17 * k, 0.28, 0.1, 0.13) for k in range(4)]
    tower = [rectangle(0.7, 0.16, 0.16, 0.25), np.array([(0.67, 0.17), (0.78, 0.04), (0.89, 0.17)])]
    eaves = rectangle(0.28, 0.37, 0.66, 0.06)
    parts = {0: [gable], 1: [dome, eaves], 2: [*merlons, eaves], 3: [*tower, eaves]}[kind]
    for part in parts:
        sheet.fill(at + part * cell, colour)
