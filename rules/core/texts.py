"""Sentences for players: violations, rewards, duties, remarks and outcomes in a language.

A blank in a text is ``{name}`` or ``{name:form}``; `name` is a param, and what fills it depends on
its value: places by their names, words and lists of words by the game's own translations.

* ``{cell}``, ``{cells}``: a place, or places as a proper list.
* ``{colour}``, ``{colours}``: a word, translated where the rulebook has it, or a list of words.
* ``{direction:to}``: the word ``to.<value>``, for grammar that a bare word cannot carry.
* ``{count:tile}``: a number with ``tile.one`` or ``tile.other``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.core.errors import UnknownName
from rules.core.rulebook import LANGUAGES, Rulebook
from rules.core.verdict import Outcome, Param, Params, Remark, Required, Reward, Violation

Said = Violation | Reward | Required | Remark | Outcome

#: The word before the last of a list.
_AND = {"en": "and", "fr": "et"}

#: Blanks that players fill: no word of the game is meant by them.
_PLAYERS = frozenset({"player", "players", "winners", "again", "mover"})

_BLANK = re.compile(r"\{(\w+)(?::(\w+))?\}")


def render(rulebook: Rulebook, said: Said, language: str = "en") -> str:
    """One sentence for the players. Raises UnknownName for a language or code without text."""
    if language not in LANGUAGES:
        raise UnknownName(f"There is no text in {language!r}: {', '.join(LANGUAGES)}.")
    params = dict(as_called(rulebook, _params(said)))
    text = _texts(rulebook, said, str(params.get("case", "")))[language]
    words = rulebook.words.get(language, {})
    return _BLANK.sub(lambda blank: _filled(blank, params, words, language), text)


def as_called(rulebook: Rulebook, params: Params) -> Params:
    """Facts with their players by what they are called now."""
    return tuple((n, _called(rulebook, v) if n in _PLAYERS else v) for n, v in params)


def _called(rulebook: Rulebook, players: Param) -> Param:
    """Players by what they are called now."""
    if isinstance(players, tuple):
        return tuple(_called(rulebook, one) for one in players)  # type: ignore[arg-type, return-value] # players are told by their names
    return rulebook.names.get(players, players) if isinstance(players, str) else players


def joined(items: Sequence[str], language: str = "en") -> str:
    """A proper list: "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {_AND[language]} {items[-1]}"


def unfilled(text: str) -> str:
    """An English text whose blanks nothing fills, their names in capitals in their place."""
    return _BLANK.sub(lambda blank: _capitals(*blank.groups()), text)


def _capitals(name: str, form: str | None) -> str:
    told = f"{name} {form}s" if name == "count" else name
    return told.replace("_", " ").upper()


def _params(said: Said) -> Params:
    if isinstance(said, Outcome):
        winners = (("winners", said.winners),)
        return (*winners, *(() if said.winners else (("case", "nobody"),)))
    return said.params


def _texts(rulebook: Rulebook, said: Said, case: str) -> Mapping[str, str]:
    if isinstance(said, Violation):
        code = rulebook.code(said.code)
        return code.cases[case] if case else code.texts
    group, name = _phrase(said)
    key = f"{group}.{name}-{case}" if case else f"{group}.{name}"
    if key not in rulebook.phrases:
        raise UnknownName(f"{rulebook.name} has no sentence for {key!r}.")
    return rulebook.phrases[key]


def _phrase(said: Reward | Required | Remark | Outcome) -> tuple[str, str]:
    match said:
        case Reward():
            return "rewards", said.kind
        case Required():
            return "required", said.kind
        case Remark():
            return "remarks", said.code
        case Outcome():
            return "outcomes", said.code


def _filled(
    blank: re.Match[str], params: Mapping[str, Param], words: Mapping[str, str], language: str
) -> str:
    name, form = blank.groups()
    if name not in params:
        raise UnknownName(f"nothing fills the blank {blank.group()} in {blank.string!r}")
    return _said(params[name], form, words, language)


def _said(value: Param, form: str | None, words: Mapping[str, str], language: str) -> str:
    if isinstance(value, tuple):
        return joined([_said(item, form, words, language) for item in value], language)  # type: ignore[arg-type] # facts are never named in a sentence
    if isinstance(value, int):
        return f"{value} {words[f'{form}.{_plural(value, language)}']}" if form else str(value)
    if not isinstance(value, str):
        return value.name()
    return words[f"{form}.{value}"] if form else words.get(value, value)


def _plural(number: int, language: str) -> str:
    """English says "0 tiles", French « 0 pièce »."""
    single = number in {0, 1} if language == "fr" else number == 1
    return "one" if single else "other"
