"""Redline positions and turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.core.places import Cell
from rules.core.toolkit.seats import Seated, changed, clockwise
from rules.games.redline.board import Board
from rules.games.redline.hands import Hand, OpenHand
from rules.games.redline.readings import Readings
from rules.games.redline.straight import Straightness, straightness_of
from rules.games.redline.tiles import Tile

Layout = Mapping[Cell, Tile]


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid on a cell. `askew_deg` is its angle against the lattice (fig. 3) and
    `offset` how far from the cell's middle it lies, in tile sides; both 0 for a straight one. Two
    looks measure them otherwise, so lays are told apart by their `straightness`."""

    cell: Cell
    tile: Tile
    askew_deg: float = field(default=0.0, compare=False)
    offset: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    straightness: Straightness = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "straightness", straightness_of(self.askew_deg, self.offset))


@dataclass(frozen=True, slots=True)
class Discard:
    """Tiles thrown into the reserve by a player who could not (or claims he could not) lay.
    `tiles` where they are known."""

    player: str
    count: int
    tiles: tuple[Tile, ...] | None = None


Turn = Lay | Discard

#: The board before the first tile.
NO_TILES = Board()


@dataclass(frozen=True, slots=True)
class RedlineState(Seated):
    """A game of Redline as far as it is known.

    `players` clockwise, the starter first; empty where nobody named them. `hands` in their order.
    `reserve` counts the tiles face down, None where unknown. `turn` is the index of the player
    whose turn it is by the clock, None where unknown. `last` is the last lay and `layer` who made
    it; `fresh` tells that the last turn was a lay, not a discard. `out` groups the players without
    tiles, first out first. `owed` are those who still owe a tile after an alignment (R18).
    `final` tells that the last turn was said to be over (R25). `claims` are the readings by which a
    claim that nobody can lay is proved, None where the referee announces it; `claimed` is who made
    a proved one (R23). `open_hands` are the hands as the last clear picture showed them.
    """

    layout: Board = NO_TILES
    players: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    reserve: int | None = None
    turn: int | None = None
    last: Lay | None = None
    layer: str | None = None
    fresh: bool = False
    out: tuple[tuple[str, ...], ...] = ()
    owed: tuple[str, ...] = ()
    final: bool = False
    claims: Readings | None = None
    claimed: str | None = None
    open_hands: tuple[OpenHand, ...] = ()

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who still have tiles, as far as is known, in clockwise order."""
        if not self.out:
            return self.players
        gone = {player for group in self.out for player in group}
        return tuple(player for player in self.players if player not in gone)

    @property
    def mover(self) -> str | None:
        """The player whose turn it is: the next clockwise who is not out (leaflet, play; R1)."""
        if self.turn is None:
            return None
        if not self.out:
            return self.players[self.turn]
        playing = self.playing
        seats = clockwise(self.players, self.turn)
        return next((player for player in seats if player in playing), None)

    def hand(self, player: str) -> Hand:
        """What is known of a player's hand. Raises UnknownName for a stranger."""
        return self.hands[self.seat(player)]

    def with_hand(self, player: str, hand: Hand) -> RedlineState:
        """The state with better knowledge of one hand, read from a photo or told by the players."""
        seat = self.seat(player)
        return replace(self, hands=changed(self.hands, seat, hand))

    def with_mover(self, player: str) -> RedlineState:
        """The state with better knowledge of whose turn it is."""
        return replace(self, turn=self.seat(player))

    def with_reserve(self, count: int) -> RedlineState:
        """The state with better knowledge of how many tiles the reserve holds."""
        return replace(self, reserve=count)
