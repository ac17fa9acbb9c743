"""Photos in a folder, in the order a person would count them."""

from __future__ import annotations

from pathlib import Path

from server.errors import UnusableInput
from vision.sources.photo_order import is_photo_name, natural_key


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
