"""Zip files from strangers: what they hold is measured, not believed, and unpacked piece by
piece."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from rules.core.codec import Malformed
from rules.core.errors import ArbitableError
from server.store.database import FILE_MODE

#: Bytes of the largest file: a thousand calls with their pictures have 200 MB.
MOST_PACKED = 250_000_000

#: The most a file may hold: members, bytes of their list, unpacked bytes of one and of all, and
#: unpacked bytes for each packed one (deflate itself stops at about a thousand).
MOST_MEMBERS = 50_000
_MOST_LIST = 150 * MOST_MEMBERS
MOST_BYTES = 1_000_000_000
_MOST_RATIO = 200

#: Unpacked at once.
_CHUNK = 256_000

#: A zip's last record without a comment: signature, disks, members, bytes of their list.
_END = struct.Struct("<4s4H2LH")
_FAR_END = b"PK\x06\x07"
_FAR_END_BYTES = 20

#: A member's rights once somebody unpacks it, where a zip has them.
_FOR_ITS_USER = FILE_MODE << 16

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class NotAGame(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A file that is no game of Arbitable, or a damaged one."""


_TOO_MUCH = "This file holds more than a game can."


@contextmanager
def raising_not_a_game() -> Iterator[None]:
    """Raises NotAGame for whatever unpacking and reading a damaged file comes to."""
    try:
        yield
    except NotAGame:
        raise
    except _DAMAGE as error:
        said = " ".join(str(error).split())[:200] or type(error).__name__
        raise NotAGame(f"This is no game that Arbitable saved ({said.rstrip('.')}).") from None


#: What the zip, JSON and checking code raises for files made by chance or malice.
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, MemoryError),
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError),
    Malformed,
)


def add_member(file: zipfile.ZipFile, name: str, data: bytes, packing: int) -> None:
    """Adds a member to a zip: the same bytes whatever the clock says, which on a computer that does
    not keep it may be before 1980, the first year that a zip knows."""
    member = zipfile.ZipInfo(name)
    member.external_attr = _FOR_ITS_USER
    file.writestr(member, data, packing)


class Unpacker:
    """A zip file whose members are read one at a time, so many bytes in all."""

    def __init__(self, data: bytes) -> None:
        """Reads the list of members. Raises NotAGame."""
        self._left = MOST_BYTES
        with raising_not_a_game():
            _check_end(data)
            self._file = zipfile.ZipFile(io.BytesIO(data))
            self.names = tuple(dict.fromkeys(self._file.namelist()))

    def member(self, name: str, most: int) -> bytes:
        """A member's bytes. Raises NotAGame for a missing or damaged one, and as soon as it has
        more than `most`, or all of them together more than a game can."""
        with raising_not_a_game():
            if name not in self.names:
                raise NotAGame("This is no game that Arbitable saved (a part of it is missing).")
            info = self._file.getinfo(name)
            if info.compress_type not in _PACKINGS:
                raise NotAGame("This file is packed in a way that Arbitable does not use.")
            most = min(most, self._left, max(info.compress_size, 1_000) * _MOST_RATIO)
            with self._file.open(info) as opened:
                return self._read(opened, most)

    def _read(self, opened: IO[bytes], most: int) -> bytes:
        found = bytearray()
        while chunk := opened.read(_CHUNK):
            found += chunk
            self._left -= len(chunk)
            if len(found) > most:
                raise NotAGame(_TOO_MUCH)
        return bytes(found)


def _check_end(data: bytes) -> None:
    """Looks at the file's last record before anything that it says is unfolded into memory."""
    if len(data) > MOST_PACKED:
        raise NotAGame(_TOO_MUCH)
    if len(data) < _END.size:
        raise NotAGame("This is no game that Arbitable saved (it is cut short).")
    mark, _, _, _, members, size, _, comment = _END.unpack(data[-_END.size :])
    far = data[-_END.size - _FAR_END_BYTES :][:4] == _FAR_END
    if mark != b"PK\x05\x06" or comment or far:
        raise NotAGame("This is no game that Arbitable saved (it is no zip file, or cut short).")
    if members > MOST_MEMBERS or size > min(_MOST_LIST, len(data)):
        raise NotAGame(_TOO_MUCH)
