"""Outline, size and tilt of a view, and burnt-out spots, on pieces drawn through a known camera."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.core.places import Cell
from vision.framing import Framing, framing_of
from vision.glare import glare_spots
from vision.reading import Piece, Reading, ReadingStatus, Refusal

SIDE = 50.0


def _seen(tilt_deg: float, spin_deg: float, cells: int) -> Reading:
    """A net of square tiles seen from far away: the tilt shortens the picture's y."""
    spin, squeeze = math.radians(spin_deg), math.cos(math.radians(tilt_deg))
    turn = np.array([[math.cos(spin), -math.sin(spin)], [math.sin(spin), math.cos(spin)]])

    def pixel(x: float, y: float) -> tuple[float, float]:
        flat = SIDE * turn @ np.array([x, y])
        return float(400 + flat[0]), float(300 + squeeze * flat[1])

    pieces, sightings = [], []
    for n in range(cells):
        cell = Cell(n % 4, n // 4)
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        outline = tuple(pixel(cell.col + dx, cell.row + dy) for dx, dy in corners)
        middle = pixel(cell.col, cell.row)
        pieces.append(Piece("tile", "layout", "x", cell, middle, outline, 0.99))
        sightings.append(Sighting(cell, Belief((("x", 1.0),)), pose=Pose(middle)))
    seen = Observation("redline", tuple(sightings))
    return Reading("redline", ReadingStatus.READ, (800, 600), tuple(pieces), seen)


@pytest.mark.parametrize("cells", [3, 16])
@pytest.mark.parametrize("spin", [0, 25, 45])
@pytest.mark.parametrize("tilt", [0, 20, 40, 55])
def test_the_tilt_is_measured(tilt: float, spin: float, cells: int) -> None:
    """From few tiles by their own squares, from many by their net, however the game is turned."""
    found = framing_of(_seen(tilt, spin, cells)).tilt_deg
    # A hundredth of a side is eight degrees near the vertical, where a cosine hardly changes.
    assert found == pytest.approx(tilt, abs=2.0 if tilt else 6.0)


def test_size_and_outline() -> None:
    """A tile's longest side, and a hull round all of them."""
    view = framing_of(_seen(0, 0, 16))
    assert view.piece_px == pytest.approx(SIDE, abs=0.5)
    xs = [x for x, _ in view.outline_xy]
    assert (min(xs), max(xs)) == pytest.approx((375, 575), abs=1)


def test_a_refusal_shows_nothing() -> None:
    """No outline, no size, no tilt."""
    assert framing_of(Reading.refused("redline", Refusal("no-board", "a", "b"))) == Framing()


def test_burnt_out_spots_inside_the_game_are_found() -> None:
    """Where, how large; those outside the outline do not matter, and grey is no glare."""
    image = np.full((600, 800, 3), 180, np.uint8)
    image[280:320, 380:420] = 255
    image[20:60, 20:60] = 255
    inside = glare_spots(image, ((300, 200), (500, 200), (500, 400), (300, 400)))
    assert len(inside) == 1
    assert inside[0].xy == pytest.approx((400, 300), abs=2)
    assert 19 <= inside[0].radius <= 32
    assert len(glare_spots(image)) == 2
    assert glare_spots(np.full((60, 80, 3), 180, np.uint8)) == ()
