"""Known tiles that a picture shows apart from the layout: by themselves they look like somebody's
hand. One that lies where it lay lies there still, such as the second of two fouls whose first was
taken back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.core.observation import EMPTY, Loose, Sighting
from rules.core.places import Cell
from rules.games.redline.align import RedlineObservation
from rules.games.redline.align import align as aligned_over
from rules.games.redline.explaining.grid import fitted_grid
from rules.games.redline.state import Layout
from rules.games.redline.tiles import Tile

#: How far from the middle of its cell a tile may be found, of the pitch: the lattice of the others,
#: fitted to their middles, is off by 0.4 two cells away where a photo is slanted. It is the same
#: tile, of which there is one, and who takes it into his hand carries it farther.
_NEAR = 0.6


def align(position: Layout, observation: RedlineObservation) -> tuple[RedlineObservation, ...]:
    """The observation in the position's frame, best first: see the `Game` protocol. Tiles of the
    position that lie apart are in their places."""
    laid = aligned_over(position, observation)
    return tuple(_with_apart(position, one) for one in laid) if observation.loose else laid


def _with_apart(position: Layout, observation: RedlineObservation) -> RedlineObservation:
    found = dict(_apart(position, observation))
    if not found:
        return observation
    seen = [one for one in observation.sightings if one.place not in found]
    seen += [Sighting(cell, thing.belief, 1.0, thing.pose) for cell, thing in found.items()]
    loose = [thing for thing in observation.loose if thing not in found.values()]
    return replace(observation, sightings=tuple(seen), loose=tuple(loose))


def _apart(position: Layout, observation: RedlineObservation) -> Iterator[tuple[Cell, Loose[Tile]]]:
    grid = fitted_grid(observation)
    for thing in observation.loose if grid is not None else ():
        assert grid is not None
        col, row = grid.lattice_xy(thing.pose.pixel_xy)
        same = [cell for cell, tile in position.items() if tile == thing.belief.best]
        away = ((max(abs(col - one.col), abs(row - one.row)), one) for one in same)
        off, cell = min(away, default=(math.inf, None))
        if cell is None or off > _NEAR or thing.area != "hand":
            continue
        there = observation.at(cell)
        if there is None or there.belief.best is EMPTY:
            yield cell, thing
