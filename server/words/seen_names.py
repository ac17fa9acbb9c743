"""Names as people see them: what can be one, and which two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

#: Letters of the longest name.
LONGEST_NAME = 40

#: Letters that show nothing although Unicode has them for letters or marks.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")

#: Unicode's categories of what is never seen: controls, formats, halves of letters, private ones;
#: and of letters that are newer than this Python.
_HIDDEN, _UNKNOWN = frozenset({"Cc", "Cf", "Cs", "Co"}), "Cn"

#: Format letters that scripts and little pictures need inside a word: the two joiners.
_JOINERS = "\u200c\u200d"


class UnseenNameError(ValueError):
    """A name that people cannot see or write on one line."""


def seen_name(text: str) -> str:
    """A name as it is kept: without spaces around it, in Unicode's usual form. Raises
    UnseenNameError for one without anything to see, with something hidden in it, or too long."""
    name = unicodedata.normalize("NFC", text).strip()
    hidden = any(_hidden(letter) for letter in name)
    if hidden or not any(map(_shows, name)) or len(name) > LONGEST_NAME:
        raise UnseenNameError(name)
    return name


def _hidden(letter: str) -> bool:
    return unicodedata.category(letter) in _HIDDEN and letter not in _JOINERS


def _shows(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return (kind[0] in "LNPS" or kind == _UNKNOWN) and letter not in _BLANK


def look_alike(one: str, other: str) -> bool:
    """Whether two names are the same to the eye: joiners and inner blanks do not part them."""
    return _to_the_eye(one) == _to_the_eye(other)


def some_look_alike(names: Iterable[str]) -> bool:
    """Whether any two of some names are the same to the eye."""
    shown = [_to_the_eye(name) for name in names]
    return len({*shown}) < len(shown)


@lru_cache(maxsize=256)
def _to_the_eye(name: str) -> str:
    shown = "".join(letter for letter in name if letter not in _JOINERS)
    return " ".join(unicodedata.normalize("NFKC", shown).split())
