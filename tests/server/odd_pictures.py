"""Pictures that are not what they claim to be."""

from __future__ import annotations

import struct
import zlib


def huge_png() -> bytes:
    """A PNG of a few bytes that claims to have 60,000 x 60,000 pixels."""
    size = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    length, crc = struct.pack(">I", len(data)), struct.pack(">I", zlib.crc32(kind + data))
    return length + kind + data + crc
