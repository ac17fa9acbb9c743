"""From found tiles to a lattice: who touches whom, which cell each lies on, what lies apart.

There is no board. Neighbours vote pairwise (each tile's own outline predicts where its
neighbours' middles are), places spread over the touching tiles, and one homography is fitted to
all of a group's corners. People lay by hand: the fit only has to be good from tile to tile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from calibration.homography import Homography, NoFit, fit_homography
from rules.core.places import Cell
from vision.nn.arrays import Points
from vision.redline.limits import LIMITS, Limits
from vision.redline.tiles.quads import Quad


@dataclass(frozen=True)
class Laid:
    """A tile on a lattice: its cell, its outline turned so that its east is the lattice's, and
    how it lies there: `offset` in tile sides, `angle_deg` clockwise."""

    cell: Cell
    quad: Quad
    offset: tuple[float, float]
    angle_deg: float

    @property
    def place(self) -> Points:
        """(2,) the middle of its cell on the lattice."""
        return np.array([self.cell.col, self.cell.row], np.float64)


@dataclass(frozen=True)
class Group:
    """Tiles that touch, on a lattice of their own. `homography` maps lattice to photo: the
    middle of cell (c, r) lies at (c, r), neighbours one apart."""

    tiles: tuple[Laid, ...]
    homography: Homography

    def through(self, to_photo: Homography) -> Group:
        """The same group in the photo that a homography leads to."""
        tiles = tuple(replace(laid, quad=laid.quad.through(to_photo)) for laid in self.tiles)
        return Group(tiles, Homography(to_photo.matrix @ self.homography.matrix))


@dataclass(frozen=True)
class _Link:
    """Tile `other` lies `step` cells away in this tile's frame and is turned by `quarters`."""

    other: int
    step: tuple[int, int]
    quarters: int


def groups(quads: tuple[Quad, ...], limits: Limits = LIMITS) -> tuple[Group, ...]:
    """The found tiles as groups of touching ones, the largest first."""
    middles = np.array([q.middle_xy for q in quads])
    links = [_links(i, quads, middles, limits) for i in range(len(quads))]
    left = set(range(len(quads)))
    found = []
    while left:
        members = _spread_from(min(left), quads, links)
        left -= set(members)
        found.append(_group([(quads[i].turned(-q), cell) for i, (cell, q) in members.items()]))
    found.sort(key=lambda g: -len(g.tiles))
    if len(found) > 1 and len(found[0].tiles) >= limits.absorbs_from:
        found = _absorbed(found[0], found[1:], limits)
    return tuple(sorted((g for g in found if g.tiles), key=lambda g: -len(g.tiles)))


def _absorbed(largest: Group, others: list[Group], limits: Limits) -> list[Group]:
    """The groups once the largest has taken in the tiles that lie on its lattice beside it."""
    loose = {(k, i): laid.quad for k, g in enumerate(others) for i, laid in enumerate(g.tiles)}
    grown = largest
    while taken := {k: m for k, q in loose.items() if (m := _on_lattice(q, grown, limits))}:
        cells = {cell: (quad, cell) for quad, cell in taken.values()}
        own = [(laid.quad, laid.cell) for laid in grown.tiles]
        grown = _group([*own, *cells.values()])
        loose = {k: q for k, q in loose.items() if k not in taken}
    rest = [
        [laid for i, laid in enumerate(g.tiles) if (k, i) in loose] for k, g in enumerate(others)
    ]
    return [grown, *(_group([(laid.quad, laid.cell) for laid in r]) for r in rest if r)]


def _on_lattice(quad: Quad, group: Group, limits: Limits) -> tuple[Quad, Cell] | None:
    """The tile, turned to the group's frame, with its cell, where it is a neighbour."""
    inverse = group.homography.inverse()
    place = inverse(quad.middle_xy)[0]
    nearest = Cell(*(int(n) for n in np.rint(place)))
    shift = local_offset(nearest, {laid.cell: laid.offset for laid in group.tiles})
    if shift is None or any(laid.cell == nearest for laid in group.tiles):
        return None
    away = np.abs(place - [nearest.col, nearest.row] - np.array(shift)).max()
    degrees, quarters = turn_of(quad, group.homography)
    if away > limits.absorbs or abs(degrees - 90 * quarters) > limits.straight_deg:
        return None
    return quad.turned(-quarters), nearest


def turn_of(quad: Quad, homography: Homography) -> tuple[float, int]:
    """A tile's angle against a lattice, degrees clockwise, and its nearest quarter turns;
    `homography`: from the lattice's cells to the photo."""
    east = homography.inverse().jacobian(quad.middle_xy) @ quad.axes[:, 0]
    degrees = float(np.degrees(np.arctan2(east[1], east[0])))
    return degrees, round(degrees / 90)


def local_offset(
    cell: Cell, offsets: Mapping[Cell, tuple[float, float]]
) -> tuple[float, float] | None:
    """How far the tiles next to a cell lie off the lattice on average, in sides: people's
    lattices bend, so neighbours tell more than the whole. None for a cell without neighbours."""
    around = [cell.shifted(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
    near = [offsets[place] for place in around if place in offsets]
    if not near:
        return None
    return sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)


def _links(i: int, quads: tuple[Quad, ...], middles: Points, limits: Limits) -> list[_Link]:
    steps = quads[i].local(middles)
    near = np.nonzero((np.abs(steps).max(1) < 1.5) & (np.abs(steps).max(1) > 0.5))[0]
    links = (_link(i, int(j), quads, limits) for j in near)
    return [link for link in links if link is not None]


def _link(i: int, j: int, quads: tuple[Quad, ...], limits: Limits) -> _Link | None:
    """The neighbourly relation of two tiles, seen in the mean of both their frames."""
    ahead = quads[i].local(quads[j].middle_xy)[0]
    quarters, angle = _turn_between(quads[i], quads[j])
    back = -quads[j].turned(-quarters).local(quads[i].middle_xy)[0]
    # A tile farther away looks smaller: the mean of both views undoes that to first order.
    mean = (ahead + back) / 2
    step = np.rint(mean).astype(int)
    if not step.any() or abs(angle) > limits.straight_deg or np.abs(step).max() > 1:
        return None
    low, high = limits.touching
    along = np.where(step != 0, np.abs(mean), 1.0)
    across = np.where(step == 0, np.abs(mean), 0.0)
    if along.min() < low or along.max() > high or across.max() > limits.in_row:
        return None
    return _Link(j, (int(step[0]), int(step[1])), quarters)


def _turn_between(a: Quad, b: Quad) -> tuple[int, float]:
    """Quarter turns and remaining degrees that lead from a's frame to b's, clockwise."""
    # Judged in a's own frame, in which perspective is undone to first order.
    east = np.linalg.inv(a.axes) @ b.axes[:, 0]
    degrees = float(np.degrees(np.arctan2(east[1], east[0])))
    quarters = round(degrees / 90)
    return quarters % 4, degrees - 90 * quarters


def _spread_from(
    start: int, quads: tuple[Quad, ...], links: list[list[_Link]]
) -> dict[int, tuple[Cell, int]]:
    """Cell and quarter turns (against the start tile) of every tile reached by links."""
    placed = {start: (Cell(0, 0), 0)}
    queue = deque([start])
    while queue:
        i = queue.popleft()
        cell, quarters = placed[i]
        for link in links[i]:
            if link.other in placed:
                continue
            cols, rows = _turned_step(link.step, quarters)
            placed[link.other] = (cell.shifted(cols, rows), (quarters + link.quarters) % 4)
            queue.append(link.other)
    return placed


def _turned_step(step: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A step in a tile's frame, told in the frame against which the tile is turned."""
    cols, rows = step
    for _ in range(quarters % 4):
        cols, rows = -rows, cols
    return cols, rows


def _group(members: list[tuple[Quad, Cell]]) -> Group:
    """A group of tiles already turned to one frame."""
    upright = [(cell, quad) for quad, cell in members]
    homography = _fit(upright)
    return Group(tuple(_laid(cell, quad, homography) for cell, quad in upright), homography)


#: Lattice places of a tile's corners about its middle; the set's gap is learnt by the fit of
#: middles, so corners take the printed face's usual share of the pitch.
_CORNERS = 0.49 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)


def _fit(upright: list[tuple[Cell, Quad]]) -> Homography:
    """The lattice's homography. Middles count most once there are enough to carry it."""
    cells = np.array([[c.col, c.row] for c, _ in upright], np.float64)
    source = (cells[:, None] + _CORNERS).reshape(-1, 2)
    target = np.concatenate([q.corners_xy() for _, q in upright])
    fit = fit_homography(source, target)
    if isinstance(fit, NoFit):
        return _affine(cells, upright)
    return fit


def _affine(cells: Points, upright: list[tuple[Cell, Quad]]) -> Homography:
    """The first tile's own frame, where no homography fits."""
    quad = upright[0][1]
    pitch = quad.axes * 2
    origin = quad.middle_xy - pitch @ cells[0]
    return Homography(np.vstack([np.column_stack([pitch, origin]), [0.0, 0.0, 1.0]]))


def _laid(cell: Cell, quad: Quad, homography: Homography) -> Laid:
    place = np.array([cell.col, cell.row], np.float64)
    offset = homography.inverse()(quad.middle_xy)[0] - place
    angle, _ = turn_of(quad, homography)
    return Laid(cell, quad, (float(offset[0]), float(offset[1])), angle)


def outline(group: Group, laid: Laid) -> Points:
    """(4, 2) pixel corners NW, NE, SE, SW of a laid tile: the lattice's perspective at the
    tile's own place and angle."""
    c, s = np.cos(np.radians(laid.angle_deg)), np.sin(np.radians(laid.angle_deg))
    place = np.array([laid.cell.col + laid.offset[0], laid.cell.row + laid.offset[1]])
    return group.homography(place + _CORNERS @ np.array([[c, s], [-s, c]]))


def cell_outline(group: Group, cell: Cell, offset: tuple[float, float] = (0.0, 0.0)) -> Points:
    """(4, 2) pixel corners NW, NE, SE, SW of a cell, as if a tile lay straight in it, `offset`
    tile sides off its middle."""
    return group.homography(np.array([cell.col, cell.row]) + np.array(offset) + _CORNERS)
