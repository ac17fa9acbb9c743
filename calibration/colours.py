"""What people's words taught of how a set is painted, kept for the table's next games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profiles import (
    check_name,
    damaged,
    delete_profile,
    load_profile,
    save_profile,
)
from rules.core.codec import Json

#: The newest form of colours.json this program writes and reads.
VERSION = 1
#: What colours.json is called.
KIND = "colours"


@dataclass(frozen=True)
class KeptColours:
    """`told`: what the game's reader says of its colours, in a form of its own; `made`: when people
    last said so."""

    told: Json
    made: datetime


def colours_folder(data: Path, table: str, game: str) -> Path:
    """Where a table's colours of a game lie in the data folder. Raises UnusableProfile for a name
    that no folder may have."""
    return data / "colours" / check_name(f"{table}-{game}")


def save_colours(data: Path, table: str, game: str, colours: KeptColours) -> None:
    """Writes a table's colours of a game. Raises UnusableProfile."""
    made = colours.made.isoformat(timespec="seconds")
    fields = {"game": game, "made": made, "colours": colours.told}
    save_profile(colours_folder(data, table, game), KIND, VERSION, {}, lambda _names: fields)


def load_colours(data: Path, table: str, game: str) -> KeptColours | None:
    """What was kept; None where nothing was. The form of what was told is the reader's to check.
    Raises UnusableProfile for a damaged file and for one of a newer Arbitable."""
    folder = colours_folder(data, table, game)
    if not (folder / f"{KIND}.json").exists():
        return None
    fields = load_profile(folder, KIND, VERSION).fields
    try:
        colours = KeptColours(dict(fields["colours"]), datetime.fromisoformat(fields["made"]))
    except (KeyError, TypeError, ValueError):
        raise damaged(folder, "colours.json lacks a field or holds a wrong one") from None
    return colours


def forget_colours(data: Path, table: str, game: str) -> None:
    """Deletes what was kept. Raises UnusableProfile where the folder cannot be written."""
    delete_profile(colours_folder(data, table, game), KIND)
