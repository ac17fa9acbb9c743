"""One match: its turns with their verdicts, the game so far (`accepted`), and the table as it lies
with its fouls (`standing`). A foul does not enter the game, unless nobody can take it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Generic, TypeAlias

from rules.core.events import Asked, Event
from rules.core.game import Game, StateT, TurnT
from rules.core.observation import EMPTY
from rules.core.places import AnyPosition
from rules.core.rulebook import House
from rules.core.verdict import Required, Reward, Verdict


class Status(Enum):
    """What became of a turn."""

    ACCEPTED = "accepted"  # in the game
    KEPT = "kept"  # a foul that was called legal or let stand, and nobody took back
    OPEN = "open"  # a foul that lies on the table
    RESTING = "resting"  # legal, but only over an open foul
    INSISTED = "insisted"  # a foul the players play on over
    HAPPENED = "happened"  # a foul that is an event: nothing can be taken back, so it counts
    TAKEN_BACK = "taken-back"


#: Turns that lie on the table beside the game.
OFF_THE_GAME = frozenset({Status.OPEN, Status.RESTING})

#: Turns that entered the game as legal.
AS_LEGAL = frozenset({Status.ACCEPTED, Status.KEPT})

#: Turns that entered the game, whatever for.
IN_THE_GAME = frozenset({Status.ACCEPTED, Status.KEPT, Status.INSISTED, Status.HAPPENED})


@dataclass(frozen=True, slots=True)
class Played(Generic[TurnT]):
    """One turn of the history. `number` is its event's place in the log, `ordinal` counts turns of
    the game from 1; `part`: it only goes on with the turn before it, as a second tile does;
    `otherwise`: what it may as well have been; `right`: it rests on a foul, and would only lie
    elsewhere without that. `player` is None where nobody knows."""

    number: int
    turn: TurnT
    verdict: Verdict
    status: Status
    player: str | None
    ordinal: int
    photo: str | None = None
    part: bool = False
    otherwise: tuple[tuple[TurnT, Verdict], ...] = ()
    right: bool = False

    @property
    def legal(self) -> bool:
        """Whether it is in the game as a legal turn."""
        return self.status is Status.ACCEPTED and self.verdict.legal

    @property
    def broken(self) -> frozenset[tuple[str, Any]]:
        """The rules it breaks, each with the place of its first piece."""
        return broken_by(self.verdict)

    @property
    def duties(self) -> tuple[tuple[Reward, ...], tuple[Required, ...]]:
        """What it earns, and what it asks for."""
        return self.verdict.rewards, self.verdict.required


def broken_by(verdict: Verdict) -> frozenset[tuple[str, Any]]:
    """The rules a verdict finds broken, each with the place of its first piece."""
    return frozenset((v.code, v.places[:1]) for v in verdict.violations)


@dataclass(frozen=True)
class Match(Generic[StateT, TurnT]):
    """Everything the log comes to. `let_stand`: a question that people want no more of. `before`:
    the game before its last turn, as long as that one may be changed. `over`: the table as it lies,
    where a turn entered the game over an open one."""

    game: Game[StateT, TurnT]
    house: House
    players: tuple[str, ...]
    log: tuple[Event, ...]
    accepted: StateT
    history: tuple[Played[TurnT], ...] = ()
    opened: bool = False
    question: Asked[TurnT] | None = None
    let_stand: Asked[TurnT] | None = None
    before: StateT | None = None
    over: StateT | None = None

    @cached_property
    def standing(self) -> StateT:
        """The table as it lies, open turns and all."""
        return self.forced(self.open_turns)

    @cached_property
    def live(self) -> tuple[Played[TurnT], ...]:
        """The turns that were not taken back."""
        return tuple(p for p in self.history if p.status is not Status.TAKEN_BACK)

    @cached_property
    def open_turns(self) -> tuple[TurnT, ...]:
        """Turns on the table that are not in the game, in the order they were seen."""
        return tuple(p.turn for p in self.history if p.status in OFF_THE_GAME)

    @cached_property
    def with_resting(self) -> StateT:
        """The game with the turns that rest on its fouls as if made without these."""
        return self.rested(self.open_turns)

    def rested(self, lying: Sequence[TurnT]) -> StateT:
        """The accepted game with those of these open turns that were right in it."""
        right, state = self.right_turns, self.accepted
        for turn in lying:
            state = self.game.force(state, turn, self.house) if turn in right else state
        return state

    @property
    def right_turns(self) -> frozenset[TurnT]:
        """The turns that rest on a foul, but are right in the game as well."""
        return frozenset(p.turn for p in self.history if p.right and p.status is Status.RESTING)

    def foul_among(self, turns: Iterable[TurnT]) -> bool:
        """Whether one of these open turns is a foul by itself, not only beside one."""
        fouls = {p.turn for p in self.history if p.status is Status.OPEN}
        return not fouls.isdisjoint(turns)

    @property
    def known_fouls(self) -> frozenset[TurnT]:
        """The open turns as people know of them, also what each may as well have been."""
        lying = (p for p in self.history if p.status in OFF_THE_GAME)
        return frozenset(t for p in lying for t in (p.turn, *(turn for turn, _ in p.otherwise)))

    def as_told(self, turn: TurnT) -> TurnT:
        """The turn that was told and may as well have been this one; itself where there is none."""
        told = {p.turn: p.turn for p in self.live}
        either = {t: p.turn for p in self.live for t, _ in p.otherwise}
        return {**either, **told}.get(turn, turn)

    @property
    def ordinal(self) -> int:
        """How many turns are in the game."""
        return sum(p.status in IN_THE_GAME and not p.part for p in self.history)

    @property
    def mover(self) -> str | None:
        """Whose turn it is; None where nobody knows, or it is over."""
        return self.game.to_move(self.with_resting)

    @cached_property
    def known(self) -> AnyPosition:
        """What lies where by the game as accepted."""
        return self.game.position(self.accepted)

    @cached_property
    def lying(self) -> AnyPosition:
        """What lies where, open fouls and all."""
        return self.game.position(self.standing)

    def judged(self, turn: TurnT) -> Verdict:
        """The verdict of a turn that would come next."""
        return self.game.judge(self.with_resting, turn, self.house)

    def forced(self, turns: Iterable[TurnT]) -> StateT:
        """The accepted game with some turns made on it, legal or not."""
        turns = tuple(turns)
        if self.over is not None and turns == self.open_turns:
            return self.over
        state = self.accepted
        for turn in turns:
            state = self.game.force(state, turn, self.house)
        return state

    def changes(self, turn: TurnT) -> dict[Any, Any]:
        """What lies otherwise once a turn is made, legal or not."""
        return differing(self.known, self.game.position(self.forced([turn])))

    def puts(self, turn: TurnT) -> dict[Any, Any]:
        """The pieces that lie otherwise once a turn is made."""
        return {p: label for p, label in self.changes(turn).items() if label is not EMPTY}


AnyMatch: TypeAlias = Match[Any, Any]


AnyPlayed: TypeAlias = Played[Any]


def differing(known: AnyPosition, now: AnyPosition) -> dict[Any, Any]:
    """What lies now where something else is known to have lain."""
    changed = (p for p in {*known, *now} if known.get(p) != now.get(p))
    return {place: now.get(place, EMPTY) for place in changed}


def beyond(played: Iterable[AnyPlayed], known: Iterable[Any]) -> list[AnyPlayed]:
    """Those whose turns are not among the known ones; of equal turns the later ones."""
    left, found = Counter(known), []
    for one in played:
        if left[one.turn]:
            left[one.turn] -= 1
        else:
            found.append(one)
    return found


def instead(
    told: Collection[AnyPlayed], made: Collection[AnyPlayed]
) -> Iterator[tuple[AnyPlayed, AnyPlayed]]:
    """The turns of one history that another has not, each with the one of like rank there."""
    ours, theirs = beyond(told, (p.turn for p in made)), beyond(made, (p.turn for p in told))
    return zip(ours, theirs, strict=False)


def common(one: Sequence[Any], other: Sequence[Any], same: Callable[[Any, Any], bool]) -> int:
    """How many of both are the `same` from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, pair in pairs if not same(*pair)), min(len(one), len(other)))
