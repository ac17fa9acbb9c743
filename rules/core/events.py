"""Events of a match: append-only frozen values. The state of a match is their replay.

Numbers are places in the log: the first event is number 0. An event says what happened or what
somebody said, never what follows from it; what follows is judged anew at every replay.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.codec import Json
from rules.core.places import Place
from rules.core.rulebook import OptionValue

TurnT = TypeVar("TurnT")

_NOTHING: Json = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins: who plays, in turn order, and every house rule's value."""

    game: str
    players: tuple[str, ...]
    house: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class PositionSeen:
    """The first picture: what stands where. Empty for a fresh table."""

    position: tuple[tuple[Place, Hashable], ...]
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """A place of the first picture holds another piece than was read (None: no piece)."""

    place: Place
    label: Hashable | None
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class TurnSeen(Generic[TurnT]):
    """A turn was seen, or told by the players (then without a photo).

    `legal` is what was called at the time. A legal turn that a later correction makes illegal
    stays on the table, as nobody took it back. `otherwise`: turns that it may as well have been, as
    they look the same and are called the same.
    """

    turn: TurnT
    legal: bool = True
    photo: str | None = None
    otherwise: tuple[TurnT, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack(Generic[TurnT]):
    """Turns that had not entered the game were taken off the table."""

    turns: tuple[TurnT, ...]
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Corrected(Generic[TurnT]):
    """The turn of event `number` was another one, or (None) was not made at all. `otherwise`: turns
    that it may as well have been."""

    number: int
    turn: TurnT | None
    photo: str | None = None
    otherwise: tuple[TurnT, ...] = ()


#: What an answer says was done, which turns are gone, what an earlier turn was.
Answer = tuple[tuple[TurnT, ...], tuple[TurnT, ...], Corrected[TurnT] | None]


@dataclass(frozen=True, slots=True)
class Asked(Generic[TurnT]):
    """The picture allowed several things; the alternatives, best first, and for each the turns it
    says are gone from the table, and what it says an earlier turn was that nobody had told
    (`instead`; empty where no alternative hangs on one). Of several turns that left the game the
    first stands there, the others are among those that are gone."""

    alternatives: tuple[tuple[TurnT, ...], ...]
    gone: tuple[tuple[TurnT, ...], ...] = ()
    photo: str | None = None
    instead: tuple[Corrected[TurnT] | None, ...] = ()

    @property
    def answers(self) -> tuple[Answer[TurnT], ...]:
        """Each alternative with its open turns gone and what it says of an earlier turn."""
        gone = self.gone or ((),) * len(self.alternatives)
        earlier = self.instead or (None,) * len(self.alternatives)
        return tuple(zip(self.alternatives, gone, earlier, strict=True))


@dataclass(frozen=True, slots=True)
class Settled:
    """A later picture answered the last question: nothing had happened."""

    photo: str | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """The players say which alternative of the last question was right (0 is the first)."""

    choice: int


@dataclass(frozen=True, slots=True)
class LetStand(Generic[TurnT]):
    """The players leave the last question open and play on, whatever it was. `turns`: the fouls
    of this history that it asked about; they count like legal turns."""

    turns: tuple[TurnT, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """The players say that none of the last question's alternatives is right."""


@dataclass(frozen=True, slots=True)
class Insisted:
    """The players play on over the open fouls: a decision of the house."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last event that did something is taken back; with `answer`, the newest answer with all
    that was done since: its question is open again."""

    answer: bool = False


@dataclass(frozen=True, slots=True)
class Redone:
    """The last undone event counts again; any other event in between forbids it."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player says the turn is over."""

    player: str | None = None


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something beside the turns that pictures showed, as a hand lying open. `data` is JSON."""

    fact: str
    data: Json = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Line:
    """A history that the pictures so far leave possible: what the log holds up to event `since`,
    then `events` of its own, all told up to number `told` of it.

    `nats` is its weight against the likeliest one (0); lines of one `kin` tell the same acts in
    another order, `fouls` of them against the rules.
    """

    since: int
    events: tuple[Event, ...]
    told: int
    nats: float
    kin: int = 0
    fouls: int = 0


@dataclass(frozen=True, slots=True)
class Believed:
    """What the pictures so far say, in short: every likely history with its weight, best first.
    Without lines: only what the log itself comes to."""

    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """Something no picture shows, told by the players: a hand, the reserve. `data` is JSON."""

    fact: str
    data: Json = field(default_factory=lambda: _NOTHING)


#: Of a game with these turns.
EventOf: TypeAlias = (
    MatchStarted
    | PositionSeen
    | PositionCorrected
    | TurnSeen[TurnT]
    | TakenBack[TurnT]
    | Asked[TurnT]
    | Settled
    | Answered
    | Corrected[TurnT]
    | LetStand[TurnT]
    | Refuted
    | Insisted
    | Undone
    | Redone
    | TurnEnded
    | Told
    | Noticed
    | Believed
)

#: Of whichever game: its turns are its own.
Event: TypeAlias = EventOf[Any]
AnyAsked: TypeAlias = Asked[Any]
