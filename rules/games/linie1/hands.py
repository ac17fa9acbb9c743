"""What is known of a player's five tiles. The unknown is never a foul (5.1, 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from rules.core.toolkit.hands import PartlyKnown
from rules.games.linie1.tiles import CURVE, KIND_FACES, KINDS, STRAIGHT

#: Tiles in a full hand (5.2, 5.3).
HAND_SIZE = 5

#: Start tiles each player is dealt: straights, curves (5.2).
START_STRAIGHTS = 3
START_CURVES = 2

#: Start tiles by kind, before any draw.
DEALT = (STRAIGHT,) * START_STRAIGHTS + (CURVE,) * START_CURVES


@dataclass(frozen=True, slots=True)
class Hand(PartlyKnown):
    """A hand: the kinds (1..12, rising) of tiles surely in it and how many more there are."""

    known: tuple[int, ...] = ()
    hidden: int | None = None

    @classmethod
    def of(cls, kinds: Iterable[int], hidden: int | None = 0) -> Hand:
        """The hand with these kinds and `hidden` others."""
        return cls(tuple(sorted(kinds)), hidden)

    def known_faces(self) -> int:
        """The faces its known tiles can show, as bits."""
        return faces_of(self.known)

    def faces(self, left: Iterable[int]) -> int:
        """The faces its tiles can show, as bits; an unknown one may be any of the kinds `left`."""
        return faces_of(self.known if self.exact else (*self.known, *left))

    def plus(self, kind: int) -> Hand:
        """The hand after a tile of a known kind came into it (an exchanged one, 5.5)."""
        return Hand.of((*self.known, kind), self.hidden)

    def without(self, kind: int) -> Hand:
        """The hand after a tile left it; one it cannot have held makes it unknown."""
        if kind in self.known:
            rest = list(self.known)
            rest.remove(kind)
            return Hand(tuple(rest), self.hidden)
        if self.hidden == 0:
            return Hand()
        return Hand(self.known, None if self.hidden is None else self.hidden - 1)

    def unsure(self, kinds: Iterable[int]) -> Hand:
        """The same number of tiles, of which one of each of these kinds may be another."""
        known, hidden = list(self.known), self.hidden
        for kind in kinds:
            if kind in known:
                known.remove(kind)
                hidden = None if hidden is None else hidden + 1
        return Hand(tuple(known), hidden)

    def either(self, other: Hand) -> Hand:
        """What is known of a hand that may be this one or the other."""
        known = tuple(sorted((Counter(self.known) & Counter(other.known)).elements()))
        if self.count is None or self.count != other.count:
            return Hand(known)
        return Hand(known, self.count - len(known))

    def drawn(self, number: int | None) -> Hand:
        """The hand after tiles were drawn that nobody has read yet; None: nobody knows how many."""
        if number is None or self.hidden is None:
            return Hand(self.known, None)
        return Hand(self.known, self.hidden + number)


def faces_of(kinds: Iterable[int]) -> int:
    """The faces that tiles of these kinds can show, as bits."""
    return reduce(or_, (KIND_FACES[kind] for kind in kinds), 0)


def kinds_left(counts: bytes, *, whole: bool) -> tuple[int, ...]:
    """The kinds of which a tile may still be somewhere off the board (rule document 2.1).

    `counts` is how many of each kind lie on the board; without `whole` any box is possible."""
    return tuple(k.number for k in KINDS if not whole or counts[k.number] < k.count)
