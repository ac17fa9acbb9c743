"""How Linie 1 tiles look, for what people put right."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.games.linie1.content import CellContent
from vision.corrected.likeness import Likeness
from vision.corrected.quad_looks import same_tile


@dataclass(frozen=True)
class TileLooks:
    """A tile is told by its track, and by what stands on it."""

    turns: bool = True

    def same(self, found: Likeness) -> bool:
        """Whether two looks are of the same tile, as it lies."""
        return same_tile(found)

    def turned(self, label: CellContent, quarters: int) -> CellContent:
        """The content with its tile turned clockwise by quarters."""
        return label if label.tile is None else replace(label, tile=label.tile.turned(quarters))

    def shown(self, label: CellContent) -> CellContent:
        """The tile alone."""
        return CellContent(label.tile)


LOOKS = TileLooks()
