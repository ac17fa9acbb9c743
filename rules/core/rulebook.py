"""Rulebooks: a game's house rules, rule codes and texts, read from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.errors import UnknownName

OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: a disputed decision with its possible readings.

    `decision` is the number in the rule document (such as "R7"), `source` the paragraph it
    comes from; `texts` one sentence a language on what it changes.
    """

    name: str
    decision: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    source: str
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Code:
    """A rule code with the rule it stands for and its message in every language."""

    code: str
    rule: str
    source: str
    texts: Mapping[str, str]


@dataclass(frozen=True)
class House:
    """The values of a game's house rules, complete and checked against the rulebook."""

    values: Mapping[str, OptionValue]

    def __getitem__(self, name: str) -> OptionValue:
        return self.values[name]


@dataclass(frozen=True)
class Rulebook:
    """What can be said about a game without playing it."""

    name: str
    titles: Mapping[str, str]
    players: range
    options: tuple[Option, ...]
    codes: tuple[Code, ...]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def house(self, changes: Mapping[str, Any] | None = None) -> House:
        """The defaults with the given changes. Raises UnknownName for a bad name or value."""
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        for name, value in (changes or {}).items():
            values[name] = _checked(self.name, known.get(name), name, value)
        return House(values)


def _checked(game: str, option: Option | None, name: str, value: Any) -> OptionValue:
    if option is None:
        raise UnknownName(f"{game} has no house rule named {name!r}; `arbitable games` lists them.")
    for allowed in option.values:
        if value == allowed or str(value).lower() == str(allowed).lower():
            return allowed
    choices = ", ".join(str(v).lower() for v in option.values)
    raise UnknownName(f"{name} cannot be {value!r}; it can be: {choices}.")
