"""The paints of the printed Linie 1."""

from __future__ import annotations

from calibration.printing.sheet import WHITE, Rgb

#: An empty cell, the lines between cells, and the rim round the grid.
CELL: Rgb = (236, 228, 208)
GRID: Rgb = (168, 158, 136)
RIM: Rgb = (196, 216, 230)

#: A tile: ground, road and its edge, rails, bushes.
GROUND: Rgb = (104, 130, 128)
ROAD: Rgb = (206, 202, 190)
KERB: Rgb = (70, 88, 88)
RAIL: Rgb = (88, 62, 44)
BUSH: Rgb = (92, 178, 62)
BUSH_SHADE: Rgb = (44, 112, 44)

#: A location and its badge.
LAWN: Rgb = (206, 226, 190)
BADGE: Rgb = (255, 214, 40)
INK: Rgb = (30, 30, 36)

#: What lies behind the track of a terminus: no line's colour, or the line's tram would vanish on
#: it (in rendered photos five of six did).
STATION: Rgb = (150, 158, 168)

#: The six lines, by the colours of the rule document (1.4): a light green and a dark red, which
#: eyes without red cones mix up where both are dark.
LINES: dict[int, Rgb] = {
    1: (206, 36, 40),
    2: (255, 205, 30),
    3: (44, 158, 86),
    4: (124, 200, 248),
    5: (132, 52, 150),
    6: (246, 246, 244),
}

#: Lines on whose colour dark print reads better.
_PALE_LINES = frozenset({2, 4, 6})


def ink_on(line: int) -> Rgb:
    """What to print on a line's colour with."""
    return INK if line in _PALE_LINES else WHITE
