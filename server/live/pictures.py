"""Pictures of the game in memory, named by their content; a browser can ask for nothing else."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stored:
    """A picture as it is sent: its bytes and media type."""

    data: bytes
    media_type: str


class Pictures:
    """A picture put in twice is kept once, so replaying a game does not grow the store."""

    def __init__(self) -> None:
        self._stored: dict[str, Stored] = {}

    def put(self, data: bytes, media_type: str) -> str:
        """Keeps a picture and returns its id."""
        ident = hashlib.sha256(data).hexdigest()[:20]
        self._stored[ident] = Stored(data, media_type)
        return ident

    def get(self, ident: str) -> Stored | None:
        """The picture of an id, or None."""
        return self._stored.get(ident)
