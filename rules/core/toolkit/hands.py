"""Hands of which more or less is known: what those of every game that deals pieces share."""

from __future__ import annotations

from collections.abc import Sized


class PartlyKnown:
    """A hand: the pieces `known` to be in it, and how many more there are. `hidden` None means
    "some, nobody said how many"; 0 means that `known` is all of it."""

    __slots__ = ()

    known: Sized
    hidden: int | None

    @property
    def exact(self) -> bool:
        """Whether every piece of the hand is known."""
        return self.hidden == 0

    @property
    def count(self) -> int | None:
        """How many pieces the hand holds, None where unknown."""
        return None if self.hidden is None else len(self.known) + self.hidden
