"""Piles of pieces by colour: what players hold, what is set aside (leaflet, shares; M1, M15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pile:
    """How many pieces there are of each colour; colours sorted, none with nothing."""

    counts: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Pile:
        """A pile from counts by colour; less than nothing counts as nothing."""
        return cls(tuple(sorted((colour, n) for colour, n in counts.items() if n > 0)))

    @classmethod
    def each(cls, colours: Iterable[str]) -> Pile:
        """One piece for every colour named, as often as it is named."""
        named = list(colours)
        return cls.of({colour: named.count(colour) for colour in named})

    def count(self, colour: str) -> int:
        """How many of one colour."""
        return dict(self.counts).get(colour, 0)

    @property
    def total(self) -> int:
        """How many of all colours."""
        return sum(n for _, n in self.counts)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours there are."""
        return tuple(colour for colour, _ in self.counts)

    def plus(self, other: Pile) -> Pile:
        """Both piles together."""
        colours = {*self.colours, *other.colours}
        return Pile.of({c: self.count(c) + other.count(c) for c in colours})

    def minus(self, other: Pile) -> Pile | None:
        """The pile without the other; None where it does not hold all of it."""
        if any(self.count(colour) < n for colour, n in other.counts):
            return None
        return Pile.of({c: n - other.count(c) for c, n in self.counts})

    def shared(self, players: int) -> tuple[Pile, Pile]:
        """What each of so many players gets, the same of each colour, and what is left (M15)."""
        each = Pile.of({c: n // players for c, n in self.counts})
        return each, Pile.of({c: n % players for c, n in self.counts})


NOTHING = Pile()


@dataclass(frozen=True, slots=True)
class Stock:
    """What one player still holds; None where nobody said."""

    pads: Pile | None = None
    sticks: Pile | None = None

    @property
    def empty(self) -> bool:
        """Whether he surely holds nothing."""
        return self.pads == NOTHING and self.sticks == NOTHING

    @property
    def held(self) -> bool:
        """Whether he surely holds something."""
        return bool(self.pads and self.pads.total) or bool(self.sticks and self.sticks.total)

    def pile(self, kind: str) -> Pile | None:
        """The pads or the sticks, by the word ``pad`` or ``stick``."""
        return self.pads if kind == "pad" else self.sticks

    def may_hold(self, kind: str, colour: str) -> bool:
        """Whether he may hold such a piece, as far as is known."""
        pile = self.pile(kind)
        return pile is None or pile.count(colour) > 0

    def surely_holds(self, colour: str) -> bool:
        """Whether he surely holds a piece of that colour."""
        return any(pile is not None and pile.count(colour) for pile in (self.pads, self.sticks))

    def without(self, kind: str, colour: str) -> Stock:
        """The stock after one piece left it; one that it cannot have held makes it unknown."""
        pile = self.pile(kind)
        left = None if pile is None else pile.minus(Pile.each([colour]))
        return Stock(left, self.sticks) if kind == "pad" else Stock(self.pads, left)

    def with_sticks(self, pile: Pile | None) -> Stock:
        """The stock after more sticks came to it; None where nobody knows how many."""
        known = self.sticks is not None and pile is not None
        return Stock(self.pads, self.sticks.plus(pile) if known else None)  # type: ignore[union-attr, arg-type] # both are known
