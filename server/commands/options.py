"""Options that several commands share, and what their values mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rules.core.rulebook import Option
from server.errors import Unusable

PLAYERS = click.option(
    "--players", metavar="A,B,...", help="The players in turn order, the starter first."
)
RULES = click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."
)
LANGUAGES = ("en", "fr")
LANGUAGE = click.option(
    "--lang", default="en", show_default=True, type=click.Choice(LANGUAGES), help="For sentences."
)

DATA = click.option(
    "--data",
    metavar="DIR",
    envvar="ARBITABLE_DATA",
    type=click.Path(path_type=Path),
    help="Where calibrations are kept.",
)
TABLE = click.option(
    "--table", metavar="NAME", help="The calibrated table; the newest of the game, or none."
)

#: The port when none is given; any free one would make the address hard to remember.
DEFAULT_PORT = 8008

#: Who plays where nobody said so.
NOBODY_SAID = ("A", "B")


def players_of(text: str | None) -> tuple[str, ...]:
    """The players' names. Raises Unusable for an empty or a repeated one."""
    if text is None:
        return NOBODY_SAID
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise Unusable(f"--players {text!r}: give different names with commas, as in A,B.")
    return names


def rules_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """House rules by name. Raises Unusable for one without a value."""
    for pair in pairs:
        if not all(part.strip() for part in pair.partition("=")):
            raise Unusable(f"--rule {pair!r}: write NAME=VALUE; `arbitable games` lists them.")
    return {name.strip(): value.strip() for name, value in (p.split("=", 1) for p in pairs)}


def rule_object(option: Option) -> dict[str, Any]:
    """A house rule as `arbitable games --json` and the web API write it."""
    return {
        "name": option.name,
        "values": [_word(value) for value in option.values],
        "default": _word(option.default),
        "decision": option.decision,
        "source": option.source,
        "texts": dict(option.texts),
        "labels": {value: dict(texts) for value, texts in option.labels.items()},
    }


def _word(value: Any) -> Any:
    """A value as it is written after NAME= on the command line."""
    return str(value).lower() if isinstance(value, bool) else value
