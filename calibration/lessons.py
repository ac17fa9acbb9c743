"""What people put right at a table, kept: pictures of pieces that mislead, and what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Pixels
from calibration.profiles import LARGER, ProfileKind, Stored, check_name, enlarged
from rules.core.codec import Json

KIND = ProfileKind("lessons", version=1)


@dataclass(frozen=True, eq=False)
class KeptLesson:
    """One correction. `picture` (H, W, 3) uint8 BGR of the piece, straightened; `read` what it was
    taken for, with probability `confidence`, and `truth` what it is, as the game writes a piece;
    None: nothing."""

    picture: Pixels
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
    kept = {f"{number:02}": one for number, one in enumerate(lessons, start=1)}

    def fields(names: Mapping[str, str]) -> Json:
        told = [_fields(one, names[title]) for title, one in kept.items()]
        return {"game": game, "lessons": told}

    KIND.save(folder, {title: enlarged(one.picture) for title, one in kept.items()}, fields)
    return folder


def _fields(lesson: KeptLesson, picture: str) -> Json:
    return {
        "read": lesson.read,
        "confidence": round(lesson.confidence, 4),
        "truth": lesson.truth,
        "picture": picture,
    }


def load_lessons(data: Path, table: str, game: str) -> tuple[KeptLesson, ...]:
    """A table's lessons, newest first; none where nothing was ever put right. Raises
    UnusableProfile for damaged ones and for those of a newer Arbitable."""
    folder = lessons_folder(data, table, game)
    if not KIND.is_in(folder):
        return ()
    return KIND.load(
        folder, lambda stored: tuple(_lesson(stored, one) for one in stored.fields["lessons"])
    )


def _lesson(stored: Stored, fields: Json) -> KeptLesson:
    picture = stored.picture(fields["picture"])
    size = (picture.shape[1] // LARGER, picture.shape[0] // LARGER)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return KeptLesson(small, fields["read"], fields["truth"], float(fields["confidence"]))
