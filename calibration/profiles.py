"""Folders of calibration profiles: one text file a person can read, and its pictures beside it.

A profile is replaced in one step: pictures get new names first, then the text file that names
them takes the old one's place, and only then the old pictures go. Whoever reads at any moment
finds the old profile or the new one, whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.encoding import Picture, decoded, jpeg
from rules.core.codec import Json
from rules.core.errors import ArbitableError

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
    kind: str
    fields: Json

    def picture(self, name: object) -> Picture:
        """One of its pictures (H, W, 3) uint8 BGR. Raises UnusableProfile."""
        path = self.folder / str(name)
        data = _bytes(path) if path.parent == self.folder else b""
        image = decoded(data)
        if image is None:
            raise damaged(self.folder, f"its picture {path.name} is missing or broken")
        return image


def enlarged(picture: Picture) -> Picture:
    """A small picture (H, W, 3) as it is kept, every pixel as two by two."""
    return np.asarray(picture.repeat(LARGER, axis=0).repeat(LARGER, axis=1), np.uint8)


def check_name(name: str) -> str:
    """The name, if a profile may have it. Raises UnusableProfile."""
    if not _NAME.fullmatch(name):
        raise UnusableProfile(f"{name!r} is no name; use up to 64 letters, digits, - and _.")
    return name


def save_profile(
    folder: Path,
    kind: str,
    version: int,
    pictures: Mapping[str, Picture],
    fields: Callable[[Mapping[str, str]], Json],
) -> None:
    """Writes `folder/KIND.json` and its pictures. `fields` is given the pictures' file names.

    Raises UnusableProfile where the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {title: _write_picture(folder, title, image) for title, image in pictures.items()}
        head = {"arbitable": kind, "version": version}
        _replace(folder / f"{kind}.json", _text({**head, **fields(names)}))
        _forget(folder, set(names.values()))
    except OSError as error:
        raise UnusableProfile(f"{folder} cannot be written ({error.strerror}).") from None


def load_profile(folder: Path, kind: str, version: int) -> Stored:
    """The profile of a folder. Raises UnusableProfile for a damaged one and for one that a newer
    Arbitable wrote."""
    try:
        fields = json.loads(_bytes(folder / f"{kind}.json"))
    except ValueError:
        raise damaged(folder, f"{kind}.json is no JSON") from None
    if not isinstance(fields, dict) or fields.get("arbitable") != kind:
        raise damaged(folder, f"{kind}.json is missing or is something else")
    found = fields.get("version")
    if not isinstance(found, int) or found < 1:
        raise damaged(folder, f"{kind}.json names no version")
    if found > version:
        raise UnusableProfile(
            f"the calibration in {folder} was made by a newer Arbitable (version {found}, this "
            f"one knows {version}); update Arbitable, or calibrate again."
        )
    return Stored(folder, kind, fields)


def delete_profile(folder: Path, kind: str) -> None:
    """Deletes a profile: its text first, so that nobody reads one without pictures. Raises
    UnusableProfile where the folder cannot be written."""
    try:
        (folder / f"{kind}.json").unlink(missing_ok=True)
        _forget(folder, set())
    except OSError as error:
        raise UnusableProfile(f"{folder} cannot be written ({error.strerror}).") from None


def profiles_in(folder: Path, kind: str) -> tuple[Path, ...]:
    """The folders of all profiles of a kind, the newest first."""
    try:
        found = [p.parent for p in folder.glob(f"*/{kind}.json")]
        return tuple(sorted(found, key=lambda p: -(p / f"{kind}.json").stat().st_mtime))
    except OSError:
        return ()


def damaged(folder: Path, what: str) -> UnusableProfile:
    """What to raise for a profile that does not hold what it should."""
    return UnusableProfile(f"the calibration in {folder} is damaged ({what}); calibrate again.")


def _text(fields: Json) -> str:
    """JSON for people: one field a line, a point's two numbers together."""
    text = json.dumps(fields, indent=2, ensure_ascii=False)
    return re.sub(r"\[\s+(\S+),\s+(\S+)\s+\]", r"[\1, \2]", text) + "\n"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b"null"


def _write_picture(folder: Path, title: str, image: Picture) -> str:
    data = jpeg(image, KEPT_QUALITY)
    name = f"{title}-{hashlib.sha256(data).hexdigest()[:8]}.jpg"
    _replace(folder / name, data)
    return name


def _replace(path: Path, content: str | bytes) -> None:
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    fresh.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(fresh, path)


def _forget(folder: Path, kept: set[str]) -> None:
    for old in folder.glob("*.jpg"):
        if old.name not in kept:
            old.unlink(missing_ok=True)
