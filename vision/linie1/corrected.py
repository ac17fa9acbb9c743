"""How Linie 1 tiles look, for what people put right."""

from __future__ import annotations

from dataclasses import replace

from rules.core.observation import EMPTY, Empty
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

    def comparable(self, one: CellContent | Empty, other: CellContent | Empty) -> bool:
        """Whether no tram and the same sign or none stands on both: a tram drives on, and looks the
        same on every track."""
        a, b = (CellContent() if x is EMPTY else x for x in (one, other))
        return a.stop == b.stop and not (a.trams or b.trams)


LOOKS = TileLooks()
