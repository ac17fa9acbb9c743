"""In which order photos were taken, as far as their files tell."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from PIL import ExifTags
from PIL import Image as PillowImage

#: What phones and cameras write; anything else in a folder is no photo and is passed over.
SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff"))

#: How EXIF writes a time.
_EXIF_TIME = "%Y:%m:%d %H:%M:%S"

NaturalKey = tuple[tuple[int, int, str], ...]


class PhotoOrder(Enum):
    """Where a photo belongs beside another one; `UNSURE` where its file speaks both ways."""

    BEFORE = "before"
    AFTER = "after"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells when a photo was taken: its file's name, the file's time (seconds since 1970, None
    where the file is gone), and the camera's own where it wrote one."""

    name: str
    changed: float | None
    taken: datetime | None = None


def natural_key(name: str) -> NaturalKey:
    """A sort key in which 2.jpg comes before 10.jpg."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    # Names of hundreds of digits are no numbers that Python would make.
    return tuple((0, int(p), "") if p.isdecimal() and len(p) < 100 else (1, 0, p) for p in parts)


def printable(name: str) -> str:
    """A file's name as it can be shown and kept: bytes that are no UTF-8 as `\\xe9`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def is_photo_name(name: str) -> bool:
    """Whether a file of this name may be a photo; hidden files are none."""
    return not name.startswith(".") and os.path.splitext(name)[1].casefold() in SUFFIXES


def order_of(one: Stamp, other: Stamp) -> PhotoOrder:
    """Where `one` belongs beside `other`. A camera that counts from 1 again, a clock that was set,
    and a copy that bears the time of its copying all speak against the rest."""
    said = {before for before in _before(one, other) if before is not None}
    if len(said) != 1:
        return PhotoOrder.UNSURE if said else PhotoOrder.AFTER
    return PhotoOrder.BEFORE if said.pop() else PhotoOrder.AFTER


def newest_of(stamps: Iterable[Stamp]) -> Stamp | None:
    """The newest of photos in the order in which they were judged: each one that is not surely
    older than the newest before it."""
    newest: Stamp | None = None
    for stamp in stamps:
        if newest is None or order_of(stamp, newest) is not PhotoOrder.BEFORE:
            newest = stamp
    return newest


def _before(one: Stamp, other: Stamp) -> Iterable[bool | None]:
    """What each hint says: whether `one` was taken first; None where it says nothing."""
    yield _earlier(one.taken, other.taken)
    yield _earlier(one.changed, other.changed)
    if _family(one.name) == _family(other.name):
        yield _earlier(natural_key(one.name), natural_key(other.name))


def _earlier(one: object, other: object) -> bool | None:
    if one is None or other is None or one == other:
        return None
    return bool(one < other)  # type: ignore[operator]


def _family(name: str) -> str:
    """The names that one camera counts through."""
    return re.sub(r"\d+", "#", name.casefold())


def taken_at(data: bytes) -> datetime | None:
    """When the camera says that it took a photo, to the second; None where it does not."""
    try:
        with PillowImage.open(io.BytesIO(data)) as picture:
            told = picture.getexif().get_ifd(ExifTags.IFD.Exif)
            return datetime.strptime(str(told[ExifTags.Base.DateTimeOriginal]), _EXIF_TIME)
    except Exception:  # notes beside a picture may be damaged in any way
        return None
