"""What stands on one place: a tile, a stop sign and trams can share it.

This is the label of the game's observations. A reader that sees only tiles gives contents without
sign and trams; one that sees all three gives every likely combination its probability.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.games.linie1.tiles import Tile


@dataclass(frozen=True, slots=True)
class CellContent:
    """The content of a place. `stop`: a stop sign stands here (all signs look the same, its letter
    follows from the place); `trams`: the lines of the trams, rising. On a terminus the tile is
    None: its track is printed. A content with nothing in it is the label EMPTY instead."""

    tile: Tile | None = None
    stop: bool = False
    trams: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if tuple(sorted(set(self.trams))) != self.trams:
            raise ValueError(f"trams must rise and differ: {self.trams}")

    @classmethod
    def of(
        cls, tile: Tile | None = None, stop: bool = False, trams: Iterable[int] = ()
    ) -> CellContent:
        """The content with these things on the place, trams in any order."""
        return cls(tile, stop, tuple(sorted(trams)))

    @property
    def nothing(self) -> bool:
        """Whether the place is bare."""
        return self.tile is None and not self.stop and not self.trams
