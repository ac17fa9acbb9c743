"""Rulebooks: a game's house rules, rule codes and texts, read from its data files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from rules.core.errors import ArbitableError, UnknownName
from rules.core.places import Place
from rules.core.verdict import Param, Violation, params

OptionValue = str | int | bool

ReadingsT = TypeVar("ReadingsT")

#: A table of a data file that ships with a game: tests have read it, so nothing is checked again.
TomlTable: TypeAlias = Mapping[str, Any]

#: The languages every sentence is written in.
LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class RuleDecision:
    """One numbered decision of the rule document, whether or not a table may decide otherwise."""

    number: str
    source: str
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: a disputed decision with its possible readings.

    `decision` is the number in the rule document (such as "R7"), `source` the paragraph it
    comes from; `texts` one sentence a language on what it changes; `labels` names each value
    (key: the value as a lower-case word) in every language.
    """

    name: str
    decision: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    source: str
    texts: Mapping[str, str]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Code:
    """A rule code with the rule it stands for and its message in every language.

    `cases` holds other wordings of the same code: a violation picks one by its `case` param.
    """

    code: str
    rule: str
    source: str
    texts: Mapping[str, str]
    cases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class House:
    """The values of a game's house rules, complete and checked against the rulebook."""

    values: Mapping[str, OptionValue]
    _typed: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getitem__(self, name: str) -> OptionValue:
        return self.values[name]

    def typed(self, kind: Callable[..., ReadingsT]) -> ReadingsT:
        """The values as a game's own type, one argument each; made once, as every judgement
        begins with it."""
        if kind not in self._typed:
            self._typed[kind] = kind(**self.values)
        made: ReadingsT = self._typed[kind]
        return made


@dataclass(frozen=True)
class Rulebook:
    """What can be said about a game without playing it.

    `words` translates single words (language to word to translation), `phrases` holds the
    sentences that are no rule code (``rewards.draw``, ``remarks.straighten``...) by language;
    `retired` are options of older games, which changed no call; `names`: what players are called
    now who began with another name, which is what laws know them by.
    """

    name: str
    titles: Mapping[str, str]
    players: range
    options: tuple[HouseRule, ...]
    codes: tuple[Code, ...]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    phrases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    decisions: tuple[RuleDecision, ...] = ()
    retired: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def called(self, player: str | None) -> str | None:
        """What a player is called in sentences: the name he began with, unless it has changed."""
        return player if player is None else self.names.get(player, player)

    def all_called(self, players: Iterable[str]) -> tuple[str, ...]:
        """The same of several players."""
        return tuple(self.names.get(player, player) for player in players)

    def foul(
        self, code: str, /, *places: Place, reading: str | None = None, **named: Param | None
    ) -> Violation:
        """A violation at these places, with its facts by name; `case` among them picks another
        wording."""
        return Violation(code, self._rules[code], places, params(named), reading)

    @cached_property
    def _rules(self) -> dict[str, str]:
        return {code.code: code.rule for code in self.codes}

    def house(self, changes: Mapping[str, object] | None = None) -> House:
        """The defaults with the given changes. Raises UnknownName for a bad name or value."""
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        for name, value in (changes or {}).items():
            if name in self.retired:
                continue
            values[name] = _checked(self.name, known.get(name), name, value)
        return House(MappingProxyType(values))

    def seated(self, players: Sequence[str]) -> tuple[str, ...]:
        """The players in turn order; none where nobody named them. Raises ArbitableError for equal
        names and for fewer or more than can play."""
        names, allowed = tuple(players), self.players
        if len(set(names)) != len(names):
            raise ArbitableError(f"Two players have the same name: {', '.join(names)}.")
        if names and len(names) not in allowed:
            fewest, most = allowed[0], allowed[-1]
            title = self.titles["en"]
            raise ArbitableError(f"{title} is for {fewest} to {most} players, not {len(names)}.")
        return names

    def code(self, name: str) -> Code:
        """The rule code of that name. Raises UnknownName where the game has none."""
        for code in self.codes:
            if code.code == name:
                return code
        raise UnknownName(f"{self.name} has no rule code {name!r}.")


def data_file(package: str, filename: str) -> TomlTable:
    """What a data file holds that lies in a game's package."""
    return tomllib.loads(files(package).joinpath(filename).read_text("utf-8"))


def load(package: str, filename: str = "rulebook.toml") -> Rulebook:
    """The rulebook that lies as a data file in a game's package."""
    return from_data(data_file(package, filename))


def from_data(data: TomlTable) -> Rulebook:
    """A rulebook from the tables of its data file."""
    options = tuple(_option(name, table) for name, table in data.get("options", {}).items())
    players = data["players"]
    return Rulebook(
        name=data["name"],
        titles=dict(data["title"]),
        players=range(players["min"], players["max"] + 1),
        options=options,
        codes=tuple(_code(name, table) for name, table in data.get("codes", {}).items()),
        words=_words(data.get("words", {}), options),
        phrases=_phrases(data.get("phrases", {})),
        decisions=tuple(
            RuleDecision(number, table["source"], _texts(table))
            for number, table in data.get("decisions", {}).items()
        ),
        retired=tuple(data.get("retired", ())),
    )


def _texts(table: TomlTable) -> dict[str, str]:
    return {language: table[language] for language in LANGUAGES}


def _option(name: str, table: TomlTable) -> HouseRule:
    values = tuple(table["values"])
    if table["default"] not in values:
        raise ValueError(f"the default of {name} is none of its values")
    return HouseRule(
        name=name,
        decision=table["decision"],
        values=values,
        default=table["default"],
        source=table["source"],
        texts=_texts(table),
        labels={str(v).lower(): _texts(table["labels"][str(v).lower()]) for v in values},
    )


def _code(name: str, table: TomlTable) -> Code:
    cases = {case: _texts(texts) for case, texts in table.get("cases", {}).items()}
    return Code(name, table["rule"], table["source"], _texts(table), cases)


def _words(tables: TomlTable, options: tuple[HouseRule, ...]) -> dict[str, dict[str, str]]:
    """The game's own words, and each house rule's value as the word ``name=value``."""
    return {
        language: dict(tables.get(language, {}))
        | {
            f"{o.name}={value}": texts[language]
            for o in options
            for value, texts in o.labels.items()
        }
        for language in LANGUAGES
    }


def _phrases(tables: TomlTable) -> dict[str, dict[str, str]]:
    return {
        f"{group}.{name}": _texts(table)
        for group, members in tables.items()
        for name, table in members.items()
    }


def _checked(game: str, option: HouseRule | None, name: str, value: object) -> OptionValue:
    if option is None:
        raise UnknownName(f"{game} has no house rule named {name!r}; `arbitable games` lists them.")
    for allowed in option.values:
        if value == allowed or str(value).lower() == str(allowed).lower():
            return allowed
    choices = ", ".join(str(v).lower() for v in option.values)
    raise UnknownName(f"{name} cannot be {value!r}; it can be: {choices}.")
