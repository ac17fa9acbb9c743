"""What the Redline reader may be told beforehand, and what a picture leaves for the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.places import Cell
from rules.games.redline.tiles import Tile
from vision.redline.tiles.learnt_tiles import TileLooks


@dataclass(frozen=True)
class RedlineMemory:
    """`looks`: how the user's own tiles look, None where nobody taught them; `laid`: what lies in
    the layout by the game so far, in the game's own frame, None where no game is known."""

    looks: TileLooks | None = None
    laid: Mapping[Cell, Tile] | None = None

    def with_laid(self, laid: Mapping[Cell, Tile]) -> RedlineMemory:
        """The same once the layout is another one; itself where it is not."""
        return self if self.laid == laid else replace(self, laid=dict(laid))


def remembered(memory: object) -> RedlineMemory:
    """What a memory of this reader tells; nothing where it is none."""
    return memory if isinstance(memory, RedlineMemory) else RedlineMemory()
