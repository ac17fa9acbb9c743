"""What a bench is asked for on the command line: mostly a first seed, how many, and more words."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Any

#: What is made of a word; with it how many words there may be, as `nargs` of argparse.
Kind = Callable[[str], Any] | tuple[Callable[[str], Any], str]


def asked_seeds(
    about: str | None, argv: Sequence[str] | None = None, games: Sequence[str] = ()
) -> tuple[int, int, list[str]]:
    """The first seed, how many, and the words beside them, of `argv` or the command line: first the
    game where the bench knows several (`games`), which stands before the seeds. Ends with how the
    bench is called, by its docstring (`about`), where it is called otherwise."""
    parser = _parser(about)
    if games:
        parser.add_argument("game", choices=games, help="which game's tables")
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("words", nargs="*", default=[], help="whatever else the bench knows")
    asked = parser.parse_args(sys.argv[1:] if argv is None else argv)
    return asked.first, asked.count, [*([asked.game] if games else ()), *asked.words]


def asked_words(about: str | None, **kinds: Kind) -> Namespace:
    """The words of the command line by name, in this order. Ends with how the bench is called, by
    its docstring (`about`), where it is called otherwise."""
    parser = _parser(about)
    for name, kind in kinds.items():
        one, count = kind if isinstance(kind, tuple) else (kind, None)
        parser.add_argument(name, type=one, nargs=count)
    return parser.parse_args()


def _parser(about: str | None) -> ArgumentParser:
    return ArgumentParser(description=(about or "").split("\n\n")[0])
