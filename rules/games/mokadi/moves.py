"""What can happen in a game of Mokadi: the turns, each a frozen value.

`player` names who made a turn where a hand was seen or the players said so. Numbers of new pieces
are bookkeeping and take no part in comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.games.mokadi.geometry import XY, Ends
from rules.games.mokadi.pieces import UNMEASURED, Contacts, Seen, Spot
from rules.games.mokadi.stock import Pile


@dataclass(frozen=True, slots=True)
class Shift:
    """A stick that lies otherwise after a turn than before (leaflet, pushing; M9, M10)."""

    number: int
    ends: Ends | None = None
    contacts: Contacts = None


@dataclass(frozen=True, slots=True)
class LayPad:
    """A pad laid at a point (leaflet, laying a pad; M3). `sigma`: how well the point is known,
    in stick lengths; `measured`: where the pads lie that no stick had measured before."""

    colour: str
    at: XY
    sigma: float = 0.0
    player: str | None = None
    number: int | None = field(default=None, compare=False)
    measured: tuple[Spot, ...] = field(default=(), compare=False)

    @property
    def in_sticks(self) -> bool:
        """Whether its place means anything in stick lengths."""
        return self.sigma < UNMEASURED


@dataclass(frozen=True, slots=True)
class LayStick:
    """A stick laid on other pieces (leaflet, laying a stick; M5 to M8), in its final rest.

    `contacts` None: nobody could see any. `ends_down` is how sure it is that the coloured ends
    face down; `shifts` the sticks it pushed; `measured`: where the pads lie that no stick had
    measured before.
    """

    colour: str
    contacts: Contacts
    ends: Ends | None = None
    ends_down: float = 0.0
    shifts: tuple[Shift, ...] = ()
    player: str | None = None
    number: int | None = field(default=None, compare=False)
    measured: tuple[Spot, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """Sticks taken off when all pieces are laid (leaflet, all pieces laid; M17). `dropped`: the
    stick slipped from the hand (M18)."""

    sticks: tuple[int, ...]
    dropped: bool = False
    shifts: tuple[Shift, ...] = ()
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Fallen(Seen):
    """A stick that lies on the table, with how sure that is (M12)."""

    number: int
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Fall:
    """Something fell: placed sticks (M12), the stick in hand (`own`, M11), knocked pads (M13).

    `touched`: whether the player now on turn had touched anything before; `calm_s`: seconds of
    calm before the fall; `seconds` since the player began to try. None where nobody knows.
    `lying`: where sticks that fell were seen on the table.
    """

    sticks: tuple[Fallen, ...] = ()
    own: bool = False
    pads: tuple[int, ...] = ()
    touched: bool | None = None
    calm_s: float | None = None
    seconds: float | None = None
    player: str | None = None
    lying: tuple[Ends, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Share:
    """How the sticks of an eliminated player were shared out (M15), as the players say it.
    `pads`: pads that were given away with them."""

    given: tuple[tuple[str, Pile], ...]
    pads: int = 0


@dataclass(frozen=True, slots=True)
class Concede:
    """A player says he can lay nothing and is out (M14)."""

    player: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A player lays nothing and stays in (M4, M14)."""

    player: str | None = None


Turn = LayPad | LayStick | Remove | Fall | Share | Concede | Pass

#: The turns that lay a piece.
Lay = LayPad | LayStick


def kind_of(lay: Lay) -> str:
    """The word for the piece a turn lays."""
    return "pad" if isinstance(lay, LayPad) else "stick"
