"""What the Linie 1 reader may know before it looks at a photo."""

from __future__ import annotations

from dataclasses import dataclass

from vision.linie1.board.known_table import KnownTable
from vision.linie1.tiles.learnt_looks import LearntLooks


@dataclass(frozen=True)
class TableKnowledge:
    """`table`: where the board was, from the calibration or the photo before; `looks`: the user's
    own tiles. Either may be unknown."""

    table: KnownTable | None = None
    looks: LearntLooks | None = None
