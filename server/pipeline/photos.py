"""Photos in a folder, in the order a person would count them."""

from __future__ import annotations

import re
from pathlib import Path

from server.errors import UnusableInput

#: What phones and cameras write. Anything else in a folder is not a photo and is passed over.
SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff"))


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key in which 2.jpg comes before 10.jpg."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)


def photos_in(folder: Path) -> tuple[Path, ...]:
    """The photos of a folder in natural order; hidden files and other kinds are left out."""
    found = (
        path
        for path in folder.iterdir()
        if path.suffix.casefold() in SUFFIXES and not path.name.startswith(".") and path.is_file()
    )
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
