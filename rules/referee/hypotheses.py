"""What may have happened between two pictures, judged and weighed, and with its probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.referee.match import Status
from rules.referee.misfit import AnyObservation
from rules.referee.rulings import Ruled

TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[TurnT]):
    """One explanation over one alignment, judged and weighed.

    `gone` are open turns no longer on the table, `stay` those that still are, `new` what was
    done since, after which it is `then`'s turn; `score` in nats (0 is perfect), `worst`
    the misfit of the worst place it touches, `strays` how many untouched known places are misread.
    """

    observation: AnyObservation
    new: tuple[Ruled[TurnT], ...]
    stay: tuple[TurnT, ...]
    gone: tuple[TurnT, ...]
    disturbed: tuple[Any, ...]
    then: str | None
    score: float
    worst: float
    strays: int

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

    @property
    def foul(self) -> bool:
        """Whether a new turn would be called a foul."""
        return any(r.status is Status.OPEN for r in self.new)


@dataclass(frozen=True, slots=True)
class Weighed(Generic[TurnT]):
    """A meaning with its probability, told by its best hypothesis."""

    hypothesis: Hypothesis[TurnT]
    probability: float
