"""Calls: what the referee says after looking at a picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

from rules.core.places import Place
from rules.core.verdict import Verdict

TurnT = TypeVar("TurnT")
StateT = TypeVar("StateT")


class CallKind(Enum):
    """The `call` of the outside contract."""

    SETUP = "setup"
    LEGAL = "legal"
    FOUL = "foul"
    ASK = "ask"
    NOTHING = "nothing"
    TAKEN_BACK = "taken-back"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Alternative(Generic[TurnT]):
    """One of several things that may have happened, with its probability. `instead`: the number of
    an earlier turn, and which of the things it may have been it then was (None: it was taken back);
    `gone`: open turns that were taken back, as they had been judged; `disturbed`: where accepted
    pieces were touched."""

    turns: tuple[TurnT, ...]
    verdicts: tuple[Verdict, ...]
    probability: float
    instead: tuple[int, TurnT | None] | None = None
    gone: tuple[tuple[TurnT, Verdict], ...] = ()
    disturbed: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(Generic[StateT, TurnT]):
    """One call. `standing` is the position as it physically lies on the table after it;
    `accepted` the last legal state, which a foul does not change."""

    kind: CallKind
    turn: int
    player: str | None
    confidence: float
    accepted: StateT
    standing: StateT
    move: TurnT | None = None
    verdict: Verdict | None = None
    alternatives: tuple[Alternative[TurnT], ...] = ()
    note: str | None = None
    reason: str | None = None


#: Of whichever game: its states and turns are its own.
AnyCall: TypeAlias = Call[Any, Any]
