"""What players can tell that no picture shows, as forms to be filled in: a game lists what it may
be told (`tell`) with what it knows already. Every game may leave any of it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.core.codec import LONGEST, TEXT, AnyCodec, Json, Key, called, maybe, record, whole
from rules.core.errors import UnknownName

StateT = TypeVar("StateT")

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
    value: object = None
    choices: tuple[object, ...] = ()
    parts: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One fact a game may be told; `about` is the player it is about, empty for the table. `asked`
    are the codes of remarks that this fact answers."""

    fact: str
    fields: tuple[Field, ...] = ()
    about: str = ""
    asked: tuple[str, ...] = ()


#: A count that players told, and one that nobody may know.
COUNT = whole(0, MOST)
MAYBE = maybe(COUNT)

#: Whom a fact is about.
PLAYER = Key("player", TEXT)


@dataclass(frozen=True, slots=True)
class Fact(Generic[StateT]):
    """How the data of a fact is read, and the state once it is known."""

    data: AnyCodec
    known: Callable[[StateT, Any], StateT]


def fact(known: Callable[..., StateT], *keys: Key) -> Fact[StateT]:
    """A fact with these keys, each an argument of `known`."""
    return Fact(record(dict, *keys), lambda state, named: known(state, **named))


def teller(title: str, facts: Mapping[str, Fact[StateT]]) -> Callable[[StateT, str, Json], StateT]:
    """A game's `tell`: the state with something no picture shows. Raises UnknownName for a fact
    that the game has no use for, and Malformed for data that is none of it."""

    def tell(state: StateT, fact: str, data: Json) -> StateT:
        if fact not in facts:
            raise UnknownName(f"{title} cannot be told {fact[:LONGEST]!r}: {', '.join(facts)}.")
        return facts[fact].known(state, called(fact, facts[fact].data).read(data))

    return tell


def turn_form(players: tuple[str, ...], mover: str | None, asked: tuple[str, ...] = ()) -> Form:
    """Whose turn it is: the fact that every game with turns may be told."""
    return Form("turn", (Field("player", "choice", mover, players),), asked=asked)
