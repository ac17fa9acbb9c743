"""Sentences and words of the pages and reports, one JSON file a language.

What a rule says lies with its game; here is only what surrounds a call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from rules.core.rulebook import LANGUAGES


def _load(name: str) -> Mapping[str, str]:
    words: dict[str, str] = json.loads(
        files(__package__).joinpath(f"{name}.json").read_text("utf-8")
    )
    return words


#: Language to key to sentence; every language has the same keys.
WORDS: Mapping[str, Mapping[str, str]] = {language: _load(language) for language in LANGUAGES}

#: The same with the sentences of set-up, facts and evenings, which the dashboard does not load.
ALL_WORDS: Mapping[str, Mapping[str, str]] = {
    language: {**WORDS[language], **_load(f"pages-{language}")} for language in LANGUAGES
}


def say(language: str, key: str, **blanks: object) -> str:
    """A sentence with its blanks filled."""
    return WORDS[language][key].format_map(blanks)


def say_if_known(language: str, key: str, **blanks: object) -> str | None:
    """A sentence with its blanks filled, or None where there is none of that key."""
    return say(language, key, **blanks) if key in WORDS[language] else None
