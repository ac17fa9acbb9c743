"""What goes into the store and comes out of it, as frozen values."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from rules.core import codec

T = TypeVar("T")

#: An object as the store keeps it.
Json = codec.Json

#: So deep things lie in what is kept at most: more than twice as deep as in any game.
DEEPEST = 32

#: Bytes of chance in a key: nobody guesses 128 bits over a network.
_KEY_BYTES = 16


@dataclass(frozen=True)
class Picture:
    """A picture as it is sent: its bytes and media type."""

    data: bytes
    media_type: str

    @cached_property
    def ident(self) -> str:
        """A name made from the content, so the same picture is kept once."""
        return hashlib.sha256(self.data).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept: its name, the identity of its log, and the three keys that let a
    visitor watch, send pictures, or change the game."""

    ident: str
    log: str
    watch: str
    camera: str
    keeper: str

    @classmethod
    def fresh(cls, ident: str) -> TableRow:
        """A new table with an identity and keys of its own."""
        keys = (secrets.token_urlsafe(_KEY_BYTES) for _ in range(3))
        return cls(ident, secrets.token_hex(8), *keys)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game at a table. `began` and `touched` (its last event) in seconds since 1970, by the clock
    of then: one that is put right may go back."""

    number: int
    table: str
    game: str
    began: float
    touched: float


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a table's log. `data` is JSON-ready and never changed afterwards."""

    number: int
    kind: str
    data: Json


@dataclass(frozen=True, slots=True)
class Step:
    """What belongs together and is written as one: the referee's events, the entries that the
    live channel will tell, and the pictures they name."""

    events: tuple[Json, ...] = ()
    entries: tuple[tuple[str, Json], ...] = ()
    pictures: Iterable[Picture] = ()


@dataclass(frozen=True, slots=True)
class Disk:
    """Bytes that pictures take, the most they may take, and how many were deleted for room since
    the program started."""

    used: int
    limit: int
    deleted: int


def packed(data: object) -> str:
    """What is JSON-ready as the store keeps it and pages are sent it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def storable(data: T, deepest: int = DEEPEST) -> T:
    """What is JSON as it was. Raises ValueError for what lies too deep to be read everywhere, and
    for numbers and halves of letters that no file can hold."""
    if not _ends(data, deepest):
        raise ValueError("it lies too deep")
    json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    return data


def _ends(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    parts = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_ends(part, depth - 1) for part in parts)


def unpacked(text: object) -> Json | None:
    """A JSON object as the store keeps it, None where the disk spoilt it."""
    try:
        data = json.loads(text)  # type: ignore[arg-type]
    except (TypeError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
