"""Calibration profiles in the user's data folder, and what a reader starts from because of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from platformdirs import user_data_path

from calibration.learnt_set import LearntSet, load_set, set_names
from calibration.profiles import UnusableProfile
from calibration.table import TableProfile, load_table, table_names
from vision.calibrated import can_be_taught, load_teacher

#: The word for playing without a profile.
NONE = "none"


@dataclass(frozen=True)
class Start:
    """What a reader starts from, and sentences for the players about profiles that were not
    usable."""

    memory: object = None
    notes: tuple[str, ...] = ()


def calibration_folder(data: Path | None) -> Path:
    """Where profiles are kept: in `--data`, or in the user's own data folder."""
    usual = user_data_path("arbitable", appauthor=False) if data is None else data
    return usual / "calibration"


def start_of(game: str, data: Path | None, table: str | None) -> Start:
    """What a reader of a game starts from: the named table, or the newest one of this game, and
    the newest set. `table` may be `none`. A named table that cannot be used raises
    UnusableProfile; one that was only found lying there gives a note."""
    if table == NONE or not can_be_taught(game):
        return Start()
    folder = calibration_folder(data)
    notes: list[str] = []
    known = _table(folder, game, table, notes)
    learnt = _newest_set(folder, game, notes)
    if known is None and learnt is None:
        return Start(None, tuple(notes))
    name, profile = known if known is not None else ("", None)
    return Start(load_teacher(game).memory_of(profile, learnt, name), tuple(notes))


@dataclass(frozen=True)
class Beforehand:
    """What readers know of the table before the first photo, by the `--data` and `--table` of a
    command; a note about an unusable profile is said at once, on standard error."""

    data: Path | None
    table: str | None

    def __call__(self, game: str) -> object:
        """The memory for a game's reader."""
        start = start_of(game, self.data, self.table)
        say_notes(start.notes)
        return start.memory


def say_notes(notes: tuple[str, ...]) -> None:
    """Sentences for the players, on standard error."""
    for note in notes:
        click.echo(f"arbitable: {note}", err=True)


def _table(
    folder: Path, game: str, name: str | None, notes: list[str]
) -> tuple[str, TableProfile] | None:
    if name is not None:
        profile = load_table(folder, name)
        if profile.game != game:
            raise UnusableProfile(f"the table {name!r} was calibrated for {profile.game}.")
        return name, profile
    for found in table_names(folder):
        try:
            profile = load_table(folder, found)
        except UnusableProfile as error:
            notes.append(f"Not used: {error}")
            continue
        if profile.game == game:
            return found, profile
    return None


def _newest_set(folder: Path, game: str, notes: list[str]) -> LearntSet | None:
    for found in set_names(folder):
        try:
            learnt = load_set(folder, found)
        except UnusableProfile as error:
            notes.append(f"Not used: {error}")
            continue
        if learnt.game == game:
            return learnt
    return None
