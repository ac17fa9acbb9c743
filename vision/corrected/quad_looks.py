"""Square tiles with a printed pattern: what tells one from another."""

from __future__ import annotations

from vision.corrected.lesson import PieceLooks
from vision.corrected.likeness import Likeness

#: Correlation from which two tiles bear the same pattern. Of 4,591 pairs of different tiles in 13
#: path-traced tables none reached 0.86; of pairs of the same tile half were above 0.94.
_SAME_PATTERN = 0.9

#: Distance of their mean colours (CIE Lab) up to which two tiles lie under about the same light on
#: the same ground: exposure moves a tile by up to 14 between two photos of one game, yellow and
#: blue are 70 apart.
_SAME_LIGHT = 25.0


class QuadLooks(PieceLooks):
    """Tiles that look turned when they are, and are told apart by pattern and light."""

    turns = True

    def same(self, found: Likeness) -> bool:
        """Whether two looks are of the same tile, as it lies."""
        return found.structure >= _SAME_PATTERN and found.colour <= _SAME_LIGHT
