"""What the Linie 1 reader may know before it looks at a photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.linie1.places import Spot
from vision.linie1.board.known_table import KnownTable
from vision.linie1.tiles.learnt_looks import LearntLooks
from vision.linie1.tiles.tram_lines import AS_SOLD, TramLines


@dataclass(frozen=True)
class TableKnowledge:
    """`table`: where the board was, from the calibration or the photo before; `looks`: the user's
    own tiles. Either may be unknown. `lines`: whose trams look like another line's; `trams`: which
    line's each place of the photo before looked to bear."""

    table: KnownTable | None = None
    looks: LearntLooks | None = None
    lines: TramLines = field(default_factory=lambda: AS_SOLD)
    trams: Mapping[Spot, int] = field(default_factory=dict)
