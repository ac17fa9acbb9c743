"""What lies in the layout by the game so far, as far as it helps to read a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rules.core.places import Cell
from rules.games.redline.tiles import MASKS, Colour, Tile, canonical
from vision.nn.arrays import Float
from vision.redline.layout.seen import Seen
from vision.redline.tiles.tile_reader import TilePosterior


@dataclass(frozen=True)
class Known:
    """The tiles of the layout in the game's own frame, in which a picture may lie turned."""

    laid: Mapping[Cell, Tile]

    def share(self, posterior: TilePosterior) -> float:
        """The probability that a tile, given that it is one, is of a kind that was laid."""
        by_colour = posterior.masks() @ self._kinds.T
        return float(posterior.blue * by_colour[0] + (1 - posterior.blue) * by_colour[1])

    def places(self, tile: Seen, layout: Iterable[Seen]) -> bool:
        """Whether a tile that is told in the layout's frame lies where it was laid, seen from one
        of the layout's tiles."""
        return any(self._lie_so(tile, other, quarters) for other in layout for quarters in range(4))

    @cached_property
    def _kinds(self) -> Float:
        """(2, 92) 1 for the blue and the yellow tiles that were laid, however they are turned."""
        kinds = {(tile.colour, canonical(tile.mask)) for tile in self.laid.values()}
        rows = [[(colour, canonical(mask)) in kinds for mask in MASKS] for colour in _COLOURS]
        return np.array(rows, np.float64)

    @cached_property
    def _cells(self) -> dict[Tile, Cell]:
        """Where each tile lies, turned as it lies."""
        return {tile: cell for cell, tile in self.laid.items()}

    def _lie_so(self, one: Seen, other: Seen, quarters: int) -> bool:
        """Whether two tiles lie to each other as in the layout, the picture turned by quarters."""
        if one.cell is None or other.cell is None:
            return False
        here = self._cells.get(_read(one).turned(quarters))
        there = self._cells.get(_read(other).turned(quarters))
        if here is None or there is None:
            return False
        step = (one.cell.col - other.cell.col, one.cell.row - other.cell.row)
        for _ in range(quarters):
            step = (-step[1], step[0])
        return step == (here.col - there.col, here.row - there.row)


_COLOURS = (Colour.BLUE, Colour.YELLOW)


def _read(seen: Seen) -> Tile:
    """The likeliest tile."""
    posterior = seen.posterior
    colour = Colour.BLUE if posterior.blue >= 0.5 else Colour.YELLOW
    return Tile(colour, MASKS[int(posterior.masks().argmax())])
