"""What a person may ask of a table, and the ways in which it is refused, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Press:
    """A button without more to say, such as `undo`, `end-turn` or `pause`."""

    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Which alternative of the open question was right, 0 the first."""

    choice: int
    name: str = "answer"


@dataclass(frozen=True, slots=True)
class Correct:
    """What really lies at a place, as the contract writes a piece; None: nothing does."""

    place: tuple[int, ...]
    label: Mapping[str, Any] | None
    name: str = "correct"


@dataclass(frozen=True, slots=True)
class Tell:
    """A fact that no picture shows, such as a hand."""

    fact: str
    data: Mapping[str, Any]
    name: str = "tell"


@dataclass(frozen=True, slots=True)
class Lay:
    """A turn as the players tell it, as the contract writes a move."""

    move: Mapping[str, Any]
    name: str = "turn"


@dataclass(frozen=True, slots=True)
class NewGame:
    """Another game begins at this table; None keeps what was played, and looked on, so far."""

    game: str | None = None
    players: tuple[str, ...] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    source: str | None = None
    name: str = "new-game"


@dataclass(frozen=True, slots=True)
class UseCamera:
    """Another camera looks at this table; `source` as `--camera` takes it."""

    source: str
    name: str = "camera"


Order = Press | Answer | Correct | Tell | Lay | NewGame | UseCamera


@dataclass(frozen=True, slots=True)
class Stale:
    """An order based on an older event than the newest one."""

    seen: int
    last: int


@dataclass(frozen=True, slots=True)
class Impossible:
    """An order that makes no sense here and now: a stable code and a sentence."""

    code: str
    message: str
