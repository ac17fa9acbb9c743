"""What players can tell that no picture shows, as forms to be filled in: a game lists what it may
be told (`tell`) with what it knows already. Every game may leave any of it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.core.errors import ArbitableError

#: The most a player can say to hold or see of anything: far more than any box has.
MOST = 200


@dataclass(frozen=True, slots=True)
class Field:
    """One blank of a form. `kind` says how it is filled in, `value` what is known (JSON-ready, None
    where nothing is):

    * ``fixed``: not asked, `value` goes as it is
    * ``count``: a whole number; left empty it goes as null
    * ``choice``: one of `choices`
    * ``several``: a list out of `choices`, each once
    * ``many``: a list out of `choices`, any of them several times
    * ``counts``: an object, a number for every one of `choices`
    * ``records``: a list of objects whose blanks are `parts`
    """

    name: str
    kind: str
    value: Any = None
    choices: tuple[Any, ...] = ()
    parts: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One fact a game may be told; `about` is the player it is about, empty for the table. `asked`
    are the codes of remarks that this fact answers."""

    fact: str
    fields: tuple[Field, ...] = ()
    about: str = ""
    asked: tuple[str, ...] = ()


def whole(value: object, most: int = MOST) -> int:
    """A count that players told. Raises ArbitableError for anything but a whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ArbitableError(f"{value!r} is no count: give a whole number from 0 to {most}.")
    return value


def whole_or_unknown(value: object, most: int = MOST) -> int | None:
    """The same, where null says that nobody knows."""
    return None if value is None else whole(value, most)


def turn_form(players: tuple[str, ...], mover: str | None, asked: tuple[str, ...] = ()) -> Form:
    """Whose turn it is: the fact that every game with turns may be told."""
    return Form("turn", (Field("player", "choice", mover, players),), asked=asked)
