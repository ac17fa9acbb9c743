"""Options that several commands share, and what their values mean."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from calibration.files import write_whole
from rules.core.rulebook import LANGUAGES
from server.errors import UnusableInput
from server.words.seen_names import LONGEST_NAME, UnseenNameError, seen_name, some_look_alike

F = TypeVar("F", bound=Callable[..., object])

PLAYERS = click.option(
    "--players", metavar="A,B,...", help="The players in turn order, the starter first."
)
RULES = click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."
)
LANGUAGE = click.option(
    "--lang", default="en", show_default=True, type=click.Choice(LANGUAGES), help="For sentences."
)

#: The variable that stands for `--data` where calibrations are kept.
_DATA_VARIABLE = "ARBITABLE_DATA"


def _folder(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and path.exists() and not path.is_dir():
        raise UnusableInput(f"{path} is no folder; give one with --data, or in {_DATA_VARIABLE}.")
    return path


DATA = click.option(
    "--data",
    metavar="DIR",
    envvar=_DATA_VARIABLE,
    type=click.Path(path_type=Path),
    callback=_folder,
    help="Where calibrations are kept.",
)
TABLE = click.option(
    "--table", metavar="NAME", help="The calibrated table; the newest of the game, or none."
)

#: Seconds between two photos at most: more is a slip.
_LONGEST_INTERVAL_S = 3600.0

#: What no player's name holds, as on the dashboard: control characters, and halves of letters.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

#: The port when none is given; any free one would make the address hard to remember.
DEFAULT_PORT = 8008


def _interval(_context: click.Context, _option: click.Parameter, seconds: float) -> float:
    if not 0 <= seconds <= _LONGEST_INTERVAL_S:
        raise UnusableInput(f"--interval {seconds}: give seconds from 0 to 3600.")
    return seconds


INTERVAL = click.option(
    "--interval",
    default=4.0,
    show_default=True,
    callback=_interval,
    help="Seconds between photos.",
)


def given_players(text: str | None) -> tuple[str, ...] | None:
    """The players' names, None where none are given. Raises UnusableInput for an empty or a
    repeated one."""
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise UnusableInput(f"--players {text!r}: give different names with commas, as in A,B.")
    if any(len(name) > LONGEST_NAME for name in names):
        raise UnusableInput(f"--players: a name has at most {LONGEST_NAME} letters.")
    if _UNPRINTABLE.search(text):
        raise UnusableInput(f"--players {text!r}: give names that can be written on one line.")
    try:
        seen = tuple(map(seen_name, names))
    except UnseenNameError:
        raise UnusableInput(f"--players {text!r}: give names that people can see.") from None
    if some_look_alike(seen):
        raise UnusableInput(f"--players {text!r}: two of the names look the same.")
    return seen


def rules_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """House rules by name. Raises UnusableInput for one without a value, or with two."""
    rules: dict[str, str] = {}
    for pair in pairs:
        name, _, value = (part.strip() for part in pair.partition("="))
        if not name or not value:
            raise UnusableInput(f"--rule {pair!r}: write NAME=VALUE; `arbitable games` lists them.")
        if rules.setdefault(name, value) != value:
            raise UnusableInput(f"--rule {name}: {rules[name]} and {value} are both given.")
    return rules


def where_calibrations_are(data: Path | None) -> Path | None:
    """The folder of calibrations of a command whose `--data` says where games are kept: that
    folder, else the one that `DATA` takes, so that what was taught is used."""
    named = os.environ.get(_DATA_VARIABLE)
    return Path(named) if data is None and named else data


def output_option(flag: str, endings: Sequence[str], what: str) -> Callable[[F], F]:
    """The option for a file to write, whose name has one of the endings. `what`: the help. That it
    has a place to go is checked before any work is done."""
    kind = endings[0][1:].upper()

    def checked(
        _context: click.Context, _option: click.Parameter, path: Path | None
    ) -> Path | None:
        if path is not None:
            check_output(path, endings, f"{flag} writes {kind}: ")
        return path

    return click.option(
        flag, metavar=kind, type=click.Path(path_type=Path), callback=checked, help=what
    )


def check_output(path: Path, endings: Sequence[str], asked: str = "") -> None:
    """Raises UnusableInput where no file of that name can or should be written; a pipe, a device or
    a link may have any name."""
    if path.is_dir():
        raise UnusableInput(f"{str(path)!r} is a folder; name a file to write.")
    plain = not path.exists() or (path.is_file() and not path.is_symlink())
    if plain and path.suffix.casefold() not in endings:
        raise UnusableInput(f"{asked}{path} needs a name that ends in {endings[0]}.")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise UnusableInput(f"there is no folder {path.parent} to write {path.name} into.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UnusableInput(f"{path} cannot be written (Permission denied); name another place.")


def write_output(path: Path, data: bytes) -> None:
    """Writes a file that a person asked for, whole or not at all; a pipe, a device or what a link
    leads to is written to, never replaced. Raises UnusableInput."""
    plain = path.is_file() if path.exists() else True
    replaces = plain and not path.is_symlink() and os.access(path.absolute().parent, os.W_OK)
    try:
        if replaces:
            write_whole(path, data, path.stat().st_mode & 0o777 if path.exists() else 0o666)
        else:
            path.write_bytes(data)
    except OSError as error:
        raise UnusableInput(f"{path} cannot be written ({error.strerror}).") from None
