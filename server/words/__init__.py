"""Sentences and words of the pages and reports, one JSON file a language.

What a rule says lies with its game; here is only what surrounds a call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import TypeVar

from rules.core.rulebook import LANGUAGES

T = TypeVar("T")


def load_words(name: str) -> Mapping[str, str]:
    """The entries of one of the JSON files."""
    text = files(__package__).joinpath(f"{name}.json").read_text("utf-8")
    words: dict[str, str] = json.loads(text)
    return words


def by_language(of: Callable[[str], T]) -> dict[str, T]:
    """What a function gives for each language."""
    return {language: of(language) for language in LANGUAGES}


#: Language to key to sentence; every language has the same keys.
WORDS: Mapping[str, Mapping[str, str]] = by_language(load_words)

#: The same with what the dashboard does not load: the sentences of set-up, facts and evenings, and
#: those that only the server fills in and sends whole.
ALL_WORDS: Mapping[str, Mapping[str, str]] = by_language(
    lambda language: {
        **WORDS[language],
        **load_words(f"pages-{language}"),
        **load_words(f"told-{language}"),
    }
)


def say(language: str, key: str, **blanks: object) -> str:
    """A sentence with its blanks filled."""
    return ALL_WORDS[language][key].format_map(blanks)


def say_if_known(language: str, key: str, /, **blanks: object) -> str | None:
    """A sentence with its blanks filled, or None where there is none of that key. A blank may have
    any name, also that of a player."""
    known = ALL_WORDS[language].get(key)
    return None if known is None else known.format_map(blanks)
