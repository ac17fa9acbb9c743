"""What people put right at a table, kept: pictures of pieces that mislead, and what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Pixels
from calibration.profiles import LARGER, ProfileKind, Stored, enlarged, name_of_game
from rules.core.codec import Json

KIND = ProfileKind("lessons", version=1, shelf="lessons")


@dataclass(frozen=True, eq=False)
class KeptLesson:
    """One correction. `picture` (H, W, 3) uint8 BGR of the piece, straightened; `read` what it was
    taken for, with probability `confidence`, and `truth` what it is, as the game writes a piece;
    None: nothing."""

    picture: Pixels
    read: Json | None
    truth: Json | None
    confidence: float


def save_lessons(data: Path, table: str, game: str, lessons: tuple[KeptLesson, ...]) -> Path:
    """Writes all lessons of a table, newest first; their folder. Raises UnusableProfile."""
    kept = {f"{number:02}": one for number, one in enumerate(lessons, start=1)}

    def fields(names: Mapping[str, str]) -> Json:
        told = [_fields(one, names[title]) for title, one in kept.items()]
        return {"game": game, "lessons": told}

    pictures = {title: enlarged(one.picture) for title, one in kept.items()}
    return KIND.save(data, name_of_game(table, game), pictures, fields)


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
    name = name_of_game(table, game)
    if not KIND.is_in(data, name):
        return ()
    return KIND.load(
        data, name, lambda stored: tuple(_lesson(stored, one) for one in stored.fields["lessons"])
    )


def _lesson(stored: Stored, fields: Json) -> KeptLesson:
    picture = stored.picture(fields["picture"])
    size = (picture.shape[1] // LARGER, picture.shape[0] // LARGER)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return KeptLesson(small, fields["read"], fields["truth"], float(fields["confidence"]))
