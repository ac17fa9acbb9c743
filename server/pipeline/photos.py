"""Photos in a folder, in the order a person would count them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from server.errors import UnusableInput
from vision.photo import photo_bytes
from vision.reading import Refusal
from vision.sources.photo_order import is_photo_name, natural_key, printable, taken_at


def photos_in(folder: Path) -> tuple[Path, ...]:
    """The photos of a folder in natural order; hidden files and other kinds are left out."""
    found = (path for path in folder.iterdir() if is_photo_name(path.name) and path.is_file())
    return tuple(sorted(found, key=lambda path: (natural_key(path.name), path.name)))


def folder_of_photos(folder: Path) -> tuple[Path, ...]:
    """The photos of a folder given by a user. Raises UnusableInput where there are none."""
    if not folder.exists():
        raise UnusableInput(f"{folder} does not exist; give a folder of photos.")
    if not folder.is_dir():
        raise UnusableInput(f"{folder} is not a folder; give a folder with one photo a turn.")
    try:
        photos = photos_in(folder)
    except OSError as error:
        raise UnusableInput(f"{folder} cannot be opened ({error.strerror}).") from None
    if not photos:
        raise UnusableInput(f"{folder} holds no photo (JPEG, PNG, WebP or HEIC).")
    return photos


def doubts_of_order(photos: Sequence[Path]) -> tuple[str, ...]:
    """What speaks against the order of photos: a camera that counted from 1 again, or names of two
    phones, put later ones first. At most one sentence; none where the camera wrote no times."""
    times = [(photo, _taken_at(photo)) for photo in photos]
    for (one, before), (other, after) in pairwise((p, t) for p, t in times if t is not None):
        if after < before:
            return (
                f"{printable(one.name)} comes before {printable(other.name)} by its name, and was "
                "taken after it by the camera's clock; name the photos in the order of play.",
            )
    return ()


def _taken_at(photo: Path) -> datetime | None:
    data = photo_bytes(photo)
    return None if isinstance(data, Refusal) else taken_at(data)
