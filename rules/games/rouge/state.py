"""Rouge positions and turns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.core.errors import UnknownName
from rules.games.rouge.made import Made
from rules.games.rouge.track import Hollow

#: Pawns of each colour (leaflet, contents).
PAWNS = 10

#: Up to here a ring's hollows count as lying on the rays, in degrees (rule document, 2.5: what a
#: camera cannot tell, 4).
ALIGNED_DEG = 8.0

#: The colours of a table whose own nobody has named yet: as many as the box has (leaflet,
#: contents), by likely names. The leaflet names none.
PALETTE = ("red", "blue", "green", "yellow")


@dataclass(frozen=True, order=True, slots=True)
class Pawn:
    """A pawn: nothing but a colour, by the name the table's calibration gave it."""

    colour: str


@dataclass(frozen=True, order=True, slots=True)
class Taken:
    """A pawn taken from the track, and where it stood when the line was made."""

    hollow: Hollow
    colour: str


#: What was taken with a turn, sorted; None while nobody can say: the hand may still take.
Captures = tuple[Taken, ...] | None


@dataclass(frozen=True, slots=True)
class Place:
    """A pawn set into a hollow (leaflet, rule 1). `line` is the middle of the ring line that the
    player claims, where several could be meant (U14)."""

    colour: str
    to: Hollow
    captures: Captures = None
    line: Hollow | None = None


@dataclass(frozen=True, slots=True)
class TurnRing:
    """A ring turned (leaflet, rule 2): `by` steps of 45 degrees, clockwise if positive. `off_deg`
    is how far from the rays its hollows came to rest; two looks measure it otherwise, so turns are
    told apart by whether that is `straight`."""

    ring: int
    by: int
    captures: Captures = None
    off_deg: float = field(default=0.0, compare=False)
    straight: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "straight", abs(self.off_deg) <= ALIGNED_DEG)


@dataclass(frozen=True, slots=True)
class Move:
    """A pawn moved from a hollow to another one (leaflet, rule 3); `line` as in `Place`."""

    colour: str
    origin: Hollow
    to: Hollow
    captures: Captures = None
    line: Hollow | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing done, where the table allows it or nothing can be done (U2, U22)."""

    captures: Captures = None


Turn = Place | TurnRing | Move | Pass


@dataclass(frozen=True, slots=True)
class Open:
    """A line was made and its pawns are not taken yet: the turn, how many pawns it takes of every
    opponent (surely at least, and at most: they differ where locks are unknown), the lines, and
    every way in which they may have been made."""

    turn: Turn
    least: int
    most: int
    made: Made
    ways: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class RougeState:
    """A game of Rouge as far as it is known. Sides are numbered; sets of hollows are bits.

    players: clockwise, the starter first; empty where nobody named them.
    names, colours: of each side, None where unknown. `seated`: sides are in turn order.
    pawns: of each side, on the track. `locked`: its end pawns that serve no new line (U11).
    doubtful: pawns that may be locked for all we know. `lines`: middles of its lines, where the
    table's readings need them (U11 b, U12).
    hands: pawns still to be placed; where not `counted`, the most there can be.
    mover: the side that is to act, `last` the one that acted last; None where unknown.
    rings: the ring turned last, by anyone, or by each side where the table plays so (U5); 0 none
    or unknown.
    out: eliminated sides, first out first (U20).
    open: the line whose pawns are still to be taken.
    quiet: turns since the last capture; `seen` the positions since the last placing or capture.
    draw: the players agreed on a draw (U23).
    between: rings that rest between two steps, as a foul on the table left them.
    """

    players: tuple[str, ...]
    names: tuple[str | None, ...]
    colours: tuple[str | None, ...]
    seated: bool
    pawns: tuple[int, ...]
    locked: tuple[int, ...]
    doubtful: tuple[int, ...]
    lines: tuple[int, ...]
    hands: tuple[int, ...]
    counted: tuple[bool, ...]
    mover: int | None
    last: int | None
    rings: tuple[int, ...]
    out: tuple[tuple[int, ...], ...] = ()
    open: Open | None = None
    quiet: int = 0
    seen: tuple[int, ...] = ()
    draw: bool = False
    between: frozenset[int] = frozenset()

    @property
    def taken(self) -> int:
        """Every hollow with a pawn."""
        bits = 0
        for pawns in self.pawns:
            bits |= pawns
        return bits

    @property
    def gone(self) -> frozenset[int]:
        """The sides that are out."""
        return frozenset(side for group in self.out for side in group)

    def side_of(self, colour: str) -> int | None:
        """The side that plays a colour, None where nobody is known to."""
        return self.colours.index(colour) if colour in self.colours else None

    def side_at(self, bit: int) -> int | None:
        """Whose pawn stands in a hollow."""
        return next((side for side, pawns in enumerate(self.pawns) if pawns & bit), None)

    def side_named(self, player: str) -> int:
        """The side of a player or, where players are unknown, of a colour. Raises UnknownName."""
        for known in (self.names, self.colours):
            if player in known:
                return known.index(player)
        raise UnknownName(f"Nobody here is named {player!r}, and no colour of theirs is known.")

    def called(self, side: int) -> str:
        """How a side is named: its player, else its colour."""
        return self.names[side] or self.colours[side] or ""

    def but(self, **changes: object) -> RougeState:
        """The same state but for some fields."""
        return replace(self, **changes)  # type: ignore[arg-type] # names of fields


def completes(state: RougeState, turn: Turn) -> bool:
    """Whether a turn is the last one once more, now with the pawns its line takes."""
    if state.open is None or turn.captures is None:
        return False
    return replace(turn, captures=None) == state.open.turn
