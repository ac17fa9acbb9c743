"""Verdicts: what a referee says of a turn, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules.core.places import Place

#: A value that a message may name: a number, a word to be translated, or places.
Param = str | int | Place | tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken. `params` fill the message's blanks; `reading` names the disputed reading
    (a house rule's value) under which alone this is a foul, if there is one."""

    code: str
    rule: str
    places: tuple[Place, ...] = ()
    params: tuple[tuple[str, Param], ...] = ()
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Reward:
    """Something the turn earned. `detail` is JSON-ready data of the contract's `rewards`."""

    kind: str
    places: tuple[Place, ...] = ()
    params: tuple[tuple[str, Param], ...] = ()


@dataclass(frozen=True, slots=True)
class Required:
    """Something the players must do now, such as placing a stop sign or taking a pawn."""

    kind: str
    places: tuple[Place, ...] = ()
    params: tuple[tuple[str, Param], ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth saying that changes no call: "legal only under reading X"."""

    code: str
    params: tuple[tuple[str, Param], ...] = ()


class Ruling(Enum):
    """The three things a referee can say of a turn."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one turn: every violation, not only the first."""

    ruling: Ruling
    violations: tuple[Violation, ...] = ()
    rewards: tuple[Reward, ...] = ()
    required: tuple[Required, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        if (self.ruling is Ruling.ILLEGAL) != bool(self.violations):
            raise ValueError("a verdict is illegal exactly when it names a violation")

    @property
    def legal(self) -> bool:
        return self.ruling is Ruling.LEGAL
