"""Sticks: where they can lie on the axes that the cells tell of, the best explained first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.pieces.box import shares_of
from vision.mokadi.pieces.choice import Offers, chosen, worth
from vision.mokadi.pieces.extents import Extent, evidence, places, profiles
from vision.mokadi.pieces.fields import BAND, CELL, COLOURS, WOOD, Fields
from vision.mokadi.pieces.lines import Cells, Lines, cells_of, fits, lines_of, membership
from vision.mokadi.pieces.plane import Plane, through
from vision.mokadi.pieces.unit import LONG, Unit, unit_by, unit_of
from vision.nn.arrays import Float, Matrix, Points

#: Rounds of looking: what the sticks of one leave unexplained is looked at in the next; share of a
#: cell that must be left for it to be asked.
_ROUNDS, _LEFT = 3, 0.5
#: How much farther aside a stick that was taken takes cells than it is told by: what is left of it
#: must not look like another one beside it.
_TAKES, _GAIN = 1.0, 1.2
#: Cells that are asked when sticks are chosen, and places that are looked at in a round, at most;
#: places on one line.
_ASKED, _MOST, _A_LINE = 1200, 70, 5
#: What a stick costs, and one that shows nothing but the table, shares of a stick in plain sight;
#: how much of what it costs on its own line an odd length costs here. Origin of these and of the
#: numbers of `choice`, `lines` and `extents`: a search by one after another on 92 and on 102
#: path-traced piles (`docs/accuracy.md`).
_COST, _BARE, _ODD = 0.04, 1.0, 0.7
#: How sharply colour and wood part, shares of a stick.
_BORDER = 0.015
#: Lines on which sticks are looked for to tell the unit by.
_FIRST = 60
#: Lines by which the coloured share is told, and how it may differ from what open sticks say.
_SUREST, _BAND_STEPS = 16, (-0.04, -0.02, 0.0, 0.02, 0.04)
#: How far aside, thicknesses, and slid along, shares of a stick, no stick that is new on a known
#: table lies from another. Origin: twins of drawn evenings lie nearer, and most often in the box's
#: other colour. In one photo they are told apart by their cells: of a bundle every stick lies so.
_ASIDE, _SLID = 0.7, 0.25
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

    def moved(self, matrix: Matrix) -> Stick:
        """The same in other pixels."""
        return replace(self, ends=through(matrix, self.ends))


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

    @cached_property
    def mine(self) -> Mapping[int, Float]:
        """(2, H * W) wood, and ends of each of the box's colours."""
        wood, band = self.fields.part.reshape(4, -1)[[WOOD, BAND]]
        return {colour: np.stack([wood, band * share]) for colour, share in self.shares.items()}

    def own(self, place: Extent, colour: int) -> Float:
        """(N,) how surely the cells that show sticks belong to one of a colour at a place."""
        return _own(self, place, colour)


@dataclass(frozen=True)
class Found:
    """A stick of one colour at its place, and (N,) how much of every cell that shows one is its
    own."""

    place: Extent
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
    free = np.ones(fields.turn.size)
    scene = Scene(fields, cells, unit, shares, width)
    if known is None:
        surest = lines.only(np.arange(min(_FIRST, len(lines.start))))
        first = [f.place for f in search(scene, surest, free, limits, 1)]
        unit = _by_open(unit, first, fields)
        scene = replace(scene, unit=unit)
    return [stick_of(scene, one) for one in search(scene, lines, free, limits)], unit


def _by_open(unit: Unit, found: Sequence[Extent], fields: Fields) -> Unit:
    """The unit by the sticks found of which both ends are seen."""
    open_ = [place for place in found if not any(place.hidden)]
    ends = np.array([place.ends for place in open_]).reshape(-1, 2, 2)
    weight = np.array([max(place.own, 0.05) for place in open_])
    return unit_by(unit, ends, weight, fields.patch.size_wh)


def search(
    scene: Scene, lines: Lines, free: Float, limits: Limits, rounds: int = _ROUNDS
) -> list[Found]:
    """The sticks that what is `free` (H * W,) of the cells tells of, first on these lines."""
    pool = _Pool(scene, free)
    for k in range(rounds):
        left = pool.left()
        new = lines if k == 0 else lines_left(scene, left)
        if not pool.widened(new, left, limits):
            break
    return pool.found()


class _Pool:
    """The places that sticks may have, and those that were chosen."""

    def __init__(self, scene: Scene, free: Float) -> None:
        cells = scene.cells
        some = np.arange(0, len(cells.flat), max(1, -(-len(cells.flat) // _ASKED)))
        self._scene, self._free = scene, free
        self._cells = cells.only(some)
        self._places: list[tuple[Extent, int]] = []
        self._offers = _offers(scene, self._cells, free, [])
        self._taken: list[int] = []

    def widened(self, lines: Lines, left: Float, limits: Limits) -> bool:
        """Whether places on more lines change what is chosen; `left` (H * W,) what is free."""
        before = sorted(self._taken)
        new = _places(self._scene, lines, left, limits.least)
        if not new:
            return False
        self._places += new
        offers = _offers(self._scene, self._cells, self._free, new)
        self._offers = self._offers.joined(offers)
        self._taken = chosen(self._offers, self._taken)
        return sorted(self._taken) != before

    def left(self) -> Float:
        """(H * W,) what the chosen ones leave free of the cells."""
        after, cells = self._free.copy(), self._scene.cells.flat
        for k in self._taken:
            after[cells] *= _spared(self._scene, *self._places[k])
        return after

    def found(self) -> list[Found]:
        """The chosen ones, each with the cells that it explains best."""
        chosen_ = [self._places[k] for k in self._taken]
        count = len(self._scene.cells.flat)
        own = np.array([_own(self._scene, *one) for one in chosen_]).reshape(len(chosen_), count)
        best = own.max(0, initial=0.0)
        whole = _whole(self._scene) * len(self._cells.flat) / max(1, len(self._scene.cells.flat))
        gains = worth(self._offers, self._taken) / whole
        free = self._free[self._scene.cells.flat]
        return [
            Found(replace(place, score=float(gain)), mine * (mine >= best) * free)
            for (place, _), mine, gain in zip(chosen_, own, gains, strict=True)
        ]


def _whole(scene: Scene) -> float:
    """Cells of a stick in plain sight."""
    return scene.unit.length_px * scene.width_px / CELL**2


def _offers(scene: Scene, cells: Cells, free: Float, places: list[tuple[Extent, int]]) -> Offers:
    """What every place explains of some cells and what speaks against it."""
    count = len(places)
    ends = np.array([place.ends for place, _ in places]).reshape(count, 2, 2)
    fit, at = fits(cells, ends, scene.width_px)
    wood, band = scene.fields.part.reshape(4, -1)[[WOOD, BAND]][:, cells.flat]
    shares = np.array([scene.shares[c][cells.flat] for _, c in places]).reshape(fit.shape)
    depth = np.minimum(at, 1 - at)
    inner = 1 / (1 + np.exp(np.clip((scene.unit.band - depth) / _BORDER, -20, 20)))
    right = inner * wood + (1 - inner) * band * shares
    weight = fit * free[cells.flat]
    whole = _whole(scene) * len(cells.flat) / max(1, len(scene.cells.flat))
    cost = np.array([_COST + _BARE * place.bare + _ODD * place.odd for place, _ in places]) * whole
    against = weight * np.clip(wood + band - right, 0, 1)
    return Offers((weight * right).astype(np.float32), against.astype(np.float32), cost)


def without_twins(found: Sequence[Stick], known: Sequence[Stick], width_px: float) -> list[Stick]:
    """Sticks of which none lies where another does, or one that is known: what explains more stays.
    Two sticks cannot lie side by side nearer than they are thick."""
    kept: list[Stick] = []
    for stick in sorted(found, key=lambda s: -s.cells):
        if not any(are_twins(stick.ends, other.ends, width_px) for other in (*known, *kept)):
            kept.append(stick)
    return [stick for stick in found if any(stick is one for one in kept)]


def apart_px(one: Points, other: Points) -> float:
    """How far two sticks (2, 2) lie apart by the farther of their ends, pixels."""
    return min(float(np.hypot(*(one - way).T).max()) for way in (other, other[::-1]))


def are_twins(one: Points, other: Points, width_px: float) -> bool:
    """Whether sticks (2, 2) lie in one place: side by side, and slid along by little."""
    length = float(np.hypot(*(other[1] - other[0])))
    along = (other[1] - other[0]) / length
    way = one if (one[1] - one[0]) @ along > 0 else one[::-1]
    off = way - other
    aside, slid = np.abs(off @ np.array([-along[1], along[0]])), np.abs(off @ along)
    return bool(aside.max() < _ASIDE * width_px and slid.max() < _SLID * length)


def lines_left(scene: Scene, free: Float) -> Lines:
    """The lines that those cells tell of of which enough is `free` (H * W,), shares 0..1."""
    left = scene.cells.only(free[scene.cells.flat] > _LEFT)
    return lines_of(left, scene.unit.length_px, scene.width_px)


def place_at(ends: Points) -> Extent:
    """A place in plain sight."""
    return Extent(ends, (False, False), 1.0, 1.0, 1.0, 0.0, 0.0)


def taken(scene: Scene, ends: Points, colour: int, free: Float) -> Float:
    """(H * W,) what a stick with these ends (2, 2), pixels of the net's picture, leaves of what is
    `free` (H * W,) of the cells, shares 0..1."""
    after = free.copy()
    after[scene.cells.flat] *= _spared(scene, place_at(ends), colour)
    return after


def _spared(scene: Scene, place: Extent, colour: int) -> Float:
    """(N,) the shares of the cells that a stick at a place leaves to others."""
    return np.asarray(1 - np.minimum(1, _GAIN * _own(scene, place, colour, _TAKES)))


def _band(fields: Fields, lines: Lines, unit: Unit, width_px: float) -> float:
    """The coloured share at either end with which the surest lines fit best."""
    if not len(lines.start):
        return unit.band
    surest = lines.only(np.arange(min(_SUREST, len(lines.start))))
    mine = fields.part.reshape(4, -1)[[WOOD, BAND]]
    seen = profiles(fields, mine, surest, unit.plane, width_px)
    tried = [unit.band + step for step in _BAND_STEPS]
    return max(tried, key=lambda band: evidence(seen, band, unit.spread))


def _places(scene: Scene, lines: Lines, free: Float, least: float) -> list[tuple[Extent, int]]:
    """The best places of a stick on each of the lines, by what is free, with its colour."""
    if not len(lines.start):
        return []
    wood, band = free * scene.fields.part.reshape(4, -1)[[WOOD, BAND]]
    found = []
    for colour, share in scene.shares.items():
        mine = np.stack([wood, band * share])
        seen = profiles(scene.fields, mine, lines, scene.unit.plane, scene.width_px)
        sizes = (scene.unit.band, scene.unit.spread)
        found += [(p, colour) for p in places(seen, sizes, _A_LINE, _MOST, least)]
    return found


def _own(scene: Scene, place: Extent, colour: int, wider: float = 1.0) -> Float:
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
