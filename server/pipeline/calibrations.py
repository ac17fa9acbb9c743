"""Calibration profiles in the user's data folder, and what a reader starts from because of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path

from calibration.learnt_set import LearntSet, load_set, set_names
from calibration.profiles import UnusableProfile, check_name
from calibration.table import TableProfile, load_table, table_names
from server.errors import warn
from vision.teacher import can_be_taught, load_teacher

#: The word for playing without a profile.
NONE = "none"


_P = TypeVar("_P", TableProfile, LearntSet)


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
    if table is None:
        name, profile = _newest(table_names(folder), load_table, folder, game, notes)
    else:
        name, profile = table, _named_table(folder, table, game)
    _, learnt = _newest(set_names(folder), load_set, folder, game, notes)
    if profile is None and learnt is None:
        return Start(None, tuple(notes))
    return Start(load_teacher(game).memory_of(profile, learnt, name), tuple(notes))


def kept_set(folder: Path | None, game: str) -> tuple[str, LearntSet] | None:
    """The set of a game from which a reader starts, with its name: the newest that can be used."""
    names = () if folder is None else set_names(folder)
    name, learnt = _newest(names, load_set, folder or Path(), game, [])
    return None if learnt is None else (name, learnt)


@dataclass(frozen=True)
class CalibratedStart:
    """What readers know of the table before the first photo, by the `--data` and `--table` of a
    command; a note about an unusable profile is said at once, on standard error."""

    data: Path | None
    table: str | None

    def check(self, game: str | None) -> None:
        """Raises UnusableProfile where the named table cannot be used for this game, or for any
        where none is chosen yet."""
        if self.table is not None and self.table != NONE:
            _named_table(calibration_folder(self.data), self.table, game)

    def __call__(self, game: str) -> object:
        """The memory for a game's reader."""
        start = start_of(game, self.data, self.table)
        say_notes(start.notes)
        return start.memory


def say_notes(notes: Iterable[str]) -> None:
    """Sentences for the players, on standard error."""
    for note in notes:
        warn(note)


def _named_table(folder: Path, name: str, game: str | None) -> TableProfile:
    known = table_names(folder)
    if check_name(name) not in known:
        tables = f"there are: {', '.join(known)}" if known else "there is none yet"
        raise UnusableProfile(
            f"no table {name!r} is calibrated, {tables}; `arbitable calibrate table` makes one."
        )
    profile = load_table(folder, name)
    if game not in (None, profile.game):
        raise UnusableProfile(f"the table {name!r} was calibrated for {profile.game}.")
    return profile


def _newest(
    names: Iterable[str], load: Callable[[Path, str], _P], folder: Path, game: str, notes: list[str]
) -> tuple[str, _P | None]:
    """The first usable profile of a game with its name; a note for every one that is not."""
    for name in names:
        try:
            profile = load(folder, name)
        except UnusableProfile as error:
            notes.append(f"Not used: {error}")
            continue
        if profile.game == game:
            return name, profile
    return "", None
