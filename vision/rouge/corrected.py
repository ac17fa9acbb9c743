"""How Rouge pawns look, for what people put right."""

from __future__ import annotations

from vision.corrected.lesson import PieceLooks
from vision.corrected.likeness import Likeness

#: Distance of mean colours (CIE Lab) up to which two pawns are of one colour under one light. Of
#: 305 pairs of one colour on seven path-traced boards three in four were nearer; of 666 pairs of
#: different colours none was nearer than 41.
_SAME_COLOUR = 5.0


class PawnLooks(PieceLooks):
    """A pawn is told by its colour; all have one shape, and no front."""

    def same(self, found: Likeness) -> bool:
        """Whether two looks are of pawns of one colour."""
        return found.colour <= _SAME_COLOUR


LOOKS = PawnLooks()
