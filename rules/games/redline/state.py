"""Redline positions and turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.core.places import Cell
from rules.games.redline.tiles import Tile

Layout = Mapping[Cell, Tile]

EMPTY_LAYOUT: Layout = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid on a cell. `askew_deg` is its angle against the lattice (fig. 3) and
    `offset` how far from the cell's middle it lies, in tile sides; both 0 for a straight one."""

    cell: Cell
    tile: Tile
    askew_deg: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Discard:
    """Tiles thrown into the reserve by a player who could not (or claims he could not) lay.
    `tiles` where they are known."""

    player: str
    count: int
    tiles: tuple[Tile, ...] | None = None


Turn = Lay | Discard
