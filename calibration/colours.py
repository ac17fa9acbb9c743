"""What people's words taught of how a set is painted, kept for the table's next games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profiles import ProfileKind, Stored, name_of_game
from rules.core.codec import Json

KIND = ProfileKind("colours", version=1, shelf="colours")


@dataclass(frozen=True)
class KeptColours:
    """`told`: what the game's reader says of its colours, in a form of its own; `made`: when people
    last said so."""

    told: Json
    made: datetime


def save_colours(data: Path, table: str, game: str, colours: KeptColours) -> None:
    """Writes a table's colours of a game. Raises UnusableProfile."""
    made = colours.made.isoformat(timespec="seconds")
    fields = {"game": game, "made": made, "colours": colours.told}
    KIND.save(data, name_of_game(table, game), {}, lambda _names: fields)


def load_colours(data: Path, table: str, game: str) -> KeptColours | None:
    """What was kept; None where nothing was. The form of what was told is the reader's to check.
    Raises UnusableProfile for a damaged file and for one of a newer Arbitable."""
    name = name_of_game(table, game)
    return KIND.load(data, name, _colours) if KIND.is_in(data, name) else None


def _colours(stored: Stored) -> KeptColours:
    fields = stored.fields
    return KeptColours(dict(fields["colours"]), datetime.fromisoformat(fields["made"]))


def forget_colours(data: Path, table: str, game: str) -> None:
    """Deletes what was kept. Raises UnusableProfile where the folder cannot be written."""
    KIND.delete(data, name_of_game(table, game))
