"""A learnt set: pictures of the user's own pieces, what they are, and where each is from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.arrays import Pixels
from calibration.profiles import ProfileKind
from rules.core.codec import Json, JsonObject

#: The first form had no source and date beside each piece: all were from one photo.
KIND = ProfileKind("set", version=2, shelf="sets")


@dataclass(frozen=True)
class Example:
    """One piece: its `picture` (H, W, 3) uint8 BGR from above, `name` what it is in the game's
    words, `quarters` how many quarter turns clockwise it lies from the way the rules print it, and
    `where_xy` its middle in the `photo` it is from, pixels; `made` when it was learnt."""

    name: str
    quarters: int
    where_xy: tuple[float, float]
    picture: Pixels
    photo: str
    made: datetime


@dataclass(frozen=True)
class LearntSet:
    """The pieces of one box, `made` when, the newest of them from which `photo`."""

    game: str
    made: datetime
    photo: str
    examples: tuple[Example, ...]


def save_set(data: Path, name: str, learnt: LearntSet) -> Path:
    """Writes a learnt set; its folder. Raises UnusableProfile."""
    pictures = dict(zip(titles_of(learnt), (e.picture for e in learnt.examples), strict=True))
    return KIND.save(data, name, pictures, lambda names: fields_of(learnt, names))


def titles_of(learnt: LearntSet) -> list[str]:
    """What each piece's picture is called, without an ending."""
    return [f"{number:02}-{e.name}" for number, e in enumerate(learnt.examples, start=1)]


def fields_of(learnt: LearntSet, names: Mapping[str, str]) -> JsonObject:
    """What set.json says of a set, `names` the file names of its pictures by title."""
    return {
        "game": learnt.game,
        "made": learnt.made.isoformat(timespec="seconds"),
        "photo": learnt.photo,
        "pieces": [
            {
                "piece": e.name,
                "quarter_turns": e.quarters,
                "at": [round(v, 1) for v in e.where_xy],
                "photo": e.photo,
                "made": e.made.isoformat(timespec="seconds"),
                "picture": names[title],
            }
            for title, e in zip(titles_of(learnt), learnt.examples, strict=True)
        ],
    }


def load_set(data: Path, name: str) -> LearntSet:
    """A learnt set. Raises UnusableProfile for one that is missing, damaged or too new."""
    return KIND.load(data, name, lambda stored: set_of(stored.fields, stored.picture))


def forget_set(data: Path, name: str) -> None:
    """Deletes a learnt set. Raises UnusableProfile where the folder cannot be written."""
    KIND.delete(data, name)


def set_names(data: Path) -> tuple[str, ...]:
    """All learnt sets, the newest first; whether they can be read is not checked."""
    return KIND.names(data)


def set_of(fields: Json, picture: Callable[[object], Pixels]) -> LearntSet:
    """The set that the fields of a set.json tell; `picture` gives the pictures they name.

    Raises KeyError, TypeError, ValueError or OverflowError for fields that tell none.
    """
    made, photo = fields["made"], str(fields["photo"])
    examples = tuple(
        Example(
            str(piece["piece"]),
            int(piece["quarter_turns"]) % 4,
            (float(piece["at"][0]), float(piece["at"][1])),
            picture(piece["picture"]),
            str(piece.get("photo", photo)),
            datetime.fromisoformat(piece.get("made", made)),
        )
        for piece in fields["pieces"]
    )
    if not examples:
        raise ValueError("a set without pieces")
    return LearntSet(str(fields["game"]), datetime.fromisoformat(made), photo, examples)
