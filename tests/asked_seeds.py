"""What a bench is asked for on the command line: the first seed, how many, and more words."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence


def asked_seeds(
    about: str | None, argv: Sequence[str] | None = None, games: Sequence[str] = ()
) -> tuple[int, int, list[str]]:
    """The first seed, how many, and the words beside them, of `argv` or the command line: first the
    game where the bench knows several (`games`), which stands before the seeds. Ends with how the
    bench is called, by its docstring (`about`), where it is called otherwise."""
    parser = ArgumentParser(description=(about or "").split("\n\n")[0])
    if games:
        parser.add_argument("game", choices=games, help="which game's tables")
    parser.add_argument("first", type=int, help="the first seed")
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("words", nargs="*", default=[], help="whatever else the bench knows")
    asked = parser.parse_args(sys.argv[1:] if argv is None else argv)
    return asked.first, asked.count, [*([asked.game] if games else ()), *asked.words]
