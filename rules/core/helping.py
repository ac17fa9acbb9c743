"""What a game can tell onlookers beside its calls: who holds what, where a piece could go, what is
still to be done. Every game may leave any of it out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.places import Place
from rules.core.rulebook import House
from rules.core.verdict import Outcome, Required, Reward

StateT = TypeVar("StateT")
LabelT = TypeVar("LabelT", bound=Hashable)

Duty = Reward | Required


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known of one player. `hand` counts his pieces, None where nobody knows; `known` are
    the labels of those that were read or told; `badge` what he plays: a colour, a line."""

    player: str
    hand: int | None = None
    known: tuple[Hashable, ...] = ()
    out: bool = False
    badge: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """The players, and counts of the table by their word, such as the reserve."""

    seats: tuple[Seat, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """A place where a piece may be laid now, and how it would lie there."""

    place: Place
    label: Hashable


@dataclass(frozen=True, slots=True)
class FitsNowhere:
    """Why a player's piece fits nowhere: for every place the code of the rule in the way; no
    places where nothing but the piece itself is to blame."""

    player: str
    label: Hashable
    obstacles: tuple[tuple[Place, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Freeze:
    """Whether nobody can lay any more. `frozen` None: the hands of the `unknown` would tell, and
    `remaining` is where a piece that nobody has read could go. With False, `player` could lay
    `fit`. `proof` says of the known pieces why they fit nowhere; with True and some `unknown`, no
    piece that they may hold fits either."""

    frozen: bool | None
    player: str | None = None
    fit: Fit | None = None
    unknown: tuple[str, ...] = ()
    proof: tuple[FitsNowhere, ...] = ()
    remaining: tuple[Fit, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """What track there is for a line. `path` runs from terminus to terminus, through every wanted
    stop where none is `missing`; empty where the termini are not joined."""

    line: int
    path: tuple[Place, ...]
    missing: tuple[str, ...]
    complete: bool


class Helping(Generic[StateT, LabelT]):
    """A game that tells nothing; games override what they can tell. Holds nothing, is pure."""

    #: Which of `fits`, `freeze` and `way` a game answers.
    offers: tuple[str, ...] = ()

    def tally(self, state: StateT) -> Tally:
        """Who holds what, as far as is known."""
        return Tally()

    def still_owed(self, state: StateT, duty: Duty) -> bool | None:
        """Whether a duty is not done yet; None where no picture shows it."""
        return None

    def points(
        self, outcome: Outcome, players: Sequence[str], house: House
    ) -> Mapping[str, int] | None:
        """Points of a finished round by player; None in a game that counts none."""
        return None

    def paths(self, state: StateT, house: House) -> tuple[Way, ...]:
        """The ways that everybody may see just now, such as the route of a tram on its trip."""
        return ()

    def kinds(self, state: StateT, house: House) -> tuple[LabelT, ...]:
        """One label for every kind of piece that may still be laid."""
        return ()

    def pieces(self, state: StateT) -> tuple[LabelT, ...]:
        """One label for every kind of piece the set has, laid or not: what a place may bear."""
        return ()

    def fits(self, state: StateT, label: LabelT, house: House) -> Iterator[Fit]:
        """Every place where this piece may be laid now, however turned, whoever holds it."""
        return iter(())

    def freeze(self, state: StateT, house: House) -> Freeze:
        """Whether anybody can still lay."""
        return Freeze(None)

    def way(self, state: StateT, line: int, letters: Sequence[str], house: House) -> Way:
        """The track of a line through these stops. Raises UnknownName for one that is none."""
        return Way(line, (), tuple(letters), complete=False)


#: Of whichever game: its states and labels are its own.
AnyHelping: TypeAlias = Helping[Any, Any]
