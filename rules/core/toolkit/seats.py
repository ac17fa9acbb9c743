"""Players in turn order, as the state of a game knows them."""

from __future__ import annotations

from typing import TypeVar

from rules.core.errors import UnknownName

T = TypeVar("T")


class Seated:
    """A state that knows its players, in turn order; empty where nobody named them."""

    __slots__ = ()

    players: tuple[str, ...]

    def seat(self, player: str) -> int:
        """The player's place in turn order. Raises UnknownName for a stranger."""
        if player not in self.players:
            raise UnknownName(f"There is no player named {player!r}: {', '.join(self.players)}.")
        return self.players.index(player)

    def after(self, seat: int) -> int:
        """The seat that follows clockwise."""
        return (seat + 1) % len(self.players)


def clockwise(players: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """The players from a seat on."""
    return (*players[seat:], *players[:seat])


def changed(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """One value for every seat, with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
