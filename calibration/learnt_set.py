"""A learnt set: pictures of the user's own pieces, and what they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from calibration.profiles import Picture, Stored, damaged, load_profile, profiles_in, save_profile

#: The newest form of set.json this program writes and reads.
VERSION = 1
#: What set.json is called.
KIND = "set"


@dataclass(frozen=True)
class Example:
    """One piece: its `picture` (H, W, 3) uint8 BGR from above, `name` what it is in the game's
    words, `quarters` how many quarter turns clockwise it lies from the way the rules print it, and
    `where_xy` its middle in the photo it is from, pixels."""

    name: str
    quarters: int
    where_xy: tuple[float, float]
    picture: Picture


@dataclass(frozen=True)
class LearntSet:
    """The pieces of one box, `made` when, from which `photo`."""

    game: str
    made: datetime
    photo: str
    examples: tuple[Example, ...]


def set_folder(data: Path, name: str) -> Path:
    """Where a set's profile lies in the data folder."""
    return data / "sets" / name


def save_set(data: Path, name: str, learnt: LearntSet) -> Path:
    """Writes a learnt set; its folder. Raises UnusableProfile."""
    titles = [f"{number:02}-{e.name}" for number, e in enumerate(learnt.examples, start=1)]
    folder = set_folder(data, name)
    save_profile(
        folder,
        KIND,
        VERSION,
        dict(zip(titles, (e.picture for e in learnt.examples), strict=True)),
        lambda names: {
            "game": learnt.game,
            "made": learnt.made.isoformat(timespec="seconds"),
            "photo": learnt.photo,
            "pieces": [
                {
                    "piece": e.name,
                    "quarter_turns": e.quarters,
                    "at": [round(v, 1) for v in e.where_xy],
                    "picture": names[title],
                }
                for title, e in zip(titles, learnt.examples, strict=True)
            ],
        },
    )
    return folder


def load_set(data: Path, name: str) -> LearntSet:
    """A learnt set. Raises UnusableProfile for one that is missing, damaged or too new."""
    stored = load_profile(set_folder(data, name), KIND, VERSION)
    try:
        return _set(stored)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise damaged(stored.folder, "set.json lacks a field or holds a wrong one") from None


def set_names(data: Path) -> tuple[str, ...]:
    """All learnt sets, the newest first; whether they can be read is not checked."""
    return tuple(folder.name for folder in profiles_in(data / "sets", KIND))


def _set(stored: Stored) -> LearntSet:
    fields = stored.fields
    examples = tuple(
        Example(
            str(piece["piece"]),
            int(piece["quarter_turns"]) % 4,
            (float(piece["at"][0]), float(piece["at"][1])),
            stored.picture(piece["picture"]),
        )
        for piece in fields["pieces"]
    )
    if not examples:
        raise ValueError("a set without pieces")
    made = datetime.fromisoformat(fields["made"])
    return LearntSet(str(fields["game"]), made, str(fields["photo"]), examples)
