"""Linie 1 positions and turns, as far as they are known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.core.toolkit.seats import Seated, changed
from rules.games.linie1.board import Board
from rules.games.linie1.hands import Hand
from rules.games.linie1.places import Spot
from rules.games.linie1.tiles import Tile


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile laid on a cell. `replaces` is the tile that lay there; it is read from the board
    and not compared: two equal tiles on one cell are one move."""

    spot: Spot
    tile: Tile
    replaces: Tile | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Lay:
    """One or two tiles of one turn, in the order they were laid (5.3).

    Stop signs that these tiles make due are taken to be put up with them; `lacking` names the
    places where one is due and does not stand. `signs` are signs put up besides: late ones, or
    wrong ones. `player` and `ended` (no second tile follows) only where somebody told. `beside`
    are the players of turns that one picture showed with this one, its own among them: each of its
    tiles may be another one's. The turn is the same.
    """

    tiles: tuple[Laid, ...]
    signs: tuple[Spot, ...] = ()
    lacking: tuple[Spot, ...] = ()
    player: str | None = None
    ended: bool = False
    beside: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Signs:
    """Stop signs put up or taken off, and nothing else (5.8)."""

    put: tuple[Spot, ...] = ()
    removed: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Drive:
    """A tram's move (5.11). `start` None: it comes from beside the board; `end` None: it is taken
    off because it is lost (5.13). `roll` (1..4 or H) where known, and `spaces`, which follow from
    the board and are not compared."""

    line: int
    start: Spot | None
    end: Spot | None
    spaces: int | None = field(default=None, compare=False)
    roll: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A player who can lay nothing (more) gives up the turn (8.6)."""

    player: str | None = None


Turn = Lay | Signs | Drive | Pass


@dataclass(frozen=True, slots=True)
class Tram:
    """A tram on its trip. `entered` are the ways it may have come into its place: the side of a
    cell, or exit 0 or 1 of a terminus; it leaves by what track leads on from there.

    `spot` None: taken off, lost. `origin` is the terminus it started from, None where unknown.
    `visited` are the stops it has passed, None where unknown. `shown` is the route its player
    traced, where told. `checked` are the stops that its route was judged by, None before its player
    told them.
    """

    line: int
    spot: Spot | None
    entered: tuple[int, ...]
    origin: Spot | None = None
    visited: frozenset[str] | None = frozenset()
    shown: tuple[Spot, ...] = ()
    checked: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Linie1State(Seated):
    """A game of Linie 1 as far as it is known.

    `players` clockwise, empty where nobody named them; `hands`, `lines` and `routes` in their
    order (None: not known). `signs` are where stop signs stand; `first` tells for a letter the
    tile its sign belongs on, where known; `excused` are letters whose sign was missing in the
    first picture, which proves nothing of a turn, or that people go on without. `turn` is the seat
    whose turn it is, `half` what it has laid so far, `last` the tiles of the last lay with what
    they replaced. `speed` is how far the last tram went, `roll` the last die. `pile` counts the
    face-down tiles. `starts` is the line of a tram that was put on its terminus in the turn that
    goes on: it may drive on or wait (5.10); `drove` that of the tram that the last turn moved.
    """

    board: Board = field(default_factory=Board)
    signs: frozenset[Spot] = frozenset()
    first: tuple[tuple[str, Spot], ...] = ()
    excused: frozenset[str] = frozenset()
    trams: tuple[Tram, ...] = ()
    players: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    lines: tuple[int | None, ...] = ()
    routes: tuple[tuple[str, ...] | None, ...] = ()
    pile: int | None = None
    turn: int | None = None
    half: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    speed: int | None = None
    roll: str | None = None
    starts: int | None = None
    drove: int | None = None

    @property
    def mover(self) -> str | None:
        """The player whose turn it is, None where unknown."""
        return None if self.turn is None else self.players[self.turn]

    def tram(self, line: int) -> Tram | None:
        """The tram of a line, None before its trip."""
        return next((tram for tram in self.trams if tram.line == line), None)

    def with_tram(self, tram: Tram) -> Linie1State:
        """The state with one tram placed anew."""
        others = [other for other in self.trams if other.line != tram.line]
        return replace(self, trams=tuple(sorted((*others, tram), key=lambda t: t.line)))

    def owner(self, line: int) -> int | None:
        """The seat that plays a line, None where unknown."""
        return self.lines.index(line) if line in self.lines else None

    def letters(self, line: int) -> tuple[str, ...] | None:
        """The stops of a line's player, None while his card is secret."""
        seat = self.owner(line)
        return None if seat is None else self.routes[seat]

    def travelling(self, seat: int) -> Tram | None:
        """The tram a player is known to drive, None before his trip."""
        line = self.lines[seat]
        return None if line is None else self.tram(line)

    def with_hand(self, seat: int, hand: Hand) -> Linie1State:
        """The state with another hand at a seat."""
        return replace(self, hands=changed(self.hands, seat, hand))

    def with_line(self, seat: int, line: int | None) -> Linie1State:
        """The state with a player's line known: there is one card of each (3.2), so it is nobody
        else's."""
        others = (None if known == line else known for known in self.lines)
        return replace(self, lines=changed(tuple(others), seat, line))

    def with_route(self, seat: int, letters: tuple[str, ...] | None) -> Linie1State:
        """The state with a player's stops known."""
        return replace(self, routes=changed(self.routes, seat, letters))
