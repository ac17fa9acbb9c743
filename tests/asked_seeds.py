"""What a bench is asked for on the command line: the first seed, how many, and more words."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence


def asked_seeds(about: str | None, argv: Sequence[str] | None = None) -> tuple[int, int, list[str]]:
    """The first seed, how many, and the words after them, of `argv` or the command line. Ends with
    how the bench is called, by its docstring (`about`), where it is called otherwise."""
    parser = ArgumentParser(description=(about or "").split("\n\n")[0])
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("words", nargs="*", default=[], help="whatever else the bench knows")
    asked = parser.parse_args(sys.argv[1:] if argv is None else argv)
    return asked.first, asked.count, asked.words
