"""Folders of calibration profiles: one text file a person can read, and its pictures beside it.

A profile is replaced in one step: pictures get new names first, then the text file that names
them takes the old one's place, and only then the old pictures go. Whoever reads at any moment
finds the old profile or the new one, whole.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from calibration.arrays import Pixels
from calibration.encoding import decoded, jpeg
from calibration.files import forget_halves, write_whole
from rules.core.codec import Json
from rules.core.errors import ArbitableError

_Profile = TypeVar("_Profile")

#: Names a profile may have: they become folders on every system.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
#: JPEG quality 0..100 of kept pictures: finer than cameras write.
KEPT_QUALITY = 95
#: How many times larger small pictures are kept: a JPEG halves the resolution of colours.
LARGER = 2


class UnusableProfile(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A profile that cannot be read or written, said with the cure in one sentence."""


@dataclass(frozen=True)
class Stored:
    """A profile as it stands in its folder: the fields of the text file, not yet checked."""

    folder: Path
    fields: Json

    def picture(self, name: object) -> Pixels:
        """One of its pictures (H, W, 3) uint8 BGR. Raises UnusableProfile."""
        path = self.folder / str(name)
        data = _bytes(path) if path.parent == self.folder else b""
        image = decoded(data)
        if image is None:
            raise damaged(self.folder, f"its picture {path.name} is missing or broken")
        return image


def enlarged(picture: Pixels) -> Pixels:
    """A small picture (H, W, 3) as it is kept, every pixel as two by two."""
    return np.asarray(picture.repeat(LARGER, axis=0).repeat(LARGER, axis=1), np.uint8)


def check_name(name: str) -> str:
    """The name, if a profile may have it. Raises UnusableProfile."""
    if not _NAME.fullmatch(name):
        raise UnusableProfile(f"{name!r} is no name; use up to 64 letters, digits, - and _.")
    return name


def name_of_game(table: str, game: str) -> str:
    """What the profile of one game at a table is called. Raises UnusableProfile."""
    return check_name(f"{table}-{game}")


@dataclass(frozen=True)
class ProfileKind:
    """A kind of profile: what its text file is called, the newest form of that file that this
    program writes and reads, and in which folder of the data folder (`data`) its profiles lie, each
    in one of its own name."""

    name: str
    version: int
    shelf: str

    def folder(self, data: Path, name: str) -> Path:
        """Where the profile of a name lies."""
        return data / self.shelf / name

    def save(
        self,
        data: Path,
        name: str,
        pictures: Mapping[str, Pixels],
        fields: Callable[[Mapping[str, str]], Json],
    ) -> Path:
        """Writes a profile's text file and its pictures; its folder. `fields` is given the
        pictures' file names. Raises UnusableProfile where the folder cannot be written."""
        folder = self.folder(data, name)
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            names = {title: _write_picture(folder, title, one) for title, one in pictures.items()}
            head = {"arbitable": self.name, "version": self.version}
            write_whole(self._text_of(folder), _text({**head, **fields(names)}))
            _forget(folder, set(names.values()))
        return folder

    def load(self, data: Path, name: str, read: Callable[[Stored], _Profile]) -> _Profile:
        """What `read` makes of a profile. Raises UnusableProfile for a damaged one, of which `read`
        raises a KeyError, TypeError, ValueError or OverflowError, and for one that a newer
        Arbitable wrote."""
        folder = self.folder(data, name)
        try:
            return read(self._stored(folder))
        except (KeyError, TypeError, ValueError, OverflowError):
            what = f"{self.name}.json lacks a field or holds a wrong one"
            raise damaged(folder, what) from None

    def is_in(self, data: Path, name: str) -> bool:
        """Whether there is a profile of that name."""
        return self._text_of(self.folder(data, name)).exists()

    def delete(self, data: Path, name: str) -> None:
        """Deletes a profile: its text first, so that nobody reads one without pictures. Raises
        UnusableProfile where the folder cannot be written."""
        folder = self.folder(data, name)
        with _writing(folder):
            self._text_of(folder).unlink(missing_ok=True)
            _forget(folder, set())

    def names(self, data: Path) -> tuple[str, ...]:
        """The names of all profiles, the newest first; whether they can be read is not checked."""
        try:
            found = (data / self.shelf).glob(f"*/{self.name}.json")
            newest = sorted(found, key=lambda text: -text.stat().st_mtime)
        except OSError:
            return ()
        return tuple(text.parent.name for text in newest)

    def _stored(self, folder: Path) -> Stored:
        try:
            fields = json.loads(_bytes(self._text_of(folder)))
        except ValueError:
            raise damaged(folder, f"{self.name}.json is no JSON") from None
        if not isinstance(fields, dict) or fields.get("arbitable") != self.name:
            raise damaged(folder, f"{self.name}.json is missing or is something else")
        found = fields.get("version")
        if not isinstance(found, int) or found < 1:
            raise damaged(folder, f"{self.name}.json names no version")
        if found > self.version:
            raise UnusableProfile(
                f"the calibration in {folder} was made by a newer Arbitable (version {found}, this "
                f"one knows {self.version}); update Arbitable, or calibrate again."
            )
        return Stored(folder, fields)

    def _text_of(self, folder: Path) -> Path:
        return folder / f"{self.name}.json"


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Raises UnusableProfile where a folder cannot be written meanwhile."""
    try:
        yield
    except OSError as error:
        raise UnusableProfile(f"{folder} cannot be written ({error.strerror}).") from None


def damaged(folder: Path, what: str) -> UnusableProfile:
    """What to raise for a profile that does not hold what it should."""
    return UnusableProfile(f"the calibration in {folder} is damaged ({what}); calibrate again.")


def _text(fields: Json) -> bytes:
    """JSON for people: one field a line, a point's two numbers together."""
    text = json.dumps(fields, indent=2, ensure_ascii=False)
    return re.sub(r"\[\s+(\S+),\s+(\S+)\s+\]", r"[\1, \2]", text).encode() + b"\n"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b"null"


def _write_picture(folder: Path, title: str, image: Pixels) -> str:
    data = jpeg(image, KEPT_QUALITY)
    name = f"{title}-{hashlib.sha256(data).hexdigest()[:8]}.jpg"
    write_whole(folder / name, data)
    return name


def _forget(folder: Path, kept: set[str]) -> None:
    """Deletes the pictures that are not kept, and what writers that were killed left half."""
    for old in folder.glob("*.jpg"):
        if old.name not in kept:
            old.unlink(missing_ok=True)
    forget_halves(folder)
