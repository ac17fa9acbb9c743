"""How Redline tiles look, for what people put right."""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.redline.tiles import Tile
from vision.corrected.likeness import Likeness
from vision.corrected.quad_looks import same_tile


@dataclass(frozen=True)
class TileLooks:
    """A tile is told by its spokes and its colour."""

    turns: bool = True

    def same(self, found: Likeness) -> bool:
        """Whether two looks are of the same tile, as it lies."""
        return same_tile(found)

    def turned(self, label: Tile, quarters: int) -> Tile:
        """The tile after quarter turns clockwise."""
        return label.turned(quarters)

    def shown(self, label: Tile) -> Tile:
        """The tile: nothing stands on it."""
        return label


LOOKS = TileLooks()
