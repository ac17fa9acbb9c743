"""Sentences that are made in English where something goes wrong, in the other languages.

Readers, sources and rules say in English why they cannot go on; `sentences-fr.json` holds each of
these sentences as a template (`{0}`, `{1}` stand for what is filled in) with its translation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from server.words import by_language, load_words

#: The language in which the sentences are made.
MADE_IN = "en"

#: Where a text falls into its sentences.
_BETWEEN = re.compile(r"(?<=[.?!]) (?=[A-Z])")

_BLANK = re.compile(r"\{(\d+)\}")


@cache
def templates(language: str) -> Mapping[str, str]:
    """English template to its translation."""
    return load_words(f"sentences-{language}")


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Templates with blanks as patterns, those that say most by themselves first."""
    blanked = [(one, said) for one, said in templates(language).items() if _BLANK.search(one)]
    blanked.sort(key=lambda pair: -len(_BLANK.sub("", pair[0])))
    return tuple((_pattern(one), said) for one, said in blanked)


def _pattern(template: str) -> re.Pattern[str]:
    literals = _BLANK.split(template)[::2]
    return re.compile("(.*?)".join(map(re.escape, literals)), re.DOTALL)


def translated(text: str, language: str) -> str | None:
    """A text of known sentences in another language, None where one of them is not known. What
    fills a blank is translated where it is known and stays as it is elsewhere."""
    if language == MADE_IN:
        return text
    whole = _sentence(text, language)
    if whole is not None:
        return whole
    parts = _BETWEEN.split(text)
    said = [_sentence(part, language) or _named(part, language) for part in parts]
    return " ".join(filter(None, said)) if all(said) else None


def in_languages(*texts: str | None) -> dict[str, str] | None:
    """Texts one after the other in every language that knows them all; None for no text."""
    given = [text for text in texts if text]
    said = by_language(lambda language: [translated(text, language) for text in given])
    whole = {one: " ".join(filter(None, parts)) for one, parts in said.items() if all(parts)}
    return whole if given else None


def _sentence(text: str, language: str) -> str | None:
    exact = templates(language).get(text)
    if exact is not None:
        return exact
    for pattern, said in _patterns(language):
        found = pattern.fullmatch(text)
        if found is not None:
            return said.format(*(translated(one, language) or one for one in found.groups()))
    return None


def _named(text: str, language: str) -> str | None:
    """A sentence behind the name of the file that it is about."""
    name, colon, rest = text.partition(": ")
    said = _sentence(rest, language) if colon else None
    return None if said is None else f"{name} : {said}"
