"""Lattices grow from touching tiles, whichever way each tile's outline happens to be told."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.core.places import Cell
from vision.redline.layout.lattice import Group, groups, outline
from vision.redline.layout.layout import _nears, _told_in_its_cell
from vision.redline.layout.seen import Seen
from vision.redline.limits import LIMITS
from vision.redline.tiles.quads import Quad, axes_from_code
from vision.redline.tiles.tile_reader import TilePosterior
from vision.training.targets import half_axes, shape_code

#: A camera tilted by about 35 degrees over a lattice turned by 20.
TILTED = Homography(np.array([[52.0, -21.0, 640.0], [17.0, 40.0, 480.0], [0.0012, 0.011, 1.0]]))

LAYOUT = [(0, 0), (1, 0), (1, 1), (2, 2), (2, 3), (-1, 1), (3, 2)]


def _quad(homography: Homography, col: float, row: float, size: float = 0.97) -> Quad:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    _, axes = half_axes(homography(square + np.array([col, row])).astype(np.float32))
    return Quad(homography(np.array([[col, row]]))[0], axes, 1.0, 0.0)


def _same_up_to_a_turn(cells: set[Cell], wanted: set[tuple[int, int]]) -> bool:
    def normal(places: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        c0, r0 = min(c for c, _ in places), min(r for _, r in places)
        return frozenset((c - c0, r - r0) for c, r in places)

    places = {(c.col, c.row) for c in cells}
    turns = []
    for _ in range(4):
        turns.append(normal(places))
        places = {(-r, c) for c, r in places}
    return normal(wanted) in turns


@pytest.mark.parametrize("seed", range(8))
def test_touching_tiles_get_their_cells_whatever_turn_each_is_told_in(seed: int) -> None:
    """Corner contacts, a tilted camera, jitter of 3 % and random quarter turns."""
    rng = np.random.default_rng(seed)
    quads = []
    for col, row in LAYOUT:
        quad = _quad(TILTED, col + rng.normal(0, 0.02), row + rng.normal(0, 0.02))
        quads.append(quad.turned(int(rng.integers(4))))
    found = groups(tuple(quads))
    assert len(found) == 1
    assert _same_up_to_a_turn({t.cell for t in found[0].tiles}, set(LAYOUT))


def test_tiles_a_quarter_of_a_side_apart_are_another_group() -> None:
    """A row of hand tiles with gaps does not join the layout, nor one another."""
    hand = [(col * 1.27, 5.5) for col in range(-2, 3)]
    found = groups(tuple(_quad(TILTED, *place) for place in [*LAYOUT, *hand]))
    assert [len(g.tiles) for g in found] == [len(LAYOUT), 1, 1, 1, 1, 1]


def test_the_outline_of_a_laid_tile_is_its_own_even_when_nudged() -> None:
    """Offsets of a tenth of a tile are followed, not pressed onto the lattice."""
    quads = [_quad(TILTED, c, r) for c, r in LAYOUT[:-1]]
    nudged = _quad(TILTED, 3.1, 2.06)
    group: Group = groups((*quads, nudged))[0]
    laid = max(group.tiles, key=lambda t: abs(t.offset[0]) + abs(t.offset[1]))
    middle = outline(group, laid).mean(0)
    assert float(np.linalg.norm(middle - nudged.middle_xy)) < 0.03 * nudged.side_px


@pytest.mark.parametrize("degrees", [0, 10, 40, 44, 46, 80, 135])
def test_the_shape_code_forgets_quarter_turns_and_nothing_else(degrees: float) -> None:
    """Code and decode give the same parallelogram, up to which side is called east."""
    t = np.radians(degrees)
    axes = np.array([[1.3, 0.2], [0.0, 0.8]]) @ (
        20 * np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    )
    back = axes_from_code(shape_code(axes), 32.0)
    turns = [Quad(np.zeros(2), back, 1, 0).turned(k).axes for k in range(4)]
    assert min(float(np.abs(turn - axes).max()) for turn in turns) < 1e-6


@pytest.mark.parametrize(
    ("col", "row", "turned_deg", "told"),
    [
        (2.1, 1.92, 3.0, True),
        (2.1, 1.92, 93.0, True),  # its sides are told in any turn
        (2.1, 1.92, 45.0, False),  # askew: a foul of its own
        (4.0, 2.0, 0.0, False),  # on no tile of the layout
    ],
)
def test_a_tile_found_by_itself_is_told_in_its_cell(
    col: float, row: float, turned_deg: float, *, told: bool
) -> None:
    """One that meets the others at a corner alone is found by itself and looked for in its cell."""
    laid = [_seen(_quad(TILTED, *place)) for place in LAYOUT]
    group = Group((), TILTED)
    quad = _quad(TILTED, col, row)
    turn = np.radians(turned_deg)
    turned = quad.axes @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    found = _seen(Quad(quad.middle_xy, turned, 1.0, 0.0))
    assert _told_in_its_cell(group, found, laid, LIMITS) == told


@pytest.mark.parametrize(("off", "near"), [(0.4, True), (0.6, False)])
def test_a_tile_less_than_half_a_side_off_a_corner_may_belong_there(
    off: float, *, near: bool
) -> None:
    """Nobody reads a layout as whole while a part of it may lie beside."""
    laid = [_seen(_quad(TILTED, *place)) for place in LAYOUT]
    assert _nears(_seen(_quad(TILTED, 4 + off, 3 + off)), laid, LIMITS) == near


def _seen(quad: Quad) -> Seen:
    return Seen(quad, quad.corners_xy(), TilePosterior(1.0, 0.0, np.zeros(8)))
