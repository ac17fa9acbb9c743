"""The colours that are played with at a table, as far as they are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Mask, Points
from vision.rouge.board.heat_maps import COLOURS


@dataclass(frozen=True)
class ColoursInPlay:
    """`seen` (11,): pawns of each name that were seen clearly or that are known to be in the box;
    `played`: the names of the players' colours, None while not all are known."""

    seen: Points
    played: frozenset[str] | None = None

    @classmethod
    def of(cls, names: Iterable[str]) -> ColoursInPlay:
        """A box with all pawns of the colours named."""
        there = set(names)
        return cls(np.array([PAWNS if name in there else 0 for name in COLOURS], np.float64))

    def by_nobody(self) -> Mask:
        """(11,) whether no player has a colour."""
        return np.array([self.played is not None and name not in self.played for name in COLOURS])

    def of_players(self) -> Mask:
        """(11,) whether a player is known to have a colour."""
        return np.array([self.played is not None and name in self.played for name in COLOURS])

    def seeing(self, clear: Points) -> ColoursInPlay:
        """The same after a picture with so many clear pawns (11,) of each name."""
        return replace(self, seen=np.maximum(clear, self.seen))


#: What is known before anything was seen.
NOTHING_KNOWN = ColoursInPlay(np.zeros(len(COLOURS)))
