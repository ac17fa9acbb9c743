"""Simulated tables: what vision would say of a Redline layout, with its usual errors.

A picture is told in a lattice of its own (any quarter turn, any origin). A tile is mistaken for one
that is a spoke or the colour off (`noise`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random

from rules.core.observation import EMPTY, Belief, Empty, Issue, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline.align import LayoutFrame, turned_belief
from rules.games.redline.state import Layout
from rules.games.redline.tiles import MASKS, Tile
from tests.referee.noise import AIMED_AT, PERFECT, Noise, doubted

#: Pixels from cell to cell in the simulated photos.
PITCH_PX = 92.0


def seen(
    layout: Layout,
    rng: Random,
    noise: Noise = AIMED_AT,
    hidden: Collection[Cell] = (),
    issues: tuple[Issue, ...] = (),
    frame: LayoutFrame | None = None,
) -> Observation[Cell, Tile]:
    """The observation of a layout, told in a random frame (or in the given one)."""
    frame = frame or LayoutFrame(rng.randrange(4), rng.randint(-9, 9), rng.randint(-9, 9))
    shift = (rng.uniform(-300, 300), rng.uniform(-300, 300)) if rng.random() < noise.moved else ZERO
    cells = sorted(set(layout) | _margin(layout))
    sightings = []
    for cell in cells:
        label = layout.get(cell, EMPTY)
        belief = _belief(label, noise.eye(cell, label, rng), noise)
        pose = Pose(_pixel(cell, shift, rng, noise)) if cell in layout else None
        visibility = 0.1 if cell in hidden else 1.0
        turned = turned_belief(belief, frame.quarters)
        sightings.append(Sighting(frame.place(cell), turned, visibility, pose))
    rng.shuffle(sightings)
    return Observation("redline", tuple(sightings), issues=issues)


ZERO = (0.0, 0.0)


#: The lattice's own frame.
AT_HOME = LayoutFrame(0, 0, 0)


def sharp(layout: Layout, frame: LayoutFrame = AT_HOME) -> Observation[Cell, Tile]:
    """The layout seen without any error."""
    return seen(layout, Random(1), PERFECT, frame=frame)


def confusions(tile: Tile) -> list[Tile]:
    """Tiles a reader takes this one for: one spoke more, less or beside, or the other colour."""
    one_off = [mask for mask in MASKS if (mask ^ tile.mask).bit_count() == 1]
    beside = [mask for mask in MASKS if _beside(mask, tile.mask)]
    return [Tile(tile.colour, mask) for mask in one_off + beside] + [
        Tile(tile.colour.other, tile.mask)
    ]


def _beside(mask: int, other: int) -> bool:
    differs = mask ^ other
    doubled = differs | differs << 8
    return differs.bit_count() == 2 and any(doubled >> i & 3 == 3 for i in range(8))


def _margin(cells: Iterable[Cell]) -> set[Cell]:
    steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return {cell.shifted(*step) for cell in cells for step in steps}


def _pixel(
    cell: Cell, shift: tuple[float, float], rng: Random, noise: Noise
) -> tuple[float, float]:
    x = 500 + PITCH_PX * cell.col + shift[0] + rng.gauss(0, noise.jitter_px)
    return x, 400 + PITCH_PX * cell.row + shift[1] + rng.gauss(0, noise.jitter_px)


def _belief(label: Tile | Empty, rng: Random, noise: Noise) -> Belief[Tile]:
    if isinstance(label, Empty):
        return Belief.of({EMPTY: 0.9995})
    return doubted(label, rng.sample(confusions(label), 3), rng, noise)
