"""How Redline tiles look, for what people put right."""

from __future__ import annotations

from rules.games.redline.tiles import Tile
from vision.corrected.quad_looks import QuadLooks


class TileLooks(QuadLooks):
    """A tile is told by its spokes and its colour."""

    def turned(self, label: Tile, quarters: int) -> Tile:
        """The tile after quarter turns clockwise."""
        return label.turned(quarters)


LOOKS = TileLooks()
