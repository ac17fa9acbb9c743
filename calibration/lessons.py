"""What people put right at a table, kept: pictures of pieces that mislead, and what they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.encoding import Picture
from calibration.profiles import (
    LARGER,
    Stored,
    check_name,
    damaged,
    enlarged,
    load_profile,
    save_profile,
)
from rules.core.codec import Json

#: The newest form of lessons.json this program writes and reads.
VERSION = 1
#: What lessons.json is called.
KIND = "lessons"


@dataclass(frozen=True, eq=False)
class KeptLesson:
    """One correction. `picture` (H, W, 3) uint8 BGR of the piece, straightened; `read` what it was
    taken for, with probability `confidence`, and `truth` what it is, as the game writes a piece;
    None: nothing."""

    picture: Picture
    read: Json | None
    truth: Json | None
    confidence: float


def lessons_folder(data: Path, table: str, game: str) -> Path:
    """Where a table's lessons of a game lie in the data folder. Raises UnusableProfile for a name
    that no folder may have."""
    return data / "lessons" / check_name(f"{table}-{game}")


def save_lessons(data: Path, table: str, game: str, lessons: tuple[KeptLesson, ...]) -> Path:
    """Writes all lessons of a table, newest first; their folder. Raises UnusableProfile."""
    folder = lessons_folder(data, table, game)
    titles = [f"{number:02}" for number in range(1, len(lessons) + 1)]
    save_profile(
        folder,
        KIND,
        VERSION,
        {title: enlarged(one.picture) for title, one in zip(titles, lessons, strict=True)},
        lambda names: {
            "game": game,
            "lessons": [
                {
                    "read": one.read,
                    "confidence": round(one.confidence, 4),
                    "truth": one.truth,
                    "picture": names[title],
                }
                for title, one in zip(titles, lessons, strict=True)
            ],
        },
    )
    return folder


def load_lessons(data: Path, table: str, game: str) -> tuple[KeptLesson, ...]:
    """A table's lessons, newest first; none where nothing was ever put right. Raises
    UnusableProfile for damaged ones and for those of a newer Arbitable."""
    folder = lessons_folder(data, table, game)
    if not (folder / f"{KIND}.json").exists():
        return ()
    stored = load_profile(folder, KIND, VERSION)
    try:
        return tuple(_lesson(stored, fields) for fields in stored.fields["lessons"])
    except (KeyError, TypeError, ValueError):
        raise damaged(folder, "lessons.json lacks a field or holds a wrong one") from None


def _lesson(stored: Stored, fields: Json) -> KeptLesson:
    picture = stored.picture(fields["picture"])
    size = (picture.shape[1] // LARGER, picture.shape[0] // LARGER)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return KeptLesson(small, fields["read"], fields["truth"], float(fields["confidence"]))
