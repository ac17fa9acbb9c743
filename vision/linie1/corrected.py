"""How Linie 1 tiles look, for what people put right."""

from __future__ import annotations

from dataclasses import replace

from rules.games.linie1.content import CellContent
from vision.corrected.quad_looks import QuadLooks


class TileLooks(QuadLooks):
    """A tile is told by its track, and by what stands on it."""

    def turned(self, label: CellContent, quarters: int) -> CellContent:
        """The content with its tile turned clockwise by quarters."""
        return label if label.tile is None else replace(label, tile=label.tile.turned(quarters))

    def shown(self, label: CellContent) -> CellContent:
        """The tile alone."""
        return CellContent(label.tile)


LOOKS = TileLooks()
