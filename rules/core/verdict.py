"""Verdicts: what a referee says of a turn, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from rules.core.codec import JsonObject
from rules.core.places import Place

#: A value that a message may name: a number, a word to be translated, words, places, or nested
#: facts.
Param: TypeAlias = "str | int | Place | tuple[str, ...] | tuple[Place, ...] | tuple[Facts, ...]"


@dataclass(frozen=True, slots=True)
class Facts:
    """Named values that belong together, such as one of several alignments of a reward."""

    items: tuple[tuple[str, Param], ...]


#: Named values in the order in which JSON gives them.
Params: TypeAlias = tuple[tuple[str, Param], ...]


def params(named: Mapping[str, Param | None]) -> Params:
    """Named values as a verdict carries them; those without a value are left out."""
    return tuple((name, value) for name, value in named.items() if value is not None)


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken. `params` fill the message's blanks; `reading` names the disputed reading
    (a house rule's value) under which alone this is a foul, if there is one."""

    code: str
    rule: str
    places: tuple[Place, ...] = ()
    params: Params = ()
    reading: str | None = None

    def under(self, rule: str) -> Violation:
        """The same foul against another rule than the one its code mostly stands for."""
        return replace(self, rule=rule)


@dataclass(frozen=True, slots=True)
class Reward:
    """Something the turn earned. `detail` is JSON-ready data of the contract's `rewards`."""

    kind: str
    places: tuple[Place, ...] = ()
    params: Params = ()


@dataclass(frozen=True, slots=True)
class Required:
    """Something the players must do now, such as placing a stop sign or taking a pawn."""

    kind: str
    places: tuple[Place, ...] = ()
    params: Params = ()

    @classmethod
    def of(cls, kind: str, /, *places: Place, **named: Param | None) -> Required:
        """A duty at these places, with its facts by name."""
        return cls(kind, places, params(named))


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth saying that changes no call: "legal only under reading X"."""

    code: str
    params: Params = ()

    @classmethod
    def of(cls, code: str, /, **named: Param | None) -> Remark:
        """A remark with its facts by name; `case` among them picks another wording."""
        return cls(code, params(named))


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
        """Whether the turn may stand: neither a foul nor a question."""
        return self.ruling is Ruling.LEGAL


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `ranking` lists players from first to last; equals share a tuple."""

    code: str
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...] = ()


def plain(value: Param) -> object:
    """A param as JSON: places as coordinate lists, facts as objects, words and numbers as is."""
    if isinstance(value, tuple):
        return [facts(v.items) if isinstance(v, Facts) else plain(v) for v in value]
    return value if isinstance(value, str | int) else value.as_json()


def facts(params: Params) -> JsonObject:
    """Params as one JSON object."""
    return {name: plain(value) for name, value in params}
