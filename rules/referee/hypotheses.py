"""What may have happened between two pictures, judged and weighed, and with its probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.core.events import Corrected
from rules.core.game import Game
from rules.core.observation import EMPTY
from rules.referee.match import Status
from rules.referee.misfit import AnyObservation
from rules.referee.rulings import Ruled

TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[TurnT]):
    """One explanation over one alignment, judged and weighed.

    `gone` are open turns no longer on the table, `stay` those that still are, `new` what was
    done since, after which it is `then`'s turn and the table looks like `look`; `score` in nats (0
    is perfect), `worst` the misfit of the worst place it touches, `strays` how many untouched known
    places are misread. `instead`: what an earlier turn then was, where the judgement hangs on it.
    """

    observation: AnyObservation
    new: tuple[Ruled[TurnT], ...]
    stay: tuple[TurnT, ...]
    gone: tuple[TurnT, ...]
    disturbed: tuple[Any, ...]
    then: str | None
    look: Mapping[Any, Any]
    score: float
    worst: float
    strays: int
    instead: Corrected[TurnT] | None = None

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What would be called, and whose turn it then is: hypotheses that agree here are one,
        whatever the order of their turns."""
        new = frozenset((r.turn, r.status) for r in self.new)
        return new, frozenset(self.gone), self.disturbed, self.then

    @property
    def turns(self) -> tuple[TurnT, ...]:
        """The turns made since the last picture."""
        return tuple(r.turn for r in self.new)

    def called_as(self, other: Hypothesis[TurnT], game: Game[Any, TurnT]) -> bool:
        """Whether both are legal throughout, with the same duties, and the turns differ at most in
        what is read on the places they filled: the call is the same, whichever piece it was."""
        told = (self.gone, self.stay, self.disturbed, self.then, len(self.new))
        if told != (other.gone, other.stay, other.disturbed, other.then, len(other.new)):
            return False
        alike = all(map(_legal_alike, self.new, other.new))
        return alike and self._reread(other.look, game) == other.turns

    def _reread(self, look: Mapping[Any, Any], game: Game[Any, TurnT]) -> tuple[TurnT, ...]:
        """The turns with what another look has on their places."""
        other = {p: look.get(p, EMPTY) for p, x in self.look.items() if look.get(p, EMPTY) != x}
        turns = self.turns
        for place, label in other.items():
            if label is not EMPTY:
                turns = tuple(game.reread(turn, place, label) or turn for turn in turns)
        return turns

    @property
    def foul(self) -> bool:
        """Whether a new turn would be called a foul."""
        return any(r.status is Status.OPEN for r in self.new)


def _legal_alike(one: Ruled[Any], other: Ruled[Any]) -> bool:
    a, b = one.verdict, other.verdict
    accepted = one.status is other.status is Status.ACCEPTED and a.legal and b.legal
    return accepted and (a.rewards, a.required) == (b.rewards, b.required)


@dataclass(frozen=True, slots=True)
class Weighed(Generic[TurnT]):
    """A meaning with its probability, told by its best hypothesis."""

    hypothesis: Hypothesis[TurnT]
    probability: float
