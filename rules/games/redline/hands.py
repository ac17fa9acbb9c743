"""What is known of a player's hand. The unknown is never a foul (leaflet, hands lie face up)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.core.toolkit.hands import PartlyKnown
from rules.games.redline.masks import unturned
from rules.games.redline.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hand(PartlyKnown):
    """A hand: tiles surely in it (unturned, sorted) and how many more there are. `read` tells that
    pictures showed the tiles, one of which may be misread: that a tile is not among them then
    proves nothing."""

    known: tuple[Tile, ...] = ()
    hidden: int | None = None
    read: bool = False

    @classmethod
    def of(cls, tiles: Iterable[Tile], hidden: int | None = 0) -> Hand:
        """The hand with these tiles, however they were turned, and `hidden` others."""
        return cls(_sorted(map(unturned, tiles)), hidden)

    @property
    def empty(self) -> bool:
        """Whether the hand surely holds nothing."""
        return self.count == 0

    def may_hold(self, tile: Tile) -> bool:
        """Whether the tile can be in this hand, going by this hand alone."""
        return not self.exact or self.read or unturned(tile) in self.known

    def with_drawn(self) -> Hand:
        """The hand after one tile was drawn that nobody has read yet."""
        return replace(self, hidden=None if self.hidden is None else self.hidden + 1)

    def uncounted(self) -> Hand:
        """The hand of which nobody can tell any more how many tiles it holds."""
        return replace(self, hidden=None)

    def but_known(self, tiles: Iterable[Tile]) -> Hand:
        """The same number of tiles, of which only these are known, from pictures."""
        known = _sorted(map(unturned, tiles))
        return Hand(known, None if self.count is None else self.count - len(known), True)

    def unread(self) -> Hand:
        """The same number of tiles, with nothing left of what pictures showed."""
        return Hand((), self.count) if self.read else self

    def without(self, tiles: Sequence[Tile]) -> Hand:
        """The hand after these tiles left it; one it cannot have held makes it unknown."""
        known, hidden = list(self.known), self.hidden
        for tile in map(unturned, tiles):
            try:
                known.remove(tile)
            except ValueError:
                if hidden == 0:
                    return self._misread(len(tiles))
                hidden = None if hidden is None else hidden - 1
        return Hand(tuple(known), hidden, self.read)

    def _misread(self, gone: int) -> Hand:
        """The hand after tiles left it that are not among those it was said to be."""
        return self.without_unseen(gone) if self.read else Hand()

    def without_unseen(self, number: int) -> Hand:
        """The hand after `number` tiles left it that nobody read: which are left is unknown."""
        count = self.count
        if count is None or number == 0:
            return self if number == 0 else Hand()
        return Hand((), max(count - number, 0))


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that lies face up, as one picture showed it: the kinds of tile read surely in it,
    unturned and sorted, and whose it is, None where nobody can tell."""

    kinds: tuple[Tile, ...]
    owner: str | None = None


def _sorted(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: (tile.colour.value, tile.mask)))
