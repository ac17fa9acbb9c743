"""What only people can say of a folder's photos, and what becomes of one that is not judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.reading import Refusal
from vision.sources.watched_photo import Beginning

#: Photos in a folder from which people are asked with which to begin: more than an evening takes.
MANY = 200

LEFT_OUT = Refusal("left-out", "This photo came late and was left out.", "There is nothing to do.")


@dataclass(frozen=True, slots=True)
class Unusable:
    """A photo that is not judged, and why."""

    name: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Offer:
    """What only people can say. `late`: the photos `names` came after later ones had been judged.
    `many`: `count` photos lie here, more than one game has. `earlier`: `count` of the photos here
    were judged in an earlier game. Of the last two `names` is the newest photo. `ident` tells one
    offer from the next.
    """

    kind: Literal["late", "many", "earlier"]
    ident: str
    names: tuple[str, ...]
    count: int

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be answered."""
        if self.kind == "late":
            return ("judge", "leave-out", "leave-all-out")[: 2 if self.count == 1 else 3]
        return ("newest", "start") if self.kind == "many" else ("new", "newest", "start")

    def takes(self, ident: str, choice: str) -> bool:
        """Whether this is an answer to it."""
        return self.ident == ident and choice in self.choices

    def beginning(self, choice: str) -> Beginning | None:
        """What an answer says of the game's beginning; None where it says nothing of it."""
        return None if self.kind == "late" else Beginning(choice, self.names[0])
