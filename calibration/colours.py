"""What people's words taught of how a set is painted, kept for the table's next games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profiles import ProfileKind, Stored, check_name
from rules.core.codec import Json

KIND = ProfileKind("colours", version=1)


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
    KIND.save(colours_folder(data, table, game), {}, lambda _names: fields)


def load_colours(data: Path, table: str, game: str) -> KeptColours | None:
    """What was kept; None where nothing was. The form of what was told is the reader's to check.
    Raises UnusableProfile for a damaged file and for one of a newer Arbitable."""
    folder = colours_folder(data, table, game)
    return KIND.load(folder, _colours) if KIND.is_in(folder) else None


def _colours(stored: Stored) -> KeptColours:
    fields = stored.fields
    return KeptColours(dict(fields["colours"]), datetime.fromisoformat(fields["made"]))


def forget_colours(data: Path, table: str, game: str) -> None:
    """Deletes what was kept. Raises UnusableProfile where the folder cannot be written."""
    KIND.delete(colours_folder(data, table, game))
