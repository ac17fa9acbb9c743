"""Whether a picture file has come whole, or is still room that a copying program reserved."""

from __future__ import annotations

_JPEG, _START_OF_SCAN, _END = b"\xff\xd8", 0xDA, b"\xff\xd9"

#: Zeros at the end that no JPEG has unless it says before that it ends.
_JPEG_ZEROS = bytes(16)

#: Zeros at the end that no HEIC or WebP has: their last bytes are compressed pixels. A choice: the
#: blocks that file systems reserve are larger.
_ZEROS = bytes(4096)


def is_whole(data: bytes) -> bool:
    """False where the file has its size already, while its end was not copied yet: zeros. What
    lacks its end altogether, decoders notice."""
    if data.startswith(_JPEG):
        return not data.endswith(_JPEG_ZEROS) or data.find(_END, _scan_at(data)) >= 0
    webp, heif = data[8:12] == b"WEBP", data[4:8] == b"ftyp"
    return not ((webp or heif) and data.endswith(_ZEROS))


def _scan_at(data: bytes) -> int:
    """Where the pixels of a JPEG begin: behind its header and the small picture in that."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _START_OF_SCAN:
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at
