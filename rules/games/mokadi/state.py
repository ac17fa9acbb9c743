"""Mokadi positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from rules.core.toolkit.seats import Seated, changed, clockwise
from rules.games.mokadi.geometry import XY, Ends
from rules.games.mokadi.pieces import (
    Contacts,
    Kind,
    Label,
    Pad,
    Spot,
    Stick,
    Support,
    pad_spot,
    stick_spot,
)
from rules.games.mokadi.stock import NOTHING, Pile, Stock


class Phase(Enum):
    """The three parts of a game (leaflet, how it begins, all pieces laid, all pieces taken)."""

    OPENING = "opening"
    BUILDING = "building"
    REMOVING = "removing"


@dataclass(frozen=True, slots=True)
class LaidPad:
    """A pad on the table; `at` is its middle, None where nobody knows, `sigma` how well that is
    known, in stick lengths; `spot` where it lies."""

    number: int
    colour: str
    at: XY | None
    sigma: float = 0.0
    spot: Spot = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spot", pad_spot(self.number, self.at))


@dataclass(frozen=True, slots=True)
class LaidStick:
    """A stick that stays up. `contacts` as last seen, None where nobody looked; `spot` where it
    lies."""

    number: int
    colour: str
    ends: Ends | None = None
    contacts: Contacts = None
    support: Support = field(init=False, repr=False, compare=False)
    spot: Spot = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "support", Support.of(self.contacts))
        object.__setattr__(self, "spot", stick_spot(self.number, self.ends))


@dataclass(frozen=True, slots=True)
class Due:
    """A sharing out that follows an elimination: what each of these players gets, and what is
    left over (leaflet, elimination; M15). None where nobody knows how much there was."""

    players: tuple[str, ...]
    each: Pile | None
    left: Pile | None


@dataclass(frozen=True, slots=True)
class MokadiState(Seated):
    """A game of Mokadi as far as it is known; None stands for what nobody knows.

    `players` clockwise, the starter first; `stocks` in their order. `spare` are the pads of a game
    of three that belong to nobody (M1). `aside` the sticks set aside (M15). `out` in the order of
    elimination. `turn` is the seat on turn, `last` who made the last turn. `colour` is that of the
    last piece laid or removed since alternation began, None where the next is free (M16, M17).
    `due` is the sharing out of an elimination just made. `fallen` is where sticks that fell were
    seen on the table: one that lies flat there is no turn, whenever they are cleared away.
    """

    pads: tuple[LaidPad, ...] = ()
    sticks: tuple[LaidStick, ...] = ()
    players: tuple[str, ...] = ()
    stocks: tuple[Stock, ...] = ()
    spare: Pile = NOTHING
    aside: Pile | None = None
    out: tuple[str, ...] = ()
    turn: int | None = None
    last: str | None = None
    phase: Phase | None = None
    colour: str | None = None
    due: Due | None = None
    fallen: tuple[Ends, ...] = field(default=(), compare=False)

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who are in, clockwise."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def mover(self) -> str | None:
        """The player on turn: the next clockwise who is in and has something to do.

        Nobody while the spare pads are laid (M1); None where unknown.
        """
        if self.turn is None or self.spare.total:
            return None
        seats = clockwise(self.players, self.turn)
        playing = [player for player in seats if player in self.playing]
        return next((p for p in playing if self._has_to_act(p)), next(iter(playing), None))

    def _has_to_act(self, player: str) -> bool:
        if self.phase is Phase.OPENING:
            return self.owes_pad(player)
        return self.phase is not Phase.BUILDING or not self.stock(player).empty

    def owes_pad(self, player: str) -> bool:
        """Whether he must still lay a pad of the first round or rounds (leaflet, how it begins;
        M2): of four pads two stay with him, of two pads one."""
        pads = self.stock(player).pads
        kept = 2 if len(self.players) == 2 else 1
        return pads is not None and pads.total > kept

    def stock(self, player: str) -> Stock:
        """What is known of a player's pieces. Raises UnknownName for a stranger."""
        return self.stocks[self.seat(player)]

    def with_stock(self, player: str, stock: Stock) -> MokadiState:
        """The state with other knowledge of one player's pieces."""
        seat = self.seat(player)
        return replace(self, stocks=changed(self.stocks, seat, stock))

    @property
    def pieces(self) -> tuple[LaidPad | LaidStick, ...]:
        """Everything on the table."""
        return (*self.pads, *self.sticks)

    def pad(self, number: int) -> LaidPad | None:
        """The pad of that number, None where none lies."""
        return next((pad for pad in self.pads if pad.number == number), None)

    def stick(self, number: int) -> LaidStick | None:
        """The stick of that number, None where none lies."""
        return next((stick for stick in self.sticks if stick.number == number), None)

    def piece(self, spot: Spot) -> LaidPad | LaidStick | None:
        """What lies at a spot."""
        return self.pad(spot.number) if spot.kind is Kind.PAD else self.stick(spot.number)

    def position(self) -> dict[Spot, Label]:
        """What stands where."""
        pads: dict[Spot, Label] = {pad.spot: Pad(pad.colour, pad.sigma) for pad in self.pads}
        return pads | {s.spot: Stick(s.colour, s.contacts) for s in self.sticks}


def next_number(pieces: Sequence[LaidPad | LaidStick]) -> int:
    """The number that a new piece of a kind gets."""
    return max((piece.number for piece in pieces), default=0) + 1
