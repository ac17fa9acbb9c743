"""Sticks: where they can lie on the axes that the cells tell of, the best explained first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.pieces.box import shares_of
from vision.mokadi.pieces.extents import Place, placed, profiles
from vision.mokadi.pieces.fields import BAND, COLOURS, WOOD, Fields
from vision.mokadi.pieces.lines import Cells, Lines, cells_of, lines_of, membership
from vision.mokadi.pieces.plane import Plane
from vision.mokadi.pieces.unit import LONG, Unit, unit_of
from vision.nn.arrays import Float, Points

#: Rounds of looking: what the sticks of one leave unexplained is looked at in the next; share of a
#: cell that must be left for it to be asked.
_ROUNDS, _LEFT = 5, 0.5
#: Cells that a stick needs, and how much farther aside one that was taken takes cells than it is
#: told by: what is left of it must not look like another one beside it.
_CELLS, _TAKES, _GAIN = 4.0, 1.3, 1.5
#: Lines by which the coloured share is told, and how it may differ from what open sticks say.
_SUREST, _BAND_STEPS = 16, (-0.06, -0.04, -0.02, 0.0, 0.02, 0.04, 0.06)
#: Cells' worth of doubt of a colour.
_DOUBT = 0.3


@dataclass(frozen=True)
class Stick:
    """A stick as found.

    `ends` (2, 2) pixels of the net's picture, `hidden` which of them something lies over, `colour`
    (4,) probabilities; `score` evidence for it, 1 for a stick in plain sight; `own` share of it
    that is seen; `firm` probability that it lies no farther along its axis; `cells` that show it.
    """

    ends: Points
    hidden: tuple[bool, bool]
    colour: Float
    score: float
    own: float
    firm: float
    cells: float


@dataclass(frozen=True)
class Scene:
    """What every search asks: the cells that show sticks, the unit, and for either of the box's
    colours (H * W,) its probability against the other."""

    fields: Fields
    cells: Cells
    unit: Unit
    shares: Mapping[int, Float]
    width_px: float

    @classmethod
    def of(cls, fields: Fields, box: tuple[int, int], unit: Unit, width_px: float) -> Scene:
        """The scene of a box with these colours."""
        return cls(fields, cells_of(fields), unit, shares_of(fields, box), width_px)

    def mine(self, colour: int) -> Float:
        """(2, H * W) wood, and ends of a colour."""
        wood, band = self.fields.part.reshape(4, -1)[[WOOD, BAND]]
        return np.stack([wood, band * self.shares[colour]])

    def own(self, place: Place, colour: int) -> Float:
        """(N,) how surely the cells that show sticks belong to one of a colour at a place."""
        return _own(self, place, colour)


@dataclass(frozen=True)
class Found:
    """A stick of one colour at its place, and (N,) how much of every cell that shows one is its
    own."""

    place: Place
    own: Float


def find_sticks(
    fields: Fields, box: tuple[int, int], limits: Limits, known: Plane | None = None
) -> tuple[list[Stick], Unit | None]:
    """The sticks of a box with these colours, and the unit: of the plane given, or by the sticks
    that lie open (None where none does)."""
    cells, width = cells_of(fields), limits.width_px
    shares = shares_of(fields, box)
    unit = unit_of(fields, lines_of(cells, LONG * width, width), width, known)
    if unit is None:
        return [], None
    lines = lines_of(cells, unit.length_px, width)
    unit = replace(unit, band=_band(fields, lines, unit, width))
    scene = Scene(fields, cells, unit, shares, width)
    found = search(scene, lines, np.ones(fields.turn.size), limits)
    return [stick_of(scene, one) for one in found], unit


def search(
    scene: Scene, lines: Lines, free: Float, limits: Limits, rounds: int = _ROUNDS
) -> list[Found]:
    """The sticks that what is `free` (H * W,) of the cells tells of, first on these lines."""
    found: list[Found] = []
    for _ in range(rounds):
        new, free = _searched(scene, lines, free, limits)
        found += new
        if not new:
            break
        lines = lines_left(scene, free)
    return found


def lines_left(scene: Scene, free: Float) -> Lines:
    """The lines that the cells tell of of which enough is `free`."""
    left = scene.cells.only(free[scene.cells.flat] > _LEFT)
    return lines_of(left, scene.unit.length_px, scene.width_px)


def place_at(ends: Points) -> Place:
    """A place in plain sight."""
    return Place(ends, (False, False), 1.0, 1.0, 1.0)


def taken(scene: Scene, ends: Points, colour: int, free: Float) -> Float:
    """(H * W,) what a stick that lies there leaves free of the cells."""
    place = place_at(ends)
    after, cells = free.copy(), scene.cells.flat
    after[cells] *= 1 - np.minimum(1, _GAIN * _own(scene, place, colour, _TAKES))
    return after


def _band(fields: Fields, lines: Lines, unit: Unit, width_px: float) -> float:
    """The coloured share at either end with which the surest lines fit best."""
    if not len(lines.start):
        return unit.band
    surest = lines.only(np.arange(min(_SUREST, len(lines.start))))
    mine = fields.part.reshape(4, -1)[[WOOD, BAND]]
    seen = profiles(fields, mine, surest, unit.plane, width_px)
    tried = [unit.band + step for step in _BAND_STEPS]
    fits = [sum(p.score for p in placed(seen, band) if p is not None) for band in tried]
    return tried[int(np.argmax(fits))]


def _searched(scene: Scene, lines: Lines, free: Float, limits: Limits) -> tuple[list[Found], Float]:
    """The sticks on lines that what is `free` (H * W,) of the cells tells of, and what they
    leave."""
    cells = scene.cells.flat
    before, left = free[cells], free[cells].copy()
    found = []
    for place, colour in sorted(_places(scene, lines, free), key=lambda p: -p[0].score):
        if place.score < limits.least:
            break
        own = _own(scene, place, colour)
        mine = float((own * before).sum())
        if mine > _CELLS and float((own * left).sum()) >= limits.new * mine:
            found.append(Found(place, own * left))
            left *= 1 - np.minimum(1, _GAIN * _own(scene, place, colour, _TAKES))
    after = free.copy()
    after[cells] = left
    return found, after


def _places(scene: Scene, lines: Lines, free: Float) -> list[tuple[Place, int]]:
    """Every place of a stick on the lines, by what is free, with its colour."""
    if not len(lines.start):
        return []
    maps = free * scene.fields.part.reshape(4, -1)
    found = []
    for colour, share in scene.shares.items():
        mine = np.stack([maps[WOOD], maps[BAND] * share])
        seen = profiles(scene.fields, mine, lines, scene.unit.plane, scene.width_px)
        found += [(place, colour) for place in placed(seen, scene.unit.band)]
    return [(place, colour) for place, colour in found if place is not None]


def _own(scene: Scene, place: Place, colour: int, wider: float = 1.0) -> Float:
    """(N,) how surely the cells belong to a stick of a colour: ends of the other colour do not."""
    cells = scene.cells.flat
    wood, band = (scene.fields.part[part].ravel()[cells] for part in (WOOD, BAND))
    shown = wood + band * scene.shares[colour][cells]
    return np.asarray(membership(scene.cells, place.ends, wider * scene.width_px) * shown)


def stick_of(scene: Scene, found: Found) -> Stick:
    """What was found of a stick."""
    cells, box = scene.cells.flat, list(scene.shares)
    weight = found.own * scene.fields.part.reshape(4, -1)[BAND, cells]
    colour = np.zeros(len(COLOURS))
    told = scene.fields.colour.reshape(len(COLOURS), -1)[:, cells]
    colour[box] = told[box] @ weight + _DOUBT
    place = found.place
    shown = float(found.own.sum())
    return Stick(
        place.ends,
        place.hidden,
        colour / colour.sum(),
        place.score,
        place.own,
        place.firm,
        shown,
    )
