"""What vision would say of a Linie 1 board, with its usual errors.

A tile is mistaken for one with track on the same sides, or with one side more or less; a bare cell
for a worn straight; a stop sign hides a part of its cell and is overlooked now and then.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache
from random import Random

from rules.core.observation import EMPTY, Belief, Empty, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import CELLS, SPOTS, TERMINI, Spot
from rules.games.linie1.tiles import TILES, Tile
from tests.referee.noise import AIMED_AT, Noise, doubted

#: Every place a reader looks at.
LOOKED_AT = (*(SPOTS[at] for at in CELLS), *(terminus.spot for terminus in TERMINI))

#: Share of a cell that can be seen beside the sign or tram on it; and under a hand.
BESIDE_A_SIGN = 0.8
UNDER_A_HAND = 0.1

#: Signs overlooked or doubted, for each cell misread: they stand up and are small.
SIGNS_FOR_EACH_MISREAD = 3.0

#: Labels with this probability at least are named.
NAMED = 1e-4


def seen(
    position: Mapping[Spot, CellContent],
    rng: Random,
    noise: Noise = AIMED_AT,
    open_places: Set[Spot] = frozenset(),
) -> Observation[Spot, CellContent]:
    """The observation of a board."""
    hidden = _covered(rng, noise) - open_places
    return Observation(
        "linie1", tuple(_sighting(s, position, rng, noise, hidden) for s in LOOKED_AT)
    )


def _covered(rng: Random, noise: Noise) -> frozenset[Spot]:
    """A block of cells that a sleeve or a cup hides in some pictures."""
    if rng.random() >= noise.covered:
        return frozenset()
    row, col = rng.randint(1, 11), rng.randint(1, 11)
    return frozenset(Spot(row + i, col + j) for i in (0, 1) for j in (0, 1))


def _sighting(
    spot: Spot,
    position: Mapping[Spot, CellContent],
    rng: Random,
    noise: Noise,
    hidden: frozenset[Spot],
) -> Sighting[Spot, CellContent]:
    content = position.get(spot, CellContent())
    if spot in hidden:
        return Sighting(spot, _blind(), UNDER_A_HAND)
    standing = content.stop or bool(content.trams)
    eye = noise.eye(spot, content, rng)
    tiles = _tile_belief(spot, content.tile, eye, noise)
    signs = _sign_belief(eye, noise, stands=content.stop)
    weights: dict[CellContent | Empty, float] = {}
    for tile, p in tiles.ranked:
        for sign, q in signs.items():
            label = CellContent(None if isinstance(tile, Empty) else tile, sign, content.trams)
            share = p * q
            if share >= NAMED:
                weights[EMPTY if label.nothing else label] = share
    visibility = BESIDE_A_SIGN if standing else 1.0
    return Sighting(spot, Belief.of(weights, 1e-5), visibility)


def _tile_belief(spot: Spot, tile: Tile | None, rng: Random, noise: Noise) -> Belief[Tile]:
    label = EMPTY if tile is None else tile
    if not 1 <= spot.row <= 12 or not 1 <= spot.col <= 12:
        return Belief.of({EMPTY: 1.0})
    others = rng.sample(TILES[1:], 3) if tile is None else rng.sample(confusions(tile), 3)
    return doubted(label, others, rng, noise)


def _sign_belief(rng: Random, noise: Noise, *, stands: bool) -> dict[bool, float]:
    """How likely a sign stands here; one that stands is overlooked or doubted now and then."""
    sure = rng.uniform(0.99, 0.9999)
    if stands and rng.random() < noise.misread * SIGNS_FOR_EACH_MISREAD:
        sure = rng.uniform(0.02, 0.9)
    return {stands: sure, not stands: 1.0 - sure}


def _blind() -> Belief[CellContent]:
    """A reader that sees next to nothing of a cell says next to nothing."""
    weights: dict[CellContent | Empty, float] = {EMPTY: 0.4}
    for tile in TILES[1:]:
        weights[CellContent(tile)] = 0.5 / len(TILES)
    return Belief.of(weights, 1e-3)


def _sides(tile: Tile) -> set[str]:
    """Where its track leaves."""
    return {side for pair in tile.connections for side in pair}


@cache
def confusions(tile: Tile) -> tuple[Tile, ...]:
    """Tiles a reader takes this one for: the same sides, or one side more or less."""
    off = {t: len(_sides(t) ^ _sides(tile)) for t in TILES[1:] if t != tile}
    alike = [t for t in off if not off[t]]
    near = [t for t in off if off[t] == 1]
    return (*alike, *alike, *near)
